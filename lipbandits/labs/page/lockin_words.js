// What one long run says in words: who leads, and whether the arm that is looked at is shut out.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.lockinWords) return;
  const { toldOf } = lipbandits.stepsStates;
  const { whole, count, written } = lipbandits.stepsWords;
  const isBest = ({ theta }, k) => Math.max(...theta) - theta[k] < 1e-12;
  const times = (n) => (n === 1 ? "once" : n === 2 ? "twice" : `${whole(n)} times`);

  function numbers(state, found) {
    return [`round ${whole(state.round)}`, `of ${whole(state.horizon)}`, `f(n) = ${found.level.toFixed(2)}`, `told L = ${written(toldOf(state))}`];
  }

  // From which of the marks on an arm is shut out, without a break up to now; -1 where it is not.
  function outSince({ evidence, level }) {
    let from = evidence.length;
    while (from > 0 && evidence[from - 1] > level[from - 1]) from -= 1;
    return from < evidence.length ? from : -1;
  }

  function ofArm(state, found, { marks, rows }, k) {
    const { plays, leader, indexes } = found;
    const is = `Arm ${k}${isBest(state, k) ? (state.theta.filter((_, i) => isBest(state, i)).length > 1 ? ", a best one," : ", the best,") : ""}`;
    if (k === leader) return `${is} leads, and was played ${times(plays[k])}.`;
    const last = rows.evidence.length - 1;
    const said = `The evidence that it has no more than the leader's index, ${indexes[leader].toFixed(3)}, is`;
    const known = last >= 0 && Number.isFinite(rows.evidence[last]);
    const leads = `Arm ${leader} leads, after ${count(plays[leader], "play")}.`;
    if (!known) return `${leads} ${is} was played ${times(plays[k])}.`;
    const [against, level] = [rows.evidence[last], rows.level[last]].map((each) => each.toFixed(2));
    const from = outSince(rows);
    if (from >= 0) return `${leads} ${is} was played ${times(plays[k])}. ${said} ${against}, above the level ${level}: it is shut out, since round ${whole(marks[from])} or so.`;
    return `${leads} ${is} was played ${times(plays[k])}. ${said} ${against}, not above the level ${level}: it is a candidate.`;
  }

  function words(state, found, past, k) {
    if (state.round === 1) return `Play runs ${count(state.horizon, "round")} of CKL-UCB, fast-forward. Nothing has been played yet.`;
    return `Round ${whole(state.round)}. ${ofArm(state, found, past, k)}`;
  }

  lipbandits.lockinWords = { numbers, words, outSince };
})();
