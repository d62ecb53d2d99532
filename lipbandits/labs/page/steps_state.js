// States of labs that go through one run round by round: those of labs with means, and {policy, told, f, forced, horizon, seed, round}.
// `round` is the one that is looked at, before it is played. A kind of lab says which policies it has, and how many rounds at most.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.stepsStates) return;
  const { number, ofShape, plainOf, queryOf: queryOfMeans, parse: parseMeans } = lipbandits.meansStates;
  const { FACTORS, TOLD, refuse, checkCount, checkRules, pairsOf, named, rulesOf, toldOf } = lipbandits.playedStates;
  const KINDS = {
    steps: { policies: ["UCB", "KL-UCB", "CKL-UCB", "OSLB"], most: 2000, defaults: { policy: "CKL-UCB", horizon: 400, round: 1 } },
    lockin: { policies: ["CKL-UCB"], most: 1e6, defaults: { policy: "CKL-UCB", horizon: 500000, round: 1 } },
  };
  const ACCEPTED = ["policy", "told", "f", "forced", "horizon", "seed", "round"];
  const DEFAULTS = { told: null, f: "log", forced: true, seed: 0 };

  const steppedOf = (state) => Object.fromEntries(ACCEPTED.map((name) => [name, state[name]]));

  // A state as a whole, of a first state or a preset of the page.
  function stateOf(kind, shapes, preset) {
    const own = Object.fromEntries(ACCEPTED.filter((name) => name in preset).map((name) => [name, preset[name]]));
    return { ...ofShape(shapes, preset), ...DEFAULTS, ...KINDS[kind].defaults, ...own };
  }

  // Refuses what cannot be played, by name.
  function check(kind, { policy, horizon, round, ...rules }) {
    const { policies, most } = KINDS[kind];
    if (!policies.includes(policy)) refuse(RangeError, "policy", policy, policies.length > 1 ? `one of ${policies.join(", ")}` : policies[0]);
    checkRules(rules);
    checkCount("horizon", horizon, 1, most);
    checkCount("round", round, 1, horizon);
  }

  function queryOf(kind, state, shapes, least) {
    const { policy, horizon, round } = state;
    const own = KINDS[kind].policies.length > 1 ? [["p", policy]] : [];
    return `${queryOfMeans(state, shapes, least)}&${new URLSearchParams([...own, ["T", horizon], ["round", round], ...pairsOf(state)])}`;
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(kind, query, spec, leastLipschitz) {
    const notes = [];
    const { policies, most } = KINDS[kind];
    const found = parseMeans(query, spec, leastLipschitz, ["p", "T", "round", "told", "f", "forced", "seed"]);
    const start = stateOf(kind, spec.shapes, spec.start);
    const horizon = number(query, "T", { least: 1, most, whole: true, otherwise: start.horizon }, notes);
    const state = {
      ...found.state,
      ...rulesOf(query, { start, lipschitz: found.state.lipschitz, whole: query.has("T") }, notes),
      policy: named(query, "p", { among: policies, otherwise: start.policy }, notes),
      horizon,
      round: number(query, "round", { least: 1, most: horizon, whole: true, otherwise: Math.min(start.round, horizon) }, notes),
    };
    return { state, note: [found.note, ...notes].filter(Boolean).join(" ") };
  }

  const hearsOf = ({ policy }) => TOLD.includes(policy);

  // What a run needs, which is all that it depends on.
  function workOf(state) {
    const { theta, arms, policy, f, forced, seed } = state;
    return { policy, theta, arms, ...(hearsOf(state) ? { lipschitz: toldOf(state) } : {}), factor: FACTORS[f](theta.length), forced, seed, run: 0 };
  }

  // One run, played as far as it was looked at.
  class Film {
    // The run of a state; another one begins anew.
    fit(state) {
      const key = JSON.stringify([workOf(state), state.horizon]);
      if (this.key === key) return;
      this.close();
      this.run = lipbandits.engine.records({ ...workOf(state), marks: lipbandits.engine.marks(state.horizon) });
      this.key = key;
    }

    // Plays for some milliseconds, at most up to a round; says whether that can be looked at.
    reach(round, milliseconds) {
      if (this.run.rounds < round - 1) this.run.advanceFor(milliseconds, round - 1);
      return this.run.rounds >= round - 1;
    }

    close() {
      this.run?.free();
      this.run = this.key = undefined;
    }
  }

  lipbandits.stepsStates = { KINDS, ACCEPTED, stateOf, steppedOf, check, queryOf, parse, hearsOf, toldOf, workOf, plainOf, Film };
})();
