"""The engine as a page has it, for tests in browsers: a bare page, what it must refuse, instances for both sides."""

import base64

import numpy as np

import lipbandits as lb
from lipbandits.engine import race, tent
from lipbandits.play.regret import recorded_rounds
from lipbandits.theory.indexes import KINDS, level_factor
from tests.book import ROOT

FOLDER = ROOT / "lipbandits" / "labs" / "page"
SCRIPT, BYTES = FOLDER / "engine.js", (FOLDER / "engine.wasm").read_bytes()
BASE64 = base64.b64encode(BYTES).decode()

# Counts what enters the engine, and makes the next entry fail: with a trap, after everything in its memory was
# overwritten, or with a status.
WATCH = """<script>
window.watched = { entered: 0, instances: 0, fail: "", core: null };
(() => {
    const Instance = WebAssembly.Instance, own = ["_initialize", "take", "give", "blocks"];
    WebAssembly.Instance = function (...given) {
        const core = new Instance(...given).exports, exports = {};
        Object.assign(watched, { core, instances: watched.instances + 1 });
        for (const [name, value] of Object.entries(core)) {
            exports[name] = typeof value !== "function" || own.includes(name) ? value : (...values) => {
                const fail = watched.fail;
                watched.entered += 1;
                watched.fail = "";
                if (fail === "trap") {
                    new Uint8Array(core.memory.buffer).fill(0xAA);
                    return value(...values.map(each => (each > 1024 ? 0xFFFFFFF0 : each)));
                }
                const status = value(...values);
                return fail === "status" ? 7 : status;
            };
        }
        return { exports };
    };
    // Here and not in the tests: what a driver evaluates may have arrays of a world of its own.
    watched.attempt = cases => cases.map(([entry, change]) => {
        const before = watched.entered;
        try {
            lipbandits.engine[entry](eval(change));
            return ["nothing", change, watched.entered - before];
        } catch (error) {
            return [error.name, error.message, watched.entered - before];
        }
    });
})();
</script>"""

# Changes to this make it bad, entry by entry.
GOOD = """({
    theta: [0.3, 0.5, 0.4], arms: [0, 0.4, 1], lipschitz: 1, k: 1, mean: 0.6, x: [0.3, 0.5, 0.4], y: [0.5, 0.5, 0.1],
    plays: [3, 4, 5], sums: [0, 2, 5], level: 1.5, policy: "CKL-UCB", factor: 3, forced: false, epsilon: 0.5, seed: 7,
    run: 1, marks: [1, 20, 25], keepPlays: true,
})"""
# What is no number, and how a message shows it.
NO_NUMBERS = {
    "undefined": "undefined",
    "null": "null",
    "'1'": '"1"',
    "true": "true",
    "1n": "1",
    "[1]": "an array of 1",
    "{}": "an object",
    "new Number(1)": "an object",
    "Symbol.iterator": "Symbol(Symbol.iterator)",
}


def numbers_refused(name, bad, accepted):
    """[(change, error, message)] for an argument that is a number; `bad` are numbers out of range."""
    kinds = [(f"{name}: {value}", "TypeError", shown) for value, shown in NO_NUMBERS.items()]
    ranges = [(f"{name}: {value}", "RangeError", value) for value in ("NaN", "Infinity", "-Infinity", *bad)]
    return [(change, error, f"{name}: {shown}; expected {accepted}") for change, error, shown in kinds + ranges]


def entries_refused(name, bad, accepted, others=("0.3", "0.4")):
    """The same for the second number of an array of three."""
    found = []
    for change, error, message in numbers_refused(name, bad, accepted):
        value = change.removeprefix(f"{name}: ")
        found.append((f"{name}: [{others[0]}, {value}, {others[1]}]", error, message.replace(name, f"{name}[1]", 1)))
    return found


def arrays_refused(name, accepted):
    """The same for what is no array."""
    values = NO_NUMBERS | {"'0.3,0.5,0.4'": '"0.3,0.5,0.4"', "{ length: 3 }": "an object", "0.5": "0.5", "NaN": "NaN"}
    values |= {"new Float32Array(3)": "an array of 3", "new Set([0.3, 0.5, 0.4])": "an object"}
    del values["[1]"]
    return [
        (f"{name}: {value}", "TypeError", f"{name}: {shown}; expected {accepted}") for value, shown in values.items()
    ]


PLACES = "3 increasing positions from 0 to 1"
# What no instance may be.
INSTANCES = [
    *arrays_refused("theta", "means from 0 to 1"),
    *entries_refused("theta", ("1.5", "-0.5", "1.0000000000000002", "-5e-324"), "means from 0 to 1"),
    ("theta: [0.3, , 0.4]", "TypeError", "theta[1]: undefined; expected means from 0 to 1"),
    ("theta: [0.3, 0.5, NaN]", "RangeError", "theta[2]: NaN; expected means from 0 to 1"),
    ("theta: new Float64Array([0.3, NaN, 0.4])", "RangeError", "theta[1]: NaN; expected means from 0 to 1"),
    ("theta: []", "RangeError", "theta: an array of 0; expected 1 to 200 means"),
    ("theta: Array(201).fill(0.5)", "RangeError", "theta: an array of 201; expected 1 to 200 means"),
    ("theta: [0.3, 0.9, 0.4]", "RangeError", "theta: arms 0 and 1 differ by 0.6000000000000001, more than "
     "lipschitz = 1 allows; expected L-Lipschitz means; the smallest lipschitz that fits is 1.5"),
    *(each for each in arrays_refused("arms", PLACES) if each[0] != "arms: undefined"),
    *entries_refused("arms", ("1.5", "-0.5"), PLACES),
    ("arms: [0, 1]", "RangeError", f"arms: an array of 2; expected {PLACES}"),
    ("arms: [0, 0.2, 0.4, 1]", "RangeError", f"arms: an array of 4; expected {PLACES}"),
    ("arms: [0, 0.4, 0.4]", "RangeError", f"arms[2]: 0.4; expected {PLACES}"),
    ("arms: [1, 0.4, 0]", "RangeError", f"arms[1]: 0.4; expected {PLACES}"),
    *numbers_refused("lipschitz", ("-1", "-5e-324"), "a number ≥ 0"),
    ("lipschitz: 0", "RangeError", "theta: arms 0 and 1 differ by 0.2, more than lipschitz = 0 allows; expected "),
]  # fmt: skip
ARMS = numbers_refused("k", ("-1", "3", "0.5", "1e+300"), "an arm from 0 to 2")
MEANS = "means from 0 to 1"
MARKS = "increasing rounds from 1 to 2^31"
COUNTS = "whole numbers ≥ 0"
NAMES = "one of UCB, KL-UCB, CKL-UCB, OSLB, Greedy, Uniform"
DIVERGENCES = [
    *(case for name in "xy" for case in arrays_refused(name, MEANS)),
    *(case for name in "xy" for case in entries_refused(name, ("1.5", "-0.5"), MEANS)),
    ("y: [0.5]", "RangeError", "y: an array of 1; expected 3 means"),
    ("x: []", "RangeError", "y: an array of 3; expected 0 means"),
]
INDEXES = [
    *arrays_refused("plays", COUNTS),
    *entries_refused("plays", ("-1", "4294967296"), COUNTS),
    ("plays: [3, 4.5, 5]", "RangeError", "plays[1]: 4.5; expected a whole number ≥ 0"),
    *arrays_refused("sums", "numbers from 0 to the plays"),
    *entries_refused("sums", ("-1", "4294967296"), "numbers from 0 to the plays"),
    ("sums: [0, 5, 4]", "RangeError", "sums[1]: 5; expected a number from 0 to 4, the plays"),
    ("sums: [0, 2]", "RangeError", "sums: an array of 2; expected 3 sums"),
    ("plays: [], sums: []", "RangeError", ""),
    *numbers_refused("level", ("-1",), "a number ≥ 0"),
    *(case for case in INSTANCES if case[0].startswith(("arms", "lipschitz")) and case[0] != "lipschitz: 0"),
]


def but_undefined(cases):
    """Without those that leave an argument away."""
    return [case for case in cases if not case[0].endswith(": undefined")]


RUNS = [
    *(case for case in INSTANCES if "differ by" not in case[2]),
    *((f"policy: {value}", "RangeError", f"policy: {shown}; expected {NAMES}") for value, shown in NO_NUMBERS.items()),
    ("policy: 'ucb'", "RangeError", f'policy: "ucb"; expected {NAMES}'),
    ("policy: 'OSLB', lipschitz: undefined", "TypeError", "lipschitz: undefined; expected a number ≥ 0"),
    *but_undefined(numbers_refused("factor", ("-1", "1000001"), "a number from 0 to 1e6")),
    *((f"forced: {value}", "TypeError", f"forced: {shown}; expected true or false")
      for value, shown in {"null": "null", "'no'": '"no"', "0": "0", "1": "1", "NaN": "NaN"}.items()),
    *but_undefined(numbers_refused("epsilon", ("-1", "0", "3.5"), "a number above 0, and at most 3")),
    *but_undefined(numbers_refused("seed", ("-1", "0.5", "9007199254740992"), "a whole number from 0 to 2^53 − 1")),
    *but_undefined(numbers_refused("run", ("-1", "0.5", "4294967296"), "a whole number from 0 to 2^32 − 1")),
    *arrays_refused("marks", MARKS),
    *entries_refused("marks", ("0", "-1", "2147483649"), MARKS, ("1", "9")),
    ("marks: []", "RangeError", f"marks: an array of 0; expected {MARKS}"),
    ("marks: [1.5]", "RangeError", f"marks[0]: 1.5; expected {MARKS}"),
    ("marks: [5, 5]", "RangeError", f"marks[1]: 5; expected {MARKS}"),
    ("marks: [5, 9, 8]", "RangeError", f"marks[2]: 8; expected {MARKS}"),
    ("marks: [1000001]", "RangeError", "marks: a last round of 1000001; expected at most 1000000 where plays are kept"),
]  # fmt: skip
# {entry: [(change, error, how its message begins)]}
REFUSED = {
    "tent": [*INSTANCES, *ARMS],
    "follow": [*INSTANCES, *ARMS, *numbers_refused("mean", ("1.5", "-0.5"), "a mean from 0 to 1")],
    "divergences": DIVERGENCES,
    "indexes": INDEXES,
    "run": RUNS,
    "steps": RUNS,
}
# What an open run may not be asked: [(method, argument, error, how its message begins)].
REFUSED_LATER = [
    (method, value, error, message)
    for method, name, bad, accepted in (
        ("advance", "rounds", ("0", "-1", "0.5"), "a whole number ≥ 1"),
        ("advanceFor", "milliseconds", ("0", "-1"), "a number above 0"),
    )
    for change, error, message in numbers_refused(name, bad, accepted)
    for value in [change.removeprefix(f"{name}: ")]
]
NO_OPTIONS = {
    value: shown for value, shown in NO_NUMBERS.items() if "[" not in value and "{" not in value and "new" not in value
} | {"": "undefined"}
# In the page: [[entry, change]] -> [[error, message, how often the engine was entered]].
TRY = "watched.attempt"


def bare_page(folder, before="", after="", given=BASE64):
    """The address of a page in a folder with nothing but the engine; `before` and `after` are put about its script."""
    path = folder / "bare.html"
    path.write_text(
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Bare</title>{before}"
        f"<script src='{SCRIPT.as_uri()}'></script><script>lipbandits.engine.base64 = {given!r}</script>{after}</html>",
        encoding="utf-8",
    )
    return path.as_uri()


def instance(seed, most_arms=40):
    """Arguments of `tent` and `follow`: any grid, ties, L from 0 on, a best mean of 1, one arm."""
    rng = np.random.default_rng(seed)
    n_arms = int(rng.integers(1, most_arms + 1))
    even = rng.random() < 0.5
    arms = np.linspace(0, 1, n_arms) if even else np.sort(rng.random(n_arms))
    lipschitz = float(rng.choice([0, 0.1, 0.5, 1, 3, 50]))
    low, high = [(0.05, 0.95), (0.0, 0.05), (0.95, 1.0), (0.0, 1.0)][rng.integers(4)]
    theta = lb.random_bandit(arms, lipschitz, int(rng.integers(10**6)), low, high).theta
    if rng.random() < 0.3:
        theta = np.clip(np.round(theta, 1), 0, 1)
    if rng.random() < 0.2:
        theta = np.minimum(theta + 1 - theta.max(), 1)
    # What rounding made steeper is allowed a larger L.
    least = tent.least_lipschitz(theta, arms)
    found = {"theta": theta.tolist(), "lipschitz": max(lipschitz, least), "k": int(rng.integers(n_arms))}
    return found | {"mean": float(rng.choice([0, 1, rng.random()]))} | ({} if even else {"arms": arms.tolist()})


def setting(seed, most_rounds, most_arms=25):
    """(arguments of `run`, bandit, policy) of a run: any instance, policy, f(n), seed and number."""
    rng = np.random.default_rng(seed)
    given = instance(seed, most_arms)
    n_arms, kind = len(given["theta"]), str(rng.choice(KINDS))
    given = {name: given[name] for name in given if name not in ("k", "mean")}
    given["policy"] = str(rng.choice(race.POLICIES))
    given |= {
        "factor": level_factor(kind, n_arms),
        "forced": bool(rng.integers(2)),
        "epsilon": float(rng.uniform(0.01, 1)),
    }
    given |= {"seed": int(rng.choice([0, 2**32, 2**53 - 1, rng.integers(2**53)])), "run": int(rng.integers(3))}
    policy = {
        "UCB": lb.UCB(),
        "KL-UCB": lb.KLUCB(kind),
        "CKL-UCB": lb.CKLUCB(kind, forced=given["forced"]),
        "OSLB": lb.OSLB(given["epsilon"], kind),
        "Greedy": lb.Greedy(),
        "Uniform": lb.Uniform(),
    }[given["policy"]]
    given["marks"] = recorded_rounds(int(rng.integers(1, most_rounds))).tolist()
    arms = given.get("arms", np.linspace(0, 1, n_arms))
    return given, lb.LipschitzBandit(given["theta"], arms, given["lipschitz"]), policy


def native_state(given):
    """The state of the same run in Python."""
    arms = given.get("arms", np.linspace(0, 1, len(given["theta"])))
    return race.new_state(**(given | {"arms": arms}))


def native_tent(theta, lipschitz, k, mean, arms=None):
    """What the engine gives Python for the same, in the form of the page's."""
    theta, arms = np.array(theta), np.linspace(0, 1, len(theta)) if arms is None else np.array(arms)
    numbers, rows = np.empty(len(tent.NUMBERS)), np.empty((len(tent.ROWS), len(theta)))
    tent.tent(theta, arms, lipschitz, k, numbers, rows)
    found = dict(zip(tent.NUMBERS, numbers.tolist(), strict=True)) | dict(zip(tent.ROWS, rows.tolist(), strict=True))
    found["binding"] = [bool(each) for each in found["binding"]]
    return found | {"best": np.flatnonzero(found["best"]).tolist()}


def native_follow(theta, lipschitz, k, mean, arms=None):
    """The means, in the same way."""
    theta, arms = np.array(theta), np.linspace(0, 1, len(theta)) if arms is None else np.array(arms)
    moved = np.empty(len(theta))
    tent.follow(theta, arms, lipschitz, k, mean, moved)
    return moved.tolist()


def check_same(found, expected):
    """Numbers to 1e-9, flags and arms exactly."""
    assert found.keys() == expected.keys()
    for name, values in expected.items():
        if name in ("binding", "best"):
            assert found[name] == values, name
        else:
            np.testing.assert_allclose(found[name], values, rtol=1e-9, atol=1e-9, err_msg=name)
