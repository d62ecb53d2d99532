// The picture of contexts: the curve in hand with the others behind it, and the lie about one pair; below it a row for each context, with
// what the plan asks of each pair; beside them regret over rounds, as in a race. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.contextsPicture) return;
  const { stack, frame, cone, roomOf, truth, band, awaited, ends } = lipbandits.meansPicture;
  const { isWide, ofRegret, promised, curvesOf, scaledTo } = lipbandits.racePicture;
  const { POLICIES, LOOKS } = lipbandits.contextsStates;
  const TITLES = {
    wide: ["grey: plays per log T; line: alone; open: price", "regret: mean; dashed: median; band: 8 of 10 runs"],
    narrow: ["grey: plan; line: alone; open: price", "regret: mean; band: 8 of 10 runs; dashed: median"],
  };
  // Of the height of a narrow picture, what the means and the rows have.
  const UPPER = 0.64;
  // A pointer within so many pixels of a curve means it.
  const NEAR = 20;

  // Where the panels lie, as `stack` says it, and the panel of regret; `row(j)` is where the bars of a context stand.
  function layout(size, n) {
    const { width, height, font } = size;
    const wide = isWide(size);
    const on = wide
      ? stack(size, { heights: { means: 0.54, pairs: 0.46 }, right: 0.5 * width })
      : stack(size, { heights: { means: 0.52, pairs: 0.48 }, bottom: UPPER * height });
    const left = wide ? on.right + 4.2 * font : on.left;
    const top = (wide ? 0 : UPPER * height) + 1.9 * font;
    on.regret = { left, right: width - 5.8 * font, top, bottom: height - 1.8 * font };
    const { pairs } = on.panels;
    on.step = pairs.size / n;
    on.row = (j) => pairs.top + (j + 1) * on.step;
    return on;
  }

  // The context whose row holds a place, or nothing.
  function rowAt(on, n, { x, y }) {
    const { top, bottom } = on.panels.pairs;
    if (y < top || y > bottom || x > on.right + on.font || x < on.left - 2 * on.font) return undefined;
    return Math.min(n - 1, Math.floor((y - top) / on.step));
  }

  // The context whose curve is nearest to a place among the means, if another one than that in hand is clearly nearer.
  function curveAt(on, { rows, arms, j }, { x, y, at }) {
    const { meanAt } = lipbandits.meansPicture;
    const { top, bottom } = on.panels.means;
    if (y < top - NEAR || y > bottom + NEAR || x > on.right) return undefined;
    const far = rows.map((theta) => Math.abs(on.y(meanAt({ arms, theta }, at)) - y));
    const nearest = far.indexOf(Math.min(...far));
    return far[nearest] < Math.min(NEAR, far[j] - 4) ? nearest : undefined;
  }

  const part = (row, j, count) => row.slice(j * count, (j + 1) * count);

  // The curves behind the one in hand; that of the row looked at is stronger.
  function others(on, { arms, means, n, j, row }, { mark, line }) {
    return Array.from({ length: n }, (_, i) => {
      const points = i === j ? [] : arms.map((at, k) => [on.x(at), on.y(means[i * arms.length + k])]);
      return mark("polyline", `other ${i}`, { class: i === row ? "lab-other lab-looked" : "lab-other", points: line(points) });
    });
  }

  // The lie: in the context in hand a curve with squares, in the others squares alone.
  function lie(on, { arms, theta, confusing, means, j, n }, { mark, line, px }) {
    const count = arms.length;
    const own = part(confusing, j, count);
    const raised = own.map((mean, i) => mean > theta[i] + 1e-12);
    const near = raised.map((each, i) => each || raised[i - 1] || raised[i + 1]);
    const full = Math.min(0.36 * on.font, 0.3 * on.room);
    const points = arms.flatMap((at, i) => (near[i] ? [[on.x(at), on.y(own[i])]] : []));
    const square = (x, y, r) => `M${px(x - r)} ${px(y - r)}h${px(2 * r)}v${px(2 * r)}h${px(-2 * r)}z`;
    const squares = (i, r) => arms.map((at, k) => {
      const pair = i * count + k;
      return confusing[pair] > means[pair] + 1e-12 ? square(on.x(at), on.y(confusing[pair]), r) : "";
    }).join("");
    const behind = Array.from({ length: n }, (_, i) => (i === j ? "" : squares(i, 0.5 * full))).join("");
    return [
      mark("path", "lie behind", { class: "lab-lie lab-behind", d: behind }),
      mark("polyline", "lie", { class: "lab-lie-line", points: line(points) }),
      mark("path", "lie squares", { class: "lab-lie", d: squares(j, full) }),
    ];
  }

  // The rows: a shade for what a play of a pair says against the lie, a bar for the plan with a line where the pair's own context alone
  // would ask for, and an open bar for the price, since colours are those of policies. On a scale of square roots.
  function pairs(on, state, title, { mark, px }) {
    const { font, row } = on;
    const { top, bottom } = on.panels.pairs;
    const { arms, n, evidence, rates, apart, prices, scales, j } = state;
    const count = arms.length;
    // The first and the last arm have less than a font of room beside them.
    const wide = Math.min(on.room, 2.1 * font);
    const bar = 0.36 * wide;
    const tall = on.step - 4;
    const most = Math.max(1e-300, ...evidence.filter(Number.isFinite));
    const height = (value, scale) => Math.sqrt(Math.min(1, value / scale)) * tall;
    const marks = [mark("text", "pairs title", { class: "lab-title", x: on.left, y: top - 0.4 * font }, title)];
    for (let i = 0; i < n; i++) {
      marks.push(mark("rect", `row ${i}`, { class: i === state.row ? "lab-row lab-looked" : i === j ? "lab-row lab-held" : "lab-row", x: on.left, y: row(i) - on.step, width: on.right - on.left, height: on.step }));
      marks.push(mark("text", `row name ${i}`, { class: i === j ? "lab-truth-text" : "lab-faint", x: on.left - 0.5 * font, y: row(i) - 0.5 * on.step + 0.35 * font, "text-anchor": "end" }, String(i)));
    }
    const ticks = [];
    arms.forEach((at, k) => {
      for (let i = 0; i < n; i++) {
        const pair = i * count + k;
        const [x, base] = [on.x(at), row(i) - 1];
        const share = Math.min(1, evidence[pair] / most);
        const [plan, price] = [height(rates[pair], scales.plays), height(prices[pair], scales.prices)];
        marks.push(mark("rect", `shade ${pair}`, { class: "lab-lie", "fill-opacity": evidence[pair] > 0 ? (0.06 + 0.4 * share).toFixed(2) : "0", x: x - 0.46 * wide, y: base - tall - 1, width: 0.92 * wide, height: tall + 2 }));
        marks.push(mark("rect", `plan ${pair}`, { class: "lab-planned", x: x - bar - 0.5, y: base - plan, width: bar, height: plan }));
        marks.push(mark("rect", `price ${pair}`, { class: "lab-priced", x: x + 0.5, y: base - price, width: bar, height: price }));
        if (apart[pair] > 0) ticks.push(`M${px(x - bar - 2.5)} ${px(base - height(apart[pair], scales.plays))}h${px(bar + 4)}`);
      }
    });
    const [x, y] = [on.x(arms[state.k]), row(j)];
    marks.push(mark("path", "alone", { class: "lab-alone", d: ticks.join("") }));
    marks.push(mark("rect", "pair", { class: "lab-pair", x: x - 0.5 * wide, y: y - on.step + 0.5, width: wide, height: on.step - 1 }));
    marks.push(mark("line", "pairs base", { class: "lab-axis", x1: on.left, x2: on.right, y1: bottom, y2: bottom }));
    return marks;
  }

  // All marks. {arms, theta: (K,)}, {means, confusing, evidence, rates, apart, prices: (J·K,)}, `n` contexts of which j is in hand,
  // and what the panel of regret has in a race.
  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size, state.n);
    on.room = roomOf(on, state.arms);
    const titles = TITLES[isWide(size) ? "wide" : "narrow"];
    const marks = [
      ...cone(on, state, draw), ...frame(on, draw), band(on, state, draw), ...others(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left, y: on.panels.means.top - 0.5 * on.font }, state.n > 1 ? `mean reward; in hand: context ${state.j}` : "mean reward"),
      ...lie(on, state, draw), ...truth(on, state, draw),
      ...pairs(on, state, titles[0], draw), ...ends(on, state.arms, "arm", draw),
      ...ofRegret(on, state, titles[1], draw), ...awaited(on.regret, on.font, "regret", promised(state), draw),
    ];
    return { ...size, marks };
  }

  // Round numbers for full bars. They stay until bars leave them or fall below a fifth, so that bars can be compared in a drag. A few that
  // are far above the others are cut.
  function scalesOf({ rates, apart, prices }, before) {
    const middle = (values) => values.filter((value) => value > 0).sort((one, other) => one - other);
    const most = (...rows) => Math.min(Math.max(...rows.flat()), ...rows.map(middle).filter((row) => row.length > 0).map((row) => 8 * row[Math.floor(row.length / 2)]));
    return Object.fromEntries(Object.entries({ plays: most(rates, apart), prices: most(prices) }).map(([name, value]) => {
      const old = before?.[name];
      const stays = old !== undefined && (value === 0 || (value <= old && value > old / 5));
      return [name, stays ? old : lipbandits.draw.roundUp(value)];
    }));
  }

  // What is drawn of a state, of what the engine found for it, and of its runs; see `racePicture.drawn`.
  function drawn(state, found, runs, /** @type {any} */ { hot, held = false, focus, known, row, scales }) {
    const { rows, theta, arms, lipschitz, j, k, horizon, sharing, runs: asked } = state;
    const same = known && known.focus === focus;
    const curves = same ? known.curves : curvesOf(state, runs, focus);
    const floorValue = sharing ? found.value : found.apart;
    const scale = known ? { step: known.step, end: known.end } : scaledTo(curves, floorValue * Math.log(horizon));
    const flat = {
      means: rows.flat(), confusing: found.confusing.flat(), evidence: found.evidence.flat(), apart: found.apartRates.flat(),
      rates: (sharing ? found.rates : found.apartRates).flat(), prices: (sharing ? found.prices : found.apartPrices).flat(),
    };
    return {
      ...{ theta, arms, lipschitz, j, k, horizon, hot, held, focus, curves, floorValue, row, runs: asked }, ...scale, ...flat,
      ...{ n: rows.length, names: POLICIES, looks: LOOKS, best: found.best[j], scales: scalesOf(flat, scales), labels: { floor: sharing ? "C′ log t" : "Σ C log t" } },
    };
  }

  lipbandits.contextsPicture = { layout, scene, drawn, rowAt, curveAt };
})();
