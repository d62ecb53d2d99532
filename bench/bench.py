"""`make bench`: what the book promises about speed, measured and judged in one run.

One function a line of the table. A function returns (figure, target, unit, remark), lower being better; its first
docstring line is the name in the table. Absolute figures drift with the machine; remarks compare within the run.
"""

import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from kernels import measured as measured_in_kernels
from scipy.optimize import linprog
from scipy.special import rel_entr

import lipbandits as lb
from lipbandits.labs import assets, placed

ROOT = Path(__file__).resolve().parents[1]
TIMINGS = ROOT / "_build" / "timings.json"


def milliseconds(call, repeats):
    """Return the median time of a call, after one to warm up."""
    call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def in_a_new_process(code, **environment):
    """Return what the code prints."""
    command = [sys.executable, "-c", code]
    environment = {**os.environ, **environment}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


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


def peak_memory(work):
    """The most megabytes that a new process took to import the package and do some work."""
    code = f"import resource, lipbandits as lb; {work}; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    # Kilobytes, but bytes on macOS.
    return int(in_a_new_process(code)) / (2**20 if sys.platform == "darwin" else 2**10)


def memory_of_1000_arms():
    """lower_bound, K = 1000: peak memory"""
    ours = peak_memory("lb.lower_bound(lb.triangle(1000, peak=0.5, top=0.8, slope=0.5))")
    imports = peak_memory("pass")
    return ours, 500, "MB", f"imports alone: {imports:.0f} MB"


def plain_contextual_bound(bandit):
    """C′(θ) as a reader would first write it: a loop over pairs, a dense program, the solver's defaults."""
    n_arms, theta, gaps = bandit.n_arms, bandit.theta.ravel(), bandit.gaps.ravel()
    rows = []
    for row in np.flatnonzero(gaps > 0):
        best = bandit.best_means[row // n_arms]
        model = np.maximum(theta, best - bandit.lipschitz * bandit.geometry.distances[row])
        rows.append(rel_entr(theta, model) + rel_entr(1 - theta, 1 - model))
    inferior = gaps > 0
    return linprog(gaps[inferior], -np.array(rows)[:, inferior], -np.ones(len(rows))).fun


def bound_in_contexts():
    """contextual_lower_bound, J = K = 30"""
    bandit = lb.travelling_peak(30, 30)
    assert np.isclose(lb.contextual_lower_bound(bandit).value, plain_contextual_bound(bandit), rtol=1e-6)
    ours = milliseconds(lambda: lb.contextual_lower_bound(bandit), 10)
    plain = milliseconds(lambda: plain_contextual_bound(bandit), 1)
    return ours, 5000, "ms", f"a plain dense program: {plain:.0f} ms, {plain / ours:.1f} times ours"


def memory_in_contexts():
    """contextual_lower_bound, J = K = 30: peak memory"""
    ours, imports = peak_memory("lb.contextual_lower_bound(lb.travelling_peak(30, 30))"), peak_memory("pass")
    return ours, 1000, "MB", f"imports alone: {imports:.0f} MB"


def import_time():
    """import lipbandits"""
    code = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"
    ours, numpy = (
        1e3 * statistics.median(float(in_a_new_process(code.format(name))) for _ in range(5))
        for name in ("lipbandits", "numpy")
    )
    return ours, 1000, "ms", f"numpy alone: {numpy:.0f} ms"


HORIZON = 500_000
PROBLEMS = {
    "clear leader": lb.LipschitzBandit(np.where(np.arange(46) == 20, 0.9, 0.3), lipschitz=27.1),
    "tight": lb.triangle(46, peak=0.5, slope=0.5),
    "exploring": lb.triangle(46, peak=0.5, slope=0.5, lipschitz=1.0),
    "on an arm": lb.triangle(46, peak=20 / 45, slope=0.5, lipschitz=1.0),
}
# Exploring, with other rewards.
PROBLEMS |= {
    f"exploring, {type(family).__name__}": lb.LipschitzBandit(PROBLEMS["exploring"].theta, lipschitz=1.0, family=family)
    for family in (lb.Gaussian(0.5), lb.Poisson(), lb.Exponential())
}


def rounds_a_second(bandit, policy, horizon, compiled=True, runs=1):
    """Rounds a second over some runs, after a short one to warm up; runs differ, so one alone says little."""
    name = type(policy).__name__
    if not compiled:
        policy = type(name, (type(policy),), {"__init__": lambda self: vars(self).update(vars(policy))})()
    lb.simulate(bandit, {name: policy}, 500, runs=1, progress=False)
    start = time.perf_counter()
    lb.simulate(bandit, {name: policy}, horizon, runs=runs, progress=False)
    return runs * horizon / (time.perf_counter() - start)


def speed_of(policy, problem, most):
    """A line for the time of a compiled round, beside the readable policy on the same problem."""

    def line():
        bandit = PROBLEMS[problem]
        ours = rounds_a_second(bandit, policy, HORIZON, runs=6)
        plain = rounds_a_second(bandit, policy, 1500, compiled=False)
        remark = f"{ours / 1e6:.2f} M rounds/s; the readable policy {plain:.0f}, {ours / plain:.0f} times slower"
        return 1e6 / ours, most, "µs", remark

    kind = "" if getattr(policy, "kind", "log") == "log" else f", {policy.kind}"
    line.__doc__ = f"{type(policy).__name__} round, K = 46, {problem}{kind}"
    return line


def speed_by_program(policy):
    """A line for a round of a policy that solves the program of C(θ), beside the readable one with a linprog."""

    def line():
        bandit = lb.triangle(17)
        ours = rounds_a_second(bandit, policy, 10_000)
        plain = rounds_a_second(bandit, policy, 500, compiled=False)
        return 1e6 / ours, 10, "µs", f"{ours:.0f} rounds/s; with a linprog a round {plain:.0f}"

    line.__doc__ = f"{type(policy).__name__} round, K = 17"
    return line


def level_of_a_round():
    """f(n) that is a root, compiled"""
    from numba import njit

    from lipbandits.engine.levels import level_of

    @njit
    def added(first, last, factor):
        total = 0.0
        for n in range(first, last):
            total += level_of(n, factor)
        return total

    log, sequential, root = (milliseconds(lambda f=f: added(3, 100_003, f), 10) / 0.1 for f in (0.0, -46.0, -46.5))
    return root, 500, "ns", f"log n {log:.1f} ns, sequential {sequential:.1f} ns"


def speed_in_contexts(policy, n_contexts, horizon, most):
    """A line for a compiled round with contexts and 20 arms, beside the readable policy."""

    def line():
        bandit = lb.travelling_peak(n_contexts, 20)
        ours = rounds_a_second(bandit, policy, horizon, runs=2)
        plain = rounds_a_second(bandit, policy, 600, compiled=False)
        hundred = 100 * 1e5 / ours
        return (
            1e6 / ours,
            most,
            "µs",
            f"{ours:.0f} rounds/s, {hundred:.0f} s for 100 runs of 10^5; readable {plain:.0f}",
        )

    line.__doc__ = f"{type(policy).__name__} round, J = {n_contexts}, K = 20"
    return line


def speed_of_smpybandits():
    """KLUCB against SMPyBandits' klUCB, K = 46"""
    try:
        from SMPyBandits.Policies.klUCB import klUCB
    except ImportError:
        # Its last release asks SciPy for a function that SciPy no longer has.
        return None, 1, "µs", "not importable here: pip install SMPyBandits, with an older SciPy"
    bandit, rng = PROBLEMS["exploring"], np.random.default_rng(0)
    theirs = klUCB(46)
    theirs.startGame()
    start = time.perf_counter()
    for _ in range(3000):
        arm = theirs.choice()
        theirs.getReward(arm, float(rng.random() < bandit.theta[arm]))
    their_speed = 3000 / (time.perf_counter() - start)
    ours = rounds_a_second(bandit, lb.KLUCB(), HORIZON)
    return 1e6 / ours, 1, "µs", f"SMPyBandits {their_speed:.0f} rounds/s, ours {ours / their_speed:.0f} times faster"


def in_node(code):
    """What JavaScript returns in Node.js, where `engine` is the pages' and time(call) the best of a second.

    Its first calls run code that V8 has compiled in haste.
    """
    script = f"""
        {json.dumps([str(each) for each in assets.ENGINE])}.forEach((each) => require(each));
        const {{ engine }} = globalThis.lipbandits;
        const time = (call) => {{
            let best = Infinity;
            for (const end = performance.now() + 1000; performance.now() < end;) {{
                const start = performance.now();
                call();
                best = Math.min(best, performance.now() - start);
            }}
            return best;
        }};
        const triangle = (K) => Array.from({{ length: K }}, (_, i) => 0.8 - 0.5 * Math.abs(i / (K - 1) - 0.5));
        engine.start(require("fs").readFileSync({json.dumps(str(assets.WASM))})).then(() => {{
            console.log(JSON.stringify((() => {{ {code} }})()));
        }});
    """
    done = subprocess.run(["node", "-"], input=script, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


NO_NODE = "Node.js is not installed here"


def speed_in_a_page(policy):
    """A line for 10^4 rounds of the pages' engine in Node.js, beside the same rounds natively, the best of a second."""

    def line():
        if shutil.which("node") is None:
            return None, 1.2, "times", NO_NODE
        from lipbandits.engine import race

        theta, none, times = instance(17).theta, np.empty(0, dtype=np.int32), []
        race.advance(*race.new_state(policy, theta, np.linspace(0, 1, 17), [10], 0.5), 10, none)
        while sum(times) < 1000:
            start = time.perf_counter()
            race.advance(*race.new_state(policy, theta, np.linspace(0, 1, 17), [10_000], 0.5), 10_000, none)
            times.append(1e3 * (time.perf_counter() - start))
        there = in_node(f"""
            const options = {{ policy: "{policy}", theta: triangle(17), lipschitz: 0.5, marks: [10000] }};
            return time(() => {{ const run = engine.run(options); run.advance(10000); run.free(); }});""")
        return there / min(times), 1.2, "times", f"{there:.1f} ms in Node.js, {min(times):.1f} ms natively"

    line.__doc__ = f"{policy} in a page, K = 17, T = 10^4"
    return line


def bound_in_a_page():
    """C(θ) in a page, K = 46"""
    if shutil.which("node") is None:
        return None, 1, "ms", NO_NODE
    ours, large = in_node("""
        return [46, 200].map((K) => time(() => engine.tent({ theta: triangle(K), lipschitz: 0.5, k: 0 })));""")
    return ours, 1, "ms", f"K = 200: {large:.1f} ms"


def memory_in_a_page():
    """1000 runs in a page: memory"""
    if shutil.which("node") is None:
        return None, 20, "MB", NO_NODE
    first, last = in_node("""
        const runs = (first, last) => {
            for (let seed = first; seed < last; seed++) {
                const policy = ["UCB", "KL-UCB", "CKL-UCB", "OSLB"][seed % 4];
                const run = engine.run({ policy, theta: triangle(46), lipschitz: 0.5, seed, marks: [300] });
                run.advance(300);
                run.free();
            }
            return engine.memory() / 1e6;
        };
        return [runs(0, 100), runs(100, 1000)];""")
    return last, 20, "MB", f"after 100 runs {first:.3g} MB"


TRIANGLE = lb.paper_triangle()


def points_of(policy, horizon, compiled=True):
    """The points that a policy plays on the paper's triangle."""
    return lb.replay(TRIANGLE, policy, np.random.default_rng(0).random(horizon), engine=compiled)


def time_on_points(policy, most):
    """A line for 25000 rounds of a compiled policy for [0, 1], beside 2500 of the readable one."""

    def line():
        ours = milliseconds(lambda: points_of(policy, 25_000), 20)
        short = milliseconds(lambda: points_of(policy, 2500), 20)
        plain = milliseconds(lambda: points_of(policy, 2500, compiled=False), 1)
        return ours, most, "ms", f"2500 rounds: {short:.2g} ms; the readable policy {plain:.0f} ms"

    line.__doc__ = f"{type(policy).__name__}{'+' if getattr(policy, 'tuned', False) else ''}, T = 25000"
    return line


def memory_of_hoo():
    """HOO, T = 10^6: peak memory"""
    code = """
import resource, time, lipbandits as lb
def play(horizon):
    start = time.perf_counter()
    lb.simulate(lb.paper_triangle(), [lb.HOO(0.5, 0.5)], horizon, runs=1, progress=False)
    return time.perf_counter() - start
play(100)
print(min(play(100_000) for _ in range(3)), play(1_000_000), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    tenth, seconds, peak = map(float, in_a_new_process(code).split())
    remark = f"in {seconds:.1f} s; from T = 10^5, {1e3 * tenth:.0f} ms, it grows as T^{np.log10(seconds / tenth):.2f}"
    return peak / (2**20 if sys.platform == "darwin" else 2**10), 500, "MB", remark


def play_of_pyxab(algorithm, horizon, mean, seed=0):
    """(seconds, points) of an algorithm of PyXAB, when a point x pays 1 if a uniform is below mean(x)."""
    points, start = [], time.perf_counter()
    for n, u in enumerate(np.random.default_rng(seed).random(horizon), start=1):
        points.append(algorithm.pull(n)[0])
        algorithm.receive_reward(n, float(u < mean(points[-1])))
    return time.perf_counter() - start, np.array(points)


def speed_against_pyxab(name):
    """A line for 25000 rounds beside PyXAB: its HOO, whose rounds grow with n, from T = 1000 and 2000."""

    def line():
        try:
            from PyXAB.algos.HOO import T_HOO
            from PyXAB.algos.Zooming import Zooming
        except ImportError:
            return None, 50, "ms", "not importable here: pip install PyXAB"

        def mean(x):
            return 0.8 - 0.5 * abs(0.5 - x)

        domain = [[0, 1]]
        if name == "HOO":
            ours = milliseconds(lambda: points_of(lb.HOO(0.5, 0.5), 25_000), 5)
            first, second = (
                play_of_pyxab(T_HOO(nu=0.5, rho=0.5, rounds=25_000, domain=domain), horizon, mean)[0]
                for horizon in (1000, 2000)
            )
            power = np.log2(second / first)
            theirs = 1e3 * second * (25_000 / 2000) ** power
            remark = f"PyXAB's T_HOO {second:.2f} s at T = 2000, growing as T^{power:.2f}: about {theirs / 1e3:.0f} s"
        else:
            ours = milliseconds(lambda: points_of(lb.Zooming(0.5), 25_000), 20)
            theirs = 1e3 * play_of_pyxab(Zooming(nu=0.5, rho=0.5, domain=domain), 25_000, mean)[0]
            remark = f"PyXAB's Zooming {theirs:.0f} ms"
        return ours, 50, "ms", f"{remark}; {theirs / ours:.0f} times ours"

    line.__doc__ = f"{name} against PyXAB, T = 25000"
    return line


def figure_2_in_full():
    """Figure 2: 150 runs, KL-UCB and CKL-UCB"""
    code = """
import resource, time
from lipbandits.study.recipes import EXPERIMENTS
start = time.perf_counter()
EXPERIMENTS["figure-2-cliff"].run(progress=False)
spent = time.perf_counter() - start
own, children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(spent, max(own, children) / 2**10)
"""
    seconds, megabytes = map(float, in_a_new_process(code).split())
    return seconds, 60, "s", f"all cores; the largest process takes {megabytes:.0f} MB"


def first_compiled_call():
    """first compiled call, nothing cached"""
    code = """
import time, lipbandits as lb
start = time.perf_counter()
lb.simulate(lb.triangle(5), [lb.CKLUCB()], 100, runs=1, progress=False)
print(time.perf_counter() - start)
"""
    with tempfile.TemporaryDirectory() as cache:
        first, later = (float(in_a_new_process(code, NUMBA_CACHE_DIR=cache)) for _ in range(2))
    return first, 15, "s", f"in a later process {later:.2f} s (at most 2)"


def weight_of_labs():
    """labs: what a page has to load, gzipped"""
    found = {}
    for lab in placed():
        files = ("\n".join(map(assets.group, assets.groups_of(lab.name))), assets.own_style(), lab.html())
        found[lab.still] = [len(gzip.compress(text.encode(), 9)) / 1000 for text in files]
    name, sizes = max(found.items(), key=lambda item: sum(item[1]))
    # The bound is older than most of the engine's parts; the engine has one of its own.
    return (
        sum(sizes),
        100,
        "kB",
        f"most of {len(found)}: {name}; " + "script {:.1f}, style {:.1f}, figure {:.1f}".format(*sizes),
    )


def weight_of_the_engine():
    """engine of the pages, gzipped"""
    script = len(gzip.compress(assets.engine().encode(), 9)) / 1000
    raw = assets.WASM.read_bytes()
    return (
        len(gzip.compress(raw, 9)) / 1000,
        90,
        "kB",
        f"as it is {len(raw) / 1000:.0f} kB; in a script, gzipped, {script:.0f} kB",
    )


def labs_in_notebooks():
    """labs in three notebooks: idle kernels"""
    idle, message = measured_in_kernels(3)
    return 100 * idle, 1, "%", f"of a core, together; {message:.1f} ms for a message that a reader's hand has rested"


def browser_figure(kind, target, unit="ms"):
    """Return a line for the slowest explorer or the heaviest page that the browser tests have measured."""

    def line():
        figures = json.loads(TIMINGS.read_text()).get(kind, {}) if TIMINGS.exists() else {}
        if not figures:
            return None, target, unit, "not measured yet: `make release-check` does"
        most = max(figures, key=figures.get)
        return figures[most], target, unit, f"most of {len(figures)}: {most}"

    line.__doc__ = kind.removesuffix(f"-{unit.lower()}" if unit else "").replace("-", " ")
    return line


# Memory first: Linux counts what this process had used before it started the other one.
LINES = [
    memory_of_1000_arms,
    memory_in_contexts,
    bound_of_1000_arms,
    bound_of_46_arms,
    bound_in_contexts,
    import_time,
    first_compiled_call,
    speed_of(lb.CKLUCB(), "clear leader", 0.1),
    speed_of(lb.CKLUCB(), "tight", 1),
    speed_of(lb.CKLUCB(), "exploring", 1),
    *(speed_of(lb.CKLUCB(), f"exploring, {family}", 1) for family in ("Gaussian", "Poisson", "Exponential")),
    *(speed_of(lb.CKLUCB(kind), "exploring", 20) for kind in ("sequential", "kaufmann_koolen")),
    speed_of(lb.KLUCB(), "exploring", 1),
    speed_of(lb.IMED(), "exploring", 5),
    speed_of(lb.MOSS(), "exploring", 3),
    *(speed_of(lb.ThompsonSampling(), problem, 15) for problem in ("exploring", "exploring, Gaussian")),
    speed_of(lb.IMEDUB(), "on an arm", 1),
    level_of_a_round,
    speed_of_smpybandits,
    *map(speed_by_program, (lb.OSLB(), lb.OSSB())),
    *map(speed_in_a_page, ("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Thompson", "MOSS", "IMED", "OSSB", "IMED-UB")),
    bound_in_a_page,
    memory_in_a_page,
    speed_in_contexts(lb.CCKLUCB(), 20, 100_000, 10),
    speed_in_contexts(lb.CCKLUCB(), 50, 100_000, 30),
    speed_in_contexts(lb.PerContext(lb.KLUCB()), 20, 100_000, 10),
    time_on_points(lb.HOO(0.5, 0.5), 50),
    time_on_points(lb.HOO(0.5, 0.5, tuned=True), 100),
    time_on_points(lb.AdaptiveCKLUCB(0.5), 300),
    time_on_points(lb.Zooming(0.5), 2),
    time_on_points(lb.Zooming(0.5, tuned=True), 2),
    memory_of_hoo,
    speed_against_pyxab("HOO"),
    speed_against_pyxab("Zooming"),
    figure_2_in_full,
    browser_figure("explorer-step-ms", 16),
    weight_of_labs,
    weight_of_the_engine,
    labs_in_notebooks,
    browser_figure("engine-start-ms", 150),
    browser_figure("lab-frame-p95-ms", 4),
    browser_figure("lab-frames-dropped", 0, ""),
    browser_figure("race-first-curve-ms", 300),
    browser_figure("tail-first-runs-ms", 300),
    browser_figure("contexts-first-curve-ms", 300),
    browser_figure("curve-first-curve-ms", 300),
    browser_figure("contexts-drag-ms", 8),
    browser_figure("contexts-drag-longest-ms", 16),
    browser_figure("curve-drag-ms", 8),
    browser_figure("curve-drag-longest-ms", 16),
    browser_figure("tail-drag-ms", 8),
    browser_figure("tail-drag-longest-ms", 16),
    browser_figure("race-one-worker-ms", 2500),
    browser_figure("race-two-over-one", 0.6, ""),
    browser_figure("race-of-oslb-ms", 5000),
    browser_figure("race-frame-ms", 16),
    browser_figure("steps-scrub-ms", 8),
    browser_figure("steps-scrub-longest-ms", 16),
    browser_figure("lockin-scrub-ms", 8),
    browser_figure("lockin-scrub-longest-ms", 16),
    browser_figure("ferry-first-runs-ms", 300),
    browser_figure("ferry-all-runs-ms", 5000),
    browser_figure("ferry-frame-ms", 16),
    browser_figure("kernel-callback-ms", 60),
    browser_figure("key-to-picture-ms", 200),
    browser_figure("page-usable-ms", 2000),
    browser_figure("page-with-all-kb", 2500, "kB"),
    browser_figure("binder-kernel-mb", 1000, "MB"),
]


def main():
    print(f"{'':42} {'measured':>10} {'at most':>8}         {'':7} in the same run")
    for line in LINES:
        figure, target, unit, remark = line()
        verdict = "-" if figure is None else "met" if figure <= target else "missed"
        shown = "-" if figure is None else f"{figure:.3g}" if figure < 1000 else f"{figure:.0f}"
        print(f"{line.__doc__.splitlines()[0]:42} {shown:>10} {target:>8} {unit:7} {verdict:7} {remark}")


if __name__ == "__main__":
    main()
