// The race's states: those of labs with means, and what is played: {told, policies, f, forced, horizon, runs, seed}. `told` is the
// constant that CKL-UCB and OSLB are told, null where it is the promise; `f` one of the kinds of exploration_level.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.raceStates) return;
  const { MOST: MOST_MEANS, clamp, digits, number, ofShape, queryOf, parse: parseMeans } = lipbandits.meansStates;
  const POLICIES = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"];
  const TOLD = ["CKL-UCB", "OSLB"];
  const INDEXED = ["KL-UCB", "CKL-UCB", "OSLB"];
  // m of f(n) = log n + m max(0, log log n), for K arms.
  const FACTORS = { log: () => 0, klucb1: () => 1, klucb3: () => 3, paper: (count) => 3 * count + 1 };
  const MOST = { horizon: 1e6, runs: 1000, told: 1000, seed: Number.MAX_SAFE_INTEGER };
  // With fewer runs than these there are no eight in ten, and samples drawn from them are too much alike to judge an interval.
  const FEW = 10;
  const ACCEPTED = ["told", "policies", "f", "forced", "horizon", "runs", "seed"];
  const DEFAULTS = { told: null, policies: ["UCB", "KL-UCB", "CKL-UCB"], f: "log", forced: true, horizon: 10000, runs: 100, seed: 0 };
  // What sliders offer; a link or a script may ask for what is between.
  const HORIZONS = [2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power)).concat(1e6);
  const RUNS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

  const playedOf = (state) => Object.fromEntries(ACCEPTED.map((name) => [name, state[name]]));

  // A state as a whole, of a first state or a preset of the page.
  function stateOf(shapes, preset) {
    return { ...ofShape(shapes, preset), ...DEFAULTS, ...Object.fromEntries(ACCEPTED.filter((name) => name in preset).map((name) => [name, preset[name]])) };
  }

  const refuse = (/** @type {any} */ kind, name, value, accepted) => {
    throw new kind(`${name}: ${typeof value === "string" ? JSON.stringify(value) : String(value)}; expected ${accepted}`);
  };

  function checkCount(name, value, least, most) {
    const accepted = `a whole number from ${least} to ${most}`;
    if (typeof value !== "number") refuse(TypeError, name, value, accepted);
    if (!Number.isInteger(value) || value < least || value > most) refuse(RangeError, name, value, accepted);
  }

  // Refuses what cannot be played, by name.
  function check({ told, policies, f, forced, horizon, runs, seed }) {
    const named = `some of ${POLICIES.join(", ")}`;
    if (!Array.isArray(policies)) refuse(TypeError, "policies", policies, named);
    if (policies.length === 0 || new Set(policies).size < policies.length || !policies.every((name) => POLICIES.includes(name))) refuse(RangeError, "policies", policies, `${named}, each once`);
    if (!Object.keys(FACTORS).includes(f)) refuse(RangeError, "f", f, `one of ${Object.keys(FACTORS).join(", ")}`);
    if (typeof forced !== "boolean") refuse(TypeError, "forced", forced, "true or false");
    if (told !== null && typeof told !== "number") refuse(TypeError, "told", told, `a number from 0 to ${MOST.told}, or null for the promise`);
    if (told !== null && !(told >= 0 && told <= MOST.told)) refuse(RangeError, "told", told, `a number from 0 to ${MOST.told}, or null for the promise`);
    checkCount("horizon", horizon, 1, MOST.horizon);
    checkCount("runs", runs, 1, MOST.runs);
    checkCount("seed", seed, 0, MOST.seed);
  }

  // The same race, whatever was asked for first; a θ to four digits is told no finer constant.
  const ordered = (state) => ({ ...state, policies: POLICIES.filter((name) => state.policies.includes(name)) });

  function queryOfRace(state, shapes, least) {
    const { told, policies, f, forced, horizon, runs, seed } = state;
    const own = [["p", policies.join("_")], ["T", horizon], ["n", runs]];
    if (told !== null) own.push(["told", String(told)]);
    if (f !== "log") own.push(["f", f]);
    if (!forced) own.push(["forced", 0]);
    if (seed !== 0) own.push(["seed", seed]);
    return `${queryOf(state, shapes, least)}&${new URLSearchParams(own)}`;
  }

  function named(query, name, { among, otherwise }, notes) {
    if (!query.has(name)) return otherwise;
    const found = query.get(name);
    if (among.includes(found)) return found;
    notes.push(`The link asks for ${name} = ${found.slice(0, 20)}, which is not here; this is ${otherwise}.`);
    return otherwise;
  }

  function policiesOf(query, otherwise, notes, all = POLICIES) {
    if (!query.has("p")) return otherwise;
    const asked = query.get("p").split("_");
    const found = all.filter((name) => asked.includes(name));
    const unknown = asked.filter((name) => !all.includes(name));
    if (unknown.length > 0) notes.push(`The link asks for ${unknown[0].slice(0, 20) || "no policy"}, which does not play here.`);
    return found.length > 0 ? found : otherwise;
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(query, spec, leastLipschitz) {
    const notes = [];
    const found = parseMeans(query, spec, leastLipschitz, ["p", "T", "n", "told", "f", "forced", "seed"]);
    const start = stateOf(spec.shapes, spec.start);
    const whole = (name, least, most, otherwise) => number(query, name, { least, most, whole: true, otherwise }, notes);
    const asked = query.has("told") ? number(query, "told", { least: 0, most: MOST.told, otherwise: found.state.lipschitz }, notes) : start.told;
    const state = {
      ...found.state,
      told: asked,
      policies: policiesOf(query, start.policies, notes),
      f: named(query, "f", { among: Object.keys(FACTORS), otherwise: query.has("p") ? "log" : start.f }, notes),
      forced: query.has("forced") ? query.get("forced") !== "0" : query.has("p") || start.forced,
      horizon: whole("T", 1, MOST.horizon, start.horizon),
      runs: whole("n", 1, MOST.runs, start.runs),
      seed: whole("seed", 0, MOST.seed, query.has("p") ? 0 : start.seed),
    };
    return { state, note: [found.note, ...notes].filter(Boolean).join(" ") };
  }

  const toldOf = ({ told, lipschitz }) => told ?? lipschitz;

  // What a policy's runs depend on, and nothing else: whoever changes what it does not hear of keeps its runs.
  function keyOf(state, policy) {
    const { theta, arms, f, forced, horizon, seed } = state;
    const told = TOLD.includes(policy) ? toldOf(state) : 0;
    const rules = [INDEXED.includes(policy) ? f : "", policy === "CKL-UCB" && forced];
    return JSON.stringify([policy, [...theta], [...arms], told, ...rules, horizon, seed]);
  }

  // What the engine needs to play one run.
  function workOf(state, policy, run, marks) {
    const { theta, arms, f, forced, seed } = state;
    const told = TOLD.includes(policy) ? { lipschitz: toldOf(state) } : {};
    return { kind: "run", policy, theta, arms, ...told, factor: FACTORS[f](theta.length), forced, seed, run, marks };
  }

  lipbandits.raceStates = { POLICIES, TOLD, FACTORS, MOST, FEW, ACCEPTED, HORIZONS, RUNS, clamp, digits, stateOf, playedOf, check, ordered, queryOf: queryOfRace, parse, toldOf, keyOf, workOf, MOST_MEANS, named, policiesOf, refuse, checkCount };
})();
