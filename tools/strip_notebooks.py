"""Bring notebooks to the form they are committed in: `strip_notebooks.py [--check] NOTEBOOK ...`.

Outputs stay in cells that say `# NBVAL_CHECK_OUTPUT`, and only as text; widget state and editor metadata go.
Nbstripout keeps outputs by a cell's metadata, which no reader sees; the comment is already what nbval looks for.
"""

import sys
from pathlib import Path

import nbformat

CHECKED = "# NBVAL_CHECK_OUTPUT"
# Nbval calls a cell with outputs and no count "unrun"; a constant keeps diffs still.
RUN = 1
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def text_only(output):
    """Return the output with nothing but its text, or None where it has none."""
    if output.output_type == "stream":
        return output
    if output.output_type in ("execute_result", "display_data") and "text/plain" in output.data:
        output.data = {"text/plain": output.data["text/plain"]}
        output.metadata = {}
        if "execution_count" in output:
            output.execution_count = RUN
        return output
    return None


def merged(outputs):
    """Return the outputs with what was printed in pieces as one: where it is cut depends on the kernel's haste."""
    whole = []
    for output in outputs:
        last = whole[-1] if whole else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            whole.append(output)
    return whole


def stripped(text: str) -> str:
    """Return the notebook's text in the form it is committed in."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.metadata = {**{k: v for k, v in notebook.metadata.items() if k != "widgets"}, **METADATA}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            kept = map(text_only, cell.outputs) if CHECKED in cell.source else []
            cell.outputs = merged(output for output in kept if output)
            cell.execution_count = RUN if cell.outputs else None
    return nbformat.writes(notebook) + "\n"


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    changed = []
    for path in map(Path, (argument for argument in arguments if argument != "--check")):
        before = path.read_text(encoding="utf-8")
        after = stripped(before)
        if after != before:
            changed.append(path)
            if not check:
                path.write_text(after, encoding="utf-8")
    for path in changed:
        print(f"{path}: {'not as committed; run tools/strip_notebooks.py' if check else 'stripped'}")
    return int(check and bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
