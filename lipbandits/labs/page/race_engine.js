// What a page asks of the engine about many runs: the interval of a share of them, and the difference of paired ones.
// The functions are those of lipbandits/engine/summary.py; they are added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function raceEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.difference) return;
  const { Arrays, within, refuse, checkedNumber, checkedCount, checkedNumbers, checkedOptions } = engine.tools;
  // As in lipbandits/study/statistics.py.
  const RESAMPLES = 2000;
  const LEAST_COVERAGE = 0.93;

  /** The exact 95 % interval of a share of runs. */
  function share(options) {
    const { hits, runs } = checkedOptions(options);
    const count = checkedCount("runs", runs, "a whole number ≥ 1", 1, 1e6);
    checkedCount("hits", hits, `a whole number from 0 to ${count}, the runs`, 0, count);
    return within((arrays) => {
      const ends = arrays.take(Float64Array, [2]);
      arrays.call("share", hits, count, ends);
      const [low, high] = ends.view();
      return { low, high };
    });
  }

  /** The mean difference of paired runs, with a 95 % interval where it is honest: in parts, as it draws many times. */
  class Difference {
    constructor(/** @type {any} */ options) {
      const { one, other } = checkedOptions(options);
      const first = checkedNumbers("one", one, "numbers", -Number.MAX_VALUE, Number.MAX_VALUE);
      const second = checkedNumbers("other", other, "numbers", -Number.MAX_VALUE, Number.MAX_VALUE);
      if (first.length < 2) refuse(RangeError, "one", one, "numbers of two runs or more");
      if (second.length !== first.length) refuse(RangeError, "other", other, `${first.length} numbers, as one`);
      this.arrays = new Arrays();
      this.given = [this.arrays.given(first), this.arrays.given(second), this.arrays.take(Float64Array, [first.length])];
      this.found = this.arrays.take(Float64Array, [5]);
      this.drawn = 0;
      // So that a part takes about a millisecond.
      this.part = Math.max(Math.floor(20000 / first.length), 1);
    }

    get done() {
      return this.drawn === RESAMPLES;
    }

    advanceFor(milliseconds) {
      checkedNumber("milliseconds", milliseconds, "a number above 0", Number.MIN_VALUE, Number.MAX_VALUE);
      const from = performance.now();
      while (!this.done && performance.now() - from < milliseconds) {
        const last = Math.min(this.drawn + this.part, RESAMPLES);
        this.arrays.call("difference", ...this.given, this.drawn, last, this.found);
        this.drawn = last;
      }
      return this.done;
    }

    /** Without an honest interval: low and high are null. */
    get results() {
      const [value, low, high, worst, held] = this.found.view();
      const coverage = this.drawn > 0 ? held / this.drawn : 0;
      const honest = coverage >= LEAST_COVERAGE;
      return { value, low: honest ? low : null, high: honest ? high : null, worst, coverage };
    }

    free() {
      this.arrays.free();
    }
  }

  Object.assign(engine, { share, difference: (options) => new Difference(options) });
  engine.parts.push(`(${raceEngineScript})();`);
})();
