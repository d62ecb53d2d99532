// What a page asks of the engine about the tail of the evidence: runs under a rule, tails that are known, and bounds on them.
// The functions are those of lipbandits/engine/evidence.py and tails.py; they are added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function tailEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.evidence) return;
  const { Arrays, within, refuse, shown, checkedNumber, checkedCount, checkedNumbers, checkedSeed, checkedInstance, checkedOptions } = engine.tools;
  // As in lipbandits/engine/evidence.py and tails.py.
  const RULES = ["round robin", "uniform", "least evidence", "CKL-UCB"];
  const BOUNDS = ["bound", "union_bound", "mixture_bound", "kaufmann_koolen_bound"];
  const MOST = { round: 1e5, runs: 1e6, delta: 1e6, arms: 1e6 };

  const checkedRound = (round) => checkedCount("round", round, `a whole number from 2 to ${MOST.round}`, 2, MOST.round);

  function checkedDeltas(deltas) {
    const accepted = "increasing numbers above 0";
    const values = checkedNumbers("deltas", deltas, accepted, Number.MIN_VALUE, MOST.delta);
    if (values.length === 0) refuse(RangeError, "deltas", deltas, accepted);
    values.forEach((value, d) => d > 0 && value < values[d - 1] && refuse(RangeError, `deltas[${d}]`, value, accepted));
    return values;
  }

  // In the order of TOLD in lipbandits/engine/evidence.py.
  function told({ rule, round, stops = false, lipschitz = 0, seed = 0 }) {
    if (!RULES.includes(rule)) refuse(RangeError, "rule", shown(rule), `one of ${RULES.join(", ")}`);
    if (typeof stops !== "boolean") refuse(TypeError, "stops", shown(stops), "true or false");
    const words = checkedSeed(seed);
    return [RULES.indexOf(rule), checkedRound(round), Number(stops), lipschitz, ...words];
  }

  /** Runs of a rule, one after the other; the results are the evidence against the true means in each. */
  class Evidence {
    constructor(/** @type {any} */ options) {
      const { first = 0, runs } = checkedOptions(options);
      const { theta, arms, lipschitz } = checkedInstance({ lipschitz: 0, ...options });
      const values = [theta, arms, told({ ...options, lipschitz })];
      this.first = checkedCount("first", first, "a whole number ≥ 0", 0, 2 ** 31);
      this.runs = checkedCount("runs", runs, `a whole number from 1 to ${MOST.runs}`, 1, MOST.runs);
      this.arrays = new Arrays();
      this.given = values.map((each) => this.arrays.given(each));
      this.found = this.arrays.take(Float64Array, [this.runs]);
      this.count = 0;
      this.chunk = 1;
    }

    get done() {
      return this.count === this.runs;
    }

    /** Evidence of so many further runs. */
    draw(count) {
      const [pointer] = this.found.passed;
      const part = { passed: [pointer + 8 * this.count, count] };
      this.arrays.call("evidence", ...this.given, this.first + this.count, part);
      this.count += count;
    }

    advanceFor(milliseconds) {
      checkedNumber("milliseconds", milliseconds, "a number above 0", Number.MIN_VALUE, Number.MAX_VALUE);
      const [from, quarter] = [performance.now(), milliseconds / 4];
      for (let spent = 0; spent < milliseconds && !this.done; ) {
        this.draw(Math.min(this.chunk, this.runs - this.count));
        const took = performance.now() - from - spent;
        spent += took;
        this.chunk = Math.max(1, Math.floor(this.chunk * Math.min(quarter / took, 2)));
      }
      return this.done;
    }

    get rounds() {
      return this.count;
    }

    get results() {
      return Float64Array.from(this.found.view().subarray(0, this.count));
    }

    free() {
      this.arrays.free();
    }
  }

  /** The tail of one arm that stops once its evidence has reached δ, exactly, δ by δ. */
  class Largest {
    constructor(/** @type {any} */ options) {
      const { mean, round, deltas } = checkedOptions(options);
      this.mean = checkedNumber("mean", mean, "a mean from 0 to 1", 0, 1);
      this.round = checkedRound(round);
      this.deltas = checkedDeltas(deltas);
      this.arrays = new Arrays();
      this.found = this.arrays.take(Float64Array, [1]);
      this.tail = [];
    }

    get done() {
      return this.tail.length === this.deltas.length;
    }

    get rounds() {
      return this.tail.length;
    }

    advanceFor(milliseconds) {
      const from = performance.now();
      while (!this.done && performance.now() - from < milliseconds) {
        this.arrays.call("largest_tail", this.mean, this.round, this.deltas[this.tail.length], this.found);
        this.tail.push(this.found.view()[0]);
      }
      return this.done;
    }

    get results() {
      return [...this.tail];
    }

    free() {
      this.arrays.free();
    }
  }

  /** How many runs reach each δ, the share of them, and its exact 95 % interval. */
  function estimate(options) {
    const { evidence, deltas } = checkedOptions(options);
    const values = checkedNumbers("evidence", evidence, "numbers ≥ 0", 0, Number.MAX_VALUE);
    if (values.length === 0) refuse(RangeError, "evidence", evidence, "numbers of one run or more");
    const levels = checkedDeltas(deltas);
    return within((arrays) => {
      const found = arrays.take(Float64Array, [4, levels.length]);
      arrays.call("estimate", arrays.given(values), arrays.given(levels), found);
      const [hits, value, low, high] = found.rows();
      return { hits, value, low, high };
    });
  }

  function checkedFixed({ theta, plays }) {
    const instance = checkedInstance({ theta, lipschitz: 0 });
    const counts = checkedNumbers("plays", plays, "whole numbers ≥ 0", 0, MOST.round);
    if (counts.length !== instance.theta.length) refuse(RangeError, "plays", plays, `${instance.theta.length} counts, as theta`);
    counts.forEach((t, k) => checkedCount(`plays[${k}]`, t, "a whole number ≥ 0", 0, MOST.round));
    return [instance.theta, counts];
  }

  /** The tail of counts fixed in advance: {low, high}, equal and `exact` where few sums have to be listed, else a bracket. */
  function fixedTail(options) {
    const { deltas, cells = 4000 } = checkedOptions(options);
    const fixed = checkedFixed(options);
    const levels = checkedDeltas(deltas);
    checkedCount("cells", cells, "a whole number from 10 to 100000", 10, 1e5);
    return within((arrays) => {
      const given = [...fixed, levels].map((each) => arrays.given(each));
      const [found, status] = [arrays.take(Float64Array, [levels.length]), arrays.take(Float64Array, [1])];
      arrays.call("exact_tail", ...given, found, status);
      const tail = Array.from(found.view());
      if (status.view()[0] === 1) return { low: tail, high: tail, exact: true };
      const rows = arrays.take(Float64Array, [2, levels.length]);
      arrays.call("tail_bracket", ...given, cells, rows);
      const [low, high] = rows.rows();
      return { low, high, exact: false };
    });
  }

  const checkedArms = (arms) => checkedCount("arms", arms, "a whole number of arms ≥ 1", 1, MOST.arms);

  /** Logarithms of the bounds on the tail, by name; NaN where a bound does not hold. */
  function bounds(options) {
    const { arms, round, deltas } = checkedOptions(options);
    checkedArms(arms);
    checkedRound(round);
    const levels = checkedDeltas(deltas);
    return within((arrays) => {
      const found = arrays.take(Float64Array, [BOUNDS.length, levels.length]);
      arrays.call("bounds", arms, round, arrays.given(levels), found);
      const rows = found.rows();
      return Object.fromEntries(BOUNDS.map((name, i) => [name, rows[i]]));
    });
  }

  /** The δ at which each bound falls to a chance, by name. */
  function levelFor(options) {
    const { arms, round, chance } = checkedOptions(options);
    checkedArms(arms);
    checkedRound(round);
    checkedNumber("chance", chance, "a probability from 1e-300 to 1", 1e-300, 1);
    return within((arrays) => {
      const found = arrays.take(Float64Array, [BOUNDS.length]);
      arrays.call("level_for", arms, round, chance, found);
      const row = Array.from(found.view());
      return Object.fromEntries(BOUNDS.map((name, i) => [name, row[i]]));
    });
  }

  const [evidence, largest] = [(options) => new Evidence(options), (options) => new Largest(options)];
  Object.assign(engine, { evidence, largest, estimate, fixedTail, bounds, levelFor });
  engine.parts.push(`(${tailEngineScript})();`);
})();
