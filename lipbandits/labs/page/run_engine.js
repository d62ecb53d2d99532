// What a page asks of the engine about runs: one of a policy, in blocks or round by round, and the curves of many.
// The functions are those of lipbandits/engine/race.py, steps.py and summary.py; they are added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function runEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.run) return;
  const { Arrays, within, refuse, shown, MOST_ROUNDS, checkedNumber, checkedCount, checkedNumbers, checkedSeed, checkedFamily, checkedInstance, checkedOptions } = engine.tools;
  const MOST_KEPT = 1e6;
  // The names and the order of lipbandits/engine/race.py and steps.py.
  const POLICIES = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform", "Thompson", "MOSS", "IMED", "OSSB", "IMED-UB"];
  // Of the others no round is explained.
  const EXPLAINED = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"];
  const WITH_RADIUS = ["UCB", "MOSS"];
  const TOLD_CONSTANT = ["CKL-UCB", "OSLB", "OSSB"];
  // They may solve a program in each round.
  const PLANNED = ["OSLB", "OSSB"];
  const RULES = ["initial", "index", "average", "chance", "forced", "leader", "explore", "above"];
  const ROW = 1024;
  // As MOST_DRAWN in lipbandits/model/families.py.
  const MOST_COUNTED = 500;
  // As many marks as RECORDS in lipbandits/play/regret.py.
  const RECORDS = 250;

  function checkedCounts(plays, sums, { name, low, high } = checkedFamily({})) {
    const counts = checkedNumbers("plays", plays, "whole numbers ≥ 0", 0, MOST_ROUNDS);
    counts.forEach((t, k) => checkedCount(`plays[${k}]`, t, "a whole number ≥ 0", 0, MOST_ROUNDS));
    const ofCoins = high === 1;
    const won = ofCoins ? checkedNumbers("sums", sums, "numbers from 0 to the plays", 0, MOST_ROUNDS) : checkedNumbers("sums", sums, "finite numbers", -Number.MAX_VALUE, Number.MAX_VALUE);
    if (won.length !== counts.length) refuse(RangeError, "sums", sums, `${counts.length} sums, as plays`);
    won.forEach((sum, k) => {
      const ends = ofCoins ? `from 0 to ${counts[k]}, the plays` : counts[k] === 0 ? "0 without plays" : `that ${counts[k]} plays can pay`;
      // A sum is the average, a mean, times the plays.
      checkedNumber(`sums[${k}]`, sum, `a number ${ends}`, counts[k] > 0 ? low : 0, ofCoins ? counts[k] : counts[k] > 0 ? high : 0);
      if (name === "poisson") checkedCount(`sums[${k}]`, sum, "a whole number, the sum of counts", 0, Number.MAX_VALUE);
    });
    return [counts, won];
  }

  function checkedMarks(marks) {
    const accepted = `increasing rounds from 1 to 2^31`;
    const rounds = checkedNumbers("marks", marks, accepted, 1, MOST_ROUNDS);
    if (rounds.length === 0) refuse(RangeError, "marks", marks, accepted);
    rounds.forEach((round, m) => {
      checkedCount(`marks[${m}]`, round, accepted, 1, MOST_ROUNDS);
      if (m > 0 && !(round > rounds[m - 1])) refuse(RangeError, `marks[${m}]`, round, accepted);
    });
    return rounds;
  }

  /** Plays and sums of rewards from which a run goes on, as long as it has to; without any, from its first round. */
  function checkedBefore({ before }, { theta: { length: count }, family }, marks) {
    if (before === undefined) return undefined;
    const { plays, sums } = checkedOptions(before);
    const [counts, won] = checkedCounts(plays, sums, family);
    if (counts.length !== count) refuse(RangeError, "plays", plays, `${count} whole numbers, one an arm`);
    const rounds = counts.reduce((sum, each) => sum + each, 0);
    if (!(rounds < marks[0])) refuse(RangeError, "plays", `${rounds} in all`, `fewer than ${marks[0]}, the first mark`);
    return { plays: counts, sums: won, rounds };
  }

  /** What is told to a policy, in the order of TOLD in lipbandits/engine/race.py, from the third entry on. */
  function checkedSettings({ factor = 0, forced = true, epsilon = 0.5, seed = 0, run = 0 }, count) {
    // The two below 0 stand for levels of another form.
    if (factor !== -count && factor !== -count - 0.5) checkedNumber("factor", factor, "a number from 0 to 1e6", 0, 1e6);
    if (typeof forced !== "boolean") refuse(TypeError, "forced", shown(forced), "true or false");
    const share = `a number above 0, and at most ${count}, the number of arms`;
    checkedNumber("epsilon", epsilon, share, Number.MIN_VALUE, count);
    const words = checkedSeed(seed);
    checkedCount("run", run, "a whole number from 0 to 2^32 − 1", 0, 2 ** 32 - 1);
    return [factor, Number(forced), epsilon, ...words, run];
  }

  /** The policies that play for a family: the radius of UCB and MOSS is one for rewards in [0, 1], and for Gaussian ones. */
  function policiesFor(options) {
    const { name } = checkedFamily(options);
    return name === "poisson" || name === "exponential" ? POLICIES.filter((policy) => !WITH_RADIUS.includes(policy)) : POLICIES;
  }

  function checkedPlayers(options) {
    const { policy, lipschitz, theta, arms, family: name, sd } = options;
    const there = policiesFor(options);
    if (!there.includes(policy)) refuse(RangeError, "policy", shown(policy), `one of ${there.join(", ")}${there.length < POLICIES.length ? `, for rewards that are ${name}` : ""}`);
    const constant = lipschitz === undefined && !TOLD_CONSTANT.includes(policy) ? 0 : lipschitz;
    const instance = checkedInstance({ theta, arms, lipschitz: constant, family: name, sd });
    if (name === "poisson") checkedNumbers("theta", theta, `means from 0 to ${MOST_COUNTED}, of counts to be drawn`, 0, MOST_COUNTED);
    return instance;
  }

  function checkedRun(options) {
    const instance = checkedPlayers(checkedOptions(options));
    const { policy } = options;
    const { theta, family } = instance;
    const told = [POLICIES.indexOf(policy), instance.lipschitz, ...checkedSettings(options, theta.length), ...family.passed];
    const { keepPlays = false } = options;
    if (typeof keepPlays !== "boolean") refuse(TypeError, "keepPlays", shown(keepPlays), "true or false");
    const marks = checkedMarks(options.marks);
    const last = marks[marks.length - 1];
    if (keepPlays && last > MOST_KEPT) {
      refuse(RangeError, "marks", `a last round of ${last}`, `at most ${MOST_KEPT} where plays are kept`);
    }
    return { ...instance, policy, told, marks, before: checkedBefore(options, instance, marks) };
  }

  /** Milliseconds of a round of a policy in which it solves a program, about K³ nanoseconds; 0 for one that solves none. */
  const programMs = (policy, count) => (PLANNED.includes(policy) ? count ** 3 * 1e-6 : 0);

  class Run {
    constructor(/** @type {any} */ options) {
      this.arrays = new Arrays();
      /** @type {any} */
      this.state = this.curve = this.now = this.counts = this.places = this.played = undefined;
      this.count = this.marks = 0;
      this.entry = "advance";
      this.chunk = 16;
      this.slowest = 0;
      this.open(options);
    }

    // The marks, and the arrays that every run has.
    took(marks, count) {
      this.curve = this.arrays.take(Float64Array, [2, marks.length]);
      this.curve.view().set(marks);
      this.now = this.arrays.take(Float64Array, [5]);
      this.counts = this.arrays.take(Float64Array, [2, count]);
      this.count = count;
      this.marks = marks.length;
    }

    open(options) {
      const { theta, arms, policy, told, marks, before, family } = checkedRun(options);
      const count = theta.length;
      // Coins are kept as bytes, all other rewards as floats.
      const [bytes, floats] = family.kind === 0 ? [ROW, 0] : [0, ROW];
      this.took(marks, count);
      // The order of STATE in lipbandits/engine/race.py.
      this.state = [
        ...[theta, arms, told].map((values) => this.arrays.given(values)),
        ...[this.curve, this.now, this.counts],
        (this.places = this.arrays.take(BigInt64Array, [2, count])),
        this.arrays.take(Uint8Array, [count, bytes]),
        this.arrays.take(Float64Array, [count, floats]),
        this.arrays.take(Float64Array, [count, count]),
        this.arrays.take(Int32Array, [count, count]),
        this.arrays.take(Float64Array, [count * count]),
      ];
      this.slowest = programMs(policy, count);
      this.played = this.arrays.take(Int32Array, [options.keepPlays ? marks[marks.length - 1] : 0]);
      this.arrays.call("begin", ...this.state);
      if (before) this.goOnFrom(before);
    }

    /**
     * Its next reward of an arm is the first that these plays have not used up. Thompson draws from its first uniform on, and OSSB has
     * explored in no round.
     */
    goOnFrom({ plays, sums, rounds }) {
      this.counts.view().set([...plays, ...sums]);
      this.places.view().set(Array.from(plays, BigInt), this.count);
      this.now.view()[0] = rounds + 1;
    }

    /** Rounds played so far. */
    get rounds() {
      return this.now.view()[0] - 1;
    }

    get done() {
      return this.now.view()[1] === this.marks;
    }

    /** Play so many rounds, or up to the last mark; says whether the run is over. It does not return before. */
    advance(rounds) {
      checkedCount("rounds", rounds, "a whole number ≥ 1", 1, MOST_ROUNDS);
      this.arrays.call(this.entry, ...this.state, Math.min(rounds, MOST_ROUNDS - 1), this.played);
      return this.done;
    }

    /** Play for about so many milliseconds, or up to some round; says whether the run is over. */
    advanceFor(milliseconds, last = MOST_ROUNDS) {
      checkedNumber("milliseconds", milliseconds, "a number above 0", Number.MIN_VALUE, Number.MAX_VALUE);
      const [from, part] = [performance.now(), milliseconds / 4];
      const most = this.slowest > 0 ? Math.max(Math.floor(part / this.slowest), 1) : MOST_ROUNDS - 1;
      for (let spent = 0; spent < milliseconds && !this.done && this.rounds < last; ) {
        this.advance(Math.min(this.chunk, most, last - this.rounds));
        const took = performance.now() - from - spent;
        spent += took;
        // Rounds may become dearer: never much more of them than were quick.
        this.chunk = Math.max(Math.min(Math.floor(this.chunk * Math.min(part / took, 2)), MOST_ROUNDS - 1), 1);
      }
      return this.done;
    }

    /** Regret at the marks passed so far, plays of each arm, the arm played most, and, if kept, that of each round. */
    get results() {
      const [now, curve] = [this.now.view(), this.curve.view()];
      return {
        regret: Array.from(curve.slice(this.marks, this.marks + now[1])),
        plays: Array.from(this.counts.view().slice(0, this.count)),
        mostPlayed: now[3],
        played: Array.from(this.played.view().slice(0, this.rounds)),
      };
    }

    free() {
      this.arrays.free();
    }
  }

  function explained(options) {
    const { policy } = checkedOptions(options);
    if (POLICIES.includes(policy) && !EXPLAINED.includes(policy)) refuse(RangeError, "policy", shown(policy), `one of ${EXPLAINED.join(", ")}, whose rounds are explained`);
    return options;
  }

  class Steps extends Run {
    constructor(options) {
      super(explained(options));
      this.report = this.arrays.take(Float64Array, [6]);
      this.seen = this.arrays.take(Float64Array, [5, this.count]);
    }

    /** Play a round: the arm, why, what it paid, and what the policy saw before; null when the run is over. */
    step() {
      if (this.done) return null;
      this.arrays.call("step", ...this.state, this.report, this.seen);
      return this.told();
    }

    /** What the last call filled in. */
    told() {
      const [round, arm, rule, leader, level, reward] = this.report.view();
      const [plays, averages, index, candidate, target] = this.seen.rows();
      return {
        ...{ round, arm, rule: RULES[rule], leader, level, reward, plays, averages },
        // Of a policy, or a round, without any: null.
        indexes: Number.isNaN(index[0]) ? null : index,
        candidates: Array.from(candidate.keys()).filter((k) => candidate[k] !== 0),
        targets: Number.isNaN(target[0]) ? null : target,
      };
    }
  }

  // ---- of many runs

  /** The rounds at which regret is recorded. */
  function marks(horizon) {
    checkedCount("horizon", horizon, "a whole number of rounds from 1 to 2^31", 1, MOST_ROUNDS);
    return within((arrays) => {
      const [found, size] = [arrays.take(Float64Array, [RECORDS]), arrays.take(Float64Array, [1])];
      arrays.call("marks", horizon, found, size);
      return Array.from(found.view().slice(0, size.view()[0]));
    });
  }

  /** f(n) of rounds, the marks, for so many arms; `factor` as a run has it. */
  function levels(options) {
    const { marks, arms } = checkedOptions(options);
    const count = checkedCount("arms", arms, "a whole number from 1 to 200", 1, 200);
    const [factor] = checkedSettings(options, count);
    return within((arrays) => {
      const given = arrays.given(checkedMarks(marks));
      const found = arrays.take(Float64Array, given.passed.slice(1));
      arrays.call("levels", given, factor, found);
      return Array.from(found.view());
    });
  }

  /** Curves over runs, at each mark: mean, median, and the ends of eight runs of ten. regret: run by run in one row. */
  function summarise(options) {
    const { regret, runs } = checkedOptions(options);
    const count = checkedCount("runs", runs, "a whole number ≥ 1", 1, MOST_ROUNDS);
    const values = checkedNumbers("regret", regret, "numbers ≥ 0", 0, Number.MAX_VALUE);
    const length = values.length / count;
    if (!(Number.isInteger(length) && length > 0)) refuse(RangeError, "regret", regret, `as many numbers for each of ${count} runs`);
    return within((arrays) => {
      const table = arrays.given(values);
      table.passed = [table.passed[0], count, length];
      const curves = arrays.take(Float64Array, [4, length]);
      arrays.call("summarise", table, arrays.take(Float64Array, [count]), curves);
      const [mean, median, low, high] = curves.rows();
      return { mean, median, low, high };
    });
  }

  Object.assign(engine, { marks, levels, summarise, policiesFor, programMs, run: (options) => new Run(options), steps: (options) => new Steps(options) });
  Object.assign(engine.tools, { Run, Steps, RULES, checkedCounts, checkedMarks, checkedSettings });
  engine.parts.push(`(${runEngineScript})();`);
})();
