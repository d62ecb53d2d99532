// What pictures of labs share that have means on top: panels over one axis of arms, the discs of the means and the curve through
// them, what a promise forbids seen from one of them, bars, the band through the arm that is looked at. Functions from numbers to
// marks; colours are classes, which labs.css and the table in style.py know.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.meansPicture) return;

  // Panels below each other, `heights` as shares of the room, from `top` to `bottom` in pixels; the means have a line of words more
  // above them. Functions lead from numbers to pixels and back.
  function stack({ width, height, font }, { heights, left = 3.2 * font, right = width - 0.6 * font, words = 0, bottom = height }) {
    // Room for half a bar at both ends.
    const inset = 0.9 * font;
    const head = 1.55 * font;
    const space = bottom - Object.keys(heights).length * head - words - 1.8 * font;
    const share = Object.values(heights).reduce((one, other) => one + other);
    let y = 0;
    const panels = {};
    for (const [name, part] of Object.entries(heights)) {
      const top = y + head + (name === "means" ? words : 0);
      const size = (space * part) / share;
      panels[name] = { top, bottom: top + size, size };
      y = top + size;
    }
    const { means } = panels;
    return {
      width, height, font, left, right, panels, bottom: y, foot: bottom, room: 0,
      x: (at) => left + inset + (right - left - 2 * inset) * at,
      at: (x) => (x - left - inset) / (right - left - 2 * inset),
      y: (mean) => means.bottom - means.size * mean,
      mean: (y) => (means.bottom - y) / means.size,
    };
  }

  // The curve of the means, between arms as well.
  function meanAt({ arms, theta }, at) {
    const after = arms.findIndex((arm) => arm >= at);
    if (after <= 0) return after === 0 ? theta[0] : theta[theta.length - 1];
    const share = (at - arms[after - 1]) / (arms[after] - arms[after - 1]);
    return theta[after - 1] + share * (theta[after] - theta[after - 1]);
  }

  // Points of a tent of slope L about (at, height): `sign` −1 opens downwards, 1 upwards; within [0, 1] both ways.
  function sides({ at, height, lipschitz, sign }) {
    const edge = sign < 0 ? 0 : 1;
    const reach = lipschitz > 0 ? Math.abs(height - edge) / lipschitz : Infinity;
    return [-1, 1].map((side) => {
      const end = side < 0 ? 0 : 1;
      const span = Math.abs(end - at);
      // To the edge of the picture, or to the floor and then along it.
      return reach >= span ? [[end, height + sign * lipschitz * span]] : [[at + side * reach, edge], [end, edge]];
    });
  }

  // The axis of the means.
  function frame(on, { mark }) {
    const marks = [];
    // Where lines are close, every other one has its number.
    const step = on.y(0) - on.y(0.25) > 1.05 * on.font ? 0.25 : 0.5;
    for (const mean of [0, 0.25, 0.5, 0.75, 1]) {
      const y = on.y(mean);
      marks.push(mark("line", `grid ${mean}`, { class: "lab-grid", x1: on.left, x2: on.right, y1: y, y2: y }));
      marks.push(mark("text", `mean ${mean}`, { class: "lab-faint", x: on.left - 0.5 * on.font, y: y + 0.35 * on.font, "text-anchor": "end" }, mean % step === 0 ? String(mean) : ""));
    }
    return marks;
  }

  // The upper end of a scale, in the little room left of a panel.
  function tickOf(highest) {
    if (highest >= 1e6) return highest.toExponential(0).replace("e+", "e");
    if (highest >= 1e4) return `${Number((highest / 1000).toPrecision(3))}k`;
    return lipbandits.draw.whole(Number(highest.toPrecision(3)));
  }

  // The title of a panel, its base line and the upper end of its scale.
  function panel(on, name, title, highest, { mark }, scale = tickOf(highest)) {
    const { top, bottom } = on.panels[name];
    return [
      mark("line", `${name} base`, { class: "lab-axis", x1: on.left, x2: on.right, y1: bottom, y2: bottom }),
      mark("line", `${name} top`, { class: "lab-grid", x1: on.left, x2: on.right, y1: top, y2: top }),
      mark("text", `${name} title`, { class: "lab-title", x: on.left, y: top - 0.4 * on.font }, title),
      mark("text", `${name} scale`, { class: "lab-faint", x: on.left - 0.5 * on.font, y: top + 0.6 * on.font, "text-anchor": "end" }, scale),
      mark("text", `${name} zero`, { class: "lab-faint", x: on.left - 0.5 * on.font, y: bottom + 0.1 * on.font, "text-anchor": "end" }, "0"),
    ];
  }

  // What the promise forbids, seen from the arm that is held.
  function cone(on, { arms, theta, hot, lipschitz, held }, { mark, line }) {
    const show = held && hot >= 0;
    const [at, height] = show ? [arms[hot], theta[hot]] : [0, 0];
    return [-1, 1].map((sign) => {
      const [before, after] = show ? sides({ at, height, lipschitz, sign }) : [[], []];
      // Closed along the floor or the ceiling, so that what the promise allows stays white.
      const edge = sign < 0 ? 0 : 1;
      const points = show ? [[0, edge], ...before.reverse(), [at, height], ...after, [1, edge]] : [];
      return mark("polygon", `cone ${sign}`, { class: "lab-forbidden", points: line(points.map(([x, y]) => [on.x(x), on.y(y)])) });
    });
  }

  // The room of an arm, from it to the nearest other one; and the size of its disc.
  const roomOf = (on, arms) => Math.min(on.right - on.left, ...arms.slice(1).map((at, i) => on.x(at) - on.x(arms[i])));
  const dotOf = (on) => Math.max(2.4, Math.min(0.4 * on.font, 0.32 * on.room));

  // The means and the curve through them.
  function truth(on, { arms, theta, hot, best }, { mark, line }) {
    const points = arms.map((at, i) => [on.x(at), on.y(theta[i])]);
    const size = dotOf(on);
    return [mark("polyline", "truth", { class: "lab-truth-line", points: line(points) })].concat(points.map(([x, y], i) =>
      mark("circle", `truth ${i}`, { class: best[i] ? "lab-truth lab-best" : "lab-truth", cx: x, cy: y, r: i === hot ? size + 2 : size })));
  }

  // Bars from the base of a panel; `scaled` is the height of each as a share of the panel. Those that are too high for it are cut, and
  // a point above each says so.
  function bars(on, name, looks, arms, scaled, { mark, px }) {
    const { bottom, size, top } = on.panels[name];
    const width = Math.min(1.3 * on.font, 0.55 * on.room);
    const peak = 0.5 * on.font;
    const cut = arms.flatMap((at, i) => (scaled[i] > 1.001 ? [`M${px(on.x(at) - width / 2)} ${px(top)}h${px(width)}l${px(-width / 2)} ${px(-peak)}z`] : []));
    return [...arms.map((at, i) => {
      const height = Math.max(0, Math.min(1, scaled[i])) * size;
      return mark("rect", `${name} ${i}`, { class: looks, x: on.x(at) - width / 2, y: bottom - height, width, height });
    }), mark("path", `${name} cut`, { class: looks, d: cut.join("") })];
  }

  // The arm that the reader looks at, through all panels.
  function band(on, { arms, hot }, { mark }) {
    const width = hot < 0 ? 0 : Math.max(3, Math.min(3 * on.font, 0.8 * on.room));
    const x = hot < 0 ? on.left : on.x(arms[hot]);
    return mark("rect", "band", { class: "lab-band", x: x - width / 2, y: on.panels.means.top, width, height: on.bottom - on.panels.means.top });
  }

  // The middle of words that shall stand about x, moved into the picture.
  function inside(on, x, words) {
    const half = 0.31 * on.font * words.length;
    return Math.min(Math.max(x, on.left + half), on.right - half);
  }

  // What will be drawn in an empty panel, {left, right, top, bottom}, in lines that keep to its left.
  function awaited({ left, right, top }, font, key, words, { mark }) {
    const room = Math.max(16, Math.floor((0.7 * (right - left)) / (0.5 * font)));
    const lines = [""];
    for (const word of words.split(" ")) {
      if (`${lines[lines.length - 1]} ${word}`.length > room) lines.push(word);
      else lines[lines.length - 1] = `${lines[lines.length - 1]} ${word}`.trim();
    }
    return [0, 1, 2, 3, 4].map((i) =>
      mark("text", `${key} awaited ${i}`, { class: "lab-faint lab-awaited", x: left + 0.7 * font, y: top + (1.6 + 1.3 * i) * font }, lines[i] ?? ""));
  }

  // The first and the last arm below all panels.
  function ends(on, arms, noun, { mark }) {
    const last = arms.length - 1;
    const foot = { class: "lab-faint", y: on.foot - 0.25 * on.font, "text-anchor": "middle" };
    return [
      mark("text", "first arm", { ...foot, x: on.x(arms[0]) }, `${noun} 0`),
      mark("text", "last arm", { ...foot, x: on.x(arms[last]) }, last > 0 ? String(last) : ""),
    ];
  }

  lipbandits.meansPicture = { stack, meanAt, sides, frame, panel, cone, roomOf, dotOf, truth, bars, band, inside, awaited, ends };
})();
