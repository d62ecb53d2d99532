// What a page asks of the engine about a season at the ferry: what its days pay, and which shares they leave possible.
// The function is that of lipbandits/engine/account.py; it is added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function ferryEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.account) return;
  const { within, checkedNumber, checkedCount, checkedNumbers, checkedSeed, checkedInstance, checkedOptions } = engine.tools;

  /** What the arms played pay on run 0 of a seed, what was lost, and the ends of the means that a level leaves possible. */
  function account(options) {
    const { played, seed = 0, level } = checkedOptions(options);
    const instance = checkedInstance(options);
    const last = instance.theta.length - 1;
    const days = checkedNumbers("played", played, `arms from 0 to ${last}`, 0, last);
    days.forEach((k, n) => checkedCount(`played[${n}]`, k, `an arm from 0 to ${last}`, 0, last));
    const words = checkedSeed(seed);
    checkedNumber("level", level, "a number ≥ 0", 0, Number.MAX_VALUE);
    return within((arrays) => {
      const [theta, arms, given] = [instance.theta, instance.arms, days].map((each) => arrays.given(each));
      const [paid, totals] = [arrays.take(Float64Array, [days.length]), arrays.take(Float64Array, [2])];
      const rows = arrays.take(Float64Array, [6, last + 1]);
      arrays.call("account", theta, arms, instance.lipschitz, ...words, level, given, paid, totals, rows);
      const [reward, regret] = totals.view();
      const [plays, sums, ownLow, ownHigh, low, high] = rows.rows();
      return { paid: Array.from(paid.view()), reward, regret, plays, sums, own: { low: ownLow, high: ownHigh }, all: { low, high } };
    });
  }

  engine.account = account;
  engine.parts.push(`(${ferryEngineScript})();`);
})();
