// What one takes away of a tent: Python lines that give its numbers, and a table of its arms. Functions of a state, and of what the
// engine found for it; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tentTake) return;
  // Closer means are ties, as in the package.
  const TIE = 1e-12;
  const COLUMNS = ["arm", "position", "mean", "rate", "alone", "price", "binding", "confusing", "evidence"];

  // The lines that make this bandit and give what the picture shows.
  function python(state) {
    const { theta, k } = state;
    const family = lipbandits.meansFamilies.pythonOf(state);
    const isBest = Math.max(...theta) - theta[k] <= TIE;
    const ofLie = isBest
      ? [`# Arm ${k} is a best arm: there is no lie about it.`]
      : [`lie = lb.confusing_parameter(bandit, ${k})`, `evidence = ${family ? "bandit.family.kl" : "lb.kl"}(bandit.theta, lie)  # nats in one play of each arm`];
    return [
      "import lipbandits as lb", "", ...lipbandits.take.bandit(state, family),
      "bound = lb.lower_bound(bandit)", "alone = lb.lai_robbins(bandit)",
      "print(bound.value, alone.value)  # C(θ), and the bound without structure",
      "rates = bound.rates  # plays per log T; alone.rates: without structure",
      "prices = bound.prices  # of ruling out each lie; bound.binding: which bind",
      ...ofLie, "",
    ].join("\n");
  }

  // Row by row what the picture shows of each arm.
  function table({ theta, arms, lipschitz, k, family }, { value, laiRobbins, rates, alone, prices, binding, confusing, evidence }) {
    const { list } = lipbandits.take;
    const head = [["theta", list(theta)], ["arms", list(arms)], ["lipschitz", String(lipschitz)], ["k", String(k)], ["value", String(value)], ["lai_robbins", String(laiRobbins)]];
    const named = lipbandits.meansFamilies.pythonOf({ family });
    if (named) head.push(["family", named.replace("lb.", "")]);
    const rows = theta.map((mean, i) => [i, arms[i], mean, rates[i], alone[i], prices[i], binding[i], confusing[i], evidence[i]]);
    return { head, columns: COLUMNS, rows };
  }

  lipbandits.tentTake = { python, table };
})();
