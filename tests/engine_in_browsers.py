"""The engine as a page has it, for tests in browsers: a bare page, and all that the engine must refuse."""

import base64
import json

import lipbandits as lb
from lipbandits.theory.indexes import KINDS, level_factor
from tests.book import ROOT
from tests.page_engine import ENGINE, WASM, differences, native

ANSWERS = ROOT / "tests" / "page_engine.js"
BASE64 = base64.b64encode(WASM.read_bytes()).decode()

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
    *((f"{name}: {value}", "TypeError", f"{name}: {shown}; expected true or false") for name in ("forced", "keepPlays")
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
    scripts = "".join(f"<script src='{each.as_uri()}'></script>" for each in ENGINE)
    path.write_text(
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Bare</title>{before}{scripts}"
        f"<script>lipbandits.engine.base64 = {given!r}</script>"
        f"<script src='{ANSWERS.as_uri()}'></script>{after}</html>",
        encoding="utf-8",
    )
    return path.as_uri()


def answers(page, cases):
    """The answers of a page's engine to cases of page_engine.py; as text, since a driver changes numbers."""
    return json.loads(page("JSON.stringify(JSON.parse(given).map(answerOf))", json.dumps(cases)))


def check(page, cases):
    """Bounds and indexes are the native ones to 1e-9, and all else is equal."""
    for case, answer in zip(cases, answers(page, cases), strict=True):
        wrong = differences(native(case), answer)
        assert wrong == [], f"{json.dumps(case)}: {wrong[:5]}"


def policy_of(case):
    """The policy of a run in Python."""
    n_arms, told = len(case["theta"]), case["lipschitz"]
    kind = next(kind for kind in KINDS if level_factor(kind, n_arms) == case["factor"])
    return {
        "UCB": lb.UCB(),
        "KL-UCB": lb.KLUCB(kind),
        "CKL-UCB": lb.CKLUCB(kind, forced=case["forced"], lipschitz=told),
        "OSLB": lb.OSLB(case["epsilon"], kind, lipschitz=told),
        "Greedy": lb.Greedy(),
        "Uniform": lb.Uniform(),
        "Thompson": lb.ThompsonSampling(),
        "MOSS": lb.MOSS(case["marks"][-1]),
        "IMED": lb.IMED(),
        "OSSB": lb.OSSB(lipschitz=told),
        "IMED-UB": lb.IMEDUB(once=True),
    }[case["policy"]]
