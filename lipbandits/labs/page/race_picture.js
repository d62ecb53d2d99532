// The race's picture: the means with their handles, below them on the same axis how often each policy played each arm beside
// cₖ log T, and regret over rounds beside the bound's line C(θ) log t. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.racePicture) return;
  const { stack, frame, cone, roomOf, dotOf, truth, band, awaited, ends } = lipbandits.meansPicture;
  const { POLICIES, OFFERED, FEW } = lipbandits.raceStates;
  const TITLES = {
    wide: ["mean reward", "plays per arm (log); grey: cₖ log T", "regret: mean; dashed: median; band: 8 of 10 runs"],
    narrow: ["mean reward", "plays (log scale); grey: cₖ log T", "regret: mean; band: 8 of 10 runs; dashed: median"],
  };
  const SUPERSCRIPTS = { 4: "⁴", 5: "⁵", 6: "⁶" };
  // No more single runs than one can tell apart.
  const SINGLES = 100;
  // A pointer within so many pixels of a curve means it.
  const NEAR = 40;

  const isWide = ({ width, font }) => width >= 44 * font;

  // Where the panels lie, as `stack` says it, and the panel of regret: {left, right, top, bottom, x, y} to pixels.
  function layout(size) {
    const { width, height, font } = size;
    const wide = isWide(size);
    const heights = { means: 0.58, plays: 0.42 };
    const on = wide
      ? stack(size, { heights, right: 0.45 * width })
      : stack(size, { heights: { means: 0.6, plays: 0.4 }, bottom: 0.56 * height });
    const left = wide ? on.right + 4.2 * font : on.left;
    const top = (wide ? 0 : 0.56 * height) + 1.9 * font;
    on.regret = { left, right: width - 5.4 * font, top, bottom: height - 1.8 * font };
    return on;
  }

  // Steps of 1, 2 or 5 times a power of ten, so that there are about four, and the end of the scale.
  function scaleOf(most) {
    const rough = Math.max(most, 1e-9) / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * (1 - 1e-9)) ?? 10 * power;
    return { step, end: Math.max(1, Math.ceil(most / step - 1e-9)) * step };
  }

  const powerText = (power) => (power < 4 ? lipbandits.draw.whole(10 ** power) : `10${SUPERSCRIPTS[power] ?? power}`);
  // A number of rounds in little room.
  function roundsText(rounds) {
    const power = Math.floor(Math.log10(rounds));
    const first = Number((rounds / 10 ** power).toPrecision(2));
    return power < 4 ? lipbandits.draw.whole(rounds) : `${first === 1 ? "" : `${first}·`}${powerText(power)}`;
  }

  // The axes of regret: logarithms of rounds from `first` on.
  function axes({ left, right, top, bottom }, { horizon, end }) {
    const first = Math.log10(horizon >= 100 ? 10 : 1);
    const span = Math.max(Math.log10(horizon) - first, 1e-9);
    return {
      first: 10 ** first,
      x: (round) => left + ((right - left) * (Math.log10(Math.max(round, 1)) - first)) / span,
      y: (regret) => bottom - ((bottom - top) * regret) / end,
      round: (x) => 10 ** (first + (span * (x - left)) / (right - left)),
    };
  }

  function regretFrame(on, state, title, { mark }) {
    const { left, right, top, bottom } = on.regret;
    const { x, y, first } = axes(on.regret, state);
    const { font } = on;
    const marks = [mark("text", "regret title", { class: "lab-title", x: left - (isWide(on) ? 2.6 * font : 0), y: top - 0.7 * font }, title)];
    for (let i = 0; i <= 8; i++) {
      const value = i * state.step;
      const shown = value <= state.end * (1 + 1e-9);
      const at = shown ? y(value) : bottom;
      marks.push(mark("line", `regret grid ${i}`, { class: i === 0 ? "lab-axis" : "lab-grid", x1: left, x2: right, y1: at, y2: at }));
      marks.push(mark("text", `regret tick ${i}`, { class: "lab-faint", x: left - 0.4 * font, y: at + 0.35 * font, "text-anchor": "end" }, shown ? lipbandits.draw.short(value).replace(/\.0+$|(\.\d*?)0+$/, "$1") : ""));
    }
    for (let power = 0; power <= 6; power++) {
      const shown = 10 ** power >= first * 0.999 && 10 ** power <= state.horizon * 1.001;
      marks.push(mark("text", `round tick ${power}`, { class: "lab-faint", x: shown ? x(10 ** power) : left, y: bottom + 1.3 * font, "text-anchor": "middle" }, shown ? powerText(power) : ""));
    }
    return marks;
  }

  // What no policy avoids in the long run.
  function floor(on, { floorValue, horizon, end }, { mark, line }) {
    const { x, y, first } = axes(on.regret, { horizon, end });
    const last = floorValue > 0 ? Math.min(horizon, Math.exp(end / floorValue)) : horizon;
    const points = floorValue > 0 && last > first ? [[x(first), y(floorValue * Math.log(first))], [x(last), y(floorValue * Math.log(last))]] : [];
    return [mark("polyline", "floor", { class: "lab-floor", points: line(points) })];
  }

  // Labs say in `names` whose policies they have, and those with other policies than a race in `looks` how they look.
  const namesOf = ({ names }) => names ?? OFFERED;
  const lookOf = ({ looks }, name) => looks?.[name] ?? `lab-p${POLICIES.indexOf(name)}`;
  const dimmed = ({ focus }, name) => (focus && focus !== name ? " lab-dim" : "");

  // Of one policy: the band, median and mean of its runs; what a run in progress has so far; and single runs where it is looked at.
  function curve(on, state, name, { mark, line, px }) {
    const found = state.curves[name];
    const { x, y, first } = axes(on.regret, state);
    const clip = (regret) => Math.min(regret, state.end * 1.02);
    const path = (marks, values) => marks.flatMap((round, m) => (round >= first && values[m] !== undefined ? [[x(round), y(clip(values[m]))]] : []));
    const row = (values) => (found?.mean ? path(found.marks, values) : []);
    const wide = found?.count >= FEW;
    const p = lookOf(state, name);
    const dim = dimmed(state, name);
    const spread = wide ? [...row(found.high), ...row(found.low).reverse()] : [];
    const singles = (state.focus === name && found?.singles ? found.singles.slice(0, SINGLES) : []).map((values) => {
      const points = path(found.marks, values);
      return points.length > 0 ? `M${points.map(([one, other]) => `${px(one)} ${px(other)}`).join("L")}` : "";
    });
    return [
      mark("polygon", `${name} band`, { class: `lab-spread ${p}${dim}`, points: line(spread) }),
      mark("path", `${name} singles`, { class: `lab-single ${p}`, d: singles.join("") }),
      mark("polyline", `${name} partial`, { class: `lab-partial ${p}${dim}`, points: line(found?.partial ? path(found.partial.marks, found.partial.regret) : []) }),
      mark("polyline", `${name} median`, { class: `lab-median ${p}${dim}`, points: line(row(found?.median)) }),
      mark("polyline", `${name} mean`, { class: `lab-mean ${p}${dim}`, points: line(row(found?.mean)) }),
    ];
  }

  const SHAPES = [
    (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    (x, y, r) => `M${x - r} ${y + r}l${r} ${-2 * r}l${r} ${2 * r}z`,
    (x, y, r) => `M${x - 1.2 * r} ${y}l${1.2 * r} ${-1.2 * r}l${1.2 * r} ${1.2 * r}l${-1.2 * r} ${1.2 * r}z`,
    (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    (x, y, r) => `M${x - r} ${y - r}l${r} ${2 * r}l${r} ${-2 * r}z`,
    (x, y, r) => `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}`,
    (x, y, r) => `M${x - r} ${y - r}l${2 * r} ${r}l${-2 * r} ${r}z`,
    (x, y, r) => `M${x + r} ${y - r}l${-2 * r} ${r}l${2 * r} ${r}z`,
    (x, y, r) => `M${x} ${y - 1.2 * r}l${1.2 * r} ${0.9 * r}l${-0.5 * r} ${1.2 * r}h${-1.4 * r}l${-0.5 * r} ${-1.2 * r}z`,
    (x, y, r) => `M${x - 0.6 * r} ${y - 1.2 * r}h${1.2 * r}v${2.4 * r}h${-1.2 * r}z`,
    (x, y, r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`,
  ];
  const rounded = (value) => Math.round(value * 10) / 10;

  // How often each arm was played, on a scale of logarithms from 1 play to the horizon; a bar is what the bound asks for.
  function plays(on, state, title, { mark, line, px }) {
    const { top, bottom, size } = on.panels.plays;
    const { font } = on;
    const most = Math.max(Math.log10(state.horizon), 1e-9);
    const height = (count) => Math.max(0, Math.min(1, Math.log10(Math.max(count, 1)) / most)) * size;
    const width = Math.min(1.3 * font, 0.55 * on.room);
    const marks = [
      mark("line", "plays base", { class: "lab-axis", x1: on.left, x2: on.right, y1: bottom, y2: bottom }),
      mark("line", "plays top", { class: "lab-grid", x1: on.left, x2: on.right, y1: top, y2: top }),
      mark("text", "plays title", { class: "lab-title", x: on.left, y: top - 0.4 * font }, title),
      mark("text", "plays scale", { class: "lab-faint", x: on.left - 0.5 * font, y: top + 0.6 * font, "text-anchor": "end" }, state.scale ?? roundsText(state.horizon)),
      mark("text", "plays zero", { class: "lab-faint", x: on.left - 0.5 * font, y: bottom + 0.1 * font, "text-anchor": "end" }, "1"),
    ];
    state.arms.forEach((at, i) => {
      const tall = height(state.plan[i]);
      // One that goes on above ends in a point.
      const tip = state.plan[i] > state.horizon ? width / 2 : 0;
      const d = `M${px(on.x(at) - width / 2)} ${px(bottom)}v${px(tip - tall)}l${px(width / 2)} ${px(-tip)}l${px(width / 2)} ${px(tip)}V${px(bottom)}z`;
      marks.push(mark("path", `plan ${i}`, { class: "lab-planned", d }));
    });
    for (const name of namesOf(state)) {
      const found = state.curves[name]?.plays ?? state.curves[name]?.partial?.plays;
      const p = `${lookOf(state, name)}${dimmed(state, name)}`;
      const points = found ? state.arms.map((at, i) => [on.x(at), bottom - height(found[i])]) : [];
      const shape = SHAPES[(state.looks ? namesOf(state) : POLICIES).indexOf(name)];
      const radius = Math.max(1.6, 0.55 * dotOf(on));
      marks.push(mark("polyline", `${name} plays`, { class: `lab-played ${p}`, points: line(points) }));
      marks.push(mark("path", `${name} dots`, { class: `lab-dots ${p}`, d: points.map(([x, y]) => shape(rounded(x), rounded(y), rounded(radius))).join("") }));
    }
    return marks;
  }

  // The names beside the ends of their curves, no two on each other.
  function names(on, state, { mark }) {
    const { right, top, bottom } = on.regret;
    const { y } = axes(on.regret, state);
    const { font } = on;
    const wanted = namesOf(state).flatMap((name) => {
      const found = state.curves[name];
      const values = found?.mean ?? found?.partial?.regret;
      return values?.length > 0 ? [{ name, at: y(Math.min(values[values.length - 1], state.end)) }] : [];
    });
    // Where a floor ends, if there is one.
    const lowest = state.floorAt ?? (state.floorValue > 0 ? state.floorValue * Math.log(state.horizon) : 0);
    if (lowest > 0) wanted.push({ name: "floor", at: y(Math.min(lowest, state.end)) });
    const beyond = lowest > state.end * (1 + 1e-9) ? " ↑" : "";
    wanted.sort((one, other) => one.at - other.at);
    const gap = 1.15 * font;
    wanted.forEach((each, i) => (each.at = Math.max(each.at, i > 0 ? wanted[i - 1].at + gap : top)));
    for (let i = wanted.length - 1; i >= 0; i--) wanted[i].at = Math.min(wanted[i].at, i === wanted.length - 1 ? bottom : wanted[i + 1].at - gap);
    return [...namesOf(state), "floor"].map((name) => {
      const found = wanted.find((each) => each.name === name);
      const looks = name === "floor" ? "lab-floor-text" : `lab-name ${lookOf(state, name)}${dimmed(state, name)}`;
      return mark("text", `${name} name`, { class: looks, x: right + 0.4 * font, y: (found?.at ?? bottom) + 0.35 * font }, found ? `${state.labels?.[name] ?? name}${name === "floor" ? beyond : ""}` : "");
    });
  }

  // All marks. {theta, arms, plan: (K,)}, `best` of truth values, curves {name: {marks, mean, median, low, high, plays, singles,
  // partial}}, floorValue C(θ), the scale {step, end} of regret, `focus` a policy or nothing.
  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size);
    on.room = roomOf(on, state.arms);
    const titles = TITLES[isWide(size) ? "wide" : "narrow"];
    const marks = [
      ...cone(on, state, draw), ...frame(on, draw), band(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left, y: on.panels.means.top - 0.5 * on.font }, titles[0]),
      ...plays(on, state, titles[1], draw), ...truth(on, state, draw), ...ends(on, state.arms, "arm", draw),
      ...ofRegret(on, state, titles[2], draw), ...awaited(on.regret, on.font, "regret", promised(state), draw),
    ];
    return { ...size, marks };
  }

  // What is looked at in a race: the curves of its runs, and those of a policy one by one where it has the focus.
  function curvesOf(state, runs, focus) {
    const found = {};
    for (const name of state.policies) {
      const entry = runs.entries.get(name);
      const summary = runs.summary(name);
      // A run that goes on is of interest where no other one is there.
      const partial = !summary && entry?.partial ? { ...entry.partial, marks: entry.marks } : undefined;
      const singles = name === focus && summary ? entry.done.slice(0, summary.count).map(({ regret }) => entry.shown.map((m) => regret[m])) : undefined;
      if (summary || partial) found[name] = { ...summary, singles, partial };
    }
    return found;
  }

  // The scale of regret: it grows with the curves, and the floor is on it.
  function scaledTo(curves, floorValue) {
    const last = (row) => row?.[row.length - 1] ?? 0;
    const most = Math.max(0, ...Object.values(curves).map(({ high, mean, partial }) => Math.max(last(high), last(mean), last(partial?.regret))));
    // A floor far above what is lost at a small T would hide the curves.
    return scaleOf(most > 0 ? Math.max(most, Math.min(floorValue, 1.5 * most)) : floorValue || 1);
  }

  // What is drawn of a state, of what the engine found for it, and of its runs; `known` is what was drawn of them before, if nothing
  // but the looks has changed.
  function drawn(state, bound, runs, /** @type {any} */ { hot, held = false, focus, known, names }) {
    const { theta, arms, lipschitz, k, horizon } = state;
    const { best, rates, value } = bound;
    const same = known && known.focus === focus;
    const curves = same ? known.curves : curvesOf(state, runs, focus);
    const scale = known ? { step: known.step, end: known.end } : scaledTo(curves, value * Math.log(horizon));
    return {
      ...{ theta, arms, lipschitz, k, horizon, hot, held, focus, curves, floorValue: value, runs: state.runs, names }, ...scale,
      best: arms.map((_, i) => best.includes(i)),
      labels: { floor: "C log t" },
      plan: rates.map((rate) => rate * Math.log(horizon)),
    };
  }

  const within = ({ left, right, top, bottom }, font, x, y) => x > left - 4 && x < right + 5 * font && y > top - 10 && y < bottom + 10;

  // Which curve a place in the panel of regret is nearest to, if it is near; by its name.
  function nearestCurve(on, state, x, y) {
    if (!within(on.regret, on.font, x, y)) return undefined;
    const to = axes(on.regret, state);
    const round = to.round(Math.min(x, on.regret.right)) * 0.999;
    const away = namesOf(state).filter((name) => state.curves[name]?.mean).map((name) => {
      const { marks, mean } = state.curves[name];
      const m = marks.findIndex((each) => each >= round);
      return { name, far: Math.abs(to.y(mean[m < 0 ? mean.length - 1 : m]) - y) };
    });
    const best = away.sort((one, other) => one.far - other.far)[0];
    return best?.far < NEAR ? best.name : undefined;
  }

  // What will be in it, where nothing has been played.
  const promised = ({ curves, runs, horizon }) => (Object.keys(curves).length > 0 ? ""
    : `Run draws here the regret of ${lipbandits.draw.whole(runs)} ${runs === 1 ? "run" : "runs"} of ${lipbandits.draw.whole(horizon)} rounds each: mean, median and band.`);

  // All marks of the panel of regret.
  const ofRegret = (on, state, title, draw) => [
    ...regretFrame(on, state, title, draw), ...floor(on, state, draw),
    ...namesOf(state).flatMap((name) => curve(on, state, name, draw)), ...names(on, state, draw),
  ];

  lipbandits.racePicture = { layout, scene, drawn, nearestCurve, within, isWide, axes, plays, ofRegret, promised, curvesOf, scaledTo };
})();
