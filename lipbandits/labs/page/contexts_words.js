// What is said of contexts: the numbers above the picture, its sentence, the line of one pair, and the table of policies.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.contextsWords) return;
  const { count, whole, interval, offer, ofPlays, ofLeaders, ofLast, ofMissing, percent, written } = lipbandits.raceWords;
  const { FEW } = lipbandits.raceStates;
  const { TIE, POLICIES } = lipbandits.contextsStates;
  const COLUMNS = ["policy", "mean regret", "median", "eight runs of ten", "contexts on a wrong arm", "µs a round"];
  const short = (value) => lipbandits.draw.short(value);
  const saves = ({ value, apart }) => value < apart * (1 - 5e-3);
  const gapOf = ({ rows }, j, k) => Math.max(...rows[j]) - rows[j][k];

  function numbers({ lipschitz, weight, sharing }, found) {
    const { value, apart } = found;
    const saved = apart === 0 ? "nothing to save" : saves(found) ? `saved ${percent(1 - value / apart)}` : "saved nothing, or next to nothing";
    const [first, second] = [`C′(θ) = ${short(value)}`, `separate copies ${short(apart)}`];
    return [...(sharing ? [first, second] : [second, first]), saved, `L = ${written(lipschitz)}, β = ${written(weight)}`];
  }

  // Where there is nothing to be found.
  function singular({ rows }, { best }) {
    if (best.every((row) => row.every(Boolean))) return "In each context all arms are equally good: there is no regret.";
    if (rows.every((row, j) => best[j].every(Boolean) || Math.max(...row) >= 1)) return "The best means are 1, so no arm could be better: both bounds are 0.";
    return "";
  }

  // What the lie about one pair does.
  function ofLie(state, { confusing, evidence, best }) {
    const { rows, j, k, sharing } = state;
    if (best[j][k]) return `Arm ${k} is a best one in context ${j}: there is no lie about it.`;
    if (Math.max(...rows[j]) === 1) return `The best arm of context ${j} always wins: no arm can be better, and there is no lie to rule out.`;
    const lifted = confusing.map((row, i) => row.filter((mean, l) => mean > rows[i][l] + TIE).length);
    const all = lifted.reduce((one, other) => one + other, 0);
    const elsewhere = all - lifted[j];
    const others = state.rows.length === 1 ? "" : sharing
      ? `, ${elsewhere === 0 ? "none" : whole(elsewhere)} of them in other contexts`
      : "; without sharing, other contexts say nothing";
    const own = evidence[j][k];
    return `The lie makes arm ${k} the best of context ${j}; a play of it says ${short(own)} nats. It lifts ${count(all, "pair")}${others}.`;
  }

  function ofPlan(state, found) {
    const { best, rates, apartRates, value, apart } = found;
    const shown = state.sharing ? rates : apartRates;
    const all = best.flat().filter((is) => !is).length;
    const some = shown.flat().filter((rate) => rate > 1e-9).length;
    const saved = saves(found) ? `Sharing saves ${percent(1 - value / apart)} of what separate copies must pay in the long run.` : "Sharing saves nothing here, or next to nothing.";
    return `${saved} The cheapest plan ${state.sharing ? "" : "of copies "}plays ${whole(some)} of ${count(all, "pair that is not best", "pairs that are not best")}.`;
  }

  // Rows of the table, as `raceWords.rows` has them.
  function rows(state, runs) {
    return state.policies.map((name) => {
      const found = runs.summary(name);
      if (!found) return { name, cells: ["", "", "", "", ""] };
      const last = (row) => short(row[row.length - 1]);
      const known = interval(runs.intervalOf(name), true);
      const mean = known ? `${last(found.mean)}\n${known}` : last(found.mean);
      const spread = found.count >= FEW ? [last(found.median), `${last(found.low)} to ${last(found.high)}`] : ["", ""];
      return { name, cells: [mean, ...spread, percent(found.wrong / found.count), found.micros > 0 ? short(found.micros) : ""] };
    });
  }

  function ofWrong(runs) {
    const found = runs.ranking().map((name) => [name, runs.summary(name)]).filter(([, { wrong }]) => wrong > 0);
    if (found.length === 0) return "In no context of any run is a wrong arm played most.";
    return `A wrong arm is played most in ${found.map(([name, { wrong, count: all }]) => `${percent(wrong / all)} of the contexts of ${name}`).join(", ")}.`;
  }

  function ofFloor({ horizon, sharing }, runs, { value, apart }) {
    const [first] = runs.ranking();
    // Copies are measured by their own bound, whatever the picture shows.
    const shares = sharing && first === POLICIES[0];
    const floor = (shares ? value : apart) * Math.log(horizon);
    if (!(floor > 0)) return "";
    const ratio = runs.summary(first).mean.slice(-1)[0] / floor;
    const named = shares ? "C′(θ) log T" : "the copies' bound times log T";
    return ratio < 1 ? `${first} is below ${named} so far; the bound is about the long run.` : `${first} loses ${short(ratio)} times ${named}.`;
  }

  // The state, and what came out once there are runs.
  function words(state, runs, found) {
    const none = singular(state, found);
    if (none) return none;
    const ranking = runs.ranking();
    if (ranking.length === 0) return `${ofPlan(state, found)} ${ofLie(state, found)} ${offer(state, runs.seconds(state))}`;
    const [first] = ranking;
    const alone = `${first} loses ${ofLast(runs, first)} ${runs.count(first) === 1 ? "in this run" : `on average in ${count(runs.count(first), "run")}`}.`;
    return [ofMissing(state, runs), ranking.length === 1 ? alone : ofLeaders(runs), ofWrong(runs), ofFloor(state, runs, found)].filter(Boolean).join(" ");
  }

  // One pair.
  function pair(state, runs, found, j, k) {
    const { rates, apartRates, prices, binding, free, best, evidence } = found;
    const place = j * state.arms.length + k;
    const played = runs.ranking().map((name) => `${name} ${ofPlays(runs.summary(name).plays[place])}`);
    const plays = played.length > 0 ? `; played: ${played.join(", ")}` : "";
    const mean = `context ${j}, arm ${k}: mean ${written(state.rows[j][k])}`;
    if (best[j][k]) return `${mean}, a best one${plays}`;
    const said = evidence[j][k] > 0 ? `, says ${short(evidence[j][k])} nats against the lie` : "";
    const is = free[j][k] ? ", ruled out for nothing" : binding[j][k] ? ", binding" : "";
    const asked = `; plays per log T: shared ${rates[j][k] > 1e-9 ? short(rates[j][k]) : "0"}, alone ${short(apartRates[j][k])}; price of its lie ${short(prices[j][k])}${is}`;
    return `${mean}, gap ${written(gapOf(state, j, k))}${said}${asked}${plays}`;
  }

  lipbandits.contextsWords = { numbers, words, pair, rows, COLUMNS };
})();
