// What one takes away of a tail: Python lines that draw the same runs and give the same numbers, and a table of its curves.
// Functions of a state and of what was found for it; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tailTake) return;
  const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "_");
  const BOUNDS = ["bound", "union_bound", "mixture_bound", "kaufmann_koolen_bound"];

  // The exact tail as the package has it, or none.
  function exactly({ delta }, { kind, chance, cells }) {
    if (kind === "largest") return [`tail = concentration.largest_tail(bandit.theta, n, ${delta})`, "print(f\"exact tail {tail:.4g}\")"];
    if (kind !== "fixed") return ["# No exact tail is known for this rule."];
    const plays = "plays = [len(range(k, n - 1, bandit.n_arms)) for k in range(bandit.n_arms)]";
    return chance?.exact
      ? [plays, `tail = concentration.exact_tail(bandit.theta, plays, ${delta})`, "print(f\"exact tail {tail:.4g}\")"]
      : [plays, `low, high = concentration.tail_bracket(bandit.theta, plays, ${delta}, ${cells})`, "print(f\"tail between {low:.4g} and {high:.4g}\")"];
  }

  // The lines that give what the picture says at δ; of the paper's Theorem 2 where it holds.
  function python(state, found) {
    const { theta, rule, stops, n, delta, runs, seed } = state;
    const held = BOUNDS.filter((name) => name !== "bound" || delta >= theta.length + 1);
    return [
      "import lipbandits as lb", "from lipbandits.study import of_tails", "from lipbandits.theory import concentration", "",
      ...lipbandits.take.bandit(state), `n = ${grouped(n)}`,
      "evidence = of_tails.evidence(", `    bandit, "${rule}", n, runs=${grouped(runs)}, seed=${seed}${stops ? ", largest=True" : ""}`, ")",
      `share = of_tails.estimate(evidence, ${delta})`,
      "print(f\"{share.value:.4g} of the runs, 95 %: {share.low:.4g} to {share.high:.4g}\")",
      ...exactly(state, found),
      ...held.map((name) => `print("${name}", concentration.${name}(bandit.n_arms, n, ${delta}))`), "",
    ].join("\n");
  }

  // A row for each δ of the curves.
  function table(state, { deltas, tail, low, high, exact, bracket, bounds }) {
    const { list } = lipbandits.take;
    const { theta, arms, ...others } = state;
    const nothing = deltas.map(() => NaN);
    const known = exact ? { exact } : bracket ? { "exact from": bracket.low, "exact to": bracket.high } : {};
    const columns = { delta: deltas, simulated: tail ?? nothing, low: low ?? nothing, high: high ?? nothing, ...known, ...bounds };
    return {
      head: [["theta", list(theta)], ["arms", list(arms)], ...Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]), ["low and high", "the exact 95 % interval of the share of runs"]],
      columns: Object.keys(columns),
      rows: deltas.map((_, i) => Object.values(columns).map((row) => row[i])),
    };
  }

  lipbandits.tailTake = { python, table };
})();
