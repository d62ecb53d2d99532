// What a round says in words: the numbers above the picture, why which arm is played, and the line of one arm.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.stepsWords) return;
  const { toldOf, hearsOf } = lipbandits.stepsStates;
  const written = (value) => String(Number(value.toFixed(4)));
  const short = (value) => lipbandits.draw.short(value);
  const index = (value) => (Number.isFinite(value) ? value.toFixed(3) : "∞");
  const { whole } = lipbandits.draw;
  const count = (n, one) => `${whole(n)} ${one}${n === 1 ? "" : "s"}`;
  const among = (arms) => (arms.length > 1 ? `arms ${arms.slice(0, -1).join(", ")} and ${arms[arms.length - 1]}` : `arm ${arms[0]}`);

  function numbers(state, found) {
    const { round, horizon, policy, lipschitz } = state;
    const told = hearsOf(state) ? [`told L = ${written(toldOf(state))}`] : [`L = ${written(lipschitz)}, of which it is not told`];
    return [`round ${whole(round)}`, `of ${whole(horizon)}`, policy, ...(policy === "UCB" ? [] : [`f(n) = ${found.level.toFixed(2)}`]), ...told];
  }

  // Candidates beside the arm that is played; many are counted.
  const ofCandidates = (found) => (found.candidates.length > 6 ? `${found.candidates.length} arms` : among(found.candidates));

  function ofExplored({ policy }, found) {
    const { arm, leader, plays, indexes, targets, candidates } = found;
    const has = plays[arm] === 0 ? "it was never played" : `it has ${count(plays[arm], "play")}`;
    if (policy === "OSLB") return `Arm ${arm} is explored: of the arms with no more plays than the plan asks for, it has the fewest, ${whole(plays[arm])} against ${short(targets[arm])}.`;
    if (candidates.length === 1) return `Arm ${arm} is explored: its index ${index(indexes[arm])} alone exceeds that of the leader, arm ${leader}, ${index(indexes[leader])}; ${has}.`;
    return `Arm ${arm} is explored: of ${ofCandidates(found)}, whose indexes exceed that of the leader, arm ${leader}, ${index(indexes[leader])}, it is the least played; ${has}.`;
  }

  function ofForced({ policy, round }, { arm, plays }) {
    const has = plays[arm] === 0 ? "it was never played" : `it has ${count(plays[arm], "play")}`;
    const due = Math.log(Math.log(round)).toFixed(2);
    if (policy === "CKL-UCB" && plays[arm] === 0) return `Arm ${arm} is forced: ${has}, and each arm is due log log n = ${due} plays.`;
    if (policy === "OSLB") return `Arm ${arm} is forced: ${has}, the fewest of all, and fewer than ε/K times those of the arm to explore.`;
    return `Arm ${arm} is forced: ${has}, fewer than log log n = ${due}.`;
  }

  // Why this arm.
  function why(state, found) {
    const { arm, rule, leader, indexes, averages } = found;
    if (rule === "initial") return `Arm ${arm} was never played: each is played once first.`;
    if (rule === "index") return `Arm ${arm} is played: its index ${index(indexes[arm])} is the largest.`;
    if (rule === "forced") return ofForced(state, found);
    if (rule === "explore") return ofExplored(state, found);
    if (rule === "above") return `Arm ${arm} is explored: no arm lags behind the plan, and of those whose index exceeds the average of the leader, arm ${leader}, it is the least played.`;
    if (state.policy === "OSLB") return `Arm ${arm} is exploited: it leads, and no other index exceeds its average ${index(averages[arm])}.`;
    return `Arm ${arm} is played: it leads, and no index exceeds its own, ${index(indexes[arm])}.`;
  }

  // How often which rule has been applied before.
  const SAID = { initial: "played once first", index: "by the largest index", leader: "the leader", explore: "explored", above: "explored with no arm behind its plan", forced: "forced" };

  function soFar(state, rules) {
    if (rules.length === 0) return "Nothing has been played yet.";
    const names = { ...SAID, ...(state.policy === "OSLB" ? { leader: "exploited" } : {}) };
    const parts = Object.keys(SAID).map((rule) => [rule, rules.filter((each) => each === rule).length]).filter(([, n]) => n > 0);
    return `Before it: ${parts.map(([rule, n]) => `${whole(n)} ${names[rule]}`).join(", ")}.`;
  }

  function words(state, found, rules) {
    return `Round ${whole(state.round)}. ${why(state, found)} ${soFar(state, rules)}`;
  }

  const playing = ({ round }, rounds) => `Playing up to round ${whole(round)}: ${whole(rounds)} played.`;

  // What the arm's own plays and those of others say against a larger index.
  function ofEvidence(found, evidence, i) {
    if (!evidence) return "";
    const all = evidence.reduce((sum, each) => sum + each, 0);
    const others = evidence.map((each, k) => [k, each]).filter(([k, each]) => k !== i && each >= 0.005);
    if (!(all > 0)) return "; nothing speaks against it";
    const whose = others.length > 4 ? `${others.length} others` : among(others.map(([k]) => k));
    if (others.length === 0) return `; its own plays alone, ${short(evidence[i])} nats, hold it down`;
    const own = evidence[i] > 0 ? `its own plays, ${short(evidence[i])} nats, and ` : "";
    return `; ${own}those of ${whose}, ${short(all - evidence[i])}${own ? "" : " nats"}, hold it down`;
  }

  function arm(state, found, i, evidence) {
    const { plays, averages, indexes, candidates, leader } = found;
    const average = plays[i] > 0 ? `${count(plays[i], "play")}, average ${averages[i].toFixed(3)}` : "never played";
    const is = i === leader ? ", the leader" : candidates.includes(i) && state.policy !== "UCB" && state.policy !== "KL-UCB" ? ", a candidate" : "";
    const own = indexes ? `, index ${index(indexes[i])}${is}` : is;
    return `arm ${i}: mean ${written(state.theta[i])}; ${average}${own}${ofEvidence(found, evidence, i)}`;
  }

  lipbandits.stepsWords = { numbers, words, why, soFar, arm, playing, whole, count, written, index };
})();
