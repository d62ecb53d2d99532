"""What a lab of the book says at a link, asked of the page's own scripts in Chromium, without a page of the book."""

import os
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

from lipbandits.labs import Lab, assets, curves, ferries, of_contexts, own, placed, races, rounds, tails, tents
from tools.browser import path

# Where the labs stand: (page, id of the figure there) of each.
PLACES = {
    ("intro", "ferry"): ferries.ferry,
    ("intro", "ferry-2"): ferries.glasses,
    ("intro", "tent"): tents.opening,
    ("model", "tent"): tents.promise,
    ("model", "tent-2"): tents.pairs,
    ("lower_bound", "tent"): tents.lie,
    ("lower_bound", "tent-2"): tents.worth,
    ("lower_bound", "tent-3"): tents.proof,
    ("lower_bound_deeper", "tent"): tents.most,
    ("families", "tent"): tents.families,
    ("oslb", "steps"): rounds.steps,
    ("oslb", "race"): races.planned,
    ("oslb_ossb", "race"): races.structured,
    ("ckl_ucb", "steps"): rounds.explored,
    ("ckl_ucb", "lockin"): rounds.lockin,
    ("ckl_ucb", "race"): races.locking,
    ("ckl_ucb_baselines", "race"): races.baselines,
    ("reproduction", "race"): races.figure_2,
    ("own_data", "pasted"): own.pasted,
    ("concentration", "tail"): tails.tail,
    ("concentration_proof", "tail"): tails.worst,
    ("continuous", "curve"): curves.curve,
    ("adaptive", "curve"): curves.hoo,
    ("adaptive", "curve-2"): curves.walk,
    ("adaptive", "curve-3"): curves.zooming,
    ("adaptive", "curve-4"): curves.adaptive,
    ("adaptive", "curve-5"): curves.race_of_curves,
    ("contextual", "contexts"): of_contexts.contexts,
    ("contextual", "contexts-2"): of_contexts.shared,
    ("after", "race"): races.everyone,
}
AT_LINK = """([spec, query]) => {
    const { engine, meansFamilies, tentWords } = lipbandits;
    // Any θ fits this L.
    const least = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    const { state, note } = meansFamilies.parse(new URLSearchParams(query), spec, least);
    const found = engine.tent(state);
    const says = tentWords.saysOf(spec);
    const numbers = says.numbers(state, found);
    const [status, arm] = [says.words(state, found), says.arm(state, found, state.k)];
    return { state, note, numbers, status, arm };
}"""
# A race says more once it is run; `plays` says whether to.
AT_RACE = """async ([spec, query, plays]) => {
    const { engine, raceStates, raceWords } = lipbandits;
    const least = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    const { state, note } = raceStates.parse(new URLSearchParams(query), spec, least);
    if (!plays) return { state, note };
    const runs = await lipbandits.played(state), bound = engine.tent(state), { plain } = spec;
    const rows = raceWords.rows(state, runs).map(({ name, cells }) => [name, ...cells.slice(0, -1)].join(" "));
    return {
        ...{ state, note, numbers: [...raceWords.numbers(state, bound, plain), ...rows] },
        status: raceWords.words(state, runs, bound, spec.offers),
        arm: raceWords.arm(state, runs, bound, state.k, plain),
    };
}"""
# And one on a pasted table, whose links say what 0 and 1 are in its own unit.
AT_PASTED = """async ([spec, query, plays]) => {
    const { engine, raceStates, raceWords, pastedWords } = lipbandits;
    const least = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    const asked = new URLSearchParams(query);
    const { state, note } = pastedWords.parse(asked, spec, (rest) => raceStates.parse(rest, spec, least));
    if (!plays) return { state, note };
    const runs = await lipbandits.played(state), bound = engine.tent(state);
    const rows = raceWords.rows(state, runs).map(({ name, cells }) => [name, ...cells.slice(0, -1)].join(" "));
    const { numbers, words: status } = pastedWords.saidOf(state, runs, bound, spec.offers);
    const arm = pastedWords.armWords(state, runs, bound, state.k);
    return { state, note, numbers: [...numbers, ...rows], status, arm };
}"""
# So does a tail.
AT_TAIL = """async ([spec, query, plays]) => {
    const { engine, tailStates, tailWords, TailRuns } = lipbandits;
    const least = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    const { state, note } = tailStates.parse(new URLSearchParams(query), spec, least);
    if (!plays) return { state, note };
    const runs = await TailRuns.drawnRuns(state), found = TailRuns.known(state, runs, undefined, false);
    const share = runs.estimate([state.delta]);
    return {
        ...{ state, note, numbers: tailWords.numbers(state, found, share) },
        status: tailWords.words(state, found, share), arm: tailWords.arm(state, state.k),
    };
}"""


AT_CONTEXTS = """async ([spec, query, plays]) => {
    const { engine, contextsStates, contextsWords } = lipbandits;
    const asked = ({ rows, ...others }) => ({ ...others, theta: rows });
    const least = (state) => engine.contextual({ ...asked(state), j: 0, k: 0, measured: true }).leastLipschitz;
    const { state, note } = contextsStates.parse(new URLSearchParams(query), spec, least);
    if (!plays) return { state, note };
    const none = new lipbandits.RaceRuns("no lab", () => {}, contextsStates.runs);
    const found = engine.contextual(asked(state));
    none.fit(state);
    // What a lab says before a run, and after it.
    const before = contextsWords.words(state, none, found), runs = await lipbandits.played(state, contextsStates.runs);
    const rows = contextsWords.rows(state, runs).map(({ name, cells }) => [name, ...cells.slice(0, -1)].join(" "));
    return {
        ...{ state, note, numbers: [...contextsWords.numbers(state, found), ...rows] },
        status: `${before} ${contextsWords.words(state, runs, found)}`,
        arm: contextsWords.pair(state, runs, found, state.j, state.k),
    };
}"""

# Labs that go through one run.
AT_ROUND = """([kind, spec, query]) => {
    const { engine, stepsStates } = lipbandits;
    const least = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    const { state, note } = stepsStates.parse(kind, new URLSearchParams(query), spec, least);
    const still = { steps: lipbandits.Steps, lockin: lipbandits.Lockin }[kind].still;
    return { state, note, ...still(state, { width: 720, height: 464, font: 14 }).words, state };
}"""

# Of the ferry all that is said, and the scores; ten thousand days, where they are asked for and `plays` says so.
AT_FERRY = """async ([spec, query, plays]) => {
    const { ferryStates, ferryDays, ferryWords } = lipbandits;
    const { state, note } = ferryStates.parse(new URLSearchParams(query), spec);
    const knows = ferryDays.known(state, spec);
    const run = await new Promise((done) => {
        const run = new ferryDays.LongRun("no lab", () => run.done && done(run));
        if (state.long && plays) run.start(state, spec);
        else done(run);
    });
    const players = run.summaries(knows.truth);
    const found = { You: knows.mine, ...knows.rivals };
    const cells = ({ who, summary }) => [who, ...ferryWords.row(knows.truth, found[who], summary)].join(" ");
    const numbers = players.map(cells);
    return { state, note, numbers, status: ferryWords.sentence(state, spec, knows, players), arm: "" };
}"""

# A curve shows what its policy has seen before it is run.
AT_CURVE = """async ([spec, query, plays]) => {
    const { engine, curveStates, curveWords, meansStates } = lipbandits;
    const least = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    const { state, note } = curveStates.parse(new URLSearchParams(query), spec, least);
    const { theta: means, arms: knots, grid: arms, quarter, watch } = state;
    const found = engine.describeCurve({ knots, means, arms, quarter });
    const none = new lipbandits.RaceRuns("", () => {}, curveStates.runs);
    const runs = plays && !watch ? await lipbandits.played(state, curveStates.runs) : none;
    runs.fit(state);
    const work = watch && curveStates.workOf(state, watch, 0, engine.marks(state.horizon));
    const watched = work ? engine.curve(work) : null;
    watched?.advance(state.round);
    const inside = watched?.inside();
    const rows = curveWords.rows(state, found, runs).map(({ name, cells }) => [name, ...cells.slice(0, -1)].join(" "));
    return {
        ...{ state, note, numbers: [...curveWords.numbers(state, found, inside), ...(plays && !watch ? rows : [])] },
        status: curveWords.words(state, found, runs, inside), arm: curveWords.knot(state, state.k),
    };
}"""

# Labs that say more once they have run; those that go through one run; and what makes a state of a preset.
PLAYED = {
    **{"race": AT_RACE, "pasted": AT_PASTED, "tail": AT_TAIL, "contexts": AT_CONTEXTS, "ferry": AT_FERRY},
    **{"curve": AT_CURVE},
}
STEPPED = ("steps", "lockin")
STATES = {
    "tent": """meansStates.fitting(
        lipbandits.meansFamilies.under(
            lipbandits.meansStates.ofShape(spec.shapes, preset), preset.family ?? "bernoulli"
        ),
        lipbandits.engine.tent({ ...spec.shapes[preset.shape], lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz,
    )""",
    "race": "raceStates.stateOf(spec.shapes, preset)",
    "pasted": "pastedWords.stateOf(spec, preset)",
    "tail": "tailStates.stateOf(spec.shapes, preset)",
    "contexts": "contextsStates.stateOf(spec.shapes, preset)",
    "curve": "curveStates.stateOf(spec.shapes, preset)",
    "steps": 'stepsStates.stateOf("steps", spec.shapes, preset)',
    "lockin": 'stepsStates.stateOf("lockin", spec.shapes, preset)',
}


def chromium() -> str:
    """The browser's path; without one the test is skipped, unless one is required."""
    try:
        return path()
    except SystemExit as none:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(str(none))
        pytest.skip(str(none))


@contextmanager
def scripts():
    """A page with the labs' scripts, whose engine has started."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.add_script_tag(content=assets.script())
        page.evaluate("() => lipbandits.engine.start()")
        yield page
        browser.close()


def at_link(page, lab: Lab, query: str, plays: bool = False) -> dict:
    """{state, note, numbers, status, arm} of a lab at the part of a link after its question mark.

    Of a race or a tail that is not played, {state, note}; of one that is, the rows of its table are among the numbers.
    """
    if lab.name in PLAYED:
        return page.evaluate(PLAYED[lab.name], [lab.spec, query, plays])
    if lab.name in STEPPED:
        return page.evaluate(AT_ROUND, [lab.name, lab.spec, query])
    return page.evaluate(AT_LINK, [lab.spec, query])


def state_of(page, lab: Lab, preset: dict) -> dict:
    """A preset's state as a whole."""
    return page.evaluate(f"([spec, preset]) => lipbandits.{STATES[lab.name]}", [lab.spec, preset])


assert {id(lab) for lab in PLACES.values()} <= {id(lab) for lab in placed()}
