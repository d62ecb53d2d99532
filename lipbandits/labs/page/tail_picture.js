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

  // A curve's name along it, above the place where it passes a power of ten, or as far to the right as there is room.
  function named(on, { end, deltas }, key, { name, looks, at }, values, { mark }) {
    const { x, y, step } = axes(on.tail, end);
    const turn = (place) => {
      const before = Math.max(0, place - 8);
      return Math.atan2((values[before] - values[place]) * step, x(deltas[place]) - x(deltas[before]));
    };
    const room = (place) => x(deltas[place]) + 0.33 * on.font * name.length * Math.cos(turn(place) || 0) + 0.5 * on.font <= on.tail.right;
    const passed = values.findIndex((log, i) => log <= at && (values[i - 1] ?? Infinity) > at);
    let place = passed > 0 ? passed : values.length - 1;
    while (place > 8 && !room(place)) place -= 1;
    const angle = turn(place);
    const shown = values[place] > LOWEST && values[place] < HIGHEST && Number.isFinite(angle);
    const [left, top] = shown ? [x(deltas[place]), y(10 ** values[place])] : [on.tail.left, on.tail.top];
    const transform = `translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${(shown ? (angle * 180) / Math.PI : 0).toFixed(1)})`;
    return mark("text", `${key} name`, { class: `${looks}-text lab-curve-name`, x: 0, y: -0.45 * on.font, "text-anchor": "middle", transform }, shown ? name : "");
  }

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
    const marks = [
      ...frame(on, draw), band(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left - 1.6 * on.font, y: on.panels.means.top - 0.6 * on.font }, "means θ"),
      ...truth(on, state, draw), ...ends(on, state.arms, "arm", draw),
      ...tailFrame(on, state.end, draw),
      ...Object.entries(CURVES).map(([key, { looks }]) => curve(on, state, key, looks, deltas, says(rows[key]), draw)),
      curve(on, state, "exact", "lab-exact", tail?.deltas ?? deltas, middle, draw),
      ...simulated(on, state, draw),
      ...Object.entries(CURVES).map(([key, looks]) => named(on, { end: state.end, deltas }, key, looks, says(rows[key]), draw)),
      named(on, { end: state.end, deltas: tail?.deltas ?? deltas }, "exact", { name: "the tail", looks: "lab-exact", at: -5.6 }, middle, draw),
      ...here(on, state, draw),
    ];
    return { ...size, marks };
  }

  lipbandits.tailPicture = { layout, axes, scene, CURVES };
})();
