"""`make bench`: what the book promises about speed, measured and judged in one run.

One function a line of the table. A function returns (figure, target, unit, remark), lower being better; its first
docstring line is the name in the table. Absolute figures drift with the machine; remarks compare within the run.
"""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from scipy.optimize import linprog
from scipy.special import rel_entr

import lipbandits as lb

TIMINGS = Path(__file__).resolve().parents[1] / "_build" / "timings.json"


def milliseconds(call, repeats):
    """Return the median time of a call, after one to warm up."""
    call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def in_a_new_process(code):
    """Return what the code prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def instance(n_arms):
    return lb.triangle(n_arms, peak=0.5, top=0.8, slope=0.5)


def plain_lower_bound(bandit):
    """C(θ) as a reader would first write it: a dense program, the solver's defaults."""
    best = bandit.theta.max()
    inferior = bandit.gaps > 0
    models = np.maximum(bandit.theta, best - bandit.geometry.lipschitz * bandit.geometry.distances)[inferior]
    divergences = rel_entr(bandit.theta, models) + rel_entr(1 - bandit.theta, 1 - models)
    return linprog(bandit.gaps[inferior], -divergences[:, inferior], -np.ones(inferior.sum())).fun


def bound_of_46_arms():
    """lower_bound, K = 46"""
    bandit = instance(46)
    assert np.isclose(lb.lower_bound(bandit).value, plain_lower_bound(bandit), rtol=1e-6)
    ours, plain = milliseconds(lambda: lb.lower_bound(bandit), 30), milliseconds(lambda: plain_lower_bound(bandit), 10)
    return ours, 10, "ms", f"a plain dense program: {plain:.1f} ms, {plain / ours:.1f} times ours"


def bound_of_1000_arms():
    """lower_bound, K = 1000"""
    bandit = instance(1000)
    ours, plain = milliseconds(lambda: lb.lower_bound(bandit), 3), milliseconds(lambda: plain_lower_bound(bandit), 1)
    return ours, 1000, "ms", f"a plain dense program: {plain:.0f} ms, {plain / ours:.1f} times ours"


def memory_of_1000_arms():
    """lower_bound, K = 1000: peak memory"""
    code = "import resource, lipbandits as lb; {}; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    # Kilobytes, but bytes on macOS.
    scale = 2**20 if sys.platform == "darwin" else 2**10
    ours, imports = (
        int(in_a_new_process(code.format(work))) / scale
        for work in ("lb.lower_bound(lb.triangle(1000, peak=0.5, top=0.8, slope=0.5))", "pass")
    )
    return ours, 500, "MB", f"imports alone: {imports:.0f} MB"


def import_time():
    """import lipbandits"""
    code = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"
    ours, numpy = (
        1e3 * statistics.median(float(in_a_new_process(code.format(name))) for _ in range(5))
        for name in ("lipbandits", "numpy")
    )
    return ours, 1000, "ms", f"numpy alone: {numpy:.0f} ms"


def browser_figure(kind, target):
    """Return a line for the slowest explorer that the browser tests have timed."""

    def line():
        figures = json.loads(TIMINGS.read_text()).get(kind, {}) if TIMINGS.exists() else {}
        if not figures:
            return None, target, "ms", "not measured yet: run `make test` first"
        slowest = max(figures, key=figures.get)
        return figures[slowest], target, "ms", f"slowest of {len(figures)}: {slowest}"

    line.__doc__ = kind.removesuffix("-ms").replace("-", " ")
    return line


# Memory first: Linux counts what this process had used before it started the other one.
LINES = [
    memory_of_1000_arms,
    bound_of_1000_arms,
    bound_of_46_arms,
    import_time,
    browser_figure("explorer-step-ms", 16),
    browser_figure("kernel-callback-ms", 60),
    browser_figure("key-to-picture-ms", 200),
]


def main():
    print(f"{'':36} {'measured':>10} {'at most':>8}         {'':7} in the same run")
    for line in LINES:
        figure, target, unit, remark = line()
        verdict = "-" if figure is None else "met" if figure <= target else "missed"
        shown = "-" if figure is None else f"{figure:.1f}"
        print(f"{line.__doc__.splitlines()[0]:36} {shown:>10} {target:>8} {unit:7} {verdict:7} {remark}")


if __name__ == "__main__":
    main()
