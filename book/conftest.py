"""Of what a cell of a notebook shows, nbval compares the text: the HTML of tables is not in the repository."""


def pytest_collectstart(collector):
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("text/html",)
