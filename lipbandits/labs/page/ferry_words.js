// What the ferry says: of each day, of a price, why a rule charges a price, of the season's end and of ten thousand days. Functions
// from what is known to words.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.ferryWords) return;
  const { RIVALS, isOver, isOpen } = lipbandits.ferryStates;
  const COLUMNS = ["player", "good days", "lost", "best price", "lost in 10,000", "a wrong price most"];
  const OWN = "by its own days";
  const byAll = ({ glasses }) => (glasses === "L" ? "by all days and the promise" : `by all days and ${glasses.replace("=", " = ")}`);

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const percent = (share) => `${Math.round(100 * share)} %`;
  const listed = (words) => words.join(", ").replace(/, ([^,]*)$/, " and $1");
  const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const whole = (value) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
  const named = (spec, arms) => listed(arms.map((k) => spec.labels[k]));
  const lostOf = (found) => found.regret.toFixed(1);

  // ---- of the days so far --------------------------------------------------------------------------------------------------

  // Prices that cannot be the best any more: another one's share is higher, whatever is possible.
  function ruledOut({ low, high }) {
    const least = Math.max(...low);
    return high.flatMap((top, k) => (top < least - 1e-9 ? [k] : []));
  }

  // How long the bars are, in points of a hundred.
  const lengthOf = ({ low, high }) => Math.round((100 * sum(high.map((top, k) => top - low[k]))) / high.length);

  // Where the truth is open: of how many prices that were never charged the days say something, and how many bars miss it.
  function ofTruth(state, spec, { plays, own, all }) {
    if (!isOpen(spec)) return "";
    const { low, high } = state.glasses === "own" ? own : all;
    const { theta } = spec.seasons[state.season - 1];
    const untried = theta.flatMap((_, k) => (plays[k] === 0 ? [k] : []));
    const narrowed = untried.filter((k) => high[k] - low[k] < 1 - 1e-9).length;
    const missed = theta.filter((share, k) => share < low[k] - 1e-9 || share > high[k] + 1e-9).length;
    const other = untried.length > 0 ? ` They narrow ${narrowed} of the ${count(untried.length, "price")} never charged.` : "";
    return `${other}${missed > 0 ? ` But ${missed} of ${theta.length} miss the truth.` : ""}`;
  }

  function ofGlasses(state, spec, found) {
    if (state.glasses === "none" || found.arms.length === 0) return "";
    const [own, all] = [lengthOf(found.own), lengthOf(found.all)];
    const said = state.glasses === "own"
      ? ` By each price's own days the bars are ${own} points long on average.`
      : ` ${byAll(state).replace("b", "B")} the bars are ${all} points long on average, by own days alone ${own}.`;
    if (isOpen(spec)) return `${said}${ofTruth(state, spec, found)}`;
    const out = ruledOut(state.glasses === "own" ? found.own : found.all);
    return out.length === 0 ? said : `${said} ${named(spec, out)} cannot be the best any more.`;
  }

  function ofDay(state, spec, found, day) {
    const [k, { labels, days }] = [found.arms[day - 1], spec];
    const at = found.arms.slice(0, day).map((arm, n) => [arm, found.paid[n]]);
    const here = at.filter(([arm]) => arm === k);
    const good = (pairs) => sum(pairs.map(([, paid]) => paid));
    return `Day ${day} of ${days}: ${labels[k]}, a ${found.paid[day - 1] ? "good" : "bad"} day. ` +
      `Good days at ${labels[k]}: ${good(here)} of ${here.length}. In all: ${good(at)} of ${day}.`;
  }

  // The promise, in good days.
  function promise({ season }, { seasons, prices }) {
    const { lipschitz } = seasons[season - 1];
    return `Neighbouring prices differ by at most ${Math.round((100 * lipschitz) / (prices.length - 1))} good days in a hundred.`;
  }

  function ofSeason(state, spec, found) {
    const day = found.arms.length;
    if (day === 0) return `Season ${state.season} is new: ${spec.days} days to go. Which price today? ${promise(state, spec)}`;
    return `${ofDay(state, spec, found, day)}${ofGlasses(state, spec, found)}`;
  }

  // What is known of a price.
  function price(state, spec, found, k, truth) {
    const [plays, good, { labels }] = [found.plays[k], found.sums[k], spec];
    const seen = plays > 0 ? `${count(good, "good day")} of ${plays}` : "never charged";
    const ends = ({ low, high }) => `${percent(low[k])} to ${percent(high[k])}`;
    const all = byAll(state).replace(" and the promise", "");
    const glasses = { none: "", own: `; possible ${OWN}: ${ends(found.own)}` }[state.glasses] ?? `; possible ${all}: ${ends(found.all)}`;
    const known = truth ? `; true ${percent(truth.theta[k])}${truth.best.includes(k) ? ", the best" : ""}` : "";
    return `${labels[k]}: ${seen}${glasses}${known}`;
  }

  // ---- why a rule charges a price --------------------------------------------------------------------------------------------

  const ofAverage = ({ plays, averages }, k) => `${Math.round(averages[k] * plays[k])} of ${plays[k]} days`;
  const days = (plays) => (plays === 0 ? "no day" : count(plays, "day"));
  const ceiling = ({ indexes }, k) => (Number.isFinite(indexes[k]) ? percent(indexes[k]) : "without end");
  // UCB's bonus knows no end.
  const above = ({ indexes }, k) => (indexes[k] > 1 && Number.isFinite(indexes[k]) ? " (a ceiling may be above 100 %)" : "");
  const ties = (step) => (step.candidates.length > 1 ? " Others are as high; it takes the lowest price of these." : "");

  // {rule: the reason} for the price p. A ceiling is how good a price may be, as the rule has it; `others` are the prices whose ceilings
  // are above what they are compared with.
  const REASONS = {
    initial: ({ p }) => `${p} was never charged, and it begins with a day at each price.`,
    index: ({ p, step, k }) => `${p} may be the best one: it was good on ${ofAverage(step, k)}, and its ceiling, ${ceiling(step, k)}${above(step, k)}, is the highest.${ties(step)}`,
    average: ({ p, step, k }) => `${p} has the best average so far, ${ofAverage(step, k)}.${ties(step)}`,
    forced: ({ p, step, k }) => `${p} has had ${days(step.plays[k])}, too few: it makes itself try every price now and then.`,
    leader: ({ p, step, k, plan }) => `${p} has the best average, ${ofAverage(step, k)}, and no other price's ceiling is above ${plan ? "that" : "its own"}.`,
    explore: ({ p, step, k, leader, others, plan }) => (plan
      ? `the ceilings of ${others} are above the average of ${leader}, the best so far, and its plan to find out asks for more days at ${p}, which has had ${days(step.plays[k])}.`
      : `the ceilings of ${others} are above that of ${leader}, the best so far; of these ${p} has had the fewest days, ${step.plays[k]}.`),
    above: ({ p, leader, others }) => `the ceilings of ${others} are above the average of ${leader}, the best so far, and of these ${p} has had the fewest days.`,
  };

  function why(spec, who, { steps, paid }, day) {
    const step = steps[day - 1];
    const p = spec.labels[step.arm];
    const told = { p, step, k: step.arm, leader: spec.labels[step.leader], others: named(spec, step.candidates), plan: who === "OSLB" };
    const end = day === spec.days ? " ▶ Play shows its days from the first." : "";
    const nothing = day === 1 && step.rule !== "initial";
    const reason = nothing ? "nothing is known yet, and any price will do." : REASONS[step.rule](told);
    return `Day ${day} of ${spec.days}. Why ${p} today, ${who}? Because ${reason} It was a ${paid[day - 1] ? "good" : "bad"} day.${end}`;
  }

  // ---- at the end ------------------------------------------------------------------------------------------------------------

  // Compared as they are written: a difference that is not shown is none. Where a question lies on what follows, how the rules did would
  // be half of its answer.
  function ofEnd(spec, found, truth, rivals, covered = false) {
    const mine = Number(lostOf(found));
    const those = (holds, words) => {
      const names = Object.entries(rivals).filter(([, each]) => holds(Number(lostOf(each)))).map(([name]) => name);
      return names.length ? [`${words} ${listed(names)}`] : [];
    };
    const parts = [
      ...those((theirs) => theirs > mine, "less than"),
      ...those((theirs) => theirs === mine, "as much as"),
      ...those((theirs) => theirs < mine, "more than"),
    ];
    return `The ${spec.days} days are over. The best price was ${named(spec, truth.best)}, with ${percent(truth.highest)} good days. ` +
      `You lost ${lostOf(found)} good days${covered ? "" : `: ${parts.join(", ")}`}. One season is mostly luck: ${covered ? "answer the question below, then " : ""}ask a rule why, or let ten thousand days go by.`;
  }

  // As long as a sentence becomes; its room is kept from the start, so that nothing below it moves.
  function longest(spec) {
    const { labels, days: last } = spec;
    const all = labels.map((_, k) => k);
    const step = { arm: 0, rule: "explore", leader: labels.length - 1, candidates: all.slice(1), plays: all.map(() => last), averages: all.map(() => 1) };
    const asked = why(spec, "OSLB", { steps: Array(last).fill(step), paid: Array(last).fill(1) }, last);
    const rivals = Object.fromEntries(RIVALS.map((name, i) => [name, { regret: last + (i % 3) - 1 }]));
    const ended = ofEnd(spec, { regret: last }, { best: [labels.length - 1], highest: 0.99 }, rivals);
    return [asked, ended].sort((one, other) => other.length - one.length)[0];
  }

  function ofLong(spec, players) {
    const rules = players.filter(({ who, summary }) => who !== "You" && summary);
    if (rules.length === 0) return "Ten thousand days, a hundred times over, are being played in this page.";
    const by = (value) => [...rules].sort((one, other) => value(one.summary) - value(other.summary));
    const [soon, late] = [by(({ first }) => first), by(({ lost }) => lost)];
    const [mine, theirs] = [(who) => who === "You", (who) => who !== "You"].map((isWho) => players.filter(({ who, summary }) => isWho(who) && summary?.wrong > 0));
    const stuck = [...theirs, ...mine].map(({ who, summary }) => `${who === "You" ? "your days, continued," : who} ${summary.wrong} of ${summary.count}`);
    const ends = stuck.length > 0 ? `After ten thousand days some runs have charged a wrong price most: ${stuck.join(", ")}.` : "After ten thousand days all runs have charged the best price most.";
    const last = late[late.length - 1];
    return `${ends} In the first ${spec.days} days ${soon[0].who} lost least on average, ${soon[0].summary.first.toFixed(1)}; in ten thousand ` +
      `${late[0].who} did, ${whole(late[0].summary.lost)}, and ${last.who} most, ${whole(last.summary.lost)}.`;
  }

  // Below the picture. `knows` is what ferryDays.known says; `players` are the summaries of ten thousand days; `covered`, whether a question
  // lies on all that comes after the end.
  function sentence(state, spec, knows, players, covered = false) {
    if (state.long) return ofLong(spec, players);
    if (state.who !== "You") return why(spec, state.who, knows.rivals[state.who], state.day);
    if (!isOver(state, spec) || isOpen(spec)) return ofSeason(state, spec, knows.mine);
    return state.day === spec.days ? ofEnd(spec, knows.mine, knows.truth, knows.rivals, covered) : ofDay(state, spec, knows.mine, state.day);
  }

  const ofNote = (summary) => (summary ? `${summary.wrong} of ${summary.count}: a wrong price most` : "");

  // Cells of the table, a row a player: of those that may not be seen yet, dashes.
  function row(truth, found, summary) {
    const atBest = found ? sum(truth.best.map((k) => found.plays[k])) : 0;
    const short = found ? [String(found.reward), lostOf(found), count(atBest, "day")] : ["–", "–", "–"];
    return [...short, ...(summary ? [whole(summary.lost), `${summary.wrong} of ${summary.count}`] : ["–", "–"])];
  }

  const titles = (state, spec) => {
    if (state.long) return ["where 100 runs of 10,000 days end"];
    const days_ = "days at each price: ● good, ○ bad";
    if (state.who !== "You") return [`good days in 100: the truth, averages seen${state.who === "Greedy" ? "" : ", ceilings"}`, days_];
    const bars = { none: "", own: ", possible by its own days" }[state.glasses] ?? ", possible by all days";
    return [`good days in 100${isOver(state, spec) || isOpen(spec) ? ": the truth" : ""}${bars}`, days_];
  };

  lipbandits.ferryWords = { COLUMNS, percent, count, whole, ofSeason, price, why, longest, sentence, ofNote, row, titles, lostOf };
})();
