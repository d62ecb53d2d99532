// The picture of one long run: on the arms what the policy sees; over rounds on a logarithmic axis the evidence that shuts an arm out
// beside the level, and where play goes. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.lockinPicture) return;
  const { stack, frame, cone, roomOf, truth, band, awaited, ends } = lipbandits.meansPicture;
  const { indexes, threshold, plays, isNarrow, LID } = lipbandits.stepsPicture;
  const { whole } = lipbandits.stepsWords;
  // A column of the film is at least so many pixels wide; shares of play that look alike.
  const COLUMN = 3;
  const SHARES = [0, 0.1, 0.3, 0.6];
  // The level's end is at this share of its panel.
  const HEADROOM = 0.55;

  // Where the panels lie, as `stack` says it, and those over rounds: evidence and film, {left, right, top, bottom} each.
  function layout(size, horizon = 10) {
    const { width, height, font } = size;
    const narrow = isNarrow(size);
    const heights = { means: 0.62, plays: 0.38 };
    const words = 1.95 * font;
    const on = narrow ? stack(size, { heights, words, bottom: 0.46 * height }) : stack(size, { heights, words, right: 0.42 * width });
    const { top: head } = on.panels.means;
    Object.assign(on, { lid: head - LID * font, title: head - 2.45 * font, name: { x: on.left, y: head - 1.2 * font, anchor: "start" } });
    const left = narrow ? on.left : on.right + 3.4 * font;
    const right = width - 0.8 * font;
    const [top, middle] = narrow ? [0.46 * height, 0.7 * height] : [0, 0.47 * height];
    on.evidence = { left, right, top: top + 1.7 * font, bottom: middle - 0.4 * font };
    on.film = { left, right, top: middle + 1.7 * font, bottom: height - 1.6 * font };
    const span = Math.max(Math.log(horizon), 1e-9);
    on.at = (round) => left + ((right - left) * Math.log(Math.max(round, 1))) / span;
    on.round = (x) => Math.min(horizon, Math.max(1, Math.round(Math.exp((span * (x - left)) / (right - left)))));
    return on;
  }

  function box({ left, right, top, bottom }, name, { mark }) {
    return mark("rect", `${name} box`, { class: "lab-box", x: left, y: top, width: right - left, height: bottom - top });
  }

  // Evidence against the arm that is looked at, where another one leads, and the level.
  function evidence(on, { marks, rows, levelEnd, hot, round }, { mark, line, px }) {
    const { left, top, bottom } = on.evidence;
    const { font } = on;
    const end = levelEnd / HEADROOM;
    const y = (value) => Math.max(top, bottom - ((bottom - top) * value) / end);
    const level = rows.level.map((value, m) => [on.at(marks[m]), y(value)]);
    const parts = [];
    const out = [];
    let from = 0;
    rows.evidence.forEach((value, m) => {
      const known = Number.isFinite(value);
      parts.push(known ? `${from > 0 ? "L" : "M"}${px(on.at(marks[m]))} ${px(y(value))}` : "");
      from = known ? from + 1 : 0;
      const before = m > 0 ? on.at(marks[m - 1]) : left;
      if (known && value > rows.level[m]) out.push(`M${px(before)} ${px(top)}H${px(on.at(marks[m]))}V${px(bottom)}H${px(before)}z`);
    });
    const leads = rows.leader.map((leader, m) => (leader === hot ? `M${px(m > 0 ? on.at(marks[m - 1]) : left)} ${px(bottom - 3)}H${px(on.at(marks[m]))}` : ""));
    const x = on.at(round);
    return [
      mark("path", "out", { class: "lab-out", d: out.join("") }), box(on.evidence, "evidence", { mark }),
      mark("text", "evidence title", { class: "lab-title", x: left, y: top - 0.5 * font }, `against arm ${hot}: evidence; dashed: level f(n)`),
      mark("polyline", "level", { class: "lab-level", points: line(level) }),
      mark("path", "evidence", { class: "lab-against", d: parts.join("") }),
      mark("path", "leads", { class: "lab-leads", d: leads.join("") }),
      mark("text", "evidence end", { class: "lab-faint", x: left - 0.4 * font, y: y(levelEnd) + 0.35 * font, "text-anchor": "end" }, levelEnd.toFixed(1)),
      ...[10, 20].filter((value) => value < end).map((value) => mark("text", `evidence ${value}`, { class: "lab-faint", x: left - 0.4 * font, y: y(value) + 0.35 * font, "text-anchor": "end" }, Math.abs(value - levelEnd) < 2 ? "" : String(value))),
      mark("text", "evidence zero", { class: "lab-faint", x: left - 0.4 * font, y: bottom, "text-anchor": "end" }, "0"),
      ...awaited(on.evidence, font, "evidence", marks.length > 0 ? "" : `Play draws here what keeps arm ${hot} out, where another one leads, beside the level f(n).`, { mark }),
      mark("line", "now evidence", { class: "lab-now", x1: x, x2: x, y1: top - 3, y2: bottom + 3 }),
    ];
  }

  // Columns of the film: from which mark to which.
  function columnsOf(on, marks) {
    const found = [];
    let before = -1;
    marks.forEach((round, m) => {
      const start = before < 0 ? on.at(1) - COLUMN : on.at(marks[before]);
      if (on.at(round) - start < COLUMN && m < marks.length - 1) return;
      found.push([before, m]);
      before = m;
    });
    return found;
  }

  // Of each column, how the plays were shared, the more the darker; the leader; and the arm that is looked at.
  function film(on, { marks, rows, counted, arms, hot, round, horizon }, { mark, line, px }) {
    const { left, right, top, bottom } = on.film;
    const { font } = on;
    const high = (bottom - top) / arms.length;
    const y = (arm) => bottom - high * (arm + 1);
    /** @type {string[][]} */
    const cells = SHARES.map(() => []);
    for (const [from, to] of columnsOf(on, marks)) {
      const played = marks[to] - (from < 0 ? 0 : marks[from]);
      const start = Math.max(left, from < 0 ? left : on.at(marks[from]));
      const end = Math.max(on.at(marks[to]), start + COLUMN);
      for (let arm = 0; arm < arms.length; arm++) {
        const share = (counted[to][arm] - (from < 0 ? 0 : counted[from][arm])) / played;
        if (!(share > 0)) continue;
        let look = SHARES.length - 1;
        while (share <= SHARES[look]) look -= 1;
        cells[look].push(`M${px(start)} ${px(y(arm))}H${px(end)}v${px(high)}H${px(start)}z`);
      }
    }
    const x = on.at(round);
    const leaders = rows.leader.map((leader, m) => [on.at(marks[m]), y(leader) + high / 2]);
    const ticks = [1, 2, 3, 4, 5, 6].map((power) => {
      const there = 10 ** power <= horizon;
      return mark("text", `tick ${power}`, { class: "lab-faint", x: there ? on.at(10 ** power) : left, y: bottom + 1.2 * font, "text-anchor": "middle" }, there ? whole(10 ** power).replace(/,000,000$/, "M").replace(/,000$/, "k") : "");
    });
    return [
      mark("rect", "film hot", { class: "lab-band", x: left, y: y(hot), width: right - left, height: high }),
      ...cells.map((parts, i) => mark("path", `share ${i}`, { class: `lab-share lab-share-${i}`, d: parts.join("") })),
      mark("polyline", "leaders", { class: "lab-leaders", points: line(leaders) }),
      box(on.film, "film", { mark }),
      mark("text", "film title", { class: "lab-title", x: left, y: top - 0.5 * font }, "arms over rounds: where play goes; line: the leader"),
      mark("text", "film low", { class: "lab-faint", x: left - 0.4 * font, y: bottom, "text-anchor": "end" }, "0"),
      mark("text", "film high", { class: "lab-faint", x: left - 0.4 * font, y: top + 0.8 * font, "text-anchor": "end" }, String(arms.length - 1)),
      mark("text", "film arm", { class: "lab-film-arm", x: left - 0.4 * font, y: y(hot) + high / 2 + 0.35 * font, "text-anchor": "end" }, hot > 3 && hot < arms.length - 4 ? String(hot) : ""),
      ...awaited({ ...on.film, top: hot * 2 < arms.length ? top : Math.max(top, y(hot) + high) }, font, "film", marks.length > 0 ? "" : "And a row for each arm, darker the more it is played.", { mark }),
      mark("line", "now film", { class: "lab-now", x1: x, x2: x, y1: top - 3, y2: bottom + 3 }),
      mark("text", "tick 0", { class: "lab-faint", x: left, y: bottom + 1.2 * font }, "1"),
      ...ticks,
    ];
  }

  // All marks of what `drawn` gives.
  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size, state.horizon);
    on.room = roomOf(on, state.arms);
    const shy = truth(on, state, draw).map((each) => ({ ...each, attributes: { ...each.attributes, class: `${each.attributes.class} lab-shy` } }));
    const marks = [
      ...cone(on, state, draw), ...frame(on, draw), band(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left, y: on.title }, state.titles.means),
      ...shy, ...threshold(on, state, draw), ...indexes(on, state, draw), ...plays(on, state, draw),
      ...ends(on, state.arms, "arm", draw), ...evidence(on, state, draw), ...film(on, state, draw),
    ];
    return { ...size, marks };
  }

  // What is drawn: of the round what the steps show, and of the rounds before it {marks, rows, counted}.
  function drawn(numbers, { marks, rows, counted, levelEnd }) {
    return { ...numbers, marks, rows, counted, levelEnd, titles: { ...numbers.titles, means: "averages and indexes; pale: means", plays: "plays so far (log scale)" } };
  }

  // The round under a place in the panels over rounds, if it is there.
  function roundAt(on, x, y) {
    const { left, right } = on.film;
    return x > left - 8 && x < right + 8 && y > on.evidence.top - 4 && y < on.film.bottom + 14 ? on.round(x) : undefined;
  }

  lipbandits.lockinPicture = { layout, scene, drawn, roundAt };
})();
