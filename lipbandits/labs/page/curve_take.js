// What one takes away of the lab Curve: Python lines that play the same runs, and the regret of each policy round by round.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.curveTake) return;
  const { ON_GRIDS, labelOf, toldOf } = lipbandits.curveStates;
  // Rounds in all from which on one wants all cores.
  const MANY = 2e7;
  const CURVES = ["mean", "median", "low", "high"];
  const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "_");

  function policy(state, name) {
    const told = toldOf(state);
    const kind = state.f === "log" ? "" : `kind="${state.f}"`;
    const settings = (...parts) => parts.filter(Boolean).join(", ");
    const made = {
      "KL-UCB": `lb.Discretised(lb.KLUCB(${kind}), grid)`,
      "CKL-UCB": `lb.Discretised(lb.CKLUCB(${settings(kind, `lipschitz=${told}`)}), grid)`,
      HOO: `lb.HOO(${settings(told, 0.5, state.tuned && "tuned=True")})`,
      Zooming: `lb.Zooming(${settings(told, state.tuned && "tuned=True")})`,
      Adaptive: `lb.AdaptiveCKLUCB(${told})`,
    };
    return `    "${labelOf(state, name)}": ${made[name]},`;
  }

  const isEven = (arms) => arms.every((at, i) => Math.abs(at - i / (arms.length - 1)) < 1e-12);

  // The lines that make μ, and its peak: the first where it is largest.
  function bandit({ theta, arms, lipschitz }) {
    const row = (values) => lipbandits.take.lines(values, "    ").map((line) => line.replace(/\],$/, "]"));
    const knots = isEven(arms) ? [`knots = np.arange(${arms.length}) / ${arms.length - 1}`] : ["knots = (", ...row(arms), ")"];
    return [
      ...knots, "means = (", ...row(theta), ")", "mean = partial(np.interp, xp=knots, fp=means)",
      "best = float(knots[np.argmax(means)])", `bandit = lb.ContinuousBandit(mean, lipschitz=${lipschitz}, best=best)`,
    ];
  }

  function python(state) {
    const { policies, horizon, runs, seed, grid, quarter } = state;
    const jobs = horizon * runs * policies.length > MANY ? ["    n_jobs=-1,  # all cores; the numbers do not depend on it"] : [];
    const onGrid = policies.some((name) => ON_GRIDS.includes(name));
    const arms = onGrid ? [`grid = lb.${quarter ? `grid_off_peak(${grid}, bandit.best)` : `even_grid(${grid})`}`] : [];
    const split = onGrid ? [`print(f"floor of the grid {lb.linear_floor(bandit, grid, ${grouped(horizon)}):.1f}")`] : [];
    const statistics = runs > 1 ? ["from lipbandits.study import statistics"] : [];
    const final = runs > 1 ? '{statistics.mean(regret.final):.1f}' : "{regret.final[0]:.1f}";
    return [
      "from functools import partial", "", "import matplotlib.pyplot as plt", "import numpy as np", "", "import lipbandits as lb", ...statistics, "",
      ...bandit(state), ...arms,
      "policies = {", ...policies.map((name) => policy(state, name)), "}",
      "results = lb.simulate(", "    bandit, policies,",
      `    horizon=${grouped(horizon)}, runs=${grouped(runs)}, seed=${seed}, stream="counter",`, ...jobs, ")", ...split,
      "fig, ax = plt.subplots()", "for name, regret in results.items():",
      `    print(f"{name}: mean regret ${final}")`, "    ax.plot(regret.rounds, regret.mean(), label=name)",
      'ax.set(xscale="log", xlabel="round", ylabel="regret")', "ax.legend()", "plt.show()", "",
    ].join("\n");
  }

  // A row for each round at which regret is kept, with four columns for each policy; in the head μ, the grid and where plays went.
  function table(state, found, { marks, regret, plays, intervals = {} }) {
    const { list } = lipbandits.take;
    const { theta, arms, policies, ...others } = state;
    const names = policies.filter((name) => name in regret);
    const label = (name) => labelOf(state, name);
    const head = [
      ["means", list(theta)], ["knots", list(arms)], ["policies", JSON.stringify(policies)],
      ...Object.entries(others).filter(([name]) => !["watch", "round"].includes(name)).map(([name, value]) => [name, JSON.stringify(value)]),
      ["best mean", String(found.bestMean)], ["best mean of the grid", String(found.gridBest)], ["grid points", list(found.points)],
      ...names.map((name) => [`plays in each fortieth of [0, 1] ${label(name)}`, list(plays[name])]),
      ...names.filter((name) => intervals[name]).map((name) => [`95 % of the last mean ${label(name)}`, JSON.stringify([intervals[name].low, intervals[name].high])]),
      ["low and high", "the ends of eight runs of ten"],
    ];
    const columns = ["round", ...names.flatMap((name) => CURVES.map((curve) => `${label(name)} ${curve}`))];
    const rows = Array.from(marks, (round, m) => [round, ...names.flatMap((name) => CURVES.map((curve) => regret[name][curve][m]))]);
    return { head, columns, rows };
  }

  lipbandits.curveTake = { python, table };
})();
