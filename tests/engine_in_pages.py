"""The engine as a page has it, for tests in browsers: a bare page, what it must refuse, instances for both sides."""

import base64

import numpy as np

import lipbandits as lb
from lipbandits.engine import tent
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
                    return value(0xFFFFFFF0, ...values.slice(1));
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
GOOD = "({ theta: [0.3, 0.5, 0.4], arms: [0, 0.4, 1], lipschitz: 1, k: 1, mean: 0.6 })"
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


def entries_refused(name, bad, accepted, place=1):
    """The same for one number of an array of three."""
    found = []
    for change, error, message in numbers_refused(name, bad, accepted):
        value = change.removeprefix(f"{name}: ")
        entries = [f"{each}" for each in ("0.3", "0.5", "0.4")]
        entries[place] = value
        found.append((f"{name}: [{', '.join(entries)}]", error, message.replace(name, f"{name}[{place}]", 1)))
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
# {entry: [(change, error, how its message begins)]}
REFUSED = {
    "tent": [*INSTANCES, *ARMS],
    "follow": [*INSTANCES, *ARMS, *numbers_refused("mean", ("1.5", "-0.5"), "a mean from 0 to 1")],
}
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
