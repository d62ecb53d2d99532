// States of the lab Curve: those of labs with means, where `theta` are the means at the knots `arms` of a polyline over [0, 1], and what
// is played on it: {told, policies, tuned, grid, quarter, f, horizon, runs, seed}, and which policy is watched up to which round.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.curveStates) return;
  const { ofShape, queryOf, parse: parseMeans, number } = lipbandits.meansStates;
  const { FACTORS, named, refuse, checkCount, toldOf } = lipbandits.playedStates;
  const { policiesOf } = lipbandits.raceStates;
  const POLICIES = ["KL-UCB", "CKL-UCB", "HOO", "Zooming", "Adaptive"];
  const ON_GRIDS = ["KL-UCB", "CKL-UCB"];
  // Those that are told a constant, those with an f(n) to choose, and those that are known plain and tuned.
  const TOLD = ["CKL-UCB", "HOO", "Zooming", "Adaptive"];
  const TUNED = ["HOO", "Zooming"];
  const MOST = { horizon: 1e5, runs: 1000, told: 1000, grid: 200, seed: Number.MAX_SAFE_INTEGER, round: 1e5 };
  const HORIZONS = [1000, 2000, 5000, 10000, 25000, 50000, 100000];
  const ACCEPTED = ["told", "policies", "tuned", "grid", "quarter", "f", "horizon", "runs", "seed", "watch", "round"];
  const DEFAULTS = { told: null, policies: ["KL-UCB", "CKL-UCB"], tuned: true, grid: 8, quarter: true, f: "log", horizon: 10000, runs: 20, seed: 0, watch: null, round: 1 };
  // Short names of a link.
  const SHORT = { p: "policies", T: "horizon", n: "runs", G: "grid", told: "told", tuned: "tuned", quarter: "quarter", f: "f", seed: "seed", w: "watch", r: "round" };

  const playedOf = (state) => Object.fromEntries(ACCEPTED.map((name) => [name, state[name]]));
  const labelOf = ({ tuned }, name) => (tuned && TUNED.includes(name) ? `${name}+` : name);

  function stateOf(shapes, preset) {
    const own = Object.fromEntries(ACCEPTED.filter((name) => name in preset).map((name) => [name, preset[name]]));
    return { ...ofShape(shapes, preset), ...DEFAULTS, ...own };
  }

  function checkPolicies(policies) {
    const several = `some of ${POLICIES.join(", ")}`;
    if (!Array.isArray(policies)) refuse(TypeError, "policies", policies, several);
    const each = new Set(policies);
    if (each.size === 0 || each.size < policies.length || ![...each].every((name) => POLICIES.includes(name))) refuse(RangeError, "policies", policies, `${several}, each once`);
  }

  function checkTold(told) {
    const constant = `a number above 0, at most ${MOST.told}, or null for the promise`;
    if (told === null) return;
    if (typeof told !== "number") refuse(TypeError, "told", told, constant);
    if (!(told > 0 && told <= MOST.told)) refuse(RangeError, "told", told, constant);
  }

  // Refuses what cannot be played, by name.
  function check({ told, policies, tuned, grid, quarter, f, horizon, runs, seed, watch, round }) {
    checkPolicies(policies);
    checkTold(told);
    for (const [name, value] of Object.entries({ tuned, quarter })) if (typeof value !== "boolean") refuse(TypeError, name, value, "true or false");
    if (!Object.keys(FACTORS).includes(f)) refuse(RangeError, "f", f, `one of ${Object.keys(FACTORS).join(", ")}`);
    if (watch !== null && !POLICIES.includes(watch)) refuse(RangeError, "watch", watch, `one of ${POLICIES.join(", ")}, or null for none`);
    checkCount("grid", grid, 1, MOST.grid);
    checkCount("horizon", horizon, 1, MOST.horizon);
    checkCount("runs", runs, 1, MOST.runs);
    checkCount("seed", seed, 0, MOST.seed);
    checkCount("round", round, 1, MOST.round);
  }

  const ordered = (state) => ({ ...state, policies: POLICIES.filter((name) => state.policies.includes(name)), round: Math.min(state.round, state.horizon) });

  function queryOfCurve(state, shapes, least) {
    const written = { p: state.policies.join("_"), T: state.horizon, n: state.runs, G: state.grid };
    if (state.told !== null) written.told = String(state.told);
    if (!state.tuned) written.tuned = 0;
    if (!state.quarter) written.quarter = 0;
    if (state.f !== "log") written.f = state.f;
    if (state.seed !== 0) written.seed = state.seed;
    if (state.watch !== null) Object.assign(written, { w: state.watch, r: state.round });
    return `${queryOf(state, shapes, least)}&${new URLSearchParams(Object.entries(written))}`;
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(query, spec, leastLipschitz) {
    const notes = [];
    const found = parseMeans(query, spec, leastLipschitz, Object.keys(SHORT));
    const start = stateOf(spec.shapes, spec.start);
    const whole = (name, least, most, otherwise) => number(query, name, { least, most, whole: true, otherwise }, notes);
    // A link that says who plays says all.
    const says = query.has("p");
    const flag = (name, otherwise) => (query.has(name) ? query.get(name) !== "0" : says || otherwise);
    const state = {
      ...found.state,
      told: query.has("told") ? number(query, "told", { least: 0.001, most: MOST.told, otherwise: Math.max(found.state.lipschitz, 0.001) }, notes) : says ? null : start.told,
      policies: policiesOf(query, start.policies, notes, POLICIES),
      tuned: flag("tuned", start.tuned),
      quarter: flag("quarter", start.quarter),
      grid: whole("G", 1, MOST.grid, start.grid),
      f: named(query, "f", { among: Object.keys(FACTORS), otherwise: says ? "log" : start.f }, notes),
      horizon: whole("T", 1, MOST.horizon, start.horizon),
      runs: whole("n", 1, MOST.runs, start.runs),
      seed: whole("seed", 0, MOST.seed, says ? 0 : start.seed),
      watch: query.has("w") || !says ? named(query, "w", { among: POLICIES, otherwise: start.watch }, notes) : null,
      round: whole("r", 1, MOST.round, start.round),
    };
    return { state: ordered(state), note: [found.note, ...notes].filter(Boolean).join(" ") };
  }

  // What a policy's runs depend on, and nothing else.
  function keyOf(state, policy) {
    const { theta, arms, grid, quarter, f, tuned, horizon, seed } = state;
    const onGrid = ON_GRIDS.includes(policy);
    const told = TOLD.includes(policy) ? toldOf(state) : 0;
    return JSON.stringify([policy, [...theta], [...arms], told, onGrid && [grid, quarter, f], TUNED.includes(policy) && tuned, horizon, seed]);
  }

  // What the engine needs to play one run.
  function workOf(state, policy, run, marks) {
    const { theta, arms, grid, quarter, f, tuned, seed } = state;
    return { kind: "curve", policy, knots: arms, means: theta, lipschitz: toldOf(state), arms: grid, factor: FACTORS[f](grid), tuned, quarter, seed, run, marks };
  }

  lipbandits.curveStates = { POLICIES, ON_GRIDS, TOLD, TUNED, MOST, HORIZONS, ACCEPTED, playedOf, labelOf, stateOf, check, ordered, queryOf: queryOfCurve, parse, keyOf, workOf, toldOf, runs: { keyOf, workOf, wrongOf: () => 0 } };
})();
