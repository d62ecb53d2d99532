// What a page asks of the engine about a mean on all of [0, 1]: it and a grid of it, runs of a policy, and what a policy knows there.
// The functions are those of lipbandits/engine/curve.py; they are added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function curveEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.curve) return;
  const { Run, within, refuse, shown, checkedNumber, checkedCount, checkedNumbers, checkedOptions, checkedMarks, checkedSettings } = engine.tools;
  // The names and sizes of lipbandits/engine/curve.py.
  const POLICIES = ["KL-UCB", "CKL-UCB", "HOO", "Zooming", "Adaptive"];
  const ON_GRIDS = ["KL-UCB", "CKL-UCB"];
  const CELLS = 4096;
  const DEPTHS = 12;
  const SAMPLES = 257;
  const CELL_BYTES = 88;
  const BLOCK = 1024;
  const CANDIDATES = 1000;
  // The parts of [0, 1] in which plays are counted.
  const PARTS = 40;
  const MOST = { knots: 200, arms: 200, horizon: 1e5 };

  function checkedCurve({ knots, means }) {
    const heights = checkedNumbers("means", means, "means from 0 to 1", 0, 1);
    if (heights.length < 2 || heights.length > MOST.knots) refuse(RangeError, "means", means, `2 to ${MOST.knots} means`);
    const accepted = `${heights.length} increasing positions from 0 to 1`;
    const places = checkedNumbers("knots", knots, accepted, 0, 1);
    if (places.length !== heights.length) refuse(RangeError, "knots", knots, accepted);
    for (let i = 1; i < places.length; i++) if (!(places[i] > places[i - 1])) refuse(RangeError, `knots[${i}]`, places[i], accepted);
    return [...places, ...heights];
  }

  function checkedFlag(name, value) {
    if (typeof value !== "boolean") refuse(TypeError, name, shown(value), "true or false");
    return Number(value);
  }

  const checkedArms = (arms) => checkedCount("arms", arms, `a whole number from 1 to ${MOST.arms}`, 1, MOST.arms);

  function table(arrays, kind, shape, values) {
    const found = arrays.take(kind, shape);
    if (values) found.view().set(values);
    return found;
  }

  /** Where the mean is largest, the best of a grid of so many arms, the least L that fits, and the grid: {points, means}. */
  function describeCurve(options) {
    const knots = checkedCurve(checkedOptions(options));
    const count = checkedArms(options.arms);
    const quarter = checkedFlag("quarter", options.quarter ?? true);
    return within((arrays) => {
      const [numbers, grid] = [arrays.take(Float64Array, [4]), arrays.take(Float64Array, [2, count])];
      arrays.call("curve_describe", table(arrays, Float64Array, [2, knots.length / 2], knots), quarter, numbers, grid);
      const [best, bestMean, gridBest, leastLipschitz] = numbers.view();
      const [points, means] = grid.rows();
      return { best, bestMean, gridBest, leastLipschitz, points, means };
    });
  }

  function checkedRun(options) {
    const { policy, lipschitz, tuned = true, quarter = true, arms = 8 } = checkedOptions(options);
    const knots = checkedCurve(options);
    if (!POLICIES.includes(policy)) refuse(RangeError, "policy", shown(policy), `one of ${POLICIES.join(", ")}`);
    // What is made for an interval divides by it.
    const [least, accepted] = ON_GRIDS.includes(policy) ? [0, "a number ≥ 0"] : [Number.MIN_VALUE, "a number above 0"];
    const constant = checkedNumber("lipschitz", lipschitz, accepted, least, Number.MAX_VALUE);
    const count = checkedArms(arms);
    const [factor, , , ...seed] = checkedSettings(options, count);
    const told = [POLICIES.indexOf(policy), constant, factor, checkedFlag("tuned", tuned), checkedFlag("quarter", quarter), ...seed];
    const marks = checkedMarks(options.marks);
    const last = marks[marks.length - 1];
    if (last > MOST.horizon) refuse(RangeError, "marks", `a last round of ${last}`, `at most ${MOST.horizon}`);
    return { policy, knots, told, marks, last, count };
  }

  // How much room a policy needs: {columns of what it knows, cells of a tree, arms of a grid, arms with distances}.
  function roomOf(policy, count, last) {
    const grid = ON_GRIDS.includes(policy) ? count : 0;
    const room = { HOO: 2, Zooming: CANDIDATES, Adaptive: CELLS }[policy] ?? count;
    return { room, cells: policy === "HOO" ? last + 1 : 0, grid, near: policy === "CKL-UCB" ? count : 0 };
  }

  class CurveRun extends Run {
    constructor(options) {
      super(options);
      // Where what it knows is filled in, once that is asked for.
      /** @type {any} */
      this.parts = this.seen = this.table = undefined;
    }

    open(options) {
      const { policy, knots, told, marks, last, count } = checkedRun(options);
      const { room, cells, grid, near } = roomOf(policy, count, last);
      this.policy = policy;
      this.entry = "curve_advance";
      this.marks = marks.length;
      const take = (kind, ...shape) => this.arrays.take(kind, shape);
      const tree = take(Uint8Array, cells * CELL_BYTES);
      tree.passed[1] = cells;
      // The order of STATE in lipbandits/engine/curve.py.
      this.state = [
        table(this.arrays, Float64Array, [2, knots.length / 2], knots), table(this.arrays, Float64Array, [told.length], told),
        (this.curve = take(Float64Array, 2, marks.length)), (this.now = take(Float64Array, 3)), take(Float64Array, 1),
        take(BigInt64Array, 2), take(Float64Array, BLOCK), take(Float64Array, 6, room), take(BigInt64Array, 7, room),
        tree, take(Int32Array, cells), take(Uint8Array, grid, BLOCK),
        take(Float64Array, near, near), take(Int32Array, near, near), take(Float64Array, near * near),
      ];
      this.curve.view().set(marks);
      this.played = take(Float64Array, last);
      this.arrays.call("curve_begin", ...this.state);
    }

    /** Regret at the marks passed so far, and plays in equal parts of [0, 1]; there is no arm of which to say it was played most. */
    get results() {
      /** @type {number[]} */
      const regret = Array.from(this.curve.view().slice(this.marks, this.marks + this.now.view()[1]));
      this.parts = this.parts ?? this.arrays.take(Float64Array, [PARTS]);
      this.arrays.call("curve_spread", this.played, this.rounds, this.parts);
      return { regret, plays: Array.from(this.parts.view()), mostPlayed: -1 };
    }

    /** The points of the first rounds. */
    points(rounds = this.rounds) {
      return Array.from(this.played.view().slice(0, Math.min(rounds, this.rounds)));
    }

    /**
     * What the policy knows before the next round: of arms, balls or cells {points, widths, plays, averages, indexes}; of HOO the plays
     * of its cells, that of cell i at depth h at 2^h − 1 + i, and the least bound U at `points`.
     */
    inside() {
      const isTree = this.policy === "HOO";
      const width = isTree ? 2 ** (DEPTHS + 1) : CELLS;
      this.seen = this.seen ?? this.arrays.take(Float64Array, [3]);
      this.table = this.table ?? this.arrays.take(Float64Array, [5, width]);
      this.arrays.call("curve_inside", .../** @type {any} */ (this.state), this.seen, this.table);
      const [round, size, depth] = this.seen.view();
      const row = (i, length) => Array.from(this.table.view().subarray(i * width, i * width + length));
      const last = this.rounds > 0 ? this.played.view()[this.rounds - 1] : null;
      const found = { round, size, last, regret: /** @type {any} */ (this.state)[4].view()[0] };
      if (isTree) return { ...found, depth, cells: row(2, 2 ** (Math.min(depth, DEPTHS) + 1) - 1), points: row(0, SAMPLES), bounds: row(4, SAMPLES) };
      return { ...found, points: row(0, size), widths: row(1, size), plays: row(2, size), averages: row(3, size), indexes: row(4, size) };
    }
  }

  const curve = (options) => new CurveRun(options);
  Object.assign(engine, { curve, describeCurve, curvePolicies: POLICIES, curveParts: PARTS });
  engine.parts.push(`(${curveEngineScript})();`);
})();
