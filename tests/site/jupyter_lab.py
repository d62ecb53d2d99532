"""JupyterLab as a reader meets it: a server with settings of its own, a chapter run whole, its explorers."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager

import nbformat
import pytest
from jupyter_client import BlockingKernelClient

# JupyterLab asks at its first start whether to fetch news, and by default draws only the cells in the window.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
DONE = "ALL CELLS RAN"


@contextmanager
def server(python, book, root, environment=os.environ):
    """Address of a Jupyter server on the folder `book`, which keeps its own files in `root`."""
    for name, settings in SETTINGS.items():
        file = root / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    places = {"CONFIG": "config", "DATA": "data", "RUNTIME": "runtime"}
    environment = {
        **environment,
        **{f"JUPYTER_{kind}_DIR": str(root / folder) for kind, folder in places.items()},
        "JUPYTERLAB_SETTINGS_DIR": str(root / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(root / "workspaces"),
    }
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token="]
    command = [python, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={book}"]
    with (
        open(root / "log", "w") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True) as process,
    ):
        try:
            _wait_for(address, process)
            yield address
        except BaseException:
            print((root / "log").read_text())
            raise
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_for(address, process):
    """Return when the server answers; fail when it ends before it does, or takes a minute."""
    for _ in range(240):
        assert process.poll() is None, "the Jupyter server ended"
        try:
            urllib.request.urlopen(f"{address}/api").close()
            return
        except OSError:
            time.sleep(0.25)
    pytest.fail("the Jupyter server did not answer within a minute")


def end_with(path, code=""):
    """Give a notebook a last cell, whose output also says that all cells before it have run."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(f"{code}\nprint({DONE!r})"))
    nbformat.write(notebook, path)


def opened(context, lab, chapter):
    """A page with a chapter in JupyterLab, as it was saved."""
    page = context.new_page()
    # In a workspace of its own: another one would open again what was open in it.
    page.goto(f"{lab}/lab/workspaces/{chapter.partition('.')[0]}/tree/{chapter}")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    return page


def opened_and_run(context, lab, chapter):
    """A page with a chapter in JupyterLab, after Run All was chosen."""
    page = opened(context, lab, chapter)
    # The kernel must be there, or Run All asks which one to take.
    page.get_by_text("| Idle").wait_for(timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    return page


def last_words(page):
    """Wait until a chapter has run whole; return what its last cell said, and fail where a cell has failed."""
    errors = page.locator(
        "[data-mime-type='application/vnd.jupyter.error'], [data-mime-type='application/vnd.jupyter.stderr']"
    )
    ran = page.locator(".jp-OutputArea-output").filter(has_text=DONE)
    errors.or_(ran).first.wait_for(timeout=240_000)
    assert errors.all_inner_texts() == []
    return ran.inner_text()


def boxes(page):
    """Return the explorers of the chapter, by name."""
    found = page.locator("figure.lb-live[data-explorer]")
    names = [found.nth(i).get_attribute("data-explorer") for i in range(found.count())]
    return {name: page.locator(f"figure.lb-live[data-explorer={name}]").first for name in names}


def seen(box):
    return box.locator(".lb-panels").inner_html(), box.locator(".lb-status").inner_text()


def wait_for_change(page, box, before):
    """Return what is seen after the next change of picture or words, or within two seconds if there is none."""
    for _ in range(40):
        if (now := seen(box)) != before:
            return now
        page.wait_for_timeout(50)
    return before


def move_sliders(page, name, box):
    """Move every slider of an explorer by keyboard; each must change something. Returns (pictures, sentences)."""
    pictures, sentences = set(), set()
    for i in range(box.locator("input[type=range]").count()):
        slider = box.locator("input[type=range]").nth(i)
        slider.scroll_into_view_if_needed()
        slider.focus()
        changed = False
        for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
            before, value = seen(box), slider.get_attribute("aria-valuetext")
            page.keyboard.press(key)
            after = wait_for_change(page, box, before)
            changed |= after != before and slider.get_attribute("aria-valuetext") != value
            pictures.add(after[0])
            sentences.add(after[1])
        assert changed, f"slider {i} of {name} changes nothing"
    return pictures, sentences


def session_of(lab, notebook):
    """What the server says of a notebook's session."""
    sessions = json.load(urllib.request.urlopen(f"{lab}/api/sessions"))
    return next(each for each in sessions if each["path"] == notebook)


def said(lab, root, notebook, code):
    """What a notebook's kernel prints when it runs some code, beside the notebook."""
    kernel = session_of(lab, notebook)["kernel"]["id"]
    client = BlockingKernelClient(connection_file=str(root / "runtime" / f"kernel-{kernel}.json"))
    client.load_connection_file()
    client.start_channels()
    printed = []
    try:
        client.wait_for_ready(timeout=60)
        hook = lambda message: printed.append(message["content"].get("text", ""))  # noqa: E731
        reply = client.execute_interactive(code, store_history=False, output_hook=hook, timeout=60)
        assert reply["content"]["status"] == "ok", reply["content"]
    finally:
        client.stop_channels()
    return "".join(printed).strip()


def end_session(page, lab, notebook):
    """Shut a notebook's kernel down, as a reader does who closes it for good."""
    page.evaluate(END, session_of(lab, notebook)["id"])


END = """id => {
    const token = document.cookie.match(/_xsrf=([^;]*)/)[1];
    return fetch(`/api/sessions/${id}`, { method: "DELETE", headers: { "X-XSRFToken": token } });
}"""
