// What the tent says in words: its sentence, the numbers above the picture, and the line of one arm. Where there is nothing to
// compute (ties, a best mean of 1, one arm) they say so, and no number is a NaN.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tentWords) return;

  const share = (part, whole) => `${Math.round(100 * (1 - part / whole))} %`;
  const written = (value) => String(Number(value.toFixed(4)));
  const count = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

  // Why there is nothing to save, or nothing.
  function singular({ theta }, { best }) {
    if (theta.length === 1) return "One arm: there is nothing to choose, and no regret";
    if (best.length === theta.length) return "All arms are equally good: there is nothing to find, and no regret";
    if (Math.max(...theta) >= 1) return "The best mean is 1, and a best arm never fails: no arm can be better, so no lie needs to be ruled out at the rate log T";
    return "";
  }

  function numbers({ lipschitz }, { value, laiRobbins }) {
    const { short } = lipbandits.draw;
    const saved = laiRobbins > 0 ? share(value, laiRobbins) : "nothing to save";
    return [`C(θ) = ${short(value)}`, `without structure ${short(laiRobbins)}`, laiRobbins > 0 ? `saved ${saved}` : saved, `L = ${written(lipschitz)}`];
  }

  // What the lie about arm k does.
  function ofLie({ theta, k }, { best, confusing, evidence }) {
    const { short } = lipbandits.draw;
    if (best.includes(k)) return `Arm ${k} is a best arm: there is no lie about it to rule out.`;
    const raised = confusing.filter((mean, i) => mean > theta[i] + 1e-12).length;
    const all = evidence.reduce((one, other) => one + other, 0);
    const others = raised === 1 ? "It lifts this arm alone." : `It lifts ${raised} arms; one play of each of them says ${short(all)} nats together.`;
    return `The lie makes arm ${k} as good as the best. A play of arm ${k} says ${short(evidence[k])} nats against it. ${others}`;
  }

  function words(state, found) {
    const reason = singular(state, found);
    if (reason) return `${reason}: both bounds are 0.`;
    const { value, laiRobbins, rates, alone: plays, binding, best } = found;
    const saved = value > laiRobbins * (1 - 5e-3) ? "saves nothing here, or next to nothing" : `saves ${share(value, laiRobbins)} of what the arms would pay alone`;
    const ties = best.length > 1 ? ` ${best.length} arms are best.` : "";
    const played = rates.filter((rate, i) => rate > 1e-9 * plays[i]).length;
    const plan = `The cheapest plan plays ${count(played, "arm")} of ${rates.length - best.length}, and ${binding.filter(Boolean).length} of the lies bind.`;
    return `The promise L = ${written(state.lipschitz)} ${saved}.${ties} ${plan} ${ofLie(state, found)}`;
  }

  function arm({ theta, k }, { rates, alone, prices, binding, best, evidence }, i) {
    const { short } = lipbandits.draw;
    const mean = `arm ${i}: mean ${written(theta[i])}`;
    if (best.includes(i)) return `${mean}, a best arm`;
    const gap = Math.max(...theta) - theta[i];
    const said = i === k || evidence[i] > 0 ? `, says ${short(evidence[i])} nats against the lie` : ", says nothing against the lie";
    if (alone[i] === 0) return `${mean}, gap ${written(gap)}${said}`;
    const bound = binding[i] ? ", binding" : "";
    return `${mean}, gap ${written(gap)}${said}; plays per log T: plan ${short(rates[i])}, alone ${short(alone[i])}; price of its lie ${short(prices[i])}${bound}`;
  }

  lipbandits.tentWords = { words, numbers, arm };
})();
