// What one takes away of a round: Python lines that bring a policy to it and ask why it plays what it plays, and a table of the arms.
// Functions of a state, and of what was seen in its round; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.stepsTake) return;
  const CALLED = { "UCB": ["UCB"], "KL-UCB": ["KLUCB", "f"], "CKL-UCB": ["CKLUCB", "f", "forced", "told"], "OSLB": ["OSLB", "f", "told"] };
  const COLUMNS = ["arm", "position", "mean", "plays", "average", "index", "candidate", "target", "evidence"];

  function policyOf({ policy, f, forced, told }) {
    const [kind, ...wants] = CALLED[policy];
    const settings = { f: `kind="${f}"`, forced: forced ? "" : "forced=False", told: told === null ? "" : `lipschitz=${told}` };
    return `lb.${kind}(${wants.map((each) => settings[each]).filter(Boolean).join(", ")})`;
  }

  function python(state) {
    const { round, seed } = state;
    return [
      "import lipbandits as lb", "from lipbandits.study.recorded import standing", "",
      ...lipbandits.take.bandit(state),
      `# Before round ${round} of run 0 of this seed, as simulate(…, stream="counter") plays it.`,
      `policy, report = standing(bandit, ${policyOf(state)}, n=${round}, seed=${seed})`,
      "plays, averages = policy.plays, policy.means",
      'indexes = report.get("indexes")  # none where each arm is played once first',
      'print(f"arm {report[\'arm\']}: {report[\'rule\']}")', "",
    ].join("\n");
  }

  // A row for each arm; what is no row stands in the head.
  function table(state, { arm, rule, leader, level, reward, plays, averages, indexes, candidates, targets }, evidence, played) {
    const { list } = lipbandits.take;
    const { theta, arms, ...others } = state;
    const head = [
      ["theta", list(theta)], ["arms", list(arms)], ...Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]),
      ["played", String(arm)], ["rule", rule], ["leader", String(leader)], ["level", String(level)], ["reward", String(reward)],
      ...(played ? [["played before", list(played)]] : []),
    ];
    const of = (row, i) => row?.[i] ?? NaN;
    const rows = theta.map((mean, i) => [i, arms[i], mean, plays[i], plays[i] > 0 ? averages[i] : NaN, of(indexes, i), candidates.includes(i), of(targets, i), of(evidence, i)]);
    return { head, columns: COLUMNS, rows };
  }

  lipbandits.stepsTake = { python, table, policyOf };
})();
