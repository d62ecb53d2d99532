"""A plain `interact` on a page, where no kernel answers: what its function drew or said at first, without sliders."""

from myst_nb.core import execute

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"


class WithoutSliders(execute.NotebookClientDirect):
    """Myst-nb's way to run a notebook; then first answers take the place of widgets, and no state of these is left."""

    def start_client(self):
        super().start_client()
        widgets = self.notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = [answer for output in cell.outputs for answer in self.answers(output, widgets)]

    def answers(self, output, widgets):
        if VIEW not in output.get("data", {}):
            return [output]
        found = first_answers(output, widgets)
        # Inside a widget an error stops nobody; here it is a warning, and so stops the book.
        for error in [each for each in found if each["output_type"] == "error"]:
            self.logger.warning(f"{error['ename']} in a widget: {error['evalue']}", subtype="exec")
        return found


def first_answers(output, widgets):
    """What stands in the widget's boxes for output; the output itself, where it has none or the notebook stopped."""

    def state(model):
        return widgets.get(model.removeprefix("IPY_MODEL_"), {}).get("state", {})

    boxes = [state(child) for child in state(output["data"][VIEW]["model_id"]).get("children", [])]
    return [answer for box in boxes for answer in box.get("outputs", [])] or [output]


def setup(app):
    # Where myst-nb takes the class from; it has no setting for another one.
    execute.NotebookClientDirect = WithoutSliders
    return {"parallel_read_safe": True, "parallel_write_safe": True}
