// What a page asks of the engine about rounds: a run that one can go back in, indexes, and what plays say against an arm.
// The functions are those of lipbandits/engine/records.py and steps.py; they are added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function stepsEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.records) return;
  const { Steps, RULES, within, refuse, MOST_ROUNDS, checkedNumber, checkedCount, checkedCounts, checkedNumbers, checkedArm, checkedFamily, checkedInstance, checkedOptions } = engine.tools;

  /** I(x, y), entry by entry. */
  function divergences(options) {
    const { x, y } = checkedOptions(options);
    const { means, low, high, passed } = checkedFamily(options);
    const [from, to] = [checkedNumbers("x", x, means, low, high), checkedNumbers("y", y, means, low, high)];
    if (from.length !== to.length) refuse(RangeError, "y", y, `${from.length} means, as x`);
    return within((arrays) => {
      const values = arrays.take(Float64Array, [from.length]);
      arrays.call("divergences", arrays.given(from), arrays.given(to), ...passed, values);
      return Array.from(values.view());
    });
  }

  /** The KL-UCB indexes and the Lipschitz indexes b_k of so many plays and such sums of rewards, at a level f(n). */
  function indexes(options) {
    const { plays, sums, arms, lipschitz, level } = checkedOptions(options);
    const family = checkedFamily(options);
    const [counts, won] = checkedCounts(plays, sums, family);
    const instance = checkedInstance({ theta: won.map(() => 0), arms, lipschitz });
    const f = checkedNumber("level", level, "a number ≥ 0", 0, Number.MAX_VALUE);
    return within((arrays) => {
      const given = [counts, won, instance.arms].map((each) => arrays.given(each));
      const rows = arrays.take(Float64Array, [2, won.length]);
      arrays.call("indexes", ...given, instance.lipschitz, f, ...family.passed, rows);
      const [klUcb, b] = rows.rows();
      return { klUcb, lipschitz: b };
    });
  }

  /** A run that one can go back in: it keeps arm and rule of each round, and counts at its marks. */
  class Records extends Steps {
    constructor(options) {
      super({ ...checkedOptions(options), keepPlays: true });
      this.rules = this.arrays.take(Int32Array, [this.curve.view()[this.marks - 1]]);
      this.scratch = this.arrays.take(Float64Array, [2, this.count]);
      /** @type {Float64Array[]} */
      this.kept = [];
    }

    advance(rounds) {
      checkedCount("rounds", rounds, "a whole number ≥ 1", 1, MOST_ROUNDS);
      for (let left = rounds; left > 0 && !this.done; ) {
        const now = Math.min(left, this.curve.view()[this.kept.length] - this.rounds);
        this.arrays.call("record", ...this.state, now, this.played, this.rules);
        left -= now;
        while (this.kept.length < this.now.view()[1]) this.kept.push(this.counts.view().slice());
      }
      return this.done;
    }

    /** Arms and names of rules of the rounds played so far. */
    get history() {
      const { rounds } = this;
      return { played: Array.from(this.played.view().slice(0, rounds)), rules: Array.from(this.rules.view().slice(0, rounds), (rule) => RULES[rule]) };
    }

    /** Plays, and then sums, after each mark passed so far: 2 K numbers each. */
    get counted() {
      return this.kept;
    }

    /** What `step` said in a round that was played, or says in the next one; the reward is what its arm then pays. */
    recall(round) {
      checkedCount("round", round, `a whole number from 1 to ${this.rounds + 1}`, 1, this.rounds + 1);
      const marks = this.curve.view();
      let mark = this.kept.length;
      while (mark > 0 && marks[mark - 1] >= round) mark -= 1;
      if (mark > 0) this.scratch.view().set(this.kept[mark - 1]);
      else this.scratch.view().fill(0);
      const first = mark > 0 ? marks[mark - 1] + 1 : 1;
      this.arrays.call("recall", ...this.state.slice(0, 3), this.played, first, round, this.scratch, this.report, this.seen);
      return this.told();
    }

    /** Of CKL-UCB after some of its marks: the leader, its index, the evidence that arm k has no more, the level of the next round. */
    against({ k, marks }) {
      const arm = checkedArm(k, this.count);
      const chosen = checkedNumbers("marks", marks, "numbers of marks that were passed", 0, this.kept.length - 1);
      return within((arrays) => {
        const rounds = arrays.given(chosen.map((m) => this.curve.view()[m] + 1));
        const kept = arrays.take(Float64Array, [chosen.length, 2 * this.count]);
        chosen.forEach((m, i) => kept.view().set(this.kept[m], 2 * this.count * i));
        const rows = arrays.take(Float64Array, [4, chosen.length]);
        arrays.call("against", this.state[1], this.state[2], arm, rounds, kept, rows);
        const [leader, index, evidence, level] = rows.rows();
        return { leader, index, evidence, level };
      });
    }
  }

  /** What the plays of each arm say against "arm k has at least q", in nats. */
  function weights(options) {
    const { plays, averages, arms, lipschitz, k, q } = checkedOptions(options);
    const counts = checkedNumbers("plays", plays, "whole numbers ≥ 0", 0, MOST_ROUNDS);
    const family = checkedFamily(options);
    // Of an arm without plays the average does not matter, and may be no mean.
    const means = Array.isArray(averages) ? averages.map((mean, i) => (counts[i] === 0 ? 0.5 : mean)) : averages;
    const instance = checkedInstance({ theta: means, arms, lipschitz, family: family.name });
    if (counts.length !== instance.theta.length) refuse(RangeError, "plays", plays, `${instance.theta.length} counts, as averages`);
    const arm = checkedArm(k, counts.length);
    const mean = checkedNumber("q", q, family.high === 1 ? "a mean from 0 to 1" : "a finite mean", family.low, family.high);
    return within((arrays) => {
      const row = arrays.take(Float64Array, [counts.length]);
      const given = [counts, instance.theta, instance.arms].map((each) => arrays.given(each));
      arrays.call("weights", ...given, instance.lipschitz, arm, mean, ...family.passed, row);
      return Array.from(row.view());
    });
  }

  Object.assign(engine, { divergences, indexes, weights, records: (options) => new Records(options) });
  engine.parts.push(`(${stepsEngineScript})();`);
})();
