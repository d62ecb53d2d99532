// The picture of the lab Curve: the mean with its knots, the best there is and the best of the grid; on the same axis what a policy knows
// of it, and how often it played where; beside it regret over rounds, with the floor of the grid. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.curvePicture) return;
  const { frame, cone, roomOf, truth, band, awaited } = lipbandits.meansPicture;
  const { layout: layoutOfRace, isWide, axes, ofRegret, promised, plays, curvesOf, scaledTo } = lipbandits.racePicture;
  const { POLICIES, ON_GRIDS, labelOf } = lipbandits.curveStates;
  const HUE = 1;
  const REGRET = { wide: "regret: mean; dashed: median; band: 8 of 10 runs", narrow: "regret: mean; band: 8 of 10 runs; dashed: median" };
  const PLAYS = { wide: "plays in each fortieth of [0, 1] (log)", narrow: "plays by place (log scale)" };
  const LEVELS = [1, 10, 100];

  // How far up the panel of the mean goes: bounds of HOO and indexes of Zooming are above 1 for long.
  const HIGHEST = { HOO: 2, Zooming: 2 };

  // A number of rounds in little room.
  const thousands = (rounds) => (rounds < 1e4 ? lipbandits.draw.whole(rounds) : `${Number((rounds / 1000).toPrecision(3))}k`);
  const hueOf = (name) => HUE + POLICIES.indexOf(name);
  const lookOf = (name) => `lab-p${hueOf(name)}`;
  const LOOKS = Object.fromEntries(POLICIES.map((name) => [name, lookOf(name)]));
  const highestOf = ({ watch }) => HIGHEST[watch] ?? 1;

  // Where the panels lie; see racePicture.layout.
  function layout(size, state) {
    const on = layoutOfRace(size);
    const highest = highestOf(state);
    const { bottom, size: tall } = on.panels.means;
    return { ...on, highest, y: (mean) => bottom - (tall * mean) / highest, mean: (y) => ((bottom - y) / tall) * highest };
  }

  // Lines of the axis of means above 1, where it goes on.
  function above(on, { mark }) {
    return [1.5, 2].flatMap((mean) => {
      const y = on.y(Math.min(mean, on.highest));
      const shown = on.highest >= mean;
      return [
        mark("line", `grid ${mean}`, { class: "lab-grid", x1: on.left, x2: on.right, y1: y, y2: y }),
        mark("text", `mean ${mean}`, { class: "lab-faint", x: on.left - 0.5 * on.font, y: y + 0.35 * on.font, "text-anchor": "end" }, shown ? String(mean) : ""),
      ];
    });
  }

  // The best mean, the best of the grid, and what lies between: the floor, per round.
  function floorStrip(on, { bestMean, gridBest, onGrid }, { mark }) {
    const { left, right } = on;
    const [top, low] = [on.y(bestMean), on.y(gridBest)];
    return [
      mark("rect", "floor a round", { class: "lab-lost", x: left, y: top, width: right - left, height: onGrid ? Math.max(0, low - top) : 0 }),
      mark("line", "best mean", { class: "lab-best-mean", x1: left, x2: right, y1: top, y2: top }),
      mark("line", "best of grid", { class: "lab-best-of-grid", x1: left, x2: right, y1: onGrid ? low : top, y2: onGrid ? low : top }),
    ];
  }

  function gridArms(on, { points, means, onGrid }, { mark, px }) {
    const size = 0.34 * on.font;
    const arms = points.map((at, i) => `M${px(on.x(at))} ${px(on.y(means[i]) - size)}l${px(size)} ${px(size)}l${px(-size)} ${px(size)}l${px(-size)} ${px(-size)}z`);
    return [mark("path", "grid arms", { class: "lab-grid-arms", d: onGrid ? arms.join("") : "" })];
  }

  // A bar for each arm, ball or cell: as wide as it, at a height; all of them one mark.
  function bars(on, { points, widths }, heights, { px }) {
    return points.map((at, i) => {
      const half = 0.47 * Math.min(widths[i], 2.2);
      const [from, to] = [Math.max(0, at - half), Math.min(1, at + half)];
      return heights[i] > on.highest + 0.03 ? "" : `M${px(on.x(from))} ${px(on.y(heights[i]))}H${px(Math.max(on.x(to), on.x(from) + 2))}`;
    }).join("");
  }

  function triangles(on, { points }, heights, { px }) {
    const size = 0.22 * on.font;
    return points.map((at, i) => (heights[i] > on.highest ? "" : `M${px(on.x(at) - size)} ${px(on.y(heights[i]) + size)}h${px(2 * size)}l${px(-size)} ${px(-1.8 * size)}z`)).join("");
  }

  // What the watched policy knows, above: HOO's least bounds as a staircase, else bars and triangles.
  function known(on, { inside, watch, theta, arms }, { draw }) {
    const { mark, px } = draw;
    const p = watch ? `lab-p${hueOf(watch)}` : "";
    const seen = watch ? inside : undefined;
    let [stairs, wide, small] = ["", "", ""];
    if (seen?.bounds) stairs = seen.points.map((x, i) => `${i === 0 ? "M" : "L"}${px(on.x(x))} ${px(on.y(Math.min(on.highest + 0.03, seen.bounds[i])))}`).join("");
    else if (seen && watch === "Zooming") [wide, small] = [bars(on, seen, seen.averages, draw), triangles(on, seen, seen.indexes, draw)];
    else if (seen) [wide, small] = [bars(on, seen, seen.indexes, draw), triangles(on, seen, seen.averages.map((mean, i) => (seen.plays[i] > 0 ? mean : Infinity)), draw)];
    const at = seen?.last ?? undefined;
    const ring = at === undefined ? [on.left, on.bottom, 0] : [on.x(at), on.y(lipbandits.meansPicture.meanAt({ arms, theta }, at)), 0.5 * on.font];
    return [
      mark("path", "bounds", { class: `lab-bounds ${p}`, d: stairs }), mark("path", "bars", { class: `lab-bars ${p}`, d: wide }),
      mark("path", "triangles", { class: `lab-dots ${p}`, d: small }),
      mark("circle", "last", { class: "lab-ring", cx: ring[0], cy: ring[1], r: ring[2] }),
    ];
  }

  // The room of the panel below the mean, with its title and the ends of its scale.
  function below(on, title, [high, low], { mark }) {
    const { top, bottom } = on.panels.plays;
    const { font } = on;
    return [
      mark("line", "plays base", { class: "lab-axis", x1: on.left, x2: on.right, y1: bottom, y2: bottom }),
      mark("line", "plays top", { class: "lab-grid", x1: on.left, x2: on.right, y1: top, y2: top }),
      mark("text", "plays title", { class: "lab-title", x: on.left, y: top - 0.4 * font }, title),
      mark("text", "plays scale", { class: "lab-faint", x: on.left - 0.5 * font, y: top + 0.6 * font, "text-anchor": "end" }, high),
      mark("text", "plays zero", { class: "lab-faint", x: on.left - 0.5 * font, y: bottom + 0.1 * font, "text-anchor": "end" }, low),
    ];
  }

  // Of a row of cells, the bars of those that are played at least 1, 10 or 100 times: those beside each other are one bar where they are
  // narrower than a pixel.
  function rowOfCells(on, cells, y, { px }) {
    const levels = cells.map((plays) => LEVELS.filter((least) => plays >= least).length);
    const width = 1 / cells.length;
    const found = LEVELS.map(() => "");
    for (let i = 0, end = 1; i < cells.length; i = end) {
      end = i + 1;
      while (end < cells.length && levels[end] === levels[i] && (width < 0.004 || levels[i] === 0)) end += 1;
      if (levels[i] > 0) found[levels[i] - 1] += `M${px(on.x(i * width) + 0.4)} ${px(y)}H${px(Math.max(on.x(end * width) - 0.4, on.x(i * width) + 0.9))}`;
    }
    return found;
  }

  // The middles of the cells on the way to a point that is the middle of one: its depth shows in its binary digits.
  function wayTo(point, depths) {
    let deep = 0;
    while (deep < 40 && !Number.isInteger(point * 2 ** (deep + 1))) deep += 1;
    return Array.from({ length: Math.min(deep + 1, depths) }, (_, depth) => (Math.floor(point * 2 ** depth) + 0.5) / 2 ** depth);
  }

  // HOO's tree: a row for each depth, darker the more its cells were played, and the way to the last one.
  function tree(on, { inside }, draw) {
    const { mark, line } = draw;
    const { top, size } = on.panels.plays;
    const depths = Math.max(6, Math.min(12, inside?.depth ?? 0)) + 1;
    const row = size / depths;
    const y = (depth) => top + (depth + 0.5) * row;
    const found = LEVELS.map(() => "");
    for (let depth = 0; inside && depth < depths && 2 ** depth <= inside.cells.length; depth++) {
      const cells = inside.cells.slice(2 ** depth - 1, 2 ** (depth + 1) - 1);
      rowOfCells(on, cells, y(depth), draw).forEach((d, level) => (found[level] += d));
    }
    const way = inside?.last ? wayTo(inside.last, depths).map((x, depth) => [on.x(x), y(depth)]) : [];
    return [
      ...below(on, "cells of the tree; one row a depth", ["0", String(depths - 1)], draw),
      ...found.map((d, level) => mark("path", `tree ${level}`, { class: `lab-tree lab-tree${level} lab-p${hueOf("HOO")}`, "stroke-width": 0.62 * row, d })),
      mark("polyline", "path", { class: "lab-way", points: line(way) }),
    ];
  }

  // Plays of each point of the watched policy, on a scale of logarithms.
  function stems(on, { inside, watch, horizon, label }, draw) {
    const { mark, px } = draw;
    const { bottom, size } = on.panels.plays;
    const most = Math.max(Math.log10(horizon), 1);
    const d = (inside?.points ?? []).map((at, i) => (inside.plays[i] > 0 ? `M${px(on.x(at))} ${px(bottom)}V${px(bottom - 2 - (size - 2) * (Math.log10(inside.plays[i]) / most))}` : ""));
    return [...below(on, `plays of each point by ${label} (log)`, [thousands(horizon), "1"], draw), mark("path", "stems", { class: `lab-stems lab-p${hueOf(watch)}`, d: d.join("") })];
  }

  // What a policy on the grid loses at least: so much a round.
  function floor(on, { floorAt, horizon, end }, { mark, line }) {
    const { x, y, first } = axes(on.regret, { horizon, end });
    const points = [];
    for (let i = 0; floorAt > 0 && i <= 60; i++) {
      const round = first * (horizon / first) ** (i / 60);
      if ((floorAt * round) / horizon <= end) points.push([x(round), y((floorAt * round) / horizon)]);
    }
    return [mark("polyline", "floor of grid", { class: "lab-floor", points: line(points) })];
  }

  // Where the watched run is among the rounds.
  function now(on, { watch, round, horizon, end, curves }, { mark }) {
    const { x } = axes(on.regret, { horizon, end });
    const at = Math.max(x(round), on.regret.left);
    return [mark("line", "now", { class: "lab-now", x1: at, x2: at, y1: on.regret.bottom, y2: watch && Object.keys(curves).length > 0 ? on.regret.top : on.regret.bottom })];
  }

  function feet(on, { mark }) {
    const foot = { class: "lab-faint", y: on.foot - 0.25 * on.font, "text-anchor": "middle" };
    return [0, 0.5, 1].map((at) => mark("text", `at ${at}`, { ...foot, x: on.x(at) }, at === 0.5 ? "point x" : String(at)));
  }

  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size, state);
    const width = isWide(size) ? "wide" : "narrow";
    // Bars of plays are as wide as there is room between parts; discs, as between knots.
    const parts = { ...on, room: (on.right - on.left) / lipbandits.engine.curveParts };
    on.room = roomOf(on, state.arms);
    const lower = state.watch === "HOO" ? tree(on, state, draw) : state.watch ? stems(on, state, draw) : plays(parts, { ...state, arms: state.parts, plan: state.parts.map(() => 0), scale: thousands(state.horizon) }, PLAYS[width], draw);
    // Beside each other, the titles of both panels stand on one line.
    const titleAt = width === "wide" ? on.regret.top - 0.7 * on.font : on.panels.means.top - 0.5 * on.font;
    const marks = [
      ...cone(on, state, draw), ...frame(on, draw), ...above(on, draw), band(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left, y: titleAt }, state.title),
      ...floorStrip(on, state, draw), ...lower, ...truth(on, state, draw), ...gridArms(on, state, draw), ...known(on, state, { draw }), ...feet(on, draw),
      ...ofRegret(on, state, REGRET[width], draw), ...floor(on, state, draw), ...now(on, state, draw),
      ...awaited(on.regret, on.font, "regret", promised(state), draw),
    ];
    return { ...size, marks };
  }

  const TITLES = {
    none: "mean μ; diamonds: arms of the grid",
    "KL-UCB": "mean μ; bars: indexes", "CKL-UCB": "mean μ; bars: indexes",
    HOO: "mean μ; line: least bound U", Zooming: "mean μ; bars: balls, at averages", Adaptive: "mean μ; bars: cells, at indexes",
  };

  // What is drawn of a state, of what the engine says of its mean, of its runs, and of what the watched policy knows.
  function drawn(state, found, runs, /** @type {any} */ { hot, held = false, focus, inside, known: before }) {
    const { theta, arms, lipschitz, k, horizon, watch, policies, runs: asked } = state;
    const same = before && before.focus === focus;
    const curves = same ? before.curves : curvesOf(state, runs, focus);
    const onGrid = (watch ? [watch] : policies).some((name) => ON_GRIDS.includes(name)) || policies.some((name) => ON_GRIDS.includes(name));
    const floorAt = onGrid ? horizon * Math.max(0, found.bestMean - found.gridBest) : 0;
    const scale = before ? { step: before.step, end: before.end } : scaledTo(curves, floorAt);
    const most = Math.max(...theta);
    const { curveParts } = lipbandits.engine;
    return {
      ...{ theta, arms, lipschitz, k, horizon, hot, held, focus, curves, watch, onGrid, floorAt, inside, runs: asked }, ...scale,
      ...{ names: POLICIES, looks: LOOKS, labels: Object.fromEntries(POLICIES.map((name) => [name, labelOf(state, name)])) },
      ...{ points: found.points, means: found.means, bestMean: found.bestMean, gridBest: found.gridBest, floorValue: 0 },
      best: theta.map((mean) => mean === most), label: watch ? labelOf(state, watch) : "", title: TITLES[watch ?? "none"],
      parts: Array.from({ length: curveParts }, (_, i) => (i + 0.5) / curveParts), round: inside ? Math.max(1, inside.round - 1) : state.round,
    };
  }

  lipbandits.curvePicture = { layout, scene, drawn, lookOf };
})();
