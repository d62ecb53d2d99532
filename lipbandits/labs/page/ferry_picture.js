// The ferry's picture. Of a day: the shares that are still possible, a bar a price, what was seen as a line, and below it the days at
// each price as discs. Of ten thousand days: for each player, at which price its runs end. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.ferryPicture) return;
  const { RIVALS, WHO } = lipbandits.ferryStates;
  // A disc with the room about it, in pixels.
  const DISC = 10;
  const MOST_DAYS = 60;
  // So many discs may lie side by side: as many as make them largest.
  const ROWS = [5, 6, 7, 8, 9, 10, 12];

  // Where things lie in pixels: a column a price, which the buttons below the picture share.
  function layout({ width, height, font }, count) {
    const [left, right] = [2.3 * font, width - 0.3 * font];
    const column = (right - left) / count;
    const shares = { top: 1.7 * font, bottom: 0.66 * height };
    const days = { top: shares.bottom + 1.9 * font, bottom: height - 0.4 * font };
    return {
      ...{ width, height, font, left, right, column, shares, days },
      x: (k) => left + (k + 0.5) * column,
      y: (share) => shares.bottom - (shares.bottom - shares.top) * Math.min(Math.max(share, 0), 1.03),
    };
  }

  function frame(on, titles, { mark }) {
    const { left, right, font, shares, days, y } = on;
    const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      mark("line", `grid ${share}`, { class: share === 0 ? "lab-axis" : "lab-grid", x1: left, x2: right, y1: y(share), y2: y(share) }),
      mark("text", `tick ${share}`, { class: "lab-faint", x: left - 0.4 * font, y: y(share) + 0.35 * font, "text-anchor": "end" }, String(100 * share)),
    ]);
    return [
      ...marks, mark("line", "days base", { class: "lab-axis", x1: left, x2: right, y1: days.bottom, y2: days.bottom }),
      mark("text", "shares title", { class: "lab-title", x: left, y: shares.top - 0.7 * font }, titles[0]),
      mark("text", "days title", { class: "lab-title", x: left, y: days.top - 0.4 * font }, titles[1]),
    ];
  }

  // The column of the price that is looked at.
  function band(on, hot, { mark }) {
    const width = hot < 0 ? 0 : on.column - 2;
    const x = hot < 0 ? on.left : on.x(hot) - width / 2;
    return mark("rect", "band", { class: "lab-band", x, y: on.shares.top, width, height: on.days.bottom - on.shares.top });
  }

  const circle = (x, y, r, px) => `M${px(x - r)} ${px(y)}a${px(r)} ${px(r)} 0 1 0 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 0 ${px(-2 * r)} 0z`;

  // The days at a price, in the order in which they came: a disc was good, a ring bad.
  function discs(on, k, paid, { mark, px }) {
    const { top, bottom } = on.days;
    const stepOf = (row) => Math.min((0.86 * on.column) / row, (bottom - top) / Math.ceil(MOST_DAYS / row), DISC);
    const row = ROWS.reduce((one, other) => (stepOf(other) > stepOf(one) ? other : one));
    const step = stepOf(row);
    const place = (m) => [on.x(k) + ((m % row) - (row - 1) / 2) * step, bottom - (Math.floor(m / row) + 0.6) * step];
    const of = (good) => paid.flatMap((each, m) => (Boolean(each) === good ? [circle(...place(m), 0.36 * step, px)] : [])).join("");
    return [mark("path", `good ${k}`, { class: "lab-good", d: of(true) }), mark("path", `bad ${k}`, { class: "lab-bad", d: of(false) })];
  }

  // What is possible still.
  function bar(on, k, { low, high, looks }, { mark }) {
    const width = Math.min(0.62 * on.column, 2.4 * on.font);
    const [lower, upper] = [on.y(low ?? 0), on.y(high ?? 0)];
    return mark("rect", `possible ${k}`, { class: `lab-possible ${looks}`, x: on.x(k) - width / 2, y: upper, width, height: lower - upper });
  }

  function average(on, k, share, { mark }) {
    const half = share === undefined ? 0 : Math.min(0.36 * on.column, 1.4 * on.font);
    const y = on.y(share ?? 0);
    return mark("line", `average ${k}`, { class: "lab-average", x1: on.x(k) - half, x2: on.x(k) + half, y1: y, y2: y });
  }

  // A rule's estimate: from what it saw to how good it takes the price to be; above the picture it ends in an arrow.
  function estimate(on, k, { from, to, looks }, { mark, px }) {
    if (to === undefined) return mark("path", `estimate ${k}`, { class: "lab-estimate", d: "" });
    const [x, lower, upper, r] = [on.x(k), on.y(from ?? 0), on.y(to), 0.4 * on.font];
    const head = to > 1.001 ? `M${px(x - r)} ${px(upper + r)}L${px(x)} ${px(upper)}L${px(x + r)} ${px(upper + r)}` : `M${px(x - r)} ${px(upper)}h${px(2 * r)}`;
    return mark("path", `estimate ${k}`, { class: `lab-estimate ${looks}`, d: `M${px(x)} ${px(lower)}L${px(x)} ${px(upper)}${head}` });
  }

  // The true shares, once they may be seen.
  function truth(on, { theta, best }, { mark, line }) {
    const points = theta.map((share, k) => [on.x(k), on.y(share)]);
    return [mark("polyline", "truth", { class: "lab-truth-line", points: line(points) })].concat(points.map(([x, y], k) =>
      mark("circle", `truth ${k}`, { class: best.includes(k) ? "lab-truth lab-best" : "lab-truth", cx: x, cy: y, r: (best.includes(k) ? 0.5 : 0.36) * on.font })));
  }

  // {titles, hot, low, high, looks, seen: {averages, paid, estimates, looksOf}, truth or nothing}
  function day(state, size) {
    const { draw } = lipbandits;
    const { seen, low, high, looks } = state;
    const count = seen.paid.length;
    const on = layout(size, count);
    const each = (make) => seen.paid.flatMap((_, k) => make(k));
    return { ...size, marks: [
      band(on, state.hot, draw), ...frame(on, state.titles, draw),
      ...each((k) => [bar(on, k, { low: low[k], high: high[k], looks }, draw)]),
      ...each((k) => [estimate(on, k, { from: seen.averages[k], to: seen.estimates?.[k], looks: seen.looksOf?.(k) }, draw)]),
      ...(state.truth ? truth(on, state.truth, draw) : []),
      ...each((k) => [average(on, k, seen.averages[k], draw)]), ...each((k) => discs(on, k, seen.paid[k], draw)),
    ] };
  }

  // Of each player a row: a disc at each price, as large as the share of runs that charge it most.
  function long(state, size) {
    const { mark } = lipbandits.draw;
    const { titles, ends, truth: { best }, notes } = state;
    const on = layout(size, state.count);
    const { left, right, font } = on;
    const room = (size.height - 2.6 * font) / WHO.length;
    const most = Math.min(0.46 * on.column, 0.5 * (room - 1.5 * font));
    const marks = best.map((k) => mark("rect", `best ${k}`, { class: "lab-band", x: on.x(k) - on.column / 2 + 1, y: 1.7 * font, width: on.column - 2, height: size.height - 1.8 * font }));
    marks.push(mark("text", "long title", { class: "lab-title", x: left, y: 1.1 * font }, titles[0]));
    WHO.forEach((who, i) => {
      const base = 1.9 * font + (i + 1) * room;
      const looks = who === "You" ? "lab-you" : `lab-p${RIVALS.indexOf(who)}`;
      marks.push(mark("line", `${who} base`, { class: "lab-grid", x1: 0, x2: right, y1: base, y2: base }));
      marks.push(mark("text", `${who} name`, { class: "lab-name", x: 0.2 * font, y: base - room + 1.15 * font }, who));
      marks.push(mark("text", `${who} note`, { class: "lab-faint", x: right, y: base - room + 1.15 * font, "text-anchor": "end" }, notes[i]));
      for (let k = 0; k < state.count; k++) {
        const r = most * Math.sqrt(ends[i * state.count + k]);
        marks.push(mark("circle", `${who} ${k}`, { class: `lab-end ${looks}`, cx: on.x(k), cy: base - most - 0.15 * font, r }));
      }
    });
    return { ...size, marks };
  }

  const scene = (state, size) => (state.long ? long : day)(state, size);

  lipbandits.ferryPicture = { layout, scene };
})();
