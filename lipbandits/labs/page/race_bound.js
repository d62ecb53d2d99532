// What the race says of the bound, of a promise that is false, and of what a promise adds. Labs with other bounds have words of their own.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.raceBound) return;
  const { TOLD, toldOf } = lipbandits.playedStates;
  const { digits } = lipbandits.meansStates;
  const { short } = lipbandits.draw;
  // These do not do well on every θ, so the bound does not speak of them.
  const NAIVE = ["Greedy", "Uniform", "IMED-UB"];
  const isTold = (name) => TOLD.includes(name);
  // Less than an L, whatever rounding does to both.
  const below = (told, lipschitz) => told < lipschitz - 1e-9;
  const lastOf = (runs, name) => runs.summary(name).mean.slice(-1)[0];

  function ofFloor(state, runs, { value, leastLipschitz }) {
    const [first] = runs.ranking();
    const floor = value * Math.log(state.horizon);
    if (!(floor > 0)) return "The best mean is 1, so no arm could be better, and C(θ) is 0: here the bound says nothing.";
    if (NAIVE.includes(first)) return `The bound is not one for ${first}, which does not do well on every θ.`;
    // Of one that θ breaks it has been said.
    if (isTold(first) && below(toldOf(state), leastLipschitz)) return "";
    if (isTold(first) && below(toldOf(state), state.lipschitz)) return `The bound is not one for ${first}, which is told a smaller L.`;
    const ratio = lastOf(runs, first) / floor;
    return ratio < 1 ? `${first} is below C(θ) log T so far; the bound is about the long run and forbids nothing at a given T.` : `${first} loses ${short(ratio)} times C(θ) log T.`;
  }

  // A promise that θ breaks.
  function ofLie(state, { leastLipschitz }) {
    const told = state.policies.filter(isTold);
    if (told.length === 0 || !below(toldOf(state), leastLipschitz)) return "";
    const [are, them] = told.length > 1 ? ["are", "them"] : ["is", "it"];
    return `What ${told.join(" and ")} ${are} told, L = ${digits(toldOf(state))}, is false: θ needs ${digits(leastLipschitz)}. So C(θ) log T is no bound for ${them}.`;
  }

  // Beside several that are promised nothing, where Thompson sampling is one: what the promise is worth to CKL-UCB.
  function ofPromise(state, runs, offers) {
    const ranking = runs.ranking();
    const [free, other] = ranking.filter((name) => !isTold(name) && !NAIVE.includes(name));
    if (!offers.includes("Thompson") || !other || !ranking.includes("CKL-UCB")) return "";
    // These two have been compared.
    if (ranking.indexOf("CKL-UCB") < 2 && ranking.indexOf(free) < 2) return `${free} is the best without a promise.`;
    const more = lastOf(runs, "CKL-UCB") - lastOf(runs, free);
    return `CKL-UCB, told ${digits(toldOf(state))}, loses ${short(Math.abs(more))} ${more < 0 ? "less" : "more"} than ${free}, the best without a promise.`;
  }

  lipbandits.raceBound = { ofFloor, ofLie, ofPromise };
})();
