// What the tail lab says in words: the numbers above the picture, its sentence, the line of one arm.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tailWords) return;
  const { RULES, turns } = lipbandits.tailStates;
  const { CURVES } = lipbandits.tailPicture;
  const whole = (count) => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const count = (n, one) => `${whole(n)} ${n === 1 ? one : `${one}s`}`;
  const written = (value) => String(Number(value.toFixed(4)));
  // Two digits of what is well known, as one says a chance.
  function chance(value) {
    if (value === 0) return "0";
    if (value >= 0.001) return String(Number(value.toPrecision(3)));
    const [digits, power] = value.toExponential(1).split("e");
    return `${digits}e${lipbandits.draw.minus(String(Number(power)))}`;
  }

  const proved = (value) => (Number.isNaN(value) ? "does not apply" : value >= 1 ? "says nothing" : chance(value));

  // A tail that is known in a bracket: its middle, and how far it may be off where that is to be seen.
  function known({ low, high, exact }) {
    const middle = Math.sqrt(low * high);
    return exact || high < 1.005 * low ? chance(middle) : `${chance(low)} to ${chance(high)}`;
  }

  const nameOf = ({ rule, stops, theta }) => (theta.length === 1 ? (stops ? "One arm, stopping at the right moment" : "One arm, always sampled") : `${{ "round robin": "Arms in turn", "uniform": "Arms at random", "least evidence": "The arm with the least evidence", "CKL-UCB": "CKL-UCB" }[rule]}${stops ? ", stopping at the right moment" : ""}`);

  function numbers(state, found, share) {
    const { chance: tail, here } = found;
    const best = tail ? `tail ${known(tail)}` : share ? `simulated ${chance(share.value[0])}` : "tail: run it";
    const own = tail && share ? [`simulated ${chance(share.value[0])}`] : [];
    return [best, `at δ = ${written(state.delta)}`, ...own, `the paper's Theorem 2: ${proved(here.bound)}`, `naive: ${proved(here.union_bound)}`];
  }

  // Who needs which δ for one chance in a hundred.
  function ofLevels({ level, levels }) {
    const all = Object.entries(CURVES).map(([key, { name }]) => `${levels[key].toFixed(1)} by ${name}`).join(", ");
    return level === undefined ? `A chance of 1 % is proved from δ = ${all} on.` : `A chance below 1 % takes δ = ${(Math.ceil(level * 10 - 1e-6) / 10).toFixed(1)} for the tail itself, ${all}.`;
  }

  function ofRuns(state, { chance: tail }, share) {
    const { runs, n, delta } = state;
    if (!share) return tail ? `Run draws ${count(runs, "run")} to round ${whole(n)} beside the exact tail.` : `No exact tail is known here: Run draws ${count(runs, "run")} to round ${whole(n)}.`;
    const [hits] = share.hits;
    const reach = `${whole(hits)} of ${count(share.count, "run")} ${hits === 1 ? "reaches" : "reach"} δ = ${written(delta)}`;
    const ends = `95 %: ${chance(share.low[0])} to ${chance(share.high[0])}`;
    if (!tail) return `${reach}, a share of ${chance(share.value[0])} (${ends}).`;
    const inside = tail.high >= share.low[0] && tail.low <= share.high[0];
    return `${reach}, a share of ${chance(share.value[0])}; the exact tail, ${known(tail)}, lies ${inside ? "in" : "outside"} the interval (${ends})${inside ? "" : ", as it may 5 times in 100"}.`;
  }

  // What no outcome can exceed, where it is on the axis: all rewards lost.
  function ofMost(state, { end }) {
    const { theta, rule } = state;
    if (rule !== "round robin") return "";
    const plays = turns(state);
    const most = theta.reduce((sum, mean, k) => sum - (mean > 0 && plays[k] > 0 ? plays[k] * Math.log1p(-mean) : 0), 0);
    return most < end ? `The evidence cannot exceed ${most.toFixed(1)}.` : "";
  }

  const words = (state, found, share) => [`${nameOf(state)}:`, ofMost(state, found), ofRuns(state, found, share), ofLevels(found)].filter(Boolean).join(" ");

  // One arm: its mean, and where counts are fixed how often it is sampled.
  function arm(state, hot) {
    const { theta, rule, n } = state;
    const mean = `Arm ${hot}: mean ${written(theta[hot])}`;
    if (rule !== "round robin" && theta.length > 1) return `${mean}; how often it is sampled to round ${whole(n)} depends on what it pays.`;
    return `${mean}, sampled ${state.stops ? "at most " : ""}${count(turns(state)[hot], "time")} to round ${whole(n)}.`;
  }

  lipbandits.tailWords = { numbers, words, arm, count, whole, chance, RULES };
})();
