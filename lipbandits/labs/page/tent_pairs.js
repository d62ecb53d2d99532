// The tent where the promise itself is the question: in place of lies, plans and prices the means with what it forbids, seen from one of
// them; and below, if pairs are the subject, a dot for each pair of arms, their difference over their distance, below the line that L allows.
// How steep the steepest pair is, the engine says.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tentPairs) return;
  const { stack, frame, cone, roomOf, dotOf, truth, band, ends } = lipbandits.meansPicture;
  const TIE = 1e-9;
  const written = (value) => String(Number(value.toFixed(4)));
  const count = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

  const layout = (size) => stack(size, { heights: { means: 0.5, pairs: 0.5 } });

  // All pairs i < j: {i, j, far, differ}.
  function pairsOf({ theta, arms }) {
    return arms.flatMap((at, j) => arms.slice(0, j).map((before, i) => ({ i, j, far: at - before, differ: Math.abs(theta[j] - theta[i]) })));
  }

  const exceeds = ({ far, differ }, lipschitz) => differ > lipschitz * far + TIE;
  const isTight = ({ far, differ }, least) => differ > TIE && differ >= least * far - TIE;

  // ---- words ----------------------------------------------------------------------------------------------------------

  function numbers(state, { leastLipschitz }) {
    const tight = pairsOf(state).filter((pair) => isTight(pair, leastLipschitz)).length;
    return [`L = ${written(state.lipschitz)}`, `θ needs ${written(leastLipschitz)}`, `${tight} steepest`];
  }

  function words(state, { leastLipschitz }) {
    const pairs = pairsOf(state);
    const fit = `L = ${written(state.lipschitz)}: θ fits, in all ${count(pairs.length, "pair")} of arms.`;
    const tight = pairs.filter((pair) => isTight(pair, leastLipschitz));
    if (tight.length === 0) return `${fit} All means are equal: any L will do, also 0.`;
    const [{ i, j }] = tight;
    const neighbours = tight.filter((pair) => pair.j === pair.i + 1).length;
    const whose = tight.length === 1 ? `one pair, arms ${i} and ${j}, is` : `${tight.length} pairs, ${neighbours} of them neighbours, are`;
    return `${fit} The smallest L that fits is ${written(leastLipschitz)}: ${whose} as steep as that.`;
  }

  // What stands in the way of a smaller L.
  function refused(state, asked) {
    const pairs = pairsOf(state);
    const broken = pairs.filter((pair) => exceeds(pair, asked)).length;
    return `L = ${written(asked)} is too small: it breaks ${broken} of ${count(pairs.length, "pair")}, drawn as squares.`;
  }

  // A state from a link; of an L that θ does not fit also what it would break, and {asked}.
  function parse(query, spec, leastLipschitz, also) {
    const { digits, ENOUGH, parse: parseMeans } = lipbandits.meansStates;
    const found = parseMeans(query, spec, leastLipschitz, also);
    const asked = Number(query.get("L") ?? NaN);
    if (!(asked >= 0 && asked < found.state.lipschitz - ENOUGH)) return found;
    const usual = `This θ breaks the promise L = ${digits(asked)}; this is L = ${digits(found.state.lipschitz)}.`;
    return { ...found, note: found.note.replace(usual, refused(found.state, asked)), asked };
  }

  function arm(state, _found, i) {
    const mean = `arm ${i}: mean ${written(state.theta[i])}`;
    const own = pairsOf(state).filter((pair) => pair.i === i || pair.j === i);
    if (own.length === 0) return mean;
    const { differ, far, ...pair } = own.reduce((one, other) => (other.differ / other.far > one.differ / one.far + TIE ? other : one));
    return `${mean}; its steepest pair, with arm ${pair.i === i ? pair.j : pair.i}: ${written(differ)} over ${written(far)}, slope ${written(differ / far)}`;
  }

  // ---- the picture ----------------------------------------------------------------------------------------------------

  const disc = (x, y, r, px) => `M${px(x - r)} ${px(y)}a${px(r)} ${px(r)} 0 1 0 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 0 ${px(-2 * r)} 0z`;
  const square = (x, y, r, px) => `M${px(x - r)} ${px(y - r)}h${px(2 * r)}v${px(2 * r)}h${px(-2 * r)}z`;

  // Where a line of some slope through 0 leaves the panel.
  const end = (slope) => (slope > 1 ? [1 / slope, 1] : [1, slope]);

  function axes(on, { mark }) {
    const { top, bottom } = on.panels.pairs;
    const faint = (key, x, y, anchor, text) => mark("text", key, { class: "lab-faint", x, y, "text-anchor": anchor }, text);
    const marks = [0, 0.5, 1].flatMap((share) => {
      const y = bottom - (bottom - top) * share;
      const line = mark("line", `pairs ${share}`, { class: share === 0 ? "lab-axis" : "lab-grid", x1: on.left, x2: on.right, y1: y, y2: y });
      return [line, faint(`pairs tick ${share}`, on.left - 0.5 * on.font, y + 0.35 * on.font, "end", String(share))];
    });
    const foot = on.foot - 0.25 * on.font;
    return [
      ...marks, mark("text", "pairs title", { class: "lab-title", x: on.left, y: top - 0.4 * on.font }, "pairs of arms: difference of means over distance"),
      faint("nearest pairs", on.x(0), foot, "middle", "0"), faint("distance", on.x(0.5), foot, "middle", "distance of the two arms"), faint("farthest pairs", on.x(1), foot, "middle", "1"),
    ];
  }

  // How many pairs lie on each other, beside the marks of those that break the promise, or are the steepest: above the line.
  function counts({ font }, marks, { mark }) {
    const found = new Map();
    for (const [x, y, r] of marks) {
      const here = `${Math.round(x)} ${Math.round(y)}`;
      const [many, size] = found.get(here) ?? [0, 0];
      found.set(here, [many + 1, Math.max(size, r), x, y]);
    }
    return [...found].filter(([, [many]]) => many > 1).map(([here, [many, r, x, y]]) =>
      mark("text", `pairs at ${here}`, { class: "lab-faint", x: x - r - 0.1 * font, y: y - r, "text-anchor": "end" }, `×${many}`));
  }

  // Whether a pair breaks the promise that was asked for, is a steepest one, has the arm that is looked at, or is any other.
  function kindOf(pair, { asked, least, hot }) {
    if (asked !== undefined && exceeds(pair, asked)) return "broken";
    if (isTight(pair, least)) return "tight";
    return pair.i === hot || pair.j === hot ? "hot" : "other";
  }

  function pairs(on, state, draw) {
    const { mark, line, px } = draw;
    const { top, bottom } = on.panels.pairs;
    const y = (differ) => bottom - (bottom - top) * differ;
    const { lipschitz, hot, asked } = state;
    const [far, high] = end(lipschitz);
    const corners = high < 1 ? [[0, 0], [1, high], [1, 1], [0, 1]] : [[0, 0], [far, 1], [0, 1]];
    const r = Math.max(1.8, 0.7 * dotOf(on));
    const all = pairsOf(state);
    const paths = { other: "", hot: "", tight: "", broken: "" };
    const counted = [];
    for (const pair of all) {
      const place = [on.x(pair.far), y(pair.differ)];
      const mine = pair.i === hot || pair.j === hot;
      const size = mine ? 1.5 * r : r;
      const kind = kindOf(pair, state);
      paths[kind] += (kind === "broken" ? square : disc)(...place, size, px);
      if (kind === (asked === undefined ? "tight" : "broken")) counted.push([...place, size]);
    }
    const to = (slope) => end(slope).map((value, n) => (n === 0 ? on.x(value) : y(value)));
    const [x2, y2] = to(lipschitz);
    const [ax, ay] = asked === undefined ? [on.x(0), y(0)] : to(asked);
    return [
      mark("polygon", "forbidden pairs", { class: "lab-forbidden", points: line(corners.map(([d, m]) => [on.x(d), y(m)])) }),
      mark("line", "allowed", { class: "lab-bar", x1: on.x(0), x2, y1: y(0), y2 }),
      mark("line", "asked", { class: "lab-lie-line", x1: on.x(0), x2: ax, y1: y(0), y2: ay }),
      mark("path", "other pairs", { class: "lab-truth lab-shy", d: paths.other }),
      mark("path", "pairs of the arm", { class: "lab-truth", d: paths.hot }),
      mark("path", "steepest pairs", { class: "lab-truth lab-best", d: paths.tight }),
      mark("path", "broken pairs", { class: "lab-lie", d: paths.broken }),
      ...counts(on, counted, draw),
    ];
  }

  // What is drawn of a state, of the least L that the engine found, and of an L that was asked for and is too small.
  function drawn({ theta, arms, lipschitz }, { leastLipschitz, best }, { hot, asked = undefined }) {
    return { theta, arms, lipschitz, least: leastLipschitz, hot, asked, held: true, best: arms.map((_, i) => best.includes(i)) };
  }

  // The means, and what the promise forbids, seen from the arm that is looked at.
  function means(on, state, draw) {
    on.room = roomOf(on, state.arms);
    const { top, bottom } = on.panels.means;
    // Where it is narrow, the words that matter.
    const title = `${on.width < 34 * on.font ? "" : "means of the arms; "}grey: what L forbids, seen from arm ${state.hot}`;
    return [
      ...cone(on, state, draw), ...frame(on, draw), band({ ...on, bottom }, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left, y: top - 0.4 * on.font }, title),
      ...truth(on, state, draw),
    ];
  }

  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size);
    return { ...size, marks: [...means(on, state, draw), ...axes(on, draw), ...pairs(on, state, draw)] };
  }

  // For who has met no pairs yet: the means alone.
  const promise = {
    drawn,
    layout: (size) => stack(size, { heights: { means: 1 } }),
    scene(state, size) {
      const { draw } = lipbandits;
      const on = promise.layout(size);
      return { ...size, marks: [...means(on, state, draw), ...ends(on, state.arms, "arm", draw)] };
    },
  };

  // What takes the place of lies and plans in a lab whose `view` does not show them.
  const insteadOf = (view) => (view?.pairs ? lipbandits.tentPairs : view?.promise ? promise : undefined);

  lipbandits.tentPairs = { layout, scene, drawn, words, numbers, arm, refused, parse, insteadOf };
})();
