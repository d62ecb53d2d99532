// What one takes away of the ferry: Python lines that play the same days on the same rewards, and a table of the days. Functions of a
// state and of what is known of it; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.ferryTake) return;
  const { LONG, RUNS } = lipbandits.ferryDays;
  const { RIVALS } = lipbandits.ferryStates;
  const LINE = 60;

  // The lines that give this season's numbers: those of the reader, of the rules, and of ten thousand days.
  function python({ season, seed, days, glasses }, { view }) {
    const told = glasses.startsWith("L=") ? `bandit.with_lipschitz(${glasses.slice(2)}, check=False)` : "bandit";
    const parts = days.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [""];
    return [
      "import lipbandits as lb", "from lipbandits.study import ferry", "",
      `bandit = ${view?.bandit ?? `ferry.season(ferry.SEASONS[${season - 1}])`}`,
      `rewards = ferry.rewards_of(bandit, seed=${seed})  # the s-th day at a price pays everyone the same`,
      ...(parts.length > 1 ? ["days = (", ...parts.map((part) => `    "${part}"`), ")"] : [`days = "${parts[0]}"`]),
      "played = [int(key) - 1 for key in days]  # keys 1 to 9 are the prices",
      "mine = ferry.score(bandit, rewards, played)",
      "own = ferry.possible_alone(mine.plays, mine.sums)  # ends of the bars: lowest, highest",
      `all_days = ferry.possible_range(${told}, mine.plays, mine.sums)`,
      "rules = {}",
      "for name, rule in ferry.PLAYERS.items():",
      "    rules[name] = ferry.score(bandit, rewards, lb.replay(bandit, rule, rewards))",
      '    print(f"{name}: {rules[name].good} good days, {rules[name].regret:.1f} lost")',
      'print(f"You: {mine.good} good days, {mine.regret:.1f} lost")',
      `long = lb.simulate(bandit, ferry.PLAYERS, horizon=${LONG}, runs=${RUNS}, seed=${seed}, stream="counter")`,
      "for name, regret in long.items():",
      "    wrong = (bandit.gaps[regret.plays.argmax(axis=1)] > 0).sum()",
      '    print(f"{name}: {regret.final.mean():.0f} lost on average, {wrong} runs charged a wrong price most")', "",
    ].join("\n");
  }

  // A row a day; the rules' days as well, once the season is over.
  function table(state, spec, found, rivals) {
    const { season, seed, days } = state;
    const players = [["you", found], ...RIVALS.filter((name) => name in rivals).map((name) => [name, rivals[name]])];
    const scores = players.map(([name, each]) => [`${name}: good days, lost`, `${each.reward}, ${each.regret}`]);
    const columns = ["day", ...players.flatMap(([name]) => [`${name} price`, `${name} good`])];
    const rows = found.arms.map((_, n) => [n + 1, ...players.flatMap(([, { arms, paid }]) => [spec.prices[arms[n]], paid[n]])]);
    return { head: [["season", String(season)], ["seed", String(seed)], ["days", days], ...scores], columns, rows };
  }

  lipbandits.ferryTake = { python, table };
})();
