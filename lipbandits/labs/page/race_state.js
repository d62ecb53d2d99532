// The race's states: those of labs with means, and what is played: {told, policies, f, forced, horizon, runs, seed}, of which
// played_state.js knows those that other labs have as well.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.raceStates) return;
  const { MOST: MOST_MEANS, clamp, digits, number, ofShape, queryOf, parse: parseMeans } = lipbandits.meansStates;
  const { POLICIES, OFFERED, TOLD, FACTORS, MOST: MOST_RULES, refuse, checkCount, checkRules, pairsOf, rulesOf, toldOf } = lipbandits.playedStates;
  const INDEXED = ["KL-UCB", "CKL-UCB", "OSLB"];
  const MOST = { ...MOST_RULES, horizon: 1e6, runs: 1000 };
  // With fewer runs than these there are no eight in ten, and samples drawn from them are too much alike to judge an interval.
  const FEW = 10;
  const ACCEPTED = ["told", "policies", "f", "forced", "horizon", "runs", "seed"];
  const DEFAULTS = { told: null, policies: ["UCB", "KL-UCB", "CKL-UCB"], f: "log", forced: true, horizon: 10000, runs: 100, seed: 0 };
  // What sliders offer; a link or a script may ask for what is between.
  const HORIZONS = [2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power)).concat(1e6);
  const RUNS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

  // Who may play in a lab, in its order.
  const offersOf = ({ offers }) => offers ?? OFFERED;

  // Who of the policies plays for the state's family of rewards; somebody does.
  function playing(state, offers = OFFERED) {
    const there = lipbandits.engine.policiesFor(state);
    const policies = state.policies.filter((name) => there.includes(name));
    if (policies.length === state.policies.length) return state;
    return { ...state, policies: policies.length > 0 ? policies : [offers.find((name) => there.includes(name))] };
  }

  const playedOf = (state) => Object.fromEntries(ACCEPTED.map((name) => [name, state[name]]));

  // A state as a whole, of a first state or a preset of the page.
  function stateOf(shapes, preset) {
    return { ...ofShape(shapes, preset), ...DEFAULTS, ...Object.fromEntries(ACCEPTED.filter((name) => name in preset).map((name) => [name, preset[name]])) };
  }

  function checkPolicies(policies, known) {
    const accepted = `some of ${known.join(", ")}`;
    if (!Array.isArray(policies)) refuse(TypeError, "policies", policies, accepted);
    if (policies.length === 0 || new Set(policies).size < policies.length || !policies.every((name) => known.includes(name))) refuse(RangeError, "policies", policies, `${accepted}, each once`);
  }

  function checkRuns({ horizon, runs, seed }) {
    checkCount("horizon", horizon, 1, MOST.horizon);
    checkCount("runs", runs, 1, MOST.runs);
    checkCount("seed", seed, 0, MOST.seed);
  }

  // Refuses what cannot be played, by name.
  function check(/** @type {any} */ { policies, horizon, runs, seed, ...rules }, offers = OFFERED) {
    const there = lipbandits.engine.policiesFor(rules);
    checkPolicies(policies, offers.filter((name) => there.includes(name)));
    checkRules({ ...rules, seed });
    checkRuns({ horizon, runs, seed });
  }

  // The same race, whatever was asked for first; a θ to four digits is told no finer constant.
  const ordered = (state, offers = OFFERED) => ({ ...state, policies: offers.filter((name) => state.policies.includes(name)) });

  function queryOfRace(state, shapes, least) {
    const { policies, horizon, runs } = state;
    const own = [["p", policies.join("_")], ["T", horizon], ["n", runs], ...pairsOf(state)];
    return `${queryOf(state, shapes, least)}&${new URLSearchParams(own)}${lipbandits.meansFamilies.queryOf(state)}`;
  }

  function policiesOf(query, otherwise, notes, names = OFFERED) {
    if (!query.has("p")) return otherwise;
    const asked = query.get("p").split("_");
    const found = names.filter((name) => asked.includes(name));
    const unknown = asked.filter((name) => !names.includes(name));
    if (unknown.length > 0) notes.push(`The link asks for ${unknown[0].slice(0, 20) || "no policy"}, which does not play here.`);
    return found.length > 0 ? found : otherwise;
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(query, spec, leastLipschitz, also = []) {
    const notes = [];
    const found = parseMeans(query, spec, leastLipschitz, ["p", "T", "n", "told", "f", "forced", "seed", ...also]);
    const start = stateOf(spec.shapes, spec.start);
    const whole = (name, least, most, otherwise) => number(query, name, { least, most, whole: true, otherwise }, notes);
    const state = {
      ...found.state,
      ...rulesOf(query, { start, lipschitz: found.state.lipschitz, whole: query.has("p") }, notes),
      policies: policiesOf(query, start.policies, notes, offersOf(spec)),
      horizon: whole("T", 1, MOST.horizon, start.horizon),
      runs: whole("n", 1, MOST.runs, start.runs),
    };
    return { state, note: [found.note, ...notes].filter(Boolean).join(" ") };
  }

  // What a policy's runs depend on, and nothing else: whoever changes what it does not hear of keeps its runs.
  function keyOf(state, policy) {
    const { theta, arms, f, forced, horizon, seed } = state;
    const told = TOLD.includes(policy) ? toldOf(state) : 0;
    const rules = [INDEXED.includes(policy) ? f : "", policy === "CKL-UCB" && forced];
    return JSON.stringify([policy, [...theta], [...arms], told, ...rules, horizon, seed, state.family]);
  }

  // What the engine needs to play one run.
  function workOf(state, policy, run, marks) {
    const { theta, arms, f, forced, seed, family } = state;
    const told = TOLD.includes(policy) ? { lipschitz: toldOf(state) } : {};
    return { kind: "run", policy, theta, arms, ...told, factor: FACTORS[f](theta.length), forced, seed, run, marks, family };
  }

  lipbandits.raceStates = { POLICIES, OFFERED, offersOf, TOLD, FACTORS, MOST, FEW, ACCEPTED, HORIZONS, RUNS, clamp, digits, stateOf, playing, playedOf, check, ordered, queryOf: queryOfRace, parse, toldOf, keyOf, workOf, refuse, checkPolicies, checkRuns, policiesOf, MOST_MEANS };
})();
