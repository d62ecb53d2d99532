// What one takes away of contexts: Python lines that give the bound and run the same runs, and a table: of the pairs, or, once there are
// runs, of their curves. Functions of a state as scripts have it, and of results; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.contextsTake) return;
  const { isEven } = lipbandits.meansStates;
  const { equal } = lipbandits.contextsStates;
  const KINDS = { "CCKL-UCB": "lb.CCKLUCB()", "CKL-UCB": "lb.PerContext(lb.CKLUCB())", "KL-UCB": "lb.PerContext(lb.KLUCB())" };
  // So many rounds take a minute or so on one core.
  const MANY = 1e7;
  const CURVES = ["mean", "median", "low", "high"];
  const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "_");

  // The lines that make the bandit.
  function bandit({ theta, arms, contexts, lipschitz, weight, distribution }) {
    const { lines } = lipbandits.take;
    const isUsual = distribution.every((share, i) => share === equal(distribution.length)[i]);
    const given = [["arms", arms, isEven(arms)], ["contexts", contexts, isEven(contexts)], ["distribution", distribution, isUsual]];
    return [
      "bandit = lb.ContextualBandit(", "    [", ...theta.flatMap((row) => lines(row, "        ")), "    ],",
      ...given.filter(([, , usual]) => !usual).flatMap(([name, values]) => lines(values, "    ", `${name}=`)),
      `    lipschitz=${lipschitz},`, `    context_weight=${weight},`, ")",
    ];
  }

  const PRINTED = [
    "for name, regret in results.items():", "    wrong = statistics.wrong_share(bandit, regret)",
    '    print(f"{name}: mean regret {statistics.mean(regret.final):.1f}, wrong {wrong:.0%}")',
    "for name, before, more in statistics.paired_differences(results):", '    print(f"{name} less {before}: {more:.1f}")',
  ];
  const PRINTED_OF_ONE = ["for name, regret in results.items():", '    print(f"{name}: regret {regret.final[0]:.1f}")'];

  function python(state) {
    const { policies, horizon, runs, seed } = state;
    const jobs = horizon * runs * policies.length > MANY ? ["    n_jobs=-1,  # all cores; the numbers do not depend on it"] : [];
    return [
      "import matplotlib.pyplot as plt", "", "import lipbandits as lb",
      ...(runs > 1 ? ["from lipbandits.study import statistics"] : []), "", ...bandit(state),
      "bound = lb.contextual_lower_bound(bandit)  # bound.rates, bound.prices: (J, K)",
      "apart = [lb.lower_bound(bandit.alone(j)) for j in range(bandit.n_contexts)]",
      "print(bound.value, sum(each.value for each in apart))  # C′(θ), and separate copies",
      "policies = {", ...policies.map((name) => `    "${name}": ${KINDS[name]},`), "}",
      "results = lb.simulate(", "    bandit, policies,",
      `    horizon=${grouped(horizon)}, runs=${grouped(runs)}, seed=${seed}, stream="counter",`, ...jobs, ")",
      ...(runs > 1 ? PRINTED : PRINTED_OF_ONE),
      "fig, ax = plt.subplots()", "for name, regret in results.items():", "    ax.semilogx(regret.rounds, regret.mean(), label=name)",
      'ax.set(xlabel="round", ylabel="mean regret")', "ax.legend()", "plt.show()", "",
    ].join("\n");
  }

  function table(state, found, { marks, regret, plays, wrong, intervals }) {
    const { list } = lipbandits.take;
    const { theta, policies, ...others } = state;
    const names = policies.filter((name) => name in regret);
    const known = names.filter((name) => intervals[name]);
    const head = [
      ["theta", JSON.stringify(theta)], ["policies", JSON.stringify(policies)],
      ...Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]), ["value", String(found.value)], ["apart", String(found.apart)],
      ...names.map((name) => [`plays ${name}`, list(plays[name])]), ...names.map((name) => [`wrong ${name}`, String(wrong[name])]),
      ...known.map((name) => [`95 % of the last mean ${name}`, JSON.stringify([intervals[name].low, intervals[name].high])]),
    ];
    if (names.length === 0) return { head, ...ofPairs(state, found) };
    head.push(["low and high", "the ends of eight runs of ten"]);
    const columns = ["round", ...names.flatMap((name) => CURVES.map((curve) => `${name} ${curve}`))];
    return { head, columns, rows: Array.from(marks, (round, m) => [round, ...names.flatMap((name) => CURVES.map((curve) => regret[name][curve][m]))]) };
  }

  // A row for each pair.
  const PAIR = ["rates", "prices", "binding", "free", "apartRates", "apartPrices", "confusing", "evidence"];
  const NAMES = ["rate", "price", "binding", "free", "rate alone", "price alone", "confusing", "evidence"];
  const ofPairs = ({ theta }, found) => ({
    columns: ["context", "arm", "mean", ...NAMES],
    rows: theta.flatMap((row, j) => row.map((mean, k) => [j, k, mean, ...PAIR.map((name) => found[name][j][k])])),
  });

  lipbandits.contextsTake = { python, table };
})();
