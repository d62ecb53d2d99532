"""Tasks that do not know of each other, in this process or in several, by joblib; and a bar that counts them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from lipbandits import checks

T = TypeVar("T")


def checked_jobs(n_jobs: Any) -> int:
    """A number of processes.

    Parameters
    ----------
    n_jobs : int
        As in joblib, −1 for all cores.

    Returns
    -------
    int
        The value.

    Raises
    ------
    TypeError
        If it is no whole number.
    ValueError
        For 0, or a word.
    """
    accepted = "a whole number ≥ 1, or −1 for all cores"
    # A word, such as "all", is a value that another library might take.
    if isinstance(n_jobs, str) or (found := checks.count("n_jobs", n_jobs, -np.inf, accepted)) == 0:
        raise ValueError(f"n_jobs: {checks.shown(n_jobs)}; expected {accepted}")
    return found


def processes(n_jobs: int) -> int:
    """How many there are at most: as many as ``n_jobs`` means on this machine, or on a cluster."""
    import joblib

    return joblib.effective_n_jobs(n_jobs)


def in_parallel(tasks: Sequence[Callable[[], T]], n_jobs: int) -> Iterator[T]:
    """What the tasks return, in their order, each as soon as it is there.

    Parameters
    ----------
    tasks : sequence of callable
        Functions without arguments, such as a ``functools.partial``.
    n_jobs : int
        Processes, as in joblib.

    Yields
    ------
    object
        What a task returns.
    """
    if n_jobs == 1 or len(tasks) <= 1:
        for task in tasks:
            yield task()
        return
    import joblib

    # A worker without a task would be started for nothing.
    parallel = joblib.Parallel(n_jobs=min(processes(n_jobs), len(tasks)), return_as="generator")
    # What a task works on is part of the function, no argument: joblib's dask backend keeps large arguments on one
    # worker, and they are lost with it.
    yield from parallel(joblib.delayed(task)() for task in tasks)


def progress_bar(progress: bool | None, total: int, initial: int) -> Any:
    """A bar of tqdm's on stderr: True shows it, None in a terminal only."""
    from tqdm import tqdm

    return tqdm(total=total, initial=initial, unit="run", disable=None if progress is None else not progress)
