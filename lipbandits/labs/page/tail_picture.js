// The tail lab's picture: the means with their handles, and beside or below them the tail of the evidence on a logarithmic axis, as
// runs have it and exactly, with the bounds, and the line at δ. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tailPicture) return;
  const { stack, frame, band, truth, ends, roomOf } = lipbandits.meansPicture;
  // Powers of ten of the axis.
  const HIGHEST = 1;
  const LOWEST = -8;
  const SUPERSCRIPTS = ["1", "0.1", "0.01", "10⁻³", "10⁻⁴", "10⁻⁵", "10⁻⁶", "10⁻⁷", "10⁻⁸"];
  // Names of the bounds, their looks, and the power of ten beside which their name stands.
  const CURVES = {
    bound: { name: "the paper's Theorem 2", looks: "lab-proved", at: -1.7 },
    union_bound: { name: "naive", looks: "lab-naive", at: -1 },
    mixture_bound: { name: "mixture", looks: "lab-mixture", at: -3.6 },
    kaufmann_koolen_bound: { name: "Kaufmann–Koolen", looks: "lab-newer", at: -4.6 },
  };

  const isWide = ({ width, font }) => width >= 44 * font;

  // Where the panels lie, as `stack` says it, and that of the tail: {left, right, top, bottom}.
  function layout(size) {
    const { width, height, font } = size;
    const wide = isWide(size);
    const heights = { means: 1 };
    const on = wide ? stack(size, { heights, right: 0.32 * width }) : stack(size, { heights, bottom: 0.36 * height });
    const left = (wide ? on.right : 0) + 4.4 * font;
    on.tail = { left, right: width - 0.8 * font, top: (wide ? 0 : 0.37 * height) + 1.7 * font, bottom: height - 2.9 * font };
    return on;
  }

  // From δ and chances to pixels, and back.
  function axes({ left, right, top, bottom }, end) {
    const step = (bottom - top) / (HIGHEST - LOWEST);
    return {
      step,
      x: (delta) => left + ((right - left) * delta) / end,
      y: (chance) => bottom - step * (Math.log10(Math.max(chance, 10 ** (LOWEST - 2))) - LOWEST),
      delta: (x) => ((x - left) / (right - left)) * end,
    };
  }

  function tailFrame(on, end, { mark }) {
    const { left, right, top, bottom } = on.tail;
    const { x, y } = axes(on.tail, end);
    const { font } = on;
    const marks = [
      mark("text", "tail title", { class: "lab-title", x: left - (isWide(on) ? 3 * font : 0), y: top - 0.6 * font }, "probability that the evidence reaches δ"),
      mark("rect", "says nothing", { class: "lab-forbidden", x: left, y: top, width: right - left, height: y(1) - top }),
      mark("text", "nothing", { class: "lab-faint", x: right - 0.4 * font, y: top + 1.1 * font, "text-anchor": "end" }, "above 1: says nothing"),
    ];
    SUPERSCRIPTS.forEach((text, i) => {
      const at = y(10 ** -i);
      marks.push(mark("line", `chance ${i}`, { class: i === -LOWEST ? "lab-axis" : "lab-grid", x1: left, x2: right, y1: at, y2: at }));
      marks.push(mark("text", `chance text ${i}`, { class: "lab-faint", x: left - 0.4 * font, y: at + 0.35 * font, "text-anchor": "end" }, text));
    });
    for (let i = 0; i <= 4; i++) {
      const delta = (end * i) / 4;
      marks.push(mark("text", `delta ${i}`, { class: "lab-faint", x: x(delta), y: bottom + 1.25 * font, "text-anchor": i === 4 ? "end" : "middle" }, String(delta)));
    }
    marks.push(mark("text", "delta title", { class: "lab-faint", x: (left + right) / 2, y: bottom + 2.4 * font, "text-anchor": "middle" }, "evidence against the true means, δ in nats"));
    return marks;
  }

  // A curve between the lowest and the highest power of ten, with its ends on the frame.
  function within(points, low, high) {
    const found = [];
    points.forEach(([x, log], i) => {
      const [before, last] = i > 0 ? points[i - 1] : [x, log];
      for (const edge of [high, low]) {
        if (i > 0 && (last - edge) * (log - edge) < 0) found.push([before + ((x - before) * (edge - last)) / (log - last), edge]);
      }
      if (log >= low && log <= high) found.push([x, log]);
    });
    return found;
  }

  const logs = (values) => values.map((value) => (value > 0 ? Math.log10(value) : -Infinity));
  const finite = (points) => points.filter(([, log]) => Number.isFinite(log));

  function curve(on, { end }, key, looks, deltas, values, { mark, line }) {
    const { x, y } = axes(on.tail, end);
    const points = within(finite(deltas.map((delta, i) => [delta, values[i]])), LOWEST, HIGHEST);
    return mark("polyline", key, { class: looks, points: line(points.map(([delta, log]) => [x(delta), y(10 ** log)])) });
  }

  // Points along a name that stands above a point of its curve, turned as the curve is.
  function along(font, name, [x, y], angle) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const half = 0.28 * font * name.length;
    return [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((t) => [x + 0.8 * font * sin + t * half * cos, y - 0.8 * font * cos + t * half * sin]);
  }

  // Whether a name along these points lies within the frame.
  function isInside({ tail: { left, right, top }, font }, points) {
    return points.every(([x, y]) => x >= left && x <= right - 0.3 * font && y >= top);
  }

  // Whether it lies on nothing: neither the line at δ, nor words that are there.
  function isFree(on, { delta, end, words }, points) {
    const { font } = on;
    const columns = points.map(([x]) => x);
    const line = axes(on.tail, end).x(delta);
    if (line > Math.min(...columns) - 0.6 * font && line < Math.max(...columns) + 0.6 * font) return false;
    return points.every(([x, y]) => words.every(([a, b]) => Math.hypot(x - a, y - b) >= 1.1 * font));
  }

  // A curve's name along it, above the place where it passes a power of ten, or the nearest one where it lies on nothing. `words` are
  // points of words that are there, to which it adds its own.
  function named(on, state, key, { name, looks, at }, values, { mark }) {
    const { deltas, end, words } = state;
    const { x, y, step } = axes(on.tail, end);
    const turn = (place) => {
      const before = Math.max(0, place - 8);
      return Math.atan2((values[before] - values[place]) * step, x(deltas[place]) - x(deltas[before]));
    };
    const passed = values.findIndex((log, i) => log <= at && (values[i - 1] ?? Infinity) > at);
    const wanted = passed > 0 ? passed : values.length - 1;
    const isDrawn = (place) => values[place] > LOWEST && values[place] < HIGHEST && Number.isFinite(turn(place));
    const spot = (place) => along(on.font, name, [x(deltas[place]), y(10 ** values[place])], turn(place));
    const places = values.map((_, place) => place).filter((place) => place > 8 && isDrawn(place));
    places.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted));
    const inside = places.filter((each) => isInside(on, spot(each)));
    const place = inside.find((each) => isFree(on, state, spot(each))) ?? inside[0] ?? places[0];
    const shown = place !== undefined;
    if (shown) words.push(...spot(place));
    const [left, top] = shown ? [x(deltas[place]), y(10 ** values[place])] : [on.tail.left, on.tail.top];
    const transform = `translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${(shown ? (turn(place) * 180) / Math.PI : 0).toFixed(1)})`;
    return mark("text", `${key} name`, { class: `${looks}-text lab-curve-name`, x: 0, y: -0.45 * on.font, "text-anchor": "middle", transform }, shown ? name : "");
  }

  // Points of "above 1: says nothing".
  const wordsOf = ({ tail: { right, top }, font }) => Array.from({ length: 12 }, (_, i) => [right - (0.4 + 0.9 * i) * font, top + 0.75 * font]);

  // What runs say: the share of them and its interval at each δ, as far as a run reaches.
  function simulated(on, state, { mark, line }) {
    const { x, y } = axes(on.tail, state.end);
    const { runs, grid: { deltas } } = state;
    const reached = runs ? runs.hits.filter((hits) => hits > 0).length : 0;
    const clip = (chance) => y(Math.max(chance, 10 ** LOWEST));
    const row = (values, count) => Array.from({ length: count }, (_, i) => [x(deltas[i]), clip(values[i])]);
    return [
      mark("polygon", "interval", { class: "lab-interval", points: runs ? line([...row(runs.high, reached), ...row(runs.low, reached).reverse()]) : "" }),
      mark("polyline", "simulated", { class: "lab-simulated", points: runs ? line(row(runs.value, reached)) : "" }),
    ];
  }

  // The line at δ with its handle, and where it meets the curves.
  function here(on, state, { mark }) {
    const { left, top, bottom } = on.tail;
    const { x, y } = axes(on.tail, state.end);
    const { delta, end, font } = { ...state, font: on.font };
    const at = x(Math.min(delta, end));
    const chances = [...Object.entries(state.here).map(([key, chance]) => [key, CURVES[key].looks, chance]),
      ["exact", "lab-exact", state.chance ? Math.sqrt(state.chance.low * state.chance.high) : NaN], ["runs", "lab-simulated", state.share ?? NaN]];
    const marks = [mark("line", "delta line", { class: "lab-delta", x1: at, x2: at, y1: top, y2: bottom })];
    for (const [key, looks, chance] of chances) {
      const shown = chance >= 10 ** LOWEST && chance <= 10 ** HIGHEST && chance !== 1 && delta <= end;
      marks.push(mark("circle", `${key} here`, { class: `${looks}-here`, cx: at, cy: shown ? y(chance) : bottom, r: shown ? 0.3 * font : 0 }));
    }
    marks.push(mark("circle", "delta handle", { class: "lab-delta-handle", cx: at, cy: bottom, r: 0.55 * font }));
    const right = at - left < 4.2 * font;
    marks.push(mark("text", "delta text", { class: "lab-delta-text", x: at + (right ? 0.5 : -0.5) * font, y: bottom - 0.9 * font, "text-anchor": right ? "start" : "end" }, `δ = ${Number(delta.toFixed(2))}`));
    return marks;
  }

  // All marks of {theta, arms, hot, best, end, grid: {deltas}, bounds, tail, runs, delta, here, chance, share}; bounds as logarithms.
  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size);
    on.room = roomOf(on, state.arms);
    const { tail, grid: { deltas } } = state;
    const middle = tail ? logs(tail.low.map((low, i) => Math.sqrt(low * tail.high[i]))) : [];
    const rows = Object.fromEntries(Object.entries(state.bounds).map(([key, row]) => [key, row.map((log) => log / Math.LN10)]));
    // A bound that says nothing by being 1 is not drawn.
    const says = (row) => row.map((log) => (log === 0 ? NaN : log));
    const room = { delta: state.delta, end: state.end, deltas, words: wordsOf(on) };
    const marks = [
      ...frame(on, draw), band(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left - 1.6 * on.font, y: on.panels.means.top - 0.6 * on.font }, "means θ"),
      ...truth(on, state, draw), ...ends(on, state.arms, "arm", draw),
      ...tailFrame(on, state.end, draw),
      ...Object.entries(CURVES).map(([key, { looks }]) => curve(on, state, key, looks, deltas, says(rows[key]), draw)),
      curve(on, state, "exact", "lab-exact", tail?.deltas ?? deltas, middle, draw),
      ...simulated(on, state, draw),
      ...Object.entries(CURVES).map(([key, looks]) => named(on, room, key, looks, says(rows[key]), draw)),
      named(on, { ...room, deltas: tail?.deltas ?? deltas }, "exact", { name: "the tail", looks: "lab-exact", at: -5.6 }, middle, draw),
      ...here(on, state, draw),
    ];
    return { ...size, marks };
  }

  lipbandits.tailPicture = { layout, axes, scene, CURVES };
})();
