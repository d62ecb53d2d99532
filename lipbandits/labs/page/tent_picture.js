// The tent's picture: what is drawn for a state and what the engine says of it, in a given size. A function from numbers to marks,
// so that it can be asked for without a page.
//
// Four panels over one axis of arms: the means with the lie λᵏ; what a play of each arm says against it; how often the cheapest
// plan plays each arm; and what ruling out each lie costs. Colours are classes: labs.css and the table in style.py know them.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.tentPicture) return;
  const { stack, meanAt, sides, frame, panel, cone, roomOf, dotOf, truth, bars, band, inside, ends: endArms } = lipbandits.meansPicture;
  const TITLES = {
    long: [
      "evidence against the lie in one play of each arm, in nats",
      "plays per log T (square-root scale): bars the cheapest plan, lines each arm alone",
      "price of ruling out the lie about each arm (dots: it binds); together they are C(θ)",
    ],
    short: ["evidence in a play, nats", "plays per log T: bars the plan, lines alone (√ scale)", "price of ruling out each lie (dots: it binds)"],
    narrow: ["evidence in a play", "plays per log T (√ scale)", "price of each lie"],
    plain: ["what one try tells against the lie, in nats", "tries per log T: bars together, lines alone (√ scale)", "share of each lie in the cost above"],
  };
  const HEIGHTS = { means: 0.46, evidence: 0.13, plays: 0.17, prices: 0.1 };
  const TRUTH = "the truth θ";
  // So far from the means, as a difference of means, the flank has its handle if it can.
  const CLEAR = 0.13;

  // Words on the lie have a line of their own above the means.
  const layout = (size) => stack(size, { heights: HEIGHTS, words: 1.15 * size.font });

  // The top of the tent, and the place on its flank at which L is held: the nearest one that is clear of the means, or where it
  // was taken, `reach` from the top.
  function tentHandles(state) {
    const { arms, k, lipschitz, bestMean, reach } = state;
    const place = (far) => [arms[k] + far, bestMean - lipschitz * Math.abs(far)];
    const top = [arms[k], bestMean];
    if (reach !== undefined) return { top, flank: place(arms[k] + reach <= 1 && arms[k] + reach >= 0 ? reach : -reach) };
    const clear = (/** @type {number[]} */ [at, mean]) => (at < 0 || at > 1 || mean < 0.02 ? -1 : meanAt(state, at) - mean);
    // Where it runs along the means, between two discs.
    const between = Math.min(1.5 / Math.max(2, arms.length - 1), lipschitz > 0 ? (0.9 * bestMean) / lipschitz : 1);
    let best = { flank: place(arms[k] < 0.5 ? between : -between), clear: 0.01 };
    for (let far = 0.08; far <= 1 && best.clear < CLEAR; far += 0.02) {
      for (const flank of [place(far), place(-far)]) {
        // Above the means are the marks of the lie.
        if (clear(flank) > best.clear) best = { flank, clear: clear(flank) };
      }
    }
    return { top, flank: best.flank };
  }

  function tent(on, state, { mark, line }) {
    const { arms, k, bestMean, lipschitz } = state;
    const [before, after] = sides({ at: arms[k], height: bestMean, lipschitz, sign: -1 });
    const outline = [...before.reverse(), [arms[k], bestMean], ...after].map(([x, y]) => [on.x(x), on.y(y)]);
    const floor = [[on.x(1), on.y(0)], [on.x(0), on.y(0)]];
    return [
      mark("polygon", "tent", { class: "lab-tent", points: line([...outline, ...floor]) }),
      mark("polyline", "flanks", { class: "lab-flank", points: line(outline) }),
    ];
  }

  // The lie, where it leaves the truth, from the last arm before to the first one after.
  function lie(on, { arms, theta, confusing }, { mark, line }) {
    const full = 0.9 * dotOf(on);
    const raised = arms.map((_, i) => confusing[i] > theta[i] + 1e-12);
    const near = arms.map((_, i) => raised[i] || raised[i - 1] || raised[i + 1]);
    const points = arms.flatMap((at, i) => (near[i] ? [[on.x(at), on.y(confusing[i])]] : []));
    return [mark("polyline", "lie", { class: "lab-lie-line", points: line(points) })].concat(arms.map((at, i) => {
      const size = raised[i] ? full : 0;
      return mark("rect", `lie ${i}`, { class: "lab-lie", x: on.x(at) - size, y: on.y(confusing[i]) - size, width: 2 * size, height: 2 * size });
    }));
  }

  // The plays that each arm would need alone: a line across its bar, or an arrow where it lies above the panel.
  function alone(on, { arms, alone: rates, scales }, { mark, line }) {
    const { bottom, size, top } = on.panels.plays;
    const width = Math.min(1.8 * on.font, 0.8 * on.room);
    return arms.map((at, i) => {
      const share = Math.sqrt(rates[i] / scales.plays);
      const [x, y] = [on.x(at), bottom - Math.min(1, share) * size];
      const points = rates[i] === 0 ? [] : share > 1.001 ? [[x - width / 2, top + 0.35 * on.font], [x, top], [x + width / 2, top + 0.35 * on.font]] : [[x - width / 2, y], [x + width / 2, y]];
      return mark("polyline", `alone ${i}`, { class: "lab-alone", points: line(points) });
    });
  }

  // A dot below each arm whose lie binds: the plan rules it out with nothing to spare.
  function bound(on, { arms, binding }, { mark }) {
    return arms.map((at, i) => mark("circle", `binding ${i}`, { class: "lab-price", cx: on.x(at), cy: on.panels.prices.bottom + 0.35 * on.font, r: binding[i] ? Math.min(2.2, 0.3 * on.room) : 0 }));
  }

  // Where the words of the truth stand: at the end that is farther from the lie and below it, if they cover no disc there.
  function placeOfTruth(on, { arms, theta, k }) {
    const last = arms.length - 1;
    const far = Math.abs(arms[k] - arms[0]) > Math.abs(arms[last] - arms[k]) ? 0 : last;
    const heights = (end) => (theta[end] > 0.2 ? [1.7, -0.9] : [-0.9, 1.7]);
    const places = [far, last - far].flatMap((end) => heights(end).map((low) => ({ end, low })));
    const isClear = ({ end, low }) => {
      const from = on.x(arms[end]) + (end ? 0.5 : -0.5) * on.font;
      const to = from + (end ? -0.55 : 0.55) * on.font * TRUTH.length;
      const middle = on.y(theta[end]) + (low - 0.35) * on.font;
      const room = dotOf(on) + 0.5 * on.font;
      return arms.every((at, i) => i === end || on.x(at) < Math.min(from, to) || on.x(at) > Math.max(from, to) || Math.abs(on.y(theta[i]) - middle) > room);
    };
    return places.find(isClear) ?? places[0];
  }

  // Words on the curves: the lie above its top, the truth below its end that is farther from it; and the arms at both ends.
  function labels(on, state, { mark }) {
    const { arms, theta, k, bestMean, confusing } = state;
    const { top } = on.panels.means;
    const lied = confusing[k] > theta[k] + 1e-12;
    const noun = state.plain ? "option" : "arm";
    const words = lied ? `the lie: ${noun} ${k} is as good as the best` : `${noun} ${k} is best`;
    const { end, low } = placeOfTruth(on, state);
    return [
      mark("text", "lie label", { class: "lab-lie-text", x: inside(on, on.x(arms[k]), words), y: Math.max(top - 0.75 * on.font, on.y(bestMean) - 0.9 * on.font), "text-anchor": "middle" }, words),
      mark("text", "truth label", { class: "lab-truth-text", x: on.x(arms[end]) + (end ? 0.5 : -0.5) * on.font, y: on.y(theta[end]) + low * on.font, "text-anchor": end ? "end" : "start" }, TRUTH),
    ];
  }

  function handles(on, state, { mark, px }) {
    const { top, flank } = tentHandles(state);
    const size = 0.42 * on.font;
    const wide = 1.4 * size;
    const [tx, ty] = [on.x(top[0]), on.y(top[1])];
    const [fx, fy] = [on.x(flank[0]), on.y(flank[1])];
    return [
      mark("path", "flank handle", { class: "lab-handle", d: `M${px(fx - wide)} ${px(fy)}l${px(wide)} ${px(-size)}l${px(wide)} ${px(size)}l${px(-wide)} ${px(size)}z` }),
      mark("rect", "top handle", { class: "lab-handle", x: tx - size, y: ty - size, width: 2 * size, height: 2 * size }),
    ];
  }

  // Round numbers for the upper ends of the panels below. `before` are those so far: a scale stays until its bars leave it, or fall
  // below a fifth of it, so that bars can be compared while something is dragged. An arm that alone would need far more plays than
  // most is cut, and so is what is infinite.
  function scalesOf({ evidence, rates, alone: plays, prices }, before) {
    const { roundUp } = lipbandits.draw;
    const sorted = plays.filter((rate) => rate > 0).sort((one, other) => one - other);
    const usual = sorted.length > 0 ? sorted[Math.floor(sorted.length / 2)] : 0;
    const most = Math.max(...rates, Math.min(sorted[sorted.length - 1] ?? 0, 400 * usual));
    const scales = {};
    for (const [name, value] of Object.entries({ evidence: Math.max(0, ...evidence.filter(Number.isFinite)), plays: most, prices: Math.max(...prices) })) {
      const old = before?.[name];
      const stays = old !== undefined && (value === 0 || (value <= old && value > old / 5));
      scales[name] = stays ? old : roundUp(value);
    }
    return scales;
  }

  // What is drawn of a state, of what the engine found for it, and of what the reader looks at.
  function drawn({ theta, arms, lipschitz, k }, found, { hot, scales, held = false, ends = scales, reach = undefined, plain = false }) {
    const { confusing, evidence, rates, alone: plays, prices, binding, best } = found;
    return {
      ...{ theta, arms, lipschitz, k, confusing, evidence, rates, alone: plays, prices, binding, hot, held, scales, ends, reach, plain },
      bestMean: Math.max(...theta),
      best: arms.map((_, i) => best.includes(i)),
    };
  }

  // All marks of a state. {arms, theta, confusing, evidence, rates, alone, prices: (K,)}, {k, lipschitz, bestMean}, `best` (K,) of
  // truth values, `hot` the arm looked at or −1, `held` whether it is being dragged, and the upper ends of the panels' `scales`.
  function scene(state, size) {
    const draw = lipbandits.draw;
    const on = layout(size);
    on.room = roomOf(on, state.arms);
    const { arms, evidence, rates, prices, scales, ends } = state;
    const kinds = state.plain ? ["plain", "plain"] : ["short", "long"];
    const titles = TITLES[size.width < 27 * size.font ? "narrow" : kinds[Number(size.width >= 46 * size.font)]];
    const marks = [
      ...cone(on, state, draw), ...frame(on, draw), band(on, state, draw), ...tent(on, state, draw),
      titleOfMeans(on, state, draw),
      ...panel(on, "evidence", titles[0], ends.evidence, draw), ...panel(on, "plays", titles[1], ends.plays, draw), ...panel(on, "prices", titles[2], ends.prices, draw),
      ...bars(on, "evidence", "lab-lie", arms, evidence.map((value) => value / scales.evidence), draw),
      ...bars(on, "plays", "lab-plan", arms, rates.map((value) => Math.sqrt(value / scales.plays)), draw),
      ...alone(on, state, draw),
      ...bars(on, "prices", "lab-price", arms, prices.map((value) => value / scales.prices), draw), ...bound(on, state, draw),
      ...lie(on, state, draw), ...truth(on, state, draw), ...handles(on, state, draw), ...labels(on, state, draw),
      ...endArms(on, arms, state.plain ? "option" : "arm", draw),
    ];
    return { ...size, marks };
  }

  const titleOfMeans = (on, state, { mark }) =>
    mark("text", "means title", { class: "lab-title", x: on.left, y: on.panels.means.top - 1.6 * on.font }, state.plain ? "chance" : "mean reward");

  // The first state of a lab without a page: its picture as text, and its words.
  function still(spec, size) {
    const { ofShape, plainOf } = lipbandits.meansStates;
    const { shapes, start, plain, view } = spec;
    const state = lipbandits.meansFamilies.under(ofShape(shapes, start), start.family ?? "bernoulli");
    const found = lipbandits.engine.tent(state);
    const { words, numbers, arm } = lipbandits.tentWords.saysOf(spec);
    const instead = lipbandits.tentPairs.insteadOf(view);
    const picture = instead
      ? instead.scene(instead.drawn(state, found, { hot: state.k }), size)
      : scene(drawn(state, found, { hot: state.k, scales: scalesOf(found), plain }), size);
    return {
      picture: lipbandits.draw.toText(picture),
      words: { status: words(state, found), numbers: numbers(state, found), arm: arm(state, found, state.k), now: state.theta[state.k], state: { ...plainOf(state), family: state.family } },
    };
  }

  lipbandits.tentPicture = { layout, scene, drawn, scalesOf, tentHandles };
  lipbandits.stills.tent = still;
})();
