"""nbval compares the text of outputs: HTML is not in the repository."""


def pytest_collectstart(collector):
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("text/html",)
