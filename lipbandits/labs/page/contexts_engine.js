// What a page asks of the engine about contexts: C′(θ), how far neighbours follow, and runs of CCKL-UCB and of copies that learn alone.
// The functions are those of lipbandits/engine/contexts.py and context_race.py, added to `lipbandits.engine`; means are rows, one a context.
//
// It has a name, so that its text can be sent to a worker.
(function contextsEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.contextual) return;
  const { Run, within, refuse, ROUNDING, checkedNumber, checkedCount, checkedNumbers, checkedOptions, checkedSettings, checkedMarks } = engine.tools;
  const MOST_PAIRS = 200;
  // The names and the order of lipbandits/engine/context_race.py.
  const POLICIES = ["CCKL-UCB", "CKL-UCB", "KL-UCB"];
  const ROW = 1024;

  function checkedPlaces(name, values, count) {
    const accepted = `${count} increasing positions from 0 to 1`;
    const places = checkedNumbers(name, values, accepted, 0, 1);
    if (places.length !== count) refuse(RangeError, name, values, accepted);
    for (let i = 1; i < count; i++) if (!(places[i] > places[i - 1])) refuse(RangeError, `${name}[${i}]`, places[i], accepted);
    return places;
  }

  function checkedRows(theta) {
    const accepted = "rows of means, one a context, all of one length";
    if (!Array.isArray(theta) || !theta.every((row) => Array.isArray(row) || row instanceof Float64Array)) refuse(TypeError, "theta", theta, accepted);
    const [first] = theta;
    if (theta.length === 0 || first.length === 0 || theta.some((row) => row.length !== first.length)) refuse(RangeError, "theta", theta, accepted);
    const means = Float64Array.from(theta.flatMap((row, j) => Array.from(checkedNumbers(`theta[${j}]`, row, "means from 0 to 1", 0, 1))));
    if (means.length > MOST_PAIRS) refuse(RangeError, "theta", theta, `at most ${MOST_PAIRS} means`);
    return { means, shape: [theta.length, first.length] };
  }

  function checkedInstance({ theta, arms, contexts, lipschitz, weight }) {
    const { means, shape } = checkedRows(theta);
    return {
      ...{ means, shape, arms: checkedPlaces("arms", arms, shape[1]), contexts: checkedPlaces("contexts", contexts, shape[0]) },
      lipschitz: checkedNumber("lipschitz", lipschitz, "a number ≥ 0", 0, Number.MAX_VALUE),
      weight: checkedNumber("weight", weight, "a number > 0", Number.MIN_VALUE, Number.MAX_VALUE),
    };
  }

  /**
   * C′(θ) with its plan; that of copies told the same L; the lie about arm k of context j, in all contexts or without `sharing` in j
   * alone; and the least L, and the least β, that θ needs. A θ that breaks the promise is refused, unless it shall be `measured` only.
   */
  function contextual(options) {
    const { means, shape, arms, contexts, lipschitz, weight } = checkedInstance(checkedOptions(options));
    const { sharing = true, j = 0, k = 0, measured = false } = options;
    if (typeof sharing !== "boolean") refuse(TypeError, "sharing", sharing, "true or false");
    checkedCount("j", j, `a context from 0 to ${shape[0] - 1}`, 0, shape[0] - 1);
    checkedCount("k", k, `an arm from 0 to ${shape[1] - 1}`, 0, shape[1] - 1);
    return within((arrays) => {
      const given = [means, arms, contexts].map((values) => arrays.given(values));
      const [numbers, rows] = [arrays.take(Float64Array, [4]), arrays.take(Float64Array, [10, means.length])];
      arrays.call("contextual", ...given, lipschitz, weight, Number(sharing), j * shape[1] + k, numbers, rows);
      const [value, apart, leastLipschitz, leastWeight] = numbers.view();
      if (!measured && leastLipschitz > lipschitz * (1 + ROUNDING) + ROUNDING) {
        refuse(RangeError, "theta", `means that differ by more than lipschitz = ${lipschitz} and weight = ${weight} allow`, `L-Lipschitz means; the smallest lipschitz that fits is ${leastLipschitz}`);
      }
      const [rates, prices, binding, free, apartRates, apartPrices, apartBinding, confusing, evidence, best] = rows.rows().map((row) => rowsOf(row, shape));
      const flags = (row) => row.map((each) => each.map(Boolean));
      return {
        ...{ value, apart, leastLipschitz, leastWeight, rates, prices, apartRates, apartPrices, confusing, evidence },
        ...{ binding: flags(binding), free: flags(free), apartBinding: flags(apartBinding), best: flags(best) },
      };
    });
  }

  const rowsOf = (row, /** @type {number[]} */ [n, length]) => Array.from({ length: n }, (_, j) => Array.from(row.slice(j * length, (j + 1) * length)));

  /** The means when arm k of context j is pulled to a mean, and the others only as far as L and β make them follow. */
  function followPairs(options) {
    const { means, shape, arms, contexts, lipschitz, weight } = checkedInstance(checkedOptions(options));
    const mean = checkedNumber("mean", options.mean, "a mean from 0 to 1", 0, 1);
    const j = checkedCount("j", options.j, `a context from 0 to ${shape[0] - 1}`, 0, shape[0] - 1);
    const k = checkedCount("k", options.k, `an arm from 0 to ${shape[1] - 1}`, 0, shape[1] - 1);
    return within((arrays) => {
      const given = [means, arms, contexts].map((values) => arrays.given(values));
      const moved = arrays.take(Float64Array, [means.length]);
      arrays.call("followPairs", ...given, lipschitz, weight, j * shape[1] + k, mean, moved);
      return rowsOf(moved.view(), shape);
    });
  }

  function checkedDistribution(distribution, count) {
    const accepted = `${count} probabilities > 0 of sum 1`;
    const shares = checkedNumbers("distribution", distribution, accepted, Number.MIN_VALUE, 1);
    const sum = shares.reduce((one, other) => one + other, 0);
    if (shares.length !== count || Math.abs(sum - 1) > ROUNDING) refuse(RangeError, "distribution", distribution, accepted);
    return shares;
  }

  class ContextRun extends Run {
    constructor(/** @type {any} */ options) {
      super(options);
      const { theta } = options;
      this.shape = [theta.length, theta[0].length];
    }

    open(options) {
      const { means, shape, arms, contexts, lipschitz, weight } = checkedInstance(checkedOptions(options));
      const [n, count] = shape;
      const pairs = n * count;
      if (!POLICIES.includes(options.policy)) refuse(RangeError, "policy", options.policy, `one of ${POLICIES.join(", ")}`);
      const [factor, forced, , ...chance] = checkedSettings(options, pairs);
      const told = [POLICIES.indexOf(options.policy), lipschitz, factor, forced, weight, ...chance];
      const marks = checkedMarks(options.marks);
      const take = (kind, ...lengths) => this.arrays.take(kind, lengths);
      this.took(marks, pairs);
      this.now.passed = [this.now.passed[0], 3];
      this.entry = "advanceContexts";
      // The order of STATE in lipbandits/engine/context_race.py.
      this.state = [
        ...[means, arms, contexts, checkedDistribution(options.distribution, n), told].map((values) => this.arrays.given(values)),
        ...[this.curve, this.now, this.counts],
        ...[take(BigInt64Array, 2, pairs), take(Uint8Array, pairs, ROW), take(Int32Array, 2, marks[marks.length - 1]), take(BigInt64Array, 3, n)],
        ...[take(Float64Array, pairs, pairs), take(Float64Array, count, count), take(Int32Array, count, count), take(Float64Array, count * count)],
        ...[take(Float64Array, pairs), take(Int16Array, pairs, n, count), take(Float64Array, pairs, n, count)],
        ...[take(Uint8Array, n), take(Float64Array, 3, n), take(Float64Array, 3, n, pairs, count), take(Int32Array, 2, n, pairs)],
        ...[take(Float64Array, n, count), take(BigInt64Array, pairs)],
      ];
      this.played = take(Int32Array, 0);
      this.arrays.call("beginContexts", ...this.state);
    }

    /** Regret at the marks passed so far, plays of each pair in one row, and of each context the arm played most there. */
    get results() {
      const [now, curve] = [this.now.view(), this.curve.view()];
      const plays = Array.from(this.counts.view().slice(0, this.count));
      const mostPlayed = rowsOf(plays, this.shape).map((row) => row.indexOf(Math.max(...row)));
      return { regret: Array.from(curve.slice(this.marks, this.marks + now[1])), plays, mostPlayed };
    }
  }

  Object.assign(engine, { contextual, followPairs, contextRun: (options) => new ContextRun(options) });
  engine.parts.push(`(${contextsEngineScript})();`);
})();
