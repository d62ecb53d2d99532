// States of the tail lab: those of labs with means, and what is drawn: {rule, stops, n, delta, runs, seed}. `n` is the round before
// which the arms were sampled, `stops` asks for the largest evidence so far, that of a rule that stops at the right moment.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tailStates) return;
  const { number, ofShape, even, queryOf, parse: parseMeans } = lipbandits.meansStates;
  // As lipbandits.study.of_tails names them, and what a reader calls them.
  const RULES = { "round robin": "in turn", "uniform": "at random", "least evidence": "least evidence", "CKL-UCB": "CKL-UCB" };
  const MOST = { arms: 12, n: 10001, delta: 1000, runs: 100000, seed: Number.MAX_SAFE_INTEGER };
  const LEAST_DELTA = 0.01;
  const ACCEPTED = ["rule", "stops", "n", "delta", "runs", "seed"];
  const DEFAULTS = { rule: "round robin", stops: false, n: 101, delta: 3, runs: 10000, seed: 0 };
  // What sliders offer; a link or a script may ask for what is between.
  const ROUNDS = [11, 31, 101, 301, 1001, 3001, 10001];
  const RUNS = [100, 300, 1000, 3000, 10000, 30000, 100000];
  // Points of the curves.
  const POINTS = 120;

  const drawnOf = (state) => Object.fromEntries(ACCEPTED.map((name) => [name, state[name]]));

  // A state as a whole, of a first state or a preset of the page.
  const stateOf = (shapes, preset) => ({ ...ofShape(shapes, preset), ...drawnOf({ ...DEFAULTS, ...preset }) });

  const refuse = (/** @type {any} */ kind, name, value, accepted) => {
    throw new kind(`${name}: ${typeof value === "string" ? JSON.stringify(value) : String(value)}; expected ${accepted}`);
  };

  function checkNumber(name, value, accepted, low, high, whole) {
    if (typeof value !== "number") refuse(TypeError, name, value, accepted);
    if (!(value >= low && value <= high) || (whole && !Number.isInteger(value))) refuse(RangeError, name, value, accepted);
  }

  // Refuses what cannot be drawn, by name.
  function check({ theta, rule, stops, n, delta, runs, seed }) {
    if (theta.length > MOST.arms) refuse(RangeError, "theta", `${theta.length} means`, `1 to ${MOST.arms} means`);
    if (!Object.keys(RULES).includes(rule)) refuse(RangeError, "rule", rule, `one of ${Object.keys(RULES).join(", ")}`);
    if (typeof stops !== "boolean") refuse(TypeError, "stops", stops, "true or false");
    checkNumber("delta", delta, `a number from ${LEAST_DELTA} to ${MOST.delta}`, LEAST_DELTA, MOST.delta, false);
    for (const [name, value, least] of [["n", n, 2], ["runs", runs, 1], ["seed", seed, 0]]) {
      checkNumber(name, value, `a whole number from ${least} to ${MOST[name]}`, least, MOST[name], true);
    }
  }

  function queryOfTail(state, shapes, least) {
    const { rule, stops, n, delta, runs, seed } = state;
    const own = [["rule", rule], ["n", n], ["delta", delta], ["runs", runs]];
    if (stops) own.push(["stops", 1]);
    if (seed !== 0) own.push(["seed", seed]);
    return `${queryOf(state, shapes, least)}&${new URLSearchParams(own)}`;
  }

  function ruleOf(query, otherwise, notes) {
    const asked = query.get("rule");
    if (asked === null || asked in RULES) return asked ?? otherwise;
    notes.push(`The link asks for rule = ${asked.slice(0, 20)}, which is not here; this is ${otherwise}.`);
    return otherwise;
  }

  // No more arms than there is room for.
  function fewer(state, notes) {
    const { theta, arms } = state;
    if (theta.length <= MOST.arms) return state;
    notes.push(`This picture has room for ${MOST.arms} arms; these are the first ${MOST.arms}.`);
    const places = arms.slice(0, MOST.arms);
    return { ...state, shape: undefined, theta: theta.slice(0, MOST.arms), arms: places.every((at) => at <= 1) ? places : even(MOST.arms), k: Math.min(state.k, MOST.arms - 1) };
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(query, spec, leastLipschitz) {
    const notes = [];
    const found = parseMeans(query, spec, leastLipschitz, ACCEPTED);
    const start = stateOf(spec.shapes, spec.start);
    const numberOf = (name, least, whole) => number(query, name, { least, most: MOST[name], whole, otherwise: start[name] }, notes);
    const state = {
      ...fewer(found.state, notes),
      ...{ rule: ruleOf(query, start.rule, notes), stops: query.has("stops") ? query.get("stops") !== "0" : start.stops },
      ...{ n: numberOf("n", 2, true), delta: numberOf("delta", LEAST_DELTA, false), runs: numberOf("runs", 1, true), seed: numberOf("seed", 0, true) },
    };
    return { state, note: [found.note, ...notes].filter(Boolean).join(" ") };
  }

  // How often each arm was sampled in turn before round n.
  const turns = ({ theta, n }) => theta.map((_, k) => Math.floor((n - 1 + theta.length - 1 - k) / theta.length));

  // The δ of the curves, up to the end of the axis.
  const deltasOf = (end) => Array.from({ length: POINTS }, (_, i) => (end * (i + 1)) / POINTS);

  // What the evidence of runs depends on, and nothing else.
  function keyOf({ theta, arms, lipschitz, rule, stops, n, seed }) {
    return JSON.stringify([[...theta], rule === "CKL-UCB" ? [[...arms], lipschitz] : 0, rule, stops, n, seed]);
  }

  // What the engine needs to draw some runs.
  function workOf({ theta, arms, lipschitz, rule, stops, n, seed }, first, runs) {
    return { kind: "evidence", theta, arms, lipschitz, rule, stops, round: n, seed, first, runs };
  }

  lipbandits.tailStates = { RULES, MOST, ACCEPTED, ROUNDS, RUNS, LEAST_DELTA, stateOf, drawnOf, check, queryOf: queryOfTail, parse, turns, deltasOf, keyOf, workOf };
})();
