"""Arrays on disk: read whole or refused, written whole or not at all."""

import contextlib
import json
import os
import tempfile
from pathlib import Path

import numpy as np

from lipbandits import checks


def read_arrays(path, complaint):
    """{name: array} of an .npz file; anything wrong with it is a ValueError with the complaint about its path."""
    # A number would be taken for a file that is open already, such as stdin.
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path: {checks.shown(path)}; expected the path of a file")
    try:
        # np.load leaves the file open where it cannot read it.
        with open(path, "rb") as stream:
            file = np.load(stream, allow_pickle=False)
            return {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise ValueError(f"{complaint.format(path)} (there is no such file)") from None
    except Exception:
        # A damaged file may fail in the unpacker, in the parser of a header, or anywhere between.
        raise ValueError(complaint.format(path)) from None


def read_results(path, complaint):
    """({name: array}, provenance) of a file that `write_results` wrote; otherwise as `read_arrays`."""
    arrays = read_arrays(path, complaint)
    try:
        return arrays, json.loads(str(arrays.pop("provenance")))
    except (KeyError, ValueError):
        raise ValueError(complaint.format(path)) from None


def write_results(path, arrays, provenance):
    """Write arrays to an .npz file, whole or not at all, with a dict that says where they come from."""
    try:
        text = json.dumps(provenance, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise TypeError(f"provenance: {checks.shown(provenance)}; expected what JSON can hold ({error})") from None
    write_atomically(path, lambda file: np.savez_compressed(file, provenance=text, **arrays))


def writable(name, path):
    """The path, or an error if it could not be written, before anything is computed."""
    if not isinstance(path, str | os.PathLike) or "\0" in str(path):
        raise TypeError(f"{name}: {checks.shown(path)}; expected the path of a file")
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{name}: {checks.shown(str(path))} is a folder; expected a file")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise ValueError(f"{name}: {path.parent} is not a folder that can be written to")
    return path


def write_atomically(path, write):
    """Call `write(file)` on a temporary file beside `path`, then put it in its place."""
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        # A temporary file is for its owner only; the one it replaces should be as any other.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
