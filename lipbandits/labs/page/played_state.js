// What labs in which policies play have in common in their states: {told, f, forced, seed}. `told` is the constant that CKL-UCB,
// OSLB and OSSB are told, null where it is the promise; `f` one of the kinds of exploration_level.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.playedStates) return;
  const { number } = lipbandits.meansStates;
  const POLICIES = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform", "Thompson", "MOSS", "IMED", "OSSB", "IMED-UB"];
  // Whom a race offers that names nobody.
  const OFFERED = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"];
  const TOLD = ["CKL-UCB", "OSLB", "OSSB"];
  // m of f(n) = log n + m max(0, log log n), for K arms; and what stands for two levels of another form in lipbandits/engine/levels.py.
  const FACTORS = {
    log: () => 0, klucb1: () => 1, klucb3: () => 3, paper: (count) => 3 * count + 1,
    sequential: (count) => -count, kaufmann_koolen: (count) => -count - 0.5,
  };
  const LEVELS = {
    log: "log n", klucb1: "log n + log log n", klucb3: "log n + 3 log log n", paper: "log n + (3K + 1) log log n",
    sequential: "proved for one arm a round", kaufmann_koolen: "Kaufmann and Koolen's",
  };
  // The level in a sentence; not all have a formula that is short enough.
  const ofLevel = (f) => (LEVELS[f].startsWith("log n") ? `f(n) = ${LEVELS[f]}` : `level f(n): ${LEVELS[f]}`);
  const MOST = { told: 1000, seed: Number.MAX_SAFE_INTEGER };

  const refuse = (/** @type {any} */ kind, name, value, accepted) => {
    throw new kind(`${name}: ${typeof value === "string" ? JSON.stringify(value) : String(value)}; expected ${accepted}`);
  };

  function checkCount(name, value, least, most) {
    const accepted = `a whole number from ${least} to ${most}`;
    if (typeof value !== "number") refuse(TypeError, name, value, accepted);
    if (!Number.isInteger(value) || value < least || value > most) refuse(RangeError, name, value, accepted);
  }

  // Refuses what cannot be played, by name.
  function checkRules({ told, f, forced, seed }) {
    if (!Object.keys(FACTORS).includes(f)) refuse(RangeError, "f", f, `one of ${Object.keys(FACTORS).join(", ")}`);
    if (typeof forced !== "boolean") refuse(TypeError, "forced", forced, "true or false");
    if (told !== null && typeof told !== "number") refuse(TypeError, "told", told, `a number from 0 to ${MOST.told}, or null for the promise`);
    if (told !== null && !(told >= 0 && told <= MOST.told)) refuse(RangeError, "told", told, `a number from 0 to ${MOST.told}, or null for the promise`);
    checkCount("seed", seed, 0, MOST.seed);
  }

  // The pairs of a link: what is not as usual.
  function pairsOf({ told, f, forced, seed }) {
    const own = [];
    if (told !== null) own.push(["told", String(told)]);
    if (f !== "log") own.push(["f", f]);
    if (!forced) own.push(["forced", 0]);
    if (seed !== 0) own.push(["seed", seed]);
    return own;
  }

  function named(query, name, { among, otherwise }, notes) {
    if (!query.has(name)) return otherwise;
    const found = query.get(name);
    if (among.includes(found)) return found;
    notes.push(`The link asks for ${name} = ${found.slice(0, 20)}, which is not here; this is ${otherwise}.`);
    return otherwise;
  }

  // Back from a link; `whole` says that it names all of a state, so that what it leaves out is as usual and not as at the start.
  function rulesOf(query, { start, lipschitz, whole }, notes) {
    return {
      told: query.has("told") ? number(query, "told", { least: 0, most: MOST.told, otherwise: lipschitz }, notes) : start.told,
      f: named(query, "f", { among: Object.keys(FACTORS), otherwise: whole ? "log" : start.f }, notes),
      forced: query.has("forced") ? query.get("forced") !== "0" : whole || start.forced,
      seed: number(query, "seed", { least: 0, most: MOST.seed, whole: true, otherwise: whole ? 0 : start.seed }, notes),
    };
  }

  const toldOf = ({ told, lipschitz }) => told ?? lipschitz;

  lipbandits.playedStates = { POLICIES, OFFERED, TOLD, FACTORS, LEVELS, ofLevel, MOST, refuse, checkCount, checkRules, pairsOf, named, rulesOf, toldOf };
})();
