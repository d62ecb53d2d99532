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
    "Greedy": ["Greedy"], "Uniform": ["Uniform"],
  };
  // So many rounds take a minute or so on one core.
  const MANY = 2e7;
  const CURVES = ["mean", "median", "low", "high"];

  const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "_");

  function policy(name, { f, forced, told }) {
    const [kind, ...wants] = POLICIES[name];
    const settings = { f: `kind="${f}"`, forced: forced ? "" : "forced=False", told: told === null ? "" : `lipschitz=${told}` };
    return `"${name}": lb.${kind}(${wants.map((each) => settings[each]).filter(Boolean).join(", ")})`;
  }

  // The lines that run this race, print the mean regret at its end, and draw it.
  function python(state) {
    const { policies, horizon, runs, seed } = state;
    const jobs = horizon * runs * policies.length > MANY ? ["    n_jobs=-1,  # all cores; the numbers do not depend on it"] : [];
    return [
      "import matplotlib.pyplot as plt", "", "import lipbandits as lb", "from lipbandits import plots", "",
      ...lipbandits.take.bandit(state),
      "policies = {", ...policies.map((name) => `    ${policy(name, state)},`), "}",
      "results = lb.simulate(", "    bandit, policies,",
      `    horizon=${grouped(horizon)}, runs=${grouped(runs)}, seed=${seed}, stream="counter",`, ...jobs, ")",
      "for name, regret in results.items():", '    print(f"{name}: mean regret {regret.final.mean():.1f}")',
      "fig, ax = plt.subplots()", "plots.regret(ax, results, bandit)", "plt.show()", "",
    ].join("\n");
  }

  // A row for each round at which regret is kept, with four columns for each policy. What is no curve stands in the head: the plays of
  // each arm, and the share of runs that end on a wrong one.
  function table(state, { marks, regret, plays, wrong }) {
    const { list } = lipbandits.take;
    const { theta, arms, policies, ...others } = state;
    const names = Object.keys(regret);
    const head = [
      ["theta", list(theta)], ["arms", list(arms)], ["policies", JSON.stringify(policies)],
      ...Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]),
      ...names.map((name) => [`plays ${name}`, list(plays[name])]),
      ...names.map((name) => [`wrong ${name}`, String(wrong[name])]),
    ];
    const columns = ["round", ...names.flatMap((name) => CURVES.map((curve) => `${name} ${curve}`))];
    const rows = Array.from(marks, (round, m) => [round, ...names.flatMap((name) => CURVES.map((curve) => regret[name][curve][m]))]);
    return { head, columns, rows };
  }

  lipbandits.raceTake = { python, table };
})();
