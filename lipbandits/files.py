"""Arrays on disk: read whole or refused, written whole or not at all."""

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks


def read_arrays(path: str | os.PathLike[str], complaint: str) -> dict[str, NDArray[Any]]:
    """The arrays of an .npz file, by name.

    Parameters
    ----------
    path : str or path
        The file.
    complaint : str
        A message with {} in the place of the path.

    Returns
    -------
    dict
        {name: array}.

    Raises
    ------
    TypeError
        For what is no path.
    ValueError
        For anything wrong with the file, with the complaint.
    """
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


def read_results(path: str | os.PathLike[str], complaint: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays and the provenance of a file that ``write_results`` wrote.

    Parameters
    ----------
    path : str or path
        The file.
    complaint : str
        A message with {} in the place of the path.

    Returns
    -------
    arrays : dict
        {name: array}.
    provenance : dict
        Where they come from.

    Raises
    ------
    TypeError
        For what is no path.
    ValueError
        For anything wrong with the file, with the complaint.
    """
    arrays = read_arrays(path, complaint)
    try:
        return arrays, json.loads(str(arrays.pop("provenance")))
    except (KeyError, ValueError):
        raise ValueError(complaint.format(path)) from None


def write_results(path: str | os.PathLike[str], arrays: Mapping[str, Any], provenance: Mapping[str, Any]) -> None:
    """Write arrays to an .npz file, whole or not at all, with a dict that says where they come from.

    Parameters
    ----------
    path : str or path
        The file.
    arrays : dict
        {name: array}.
    provenance : dict
        Where they come from, as JSON can hold it.

    Raises
    ------
    TypeError
        For a provenance that JSON cannot hold.
    """
    try:
        text = json.dumps(provenance, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise TypeError(f"provenance: {checks.shown(provenance)}; expected what JSON can hold ({error})") from None
    write_atomically(path, lambda file: np.savez_compressed(file, provenance=text, **arrays))


def writable(name: str, path: str | os.PathLike[str]) -> Path:
    """The path, or an error if it could not be written, before anything is computed.

    Parameters
    ----------
    name : str
        What the message calls the argument.
    path : str or path
        A file, which need not be there yet.

    Returns
    -------
    Path
        The path.

    Raises
    ------
    TypeError
        For what is no path.
    ValueError
        For a folder, or a file in one that is not there or cannot be written to.
    """
    if not isinstance(path, str | os.PathLike) or "\0" in str(path):
        raise TypeError(f"{name}: {checks.shown(path)}; expected the path of a file")
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{name}: {checks.shown(str(path))} is a folder; expected a file")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise ValueError(f"{name}: {path.parent} is not a folder that can be written to")
    return path


def write_atomically(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Call ``write(file)`` on a temporary file beside ``path``, then put it in its place.

    Parameters
    ----------
    path : str or path
        The file.
    write : callable
        What writes to an open binary file.
    """
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
