// What the race says in words: the numbers above the picture, its sentence, the line of one arm, and the table of policies. Intervals
// are given where they are honest, and where there is none it is said.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.raceWords) return;
  const { toldOf, OFFERED, TOLD, FEW } = lipbandits.raceStates;
  const written = (value) => String(Number(value.toFixed(4)));
  const short = (value) => lipbandits.draw.short(value);
  const { whole } = lipbandits.draw;
  const count = (n, one, many = `${one}s`) => `${whole(n)} ${n === 1 ? one : many}`;
  const percent = (share) => `${Number((100 * share).toPrecision(share > 0 && share < 0.1 ? 1 : 2))} %`;

  // Mean plays: whole numbers as such, and never more than one digit after the point.
  const ofPlays = (plays) => whole(Number(plays.toFixed(plays < 100 ? 1 : 0)));

  // About so long, as one says it.
  function duration(seconds) {
    if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
    if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
    return `${(seconds / 3600).toFixed(1)} hours`;
  }

  function numbers(state, { value }) {
    const L = `L = ${written(state.lipschitz)}`;
    const isTold = state.policies.some((name) => TOLD.includes(name)) && toldOf(state) !== state.lipschitz;
    const bound = `C(θ) log T = ${short(value * Math.log(state.horizon))}`;
    return [bound, `C(θ) = ${short(value)}, log T = ${short(Math.log(state.horizon))}`, L, ...(isTold ? [`told ${written(toldOf(state))}`] : [])];
  }

  // What one knows of a mean, or of a difference of means.
  function interval(found, /** @type {boolean} */ brief = false) {
    if (!found) return "";
    if (found.low === null && found.count < FEW) return "too few runs for an interval";
    if (found.low === null) return found.worst > 0 && !brief ? `no honest interval: one run makes ${percent(found.worst)} of the variance` : "no honest interval";
    return `95 %: ${short(found.low)} to ${short(found.high)}`;
  }

  const ofWrong = ({ wrong, count: runs }, ends) => `${whole(wrong)} of ${whole(runs)}${ends && runs > 1 ? `\n95 %: ${percent(ends.low)} to ${percent(ends.high)}` : ""}`;

  // Rows of the table: name, and cells, some of two lines. Of a few runs there is little to say but what they lost.
  const COLUMNS = ["policy", "mean regret", "median", "eight runs of ten", "play a wrong arm most", "µs a round"];

  function rows(state, runs) {
    return state.policies.map((name) => {
      const found = runs.summary(name);
      if (!found) return { name, cells: ["", "", "", "", ""] };
      const last = (row) => short(row[row.length - 1]);
      const known = interval(runs.intervalOf(name), true);
      const mean = known ? `${last(found.mean)}\n${known}` : last(found.mean);
      const spread = found.count >= FEW ? [last(found.median), `${last(found.low)} to ${last(found.high)}`] : ["", ""];
      return { name, cells: [mean, ...spread, ofWrong(found, runs.wrongEnds(name)), found.micros > 0 ? short(found.micros) : ""] };
    });
  }

  // What the best and the next differ by, and how sure that is.
  function ofLeaders(runs) {
    const [first, second] = runs.ranking();
    const lead = runs.intervalOf(second, "lead");
    if (!lead) return `${first} loses ${ofLast(runs, first)}, ${second} ${ofLast(runs, second)}${runs.count(first) === 1 ? " in this run" : ""}.`;
    const difference = `${first} loses ${short(lead.value)} less than ${second} on average over ${whole(lead.count)} paired runs`;
    if (lead.value === 0 && lead.high === 0) return `${first} and ${second} lose the same in each of these runs.`;
    if (lead.low === null && lead.count < FEW) return `${difference}: too few for an interval.`;
    if (lead.low === null) return `${difference}, but there is ${interval(lead)}; more runs may tell.`;
    if (lead.low <= 0 && lead.high >= 0) return `${difference}; the interval from ${short(lead.low)} to ${short(lead.high)} holds 0, so these runs do not tell which is better.`;
    return `${difference} (${interval(lead)}): by chance alone that would be rare.`;
  }

  const ofLast = (runs, name) => short(runs.summary(name).mean.slice(-1)[0]);

  // Of a single run that plays a wrong arm most.
  function ofLockIn({ theta }, name, plays) {
    const [most, best] = [plays, theta].map((row) => row.indexOf(Math.max(...row)));
    return `${name} plays a wrong arm most: arm ${most} in ${count(plays[most], "round")}, and arm ${best}, which is better, in ${whole(plays[best])}.`;
  }

  function ofWrongArms(state, runs) {
    // Who plays by chance has no favourite.
    const found = runs.ranking().filter((name) => name !== "Uniform").map((name) => [name, runs.summary(name)]);
    if (found.length === 0) return "";
    const some = found.filter(([, { wrong }]) => wrong > 0);
    if (some.length === 0) return "No run plays a wrong arm most.";
    const single = some.filter(([, each]) => each.count === 1);
    if (single.length > 0) return single.map(([name, { plays }]) => ofLockIn(state, name, plays)).join(" ");
    const counts = some.map(([name, { wrong, count: all }]) => `${whole(wrong)} of ${whole(all)} of ${name}`);
    return `Runs that play a wrong arm most: ${counts.join(", ")}.`;
  }

  // Who is to play, and has not on this state.
  function ofMissing(state, runs) {
    const missing = state.policies.filter((name) => runs.count(name) === 0);
    return missing.length > 0 ? `${missing.join(" and ")} ${missing.length === 1 ? "has" : "have"} not played this yet; press Run.` : "";
  }

  // Before a run: what it will be, and how long it takes if that is long.
  function offer(state, seconds) {
    const long = seconds > 30 ? ` That takes about ${duration(seconds)} here, or less; you may stop at any moment, and what is finished stays.` : "";
    return `Run plays ${count(state.runs, "run")} of ${whole(state.horizon)} rounds for each policy, here in this page.${long}`;
  }

  // Where there is nothing to be found.
  function singular({ theta }, { best }) {
    if (theta.length === 1) return "One arm: there is nothing to choose, and no regret.";
    return best.length === theta.length ? "All arms are equally good: there is no regret." : "";
  }

  // Which rewards these are, where they are no coins, and who does not play for them.
  function ofFamily(state, offers) {
    const out = offers.filter((name) => !lipbandits.engine.policiesFor(state).includes(name));
    return `${lipbandits.meansFamilies.of(state).said}${out.map((name) => ` ${name} does not play: it has no confidence radius for them.`).join("")}`;
  }

  // What IMED-UB counts on, where it is not so; up to 1e-9, as `best` has it.
  function ofPeaks({ theta, policies }, { best }) {
    const at = theta.findIndex((mean, i) => !best.includes(i) && mean >= Math.max(theta[i - 1] ?? -Infinity, theta[i + 1] ?? -Infinity));
    return policies.includes("IMED-UB") && at >= 0 ? `IMED-UB counts on one peak; here arm ${at} has no better neighbour, and it may stay there.` : "";
  }

  const words = (state, runs, bound, offers = OFFERED) => [ofResults(state, runs, bound, offers), ofPeaks(state, bound), ofFamily(state, offers)].filter(Boolean).join(" ");

  // What came out.
  function ofResults(state, runs, bound, offers) {
    const { ofFloor, ofLie, ofPromise } = lipbandits.raceBound;
    const none = singular(state, bound);
    const ranking = runs.ranking();
    if (none || ranking.length === 0) return none || offer(state, runs.seconds(state));
    const [first] = ranking;
    const alone = `${first} loses ${ofLast(runs, first)} ${runs.count(first) === 1 ? "in this run" : `on average in ${count(runs.count(first), "run")}`}.`;
    const said = [ranking.length === 1 ? alone : ofLeaders(runs), ofPromise(state, runs, offers), ofWrongArms(state, runs), ofLie(state, bound), ofFloor(state, runs, bound)];
    return [ofMissing(state, runs), ...said].filter(Boolean).join(" ");
  }

  function arm(state, runs, bound, i) {
    const best = Math.max(...state.theta);
    const is = bound.best.includes(i) ? "a best one" : `${written(best - state.theta[i])} below the best`;
    const played = runs.ranking().map((name) => `${name} ${ofPlays(runs.summary(name).plays[i])}`);
    const plan = bound.best.includes(i) ? "" : `; the cheapest plan: ${short(bound.rates[i] * Math.log(state.horizon))}`;
    const plays = played.length > 0 ? `; plays: ${played.join(", ")}${plan}` : "";
    return `arm ${i}: mean ${written(state.theta[i])}, ${is}${plays}`;
  }

  lipbandits.raceWords = { numbers, words, offer, arm, rows, duration, count, whole, interval, ofPlays, ofLeaders, ofLast, ofMissing, percent, written, COLUMNS };
})();
