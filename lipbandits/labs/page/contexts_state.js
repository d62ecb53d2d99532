// States of contexts in the reader's hand: {shape, rows, theta, arms, contexts, lipschitz, weight, distribution, sharing, j, k, policies,
// horizon, runs, seed}. `rows` are the means, one row a context, and `theta` is the row of context j, which is in hand; `weight` is β.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.contextsStates) return;
  const { clamp, even, toLink, digits, upwards, row, number, isEven, ENOUGH } = lipbandits.meansStates;
  const { refuse, checkPolicies, checkRuns, policiesOf, MOST: MOST_RACE } = lipbandits.raceStates;
  const POLICIES = ["CCKL-UCB", "CKL-UCB", "KL-UCB"];
  const LOOKS = { "CCKL-UCB": "lab-p4", "CKL-UCB": "lab-p2", "KL-UCB": "lab-p1" };
  const MOST = { ...MOST_RACE, contexts: 6, arms: 12, lipschitz: 1000, weight: 1e4 };
  const LEAST_WEIGHT = 1e-4;
  // Probabilities are whole numbers of these, so that a link holds them.
  const STEP = 1e-4;
  const PLAYED = ["policies", "horizon", "runs", "seed"];
  const ACCEPTED = ["theta", "arms", "contexts", "lipschitz", "weight", "distribution", "sharing", "j", "k", ...PLAYED];
  const DEFAULTS = { sharing: true, j: 0, k: 0, policies: ["CCKL-UCB", "CKL-UCB"], horizon: 10000, runs: 20, seed: 0 };
  // Closer means are ties, as in the package.
  const TIE = 1e-12;

  const inHand = (state) => ({ ...state, theta: state.rows[state.j] });
  const equal = (count) => Array(count).fill(1 / count);
  const ordered = (policies) => POLICIES.filter((name) => policies.includes(name));

  // A state as a whole, of a first state or a preset of the page.
  function stateOf(shapes, { shape, ...changes }) {
    const { theta, arms, contexts, ...own } = shapes[shape];
    return inHand({
      ...DEFAULTS, shape, rows: theta.map((each) => [...each]), arms: arms ?? even(theta[0].length), contexts: contexts ?? even(theta.length),
      distribution: equal(theta.length), ...own, ...changes,
    });
  }

  // As scripts have it.
  function plainOf({ rows, arms, contexts, lipschitz, weight, distribution, sharing, j, k, policies, horizon, runs, seed }) {
    return { theta: rows.map((each) => [...each]), arms: [...arms], contexts: [...contexts], lipschitz, weight, distribution: [...distribution], sharing, j, k, policies: [...policies], horizon, runs, seed };
  }

  function checkDistribution(distribution, n) {
    const accepted = `${n} probabilities > 0 of sum 1`;
    if (!Array.isArray(distribution)) refuse(TypeError, "distribution", distribution, accepted);
    const sum = distribution.reduce((one, other) => one + other, 0);
    if (distribution.length !== n || !distribution.every((share) => share > 0) || !(Math.abs(sum - 1) <= 1e-9)) refuse(RangeError, "distribution", distribution, accepted);
  }

  // Refuses what the engine does not see, by name.
  function check({ rows, weight, distribution, sharing, policies, ...others }) {
    const [n, count] = [rows.length, rows[0].length];
    if (n > MOST.contexts || !(count >= 1 && count <= MOST.arms)) {
      throw new RangeError(`theta: ${n} rows of ${count} means; expected 1 to ${MOST.contexts} rows of 1 to ${MOST.arms} means`);
    }
    if (!(weight >= LEAST_WEIGHT && weight <= MOST.weight)) refuse(RangeError, "weight", weight, `a number from ${LEAST_WEIGHT} to ${MOST.weight}`);
    if (typeof sharing !== "boolean") refuse(TypeError, "sharing", sharing, "true or false");
    checkDistribution(distribution, n);
    checkPolicies(policies, POLICIES);
    checkRuns(others);
  }

  // Context j comes in this share of the rounds, the others in what is left, as they were to each other.
  function withShare(distribution, j, share) {
    const n = distribution.length;
    if (n === 1) return [1];
    const steps = Math.round(clamp(share, STEP, 1 - (n - 1) * STEP) / STEP);
    const rest = 1 - distribution[j];
    const left = Math.round(1 / STEP) - steps;
    const wanted = distribution.map((each, i) => (i === j ? steps : Math.max(1, Math.floor((left * each) / rest))));
    // What rounding has left goes to the largest of the others.
    const others = wanted.map((each, i) => (i === j ? -1 : each));
    wanted[others.indexOf(Math.max(...others))] += Math.round(1 / STEP) - wanted.reduce((one, other) => one + other, 0);
    return wanted.map((each) => Number((each * STEP).toFixed(4)));
  }

  // Means to the digits of a link, from one pair outwards, within what L and β allow where four digits have room for that.
  function roundedWithin({ rows, arms, contexts, lipschitz, weight }, from) {
    const count = arms.length;
    const all = rows.flat();
    const away = (one, other) => Math.hypot(Math.sqrt(weight) * (contexts[Math.floor(one / count)] - contexts[Math.floor(other / count)]), arms[one % count] - arms[other % count]);
    const order = all.map((_, i) => i).sort((one, other) => away(one, from) - away(other, from));
    order.forEach((pair, place) => {
      let [low, high] = [0, Infinity];
      for (const done of order.slice(0, place)) {
        const reach = lipschitz * away(pair, done) + ENOUGH;
        low = Math.max(low, Math.ceil((all[done] - reach) / STEP));
        high = Math.min(high, Math.floor((all[done] + reach) / STEP));
      }
      all[pair] = toLink(clamp(Math.round(all[pair] / STEP), low, Math.max(low, high)) * STEP);
    });
    return rows.map((_, j) => all.slice(j * count, (j + 1) * count));
  }

  // ---- links ------------------------------------------------------------------------------------------------------------

  const short = (values) => values.map(digits).join("_").replace(/(^|_)0\./g, "$1.");

  // The part of a link after "?"; `least` is the L that the rounded θ needs.
  function queryOf(state, shapes, least) {
    const { shape, rows, arms, contexts, lipschitz, weight, distribution, sharing, j, k, policies, horizon, runs, seed } = state;
    const own = shape ? [["shape", shape]] : [["theta", rows.map(short).join("-")]];
    if (!shape && !isEven(arms)) own.push(["x", short(arms)]);
    if (!shape && !isEven(contexts)) own.push(["y", short(contexts)]);
    own.push(["L", digits(shape ? lipschitz : Math.max(upwards(lipschitz), least))], ["b", String(weight)]);
    // A shape may have shares of its own.
    const usual = shape ? stateOf(shapes, { shape }).distribution : equal(rows.length);
    if (distribution.some((share, i) => share !== usual[i])) own.push(["psi", distribution.map(String).join("_")]);
    if (!sharing) own.push(["share", 0]);
    own.push(["j", j], ["k", k], ["p", policies.join("_")], ["T", horizon], ["n", runs]);
    if (seed !== 0) own.push(["seed", seed]);
    return new URLSearchParams(own).toString();
  }

  function rowsOf(text, notes) {
    const parts = text.split("-");
    if (parts.length > MOST.contexts) notes.push(`The link has more than ${MOST.contexts} contexts; these are the first ${MOST.contexts}.`);
    const rows = parts.slice(0, MOST.contexts).map((part) => row(part, "θ", notes));
    if (rows.some((each) => each === undefined)) return undefined;
    const count = Math.min(MOST.arms, ...rows.map((each) => each.length));
    if (rows.some((each) => each.length > count)) notes.push(`The link's contexts do not have the same number of arms up to ${MOST.arms}; these are the first ${count} of each.`);
    return rows.map((each) => each.slice(0, count));
  }

  function placesOf(query, name, count, notes) {
    if (!query.has(name)) return even(count);
    const places = row(query.get(name), name, notes);
    if (places && places.length === count && places.every((at, i) => i === 0 || at > places[i - 1])) return places;
    notes.push(`Its ${name} does not fit its means, or does not increase; it is evenly spaced here.`);
    return even(count);
  }

  function sharesOf(query, otherwise, notes) {
    if (!query.has("psi")) return otherwise;
    const n = otherwise.length;
    const found = row(query.get("psi"), "psi", notes);
    const sum = found?.reduce((one, other) => one + other, 0) ?? 0;
    if (found?.length === n && found.every((share) => share > 0) && Math.abs(sum - 1) <= 1e-9) return found;
    notes.push(`The link's psi is not ${n} probabilities above 0 of sum 1; all contexts come equally often here.`);
    return equal(n);
  }

  // θ of a link, or a shape of the page, with what belongs to it.
  function instanceOf(query, { shapes, start }, notes) {
    const rows = query.has("theta") ? rowsOf(query.get("theta"), notes) : undefined;
    const first = stateOf(shapes, start);
    if (rows) {
      const [n, count] = [rows.length, rows[0].length];
      return { ...first, shape: undefined, rows, arms: placesOf(query, "x", count, notes), contexts: placesOf(query, "y", n, notes), distribution: equal(n) };
    }
    const asked = query.get("shape") ?? start.shape;
    const isThere = Object.keys(shapes).includes(asked);
    if (!isThere) notes.push(`The link asks for the shape ${asked.slice(0, 20)}, which is not here.`);
    return isThere && asked !== start.shape ? stateOf(shapes, { ...DEFAULTS, shape: asked }) : first;
  }

  // β and L of a link; L rises to what θ needs. leastOf: of a state the least L.
  function promiseOf(query, base, leastOf, notes) {
    const weight = number(query, "b", { least: LEAST_WEIGHT, most: MOST.weight, otherwise: base.weight }, notes);
    const least = leastOf({ ...base, weight });
    const wanted = number(query, "L", { least: 0, most: Math.max(MOST.lipschitz, upwards(least)), otherwise: Math.max(base.lipschitz, upwards(least)) }, notes);
    if (wanted >= least - ENOUGH) return { weight, lipschitz: wanted };
    notes.push(`This θ breaks the promise L = ${digits(wanted)}, β = ${digits(weight)}; this is L = ${digits(upwards(least))}.`);
    return { weight, lipschitz: upwards(least) };
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(query, spec, leastOf) {
    const notes = [];
    const known = ["shape", "theta", "x", "y", "L", "b", "psi", "share", "j", "k", "p", "T", "n", "seed"];
    for (const name of query.keys()) if (!known.includes(name)) notes.push(`The link names “${name.slice(0, 20)}”, which is nothing here.`);
    const base = instanceOf(query, spec, notes);
    const [n, count] = [base.rows.length, base.arms.length];
    const whole = (name, least, most, otherwise) => number(query, name, { least, most, whole: true, otherwise }, notes);
    const named = query.has("p");
    const state = inHand({
      ...base, ...promiseOf(query, base, leastOf, notes), distribution: sharesOf(query, base.distribution, notes),
      sharing: query.has("share") ? query.get("share") !== "0" : named || base.sharing,
      j: whole("j", 0, n - 1, clamp(base.j, 0, n - 1)), k: whole("k", 0, count - 1, clamp(base.k, 0, count - 1)),
      policies: policiesOf(query, base.policies, notes, POLICIES),
      horizon: whole("T", 1, MOST.horizon, base.horizon), runs: whole("n", 1, MOST.runs, base.runs), seed: whole("seed", 0, MOST.seed, named ? 0 : base.seed),
    });
    return { state, note: notes.join(" ") };
  }

  // ---- runs: see RaceRuns -----------------------------------------------------------------------------------------------

  // What a policy's runs depend on: copies do not hear of β.
  function keyOf({ rows, arms, contexts, lipschitz, weight, distribution, horizon, seed }, policy) {
    const told = policy === "KL-UCB" ? [] : policy === "CKL-UCB" ? [lipschitz] : [lipschitz, weight, ...contexts];
    return JSON.stringify([policy, rows, arms, told, distribution, horizon, seed]);
  }

  function workOf({ rows, arms, contexts, lipschitz, weight, distribution, seed }, policy, run, marks) {
    return { kind: "contextRun", policy, theta: rows, arms, contexts, lipschitz, weight, distribution, seed, run, marks };
  }

  // The share of contexts whose most played arm is not a best one there.
  const wrongOf = ({ rows }, { mostPlayed }) =>
    mostPlayed.filter((arm, j) => Math.max(...rows[j]) - rows[j][arm] > TIE).length / rows.length;

  lipbandits.contextsStates = {
    POLICIES, LOOKS, MOST, LEAST_WEIGHT, ACCEPTED, TIE, inHand, equal, ordered, stateOf, plainOf, check, withShare,
    roundedWithin, queryOf, parse, runs: { keyOf, workOf, wrongOf },
  };
})();
