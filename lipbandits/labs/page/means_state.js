// States of labs with θ in the reader's hand: {shape, theta, arms, lipschitz, k}, where `shape` names a shape of the page as long as nothing in it was moved;
// from and to links, on any number of arms, and to the digits that a link carries.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.meansStates) return;
  const MOST = { arms: 46, lipschitz: 20 };
  const STEP = 1e-4;
  const ENOUGH = 1e-9;

  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  const even = (n) => Array.from({ length: n }, (_, i) => (n > 1 ? i / (n - 1) : 0));
  // A mean with the digits of a link.
  const toLink = (mean) => Number((Math.round(mean / STEP) * STEP).toFixed(4));
  const digits = (value) => String(Number(value.toFixed(4)));

  // The least L that θ fits is the engine's to say; here it is rounded up so that the link's θ fits the link's L.
  const upwards = (lipschitz) => Number((Math.ceil(lipschitz / STEP - 1e-5) * STEP).toFixed(4));

  // θ to the digits of a link, from one arm outwards, no steeper than L allows: on a line neighbours decide. So a drag that the
  // promise held leaves L as it was.
  function roundedWithin({ theta, arms, lipschitz }, from) {
    const found = theta.map(toLink);
    for (const side of [1, -1]) {
      for (let i = from + side; i >= 0 && i < theta.length; i += side) {
        const reach = lipschitz * Math.abs(arms[i] - arms[i - side]) + ENOUGH;
        const [low, high] = [Math.ceil((found[i - side] - reach) / STEP), Math.floor((found[i - side] + reach) / STEP)];
        found[i] = toLink(clamp(Math.round(theta[i] / STEP), low, high) * STEP);
      }
    }
    return found;
  }

  // A shape on another number of arms: a curve through its means, with its peak moved to the arm next to where it was.
  function resampled(theta, arms, count) {
    if (theta.length === count) return [...theta];
    if (theta.length === 1) return Array(count).fill(theta[0]);
    const places = even(count);
    const peak = arms[theta.indexOf(Math.max(...theta))];
    const near = places.reduce((one, other) => (Math.abs(other - peak) < Math.abs(one - peak) - 1e-12 ? other : one));
    const back = (x) => (x <= near ? (near > 0 ? (x * peak) / near : peak) : 1 - ((1 - x) * (1 - peak)) / (1 - near));
    return places.map((x) => {
      const at = back(x);
      // Beyond the last arm the curve is flat.
      const found = arms.findIndex((arm) => arm >= at - 1e-12);
      const after = found < 0 ? arms.length - 1 : Math.max(1, found);
      const share = clamp((at - arms[after - 1]) / (arms[after] - arms[after - 1]), 0, 1);
      return clamp(theta[after - 1] + share * (theta[after] - theta[after - 1]), 0, 1);
    });
  }

  // Of the shapes that the page knows, as far as one was not changed: {shape, theta, arms, lipschitz, k}.
  function ofShape(shapes, { shape, K, lipschitz, k }) {
    const { theta, arms, lipschitz: own } = shapes[shape];
    const count = K ?? theta.length;
    const same = count === theta.length;
    const means = resampled(theta, arms ?? even(theta.length), count);
    return { shape, theta: means, arms: same && arms ? arms : even(count), lipschitz: lipschitz ?? own, k: clamp(k ?? 0, 0, count - 1) };
  }

  // The same with an L that θ fits, as `least` says it.
  const fitting = (state, least) => ({ ...state, lipschitz: state.lipschitz < least - ENOUGH ? upwards(least) : state.lipschitz });

  // A state as scripts have it.
  const plainOf = ({ theta, arms, lipschitz, k }) => ({ theta: [...theta], arms: [...arms], lipschitz, k });

  const isEven = (arms) => arms.every((at, i) => Math.abs(at - even(arms.length)[i]) < 1e-12);

  // The part of a link after "?".
  // `least` is the L that θ needs in these digits, which may be a little more than L.
  function queryOf({ shape, theta, arms, lipschitz, k }, shapes, least) {
    const own = shape ? [["shape", shape]] : [["theta", theta.map(digits).join("_").replace(/(^|_)0\./g, "$1.")]];
    if (shape && theta.length !== shapes[shape].theta.length) own.push(["K", theta.length]);
    if (!shape && !isEven(arms)) own.push(["x", arms.map(digits).join("_").replace(/(^|_)0\./g, "$1.")]);
    return new URLSearchParams([...own, ["L", digits(shape ? lipschitz : Math.max(upwards(lipschitz), least))], ["k", k]]).toString();
  }

  // A row of numbers in a link, each moved into [0, 1]; undefined if there is none to be read.
  function row(text, name, notes) {
    const values = text.split("_").slice(0, MOST.arms + 1).map((one) => (one.trim() === "" ? NaN : Number(one)));
    if (values.some(Number.isNaN)) {
      notes.push(`The link's ${name} is no row of numbers.`);
      return undefined;
    }
    if (text.split("_").length > MOST.arms) {
      notes.push(`The link has more than ${MOST.arms} arms; these are the first ${MOST.arms}.`);
      values.length = MOST.arms;
    }
    if (values.some((value) => value < 0 || value > 1)) notes.push(`The link's ${name} leaves 0 to 1; it was moved back.`);
    return values.map((value) => clamp(value, 0, 1));
  }

  function number(query, name, { least, most, whole = false, otherwise }, notes) {
    if (!query.has(name)) return otherwise;
    const text = query.get(name);
    const wanted = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(wanted)) {
      notes.push(`The link asks for ${name} = ${text.slice(0, 20)}, which is no number; this is ${digits(otherwise)}.`);
      return otherwise;
    }
    const there = clamp(whole ? Math.round(wanted) : wanted, least, most);
    if (there !== wanted) notes.push(`The link asks for ${name} = ${text.slice(0, 20)}; this is ${digits(there)}.`);
    return there;
  }

  function placesOf(query, theta, notes) {
    if (!query.has("x")) return even(theta.length);
    const arms = row(query.get("x"), "x", notes);
    if (arms && arms.length === theta.length && arms.every((at, i) => i === 0 || at > arms[i - 1])) return arms;
    notes.push("Its positions do not fit its means, or do not increase; the arms are evenly spaced here.");
    return even(theta.length);
  }

  // What a link says of θ: its own means, or a shape of the page.
  function instanceOf(query, { shapes, start }, notes) {
    const theta = query.has("theta") ? row(query.get("theta"), "θ", notes) : undefined;
    if (theta) return { theta, arms: placesOf(query, theta, notes), lipschitz: start.lipschitz, k: start.k };
    const asked = query.get("shape") ?? start.shape ?? Object.keys(shapes)[0];
    if (!Object.keys(shapes).includes(asked)) notes.push(`The link asks for the shape ${asked.slice(0, 20)}, which is not here.`);
    const shape = Object.keys(shapes).includes(asked) ? asked : Object.keys(shapes)[0];
    const own = (shape === start.shape ? start.K : undefined) ?? shapes[shape].theta.length;
    const K = number(query, "K", { least: 2, most: MOST.arms, whole: true, otherwise: own }, notes);
    return ofShape(shapes, { shape, K, lipschitz: shape === start.shape ? start.lipschitz : undefined, k: start.k });
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  // `also` are names that some other part of a lab reads.
  function parse(query, spec, leastLipschitz, also = []) {
    const notes = [];
    const known = ["shape", "K", "theta", "x", "L", "k", ...also];
    for (const name of query.keys()) if (!known.includes(name)) notes.push(`The link names “${name.slice(0, 20)}”, which is nothing here.`);
    const state = instanceOf(query, spec, notes);
    const least = leastLipschitz(state);
    const L = number(query, "L", { least: 0, most: Math.max(MOST.lipschitz, upwards(least)), otherwise: Math.max(state.lipschitz, upwards(least)) }, notes);
    state.lipschitz = L < least - ENOUGH ? upwards(least) : L;
    if (L < least - ENOUGH) notes.push(`This θ breaks the promise L = ${digits(L)}; this is L = ${digits(state.lipschitz)}.`);
    const last = state.theta.length - 1;
    state.k = number(query, "k", { least: 0, most: last, whole: true, otherwise: clamp(spec.start.k, 0, last) }, notes);
    return { state, note: notes.join(" ") };
  }

  lipbandits.meansStates = { MOST, ENOUGH, clamp, even, toLink, roundedWithin, digits, upwards, fitting, resampled, ofShape, plainOf, queryOf, row, number, isEven, parse };
})();
