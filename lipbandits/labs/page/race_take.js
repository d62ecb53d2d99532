// What one takes away of a race: Python lines that run the same race in a notebook, and a table of its curves. Functions of a state,
// {theta, arms, lipschitz, told, policies, f, forced, horizon, runs, seed}, and of its results; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.raceTake) return;
  // What each policy is called in the package, and what of the state it is told.
  const POLICIES = {
    "UCB": ["UCB"], "KL-UCB": ["KLUCB", "f"], "CKL-UCB": ["CKLUCB", "f", "forced", "told"], "OSLB": ["OSLB", "f", "told"],
    "Greedy": ["Greedy"], "Uniform": ["Uniform"], "Thompson": ["ThompsonSampling"], "MOSS": ["MOSS", "horizon"], "IMED": ["IMED"],
    "OSSB": ["OSSB", "told"], "IMED-UB": ["IMEDUB", "once"],
  };
  // So many rounds take a minute or so on one core.
  const MANY = 2e7;
  const CURVES = ["mean", "median", "low", "high"];

  const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "_");

  function policy(name, { f, forced, told, horizon }) {
    const [kind, ...wants] = POLICIES[name];
    const settings = {
      f: `kind="${f}"`, forced: forced ? "" : "forced=False", told: told === null ? "" : `lipschitz=${told}`,
      horizon: `horizon=${grouped(horizon)}`, once: "once=True",
    };
    return `"${name}": lb.${kind}(${wants.map((each) => settings[each]).filter(Boolean).join(", ")})`;
  }

  // What the table of the lab says: means with intervals where they are honest, differences of paired runs. One run has neither.
  const PRINTED = [
    "for name, regret in results.items():", "    wrong = statistics.wrong_share(bandit, regret)",
    '    print(f"{name}: mean regret {statistics.mean(regret.final):.1f}, wrong {wrong:.0%}")',
    "for name, before, more in statistics.paired_differences(results):", '    print(f"{name} less {before}: {more:.1f}")',
  ];
  const PRINTED_OF_ONE = ["for name, regret in results.items():", '    print(f"{name}: regret {regret.final[0]:.1f}")'];

  // The lines that run this race, print what came out, and draw it.
  function python(state) {
    const { policies, horizon, runs, seed } = state;
    const jobs = horizon * runs * policies.length > MANY ? ["    n_jobs=-1,  # all cores; the numbers do not depend on it"] : [];
    return [
      "import matplotlib.pyplot as plt", "", "import lipbandits as lb", "from lipbandits import plots",
      ...(runs > 1 ? ["from lipbandits.study import statistics"] : []), "",
      ...lipbandits.take.bandit(state, lipbandits.meansFamilies.pythonOf(state)),
      "policies = {", ...policies.map((name) => `    ${policy(name, state)},`), "}",
      "results = lb.simulate(", "    bandit, policies,",
      `    horizon=${grouped(horizon)}, runs=${grouped(runs)}, seed=${seed}, stream="counter",`, ...jobs, ")",
      ...(runs > 1 ? PRINTED : PRINTED_OF_ONE),
      "fig, ax = plt.subplots()", "plots.regret(ax, results, bandit)", "plt.show()", "",
    ].join("\n");
  }

  // A row for each round at which regret is kept, with four columns for each policy. What is no curve stands in the head: the plays of
  // each arm, and the share of runs that end on a wrong one.
  function table(state, { marks, regret, plays, wrong, intervals = {} }) {
    const { list } = lipbandits.take;
    const { theta, arms, policies, family, ...others } = state;
    const named = lipbandits.meansFamilies.pythonOf({ family });
    const names = policies.filter((name) => name in regret);
    const known = names.filter((name) => intervals[name]);
    const head = [
      ["theta", list(theta)], ["arms", list(arms)], ["policies", JSON.stringify(policies)],
      ...Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]),
      ...(named ? [["family", named.replace("lb.", "")]] : []),
      ...names.map((name) => [`plays ${name}`, list(plays[name])]),
      ...names.map((name) => [`wrong ${name}`, String(wrong[name])]),
      ...known.map((name) => [`95 % of the last mean ${name}`, JSON.stringify([intervals[name].low, intervals[name].high])]),
      ["low and high", "the ends of eight runs of ten"],
    ];
    const columns = ["round", ...names.flatMap((name) => CURVES.map((curve) => `${name} ${curve}`))];
    const rows = Array.from(marks, (round, m) => [round, ...names.flatMap((name) => CURVES.map((curve) => regret[name][curve][m]))]);
    return { head, columns, rows };
  }

  lipbandits.raceTake = { python, table };
})();
