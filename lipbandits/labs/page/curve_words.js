// What the lab Curve says in words: the numbers above the picture, its sentence, the line of one knot, and the table of policies, whose
// regret is split into the floor of the grid and what is lost on it.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.curveWords) return;
  const { ON_GRIDS, TOLD, labelOf, toldOf } = lipbandits.curveStates;
  const { count, whole, offer, interval } = lipbandits.raceWords;
  const COLUMNS = ["policy", "mean regret", "floor of the grid", "lost on the grid", "eight runs of ten", "µs a round"];
  const written = (value) => String(Number(value.toFixed(4)));
  const short = (value) => lipbandits.draw.short(value);

  const floorOf = ({ horizon }, { bestMean, gridBest }) => horizon * Math.max(0, bestMean - gridBest);
  const playsGrid = ({ policies, watch }) => [...policies, watch].some((name) => ON_GRIDS.includes(name));

  function numbers(state, found, inside) {
    const told = toldOf(state) === state.lipschitz ? [] : [`told ${written(toldOf(state))}`];
    const best = `μ* = ${written(found.bestMean)} at ${written(found.best)}`;
    if (inside) return [`round ${whole(Math.max(0, inside.round - 1))}`, `regret ${short(inside.regret)} so far`, best, `L = ${written(state.lipschitz)}`, ...told];
    const grid = playsGrid(state) ? [`best of ${count(state.grid, "arm")} ${written(found.gridBest)}`] : [];
    return [playsGrid(state) ? `floor ${short(floorOf(state, found))}` : `${whole(state.horizon)} rounds`, best, ...grid, `L = ${written(state.lipschitz)}`, ...told];
  }

  const last = (runs, name) => runs.summary(name).mean.slice(-1)[0];

  // In parts, of a policy on the grid.
  function parts(state, found, runs, name) {
    const floor = floorOf(state, found);
    const all = last(runs, name);
    const label = labelOf(state, name);
    if (!ON_GRIDS.includes(name)) return `${label} loses ${short(all)}`;
    return `${label} loses ${short(all)}, of which ${short(floor)} is the floor of the grid and ${short(Math.max(0, all - floor))} is lost on it`;
  }

  function ofLead(state, runs) {
    const [first, second] = runs.ranking();
    if (!second) return "";
    const lead = runs.intervalOf(second, "lead");
    const [one, other] = [labelOf(state, first), labelOf(state, second)];
    if (!lead) return "";
    // What is left after so many additions is rounding.
    if (lead.value <= 1e-9 * last(runs, second)) return `${one} and ${other} lose the same in these runs.`;
    if (lead.low === null) return `${one} loses ${short(lead.value)} less than ${other}, with no honest interval from these ${whole(lead.count)} runs.`;
    const said = `${one} loses ${short(lead.value)} less than ${other} (paired, 95 %: ${short(lead.low)} to ${short(lead.high)})`;
    return lead.low <= 0 && lead.high >= 0 ? `${said}: these runs do not tell which is better.` : `${said}.`;
  }

  function ofRuns(state, found, runs) {
    const ranking = runs.ranking();
    const missing = state.policies.filter((name) => runs.count(name) === 0).map((name) => labelOf(state, name));
    const unplayed = missing.length > 0 ? `${missing.join(" and ")} ${missing.length === 1 ? "has" : "have"} not played this yet; press Run.` : "";
    const least = `In ${count(runs.count(ranking[0]), "run")} of ${whole(state.horizon)} rounds`;
    const said = ranking.length < 3 ? ranking : [ranking[0], ranking[1], ranking[ranking.length - 1]];
    return [unplayed, `${least} ${said.map((name) => parts(state, found, runs, name)).join("; ")}.`, ofLead(state, runs)].filter(Boolean).join(" ");
  }

  // What the watched policy has done and knows.
  function ofWatched(state, inside) {
    const { watch } = state;
    const label = labelOf(state, watch);
    const { round, size, last: point } = inside;
    if (point === null) return `Before its first round ${label} knows nothing. Move the round, or press Play rounds.`;
    const played = `After round ${whole(round - 1)}`;
    if (watch === "HOO") return `${played} ${label} has ${count(size, "cell")}, the deepest at depth ${inside.depth}; it added the cell about ${written(point)} last. Its regret is ${short(inside.regret)}.`;
    if (size === 0) return `${played} ${label} begins a phase and has forgotten what was before. It played ${written(point)} last. Its regret is ${short(inside.regret)}.`;
    const most = inside.plays.indexOf(Math.max(...inside.plays));
    const share = inside.plays[most] / Math.max(1, inside.plays.reduce((sum, each) => sum + each, 0));
    const favourite = `${written(inside.points[most])} has ${Math.round(100 * share)} % of the plays that it remembers`;
    if (watch === "Zooming") {
      const widest = Math.max(...inside.points.map((at, i) => Math.min(1, at + inside.widths[i] / 2) - Math.max(0, at - inside.widths[i] / 2)));
      return `${played} ${label} has ${count(size, "active point")}; the widest ball covers ${Math.round(100 * widest)} % of the line. It played ${written(point)} last; ${favourite}. Its regret is ${short(inside.regret)}.`;
    }
    if (watch === "Adaptive") return `${played} there are ${count(size, "cell")}, the narrowest ${short(Math.min(...inside.widths))} wide. It played ${written(point)} last; ${favourite}. Its regret is ${short(inside.regret)}.`;
    return `${played} ${label} played ${written(point)} last; ${favourite}. Its regret is ${short(inside.regret)}.`;
  }

  function ofGrid(state, found) {
    if (!playsGrid(state)) return "";
    const gap = found.bestMean - found.gridBest;
    if (!(gap > 0)) return `One of the ${count(state.grid, "arm")} has the best mean, so this grid has no floor.`;
    const place = state.quarter ? ", the nearest a quarter of a step from the peak" : ", the midpoints of equal cells";
    return `On ${count(state.grid, "arm")}${place}, every policy on this grid loses at least ${written(gap)} a round: ${short(floorOf(state, found))} in ${whole(state.horizon)} rounds.`;
  }

  // The sentence below the picture.
  function words(state, found, runs, inside) {
    const flat = Math.max(...state.theta) === Math.min(...state.theta);
    if (flat) return "All points are equally good: there is nothing to find, and no regret.";
    const told = TOLD.some((name) => state.policies.includes(name)) && toldOf(state) < found.leastLipschitz - 1e-9 ? "The policies are told less than this μ needs: what they believe is false." : "";
    const played = runs.ranking().length > 0;
    const watched = inside ? ofWatched(state, inside) : "";
    return [told, watched, played ? ofRuns(state, found, runs) : `${ofGrid(state, found)} ${offer(state, runs.seconds(state), false)}`.trim()].filter(Boolean).join(" ");
  }

  // A row a policy: its name, and cells.
  function rows(state, found, runs) {
    return state.policies.map((name) => {
      const known = runs.summary(name);
      if (!known) return { name, cells: ["", "", "", "", ""] };
      const all = last(runs, name);
      const floor = floorOf(state, found);
      const of = interval(runs.intervalOf(name), true);
      const split = ON_GRIDS.includes(name) ? [short(floor), short(Math.max(0, all - floor))] : ["–", "–"];
      const spread = known.count >= 10 ? `${short(known.low.slice(-1)[0])} to ${short(known.high.slice(-1)[0])}` : "";
      return { name, cells: [of ? `${short(all)}\n${of}` : short(all), ...split, spread, known.micros > 0 ? short(known.micros) : ""] };
    });
  }

  function knot(state, i) {
    const { theta, arms } = state;
    const gap = Math.max(...theta) - theta[i];
    return `knot at ${written(arms[i])}: μ = ${written(theta[i])}, ${gap === 0 ? "the best" : `${written(gap)} below the best`}`;
  }

  lipbandits.curveWords = { numbers, words, rows, knot, floorOf, COLUMNS };
})();
