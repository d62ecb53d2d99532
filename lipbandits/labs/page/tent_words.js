// What the tent says in words: its sentence, the numbers above the picture, and the line of one arm; for those who know the chapter,
// or `plain`, for those who open the book. Where there is nothing to compute (ties, a best mean of 1 of coins, one arm) they say so, and no
// number is a NaN.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tentWords) return;

  // Less than this is rounding, and less than half a percent is as good as nothing.
  const played = (rate, alone) => rate > 1e-9 * alone;
  const saves = (value, laiRobbins) => value < laiRobbins * (1 - 5e-3);
  const percent = (value, laiRobbins) => `${Math.round(100 * (1 - value / laiRobbins))} %`;
  const written = (value) => String(Number(value.toFixed(4)));
  const short = (value) => lipbandits.draw.short(value);
  const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

  // Why there is nothing to save, or nothing.
  function singular({ theta, family = "bernoulli" }, { best }) {
    if (theta.length === 1) return "One arm: there is nothing to choose, and no regret";
    if (best.length === theta.length) return "All arms are equally good: there is nothing to find, and no regret";
    if (family === "bernoulli" && Math.max(...theta) >= 1) return "The best mean is 1, and a best arm never fails: no arm can be better, so no lie needs to be ruled out at the rate log T";
    return "";
  }

  function numbers({ lipschitz }, { value, laiRobbins }, plain = false) {
    const saved = laiRobbins === 0 ? "nothing to save" : saves(value, laiRobbins) ? `saved ${percent(value, laiRobbins)}` : `saved ${value < laiRobbins * (1 - 1e-9) ? "next to " : ""}nothing`;
    const [first, second, unit] = plain ? ["cost", "without promise", " log T"] : ["C(θ) =", "without structure", ""];
    return [`${first} ${short(value)}${unit}`, `${second} ${short(laiRobbins)}${unit}`, saved, `L = ${written(lipschitz)}`];
  }

  const lifted = ({ theta }, { confusing }) => confusing.filter((mean, i) => mean > theta[i] + 1e-12).length;

  // What the lie about arm k does.
  function ofLie(state, found) {
    const { k } = state;
    const { best, evidence } = found;
    if (best.includes(k)) return `Arm ${k} is a best arm: there is no lie about it to rule out; choose another.`;
    const raised = lifted(state, found);
    const all = evidence.reduce((one, other) => one + other, 0);
    const others = raised === 1 ? "It lifts this arm alone." : `It lifts ${raised} arms; one play of each of them says ${short(all)} nats together.`;
    return `The lie makes arm ${k} as good as the best. A play of arm ${k} says ${short(evidence[k])} nats against it. ${others}`;
  }

  function words(state, found, plain = false) {
    const reason = singular(state, found);
    const { said } = lipbandits.meansFamilies.of(state);
    if (reason) return `${reason}: both bounds are 0. ${said}`.trim();
    if (plain) return plainWords(state, found);
    const { value, laiRobbins, rates, alone, binding, best } = found;
    const saved = saves(value, laiRobbins) ? `saves ${percent(value, laiRobbins)} of what the arms would pay alone` : "saves nothing here, or next to nothing";
    const ties = best.length > 1 ? ` ${best.length} arms are best.` : "";
    const some = rates.filter((rate, i) => played(rate, alone[i])).length;
    const plan = `The cheapest plan plays ${count(some, "arm")} of ${rates.length - best.length}, and ${count(binding.filter(Boolean).length, "lie binds", "lies bind")}.`;
    return `The promise L = ${written(state.lipschitz)} ${saved}.${ties} ${plan} ${ofLie(state, found)} ${said}`.trim();
  }

  // For whoever has read nothing yet: what is saved, and the reason, which is how many options a lie lifts: first the one in the picture,
  // then the dearest.
  function plainWords(state, found) {
    const { value, laiRobbins, prices, best } = found;
    const { k } = state;
    const saved = saves(value, laiRobbins) ? `saves ${percent(value, laiRobbins)} of what finding the best option costs` : "saves nothing here, or next to nothing";
    const dearest = prices.indexOf(Math.max(...prices));
    const lifts = (model, more = "") => {
      const others = lifted(state, model) - 1;
      return others === 0 ? "lifts this option alone" : `lifts ${count(others, "other")}${more}`;
    };
    const shown = best.includes(k)
      ? `Option ${k} is a best one: choose another for the lie.`
      : `The lie shown, that option ${k} is as good as the best, ${k === dearest ? "is the dearest to refute; it " : ""}${lifts(found, ", too, and tries of all these tell")}.`;
    const other = k === dearest ? "" : ` The dearest lie to refute, about option ${dearest}, ${lifts(lipbandits.engine.tent({ ...state, k: dearest }))}.`;
    return `Knowing that neighbours are alike ${saved}. ${shown}${other}`;
  }

  function arm({ theta, k }, found, i, plain = false) {
    const { rates, alone, prices, binding, best, evidence } = found;
    const gap = written(Math.max(...theta) - theta[i]);
    if (plain) return best.includes(i) ? `option ${i}: chance ${written(theta[i])}, the best` : `option ${i}: chance ${written(theta[i])}, ${gap} below the best`;
    const mean = `arm ${i}: mean ${written(theta[i])}`;
    if (best.includes(i)) return `${mean}, a best arm`;
    const said = i === k || evidence[i] > 0 ? `, says ${short(evidence[i])} nats against the lie` : ", says nothing against the lie";
    if (alone[i] === 0) return `${mean}, gap ${gap}${said}`;
    const rate = played(rates[i], alone[i]) ? short(rates[i]) : "0";
    return `${mean}, gap ${gap}${said}; plays per log T: plan ${rate}, alone ${short(alone[i])}; price of its lie ${short(prices[i])}${binding[i] ? ", binding" : ""}`;
  }

  // Where the promise is the question: what one mean allows the others.
  const ofPromise = {
    numbers: ({ theta, lipschitz }) => {
      const best = Math.max(...theta);
      return [`best mean ${written(best)}`, `L = ${written(lipschitz)}`];
    },
    words: ({ theta, arms, lipschitz, k }, { best }) => {
      const last = theta.length - 1;
      const who = best.length === 1 ? `arm ${best[0]}` : `${best.length} arms`;
      const highest = `The highest mean is ${written(Math.max(...theta))}, of ${who}.`;
      if (last === 0) return `One arm: there is nothing that the promise could compare. ${highest}`;
      const allowed = (i) => {
        const reach = lipschitz * Math.abs(arms[i] - arms[k]);
        return `from ${written(Math.max(0, theta[k] - reach))} to ${written(Math.min(1, theta[k] + reach))}`;
      };
      const far = arms[k] - arms[0] >= arms[last] - arms[k] ? 0 : last;
      const near = k === 0 ? 1 : k === last ? last - 1 : far === 0 ? k + 1 : k - 1;
      const others = near === far ? `that of arm ${far} ${allowed(far)}` : `that of its neighbour, arm ${near}, ${allowed(near)}, and that of arm ${far}, the farthest, ${allowed(far)}`;
      return `L = ${written(lipschitz)}: arm ${k} has mean ${written(theta[k])}, so the promise allows ${others}. ${highest}`;
    },
    arm: ({ theta }, { best }, i) => `arm ${i}: mean ${written(theta[i])}, ${best.includes(i) ? "the best" : `${written(Math.max(...theta) - theta[i])} below the best`}`,
  };

  // What a lab says, for those whom its page has in mind.
  function saysOf({ plain, view }) {
    if (view?.pairs) return lipbandits.tentPairs;
    if (view?.promise) return ofPromise;
    return {
      words: (state, found) => words(state, found, plain), numbers: (state, found) => numbers(state, found, plain),
      arm: (state, found, i) => arm(state, found, i, plain),
    };
  }

  lipbandits.tentWords = { saysOf };
})();
