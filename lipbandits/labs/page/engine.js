// The compiled engine in a page, a worker or Node.js: `lipbandits.engine`. What it computes is written in Python, in
// lipbandits/engine, and built by `make engine`; here are its memory, its errors, and what must not reach it.
//
// It has a name, so that its text can be sent to a worker.
(function engineScript() {
  "use strict";
  const shared = (globalThis.lipbandits ??= {});
  // In a notebook every figure brings the script; what one of them started serves all.
  if (shared.engine?.start) return;
  // The kernels take longer than a page may stand still for more arms than these.
  const MOST_ARMS = 200;
  // As in lipbandits/model/bandits.py.
  const ROUNDING = 1e-9;
  const MOST_ROUNDS = 2 ** 31;
  const MOST_KEPT = 1e6;
  // The names and the order of lipbandits/engine/race.py and steps.py.
  const POLICIES = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"];
  const TOLD_CONSTANT = ["CKL-UCB", "OSLB"];
  const RULES = ["initial", "index", "average", "chance", "forced", "leader", "explore", "above"];
  const ROW = 1024;
  // Entries that check an answer, and what lipbandits/engine/answers/saying.py says of answers.
  const EXERCISE = /^[a-z-]+-\d+$/;
  const MOST_NUMBERS = 9;
  // As many marks as RECORDS in lipbandits/play/regret.py.
  const RECORDS = 250;
  // As in lipbandits/study/statistics.py.
  const RESAMPLES = 2000;
  const LEAST_COVERAGE = 0.93;

  /** @type {Promise<void> | null} */
  let starting = null;
  let compiled = null;
  /** @type {any} */
  let core = null;

  // ---- what must not reach the engine

  const shown = (value) => {
    if (typeof value === "string") return JSON.stringify(value);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `an array of ${/** @type {any} */ (value).length}`;
    return value !== null && typeof value === "object" ? "an object" : String(value);
  };
  const refuse = (/** @type {any} */ kind, name, value, accepted) => {
    throw new kind(`${name}: ${typeof value === "string" ? value : shown(value)}; expected ${accepted}`);
  };

  function checkedNumber(name, value, accepted, low, high) {
    if (typeof value !== "number") refuse(TypeError, name, shown(value), accepted);
    if (!(value >= low && value <= high)) refuse(RangeError, name, value, accepted);
    return value;
  }

  function checkedCount(name, value, accepted, low, high) {
    if (!Number.isInteger(checkedNumber(name, value, accepted, low, high))) refuse(RangeError, name, value, accepted);
    return value;
  }

  function checkedNumbers(name, values, accepted, low, high) {
    if (!Array.isArray(values) && !(values instanceof Float64Array)) refuse(TypeError, name, shown(values), accepted);
    for (let i = 0; i < values.length; i++) checkedNumber(`${name}[${i}]`, values[i], accepted, low, high);
    return Float64Array.from(values);
  }

  /** K evenly spaced positions, to the last digit those of numpy.linspace(0, 1, K). */
  function evenArms(count) {
    const step = 1 / (count - 1);
    return Float64Array.from({ length: count }, (_, i) => (i > 0 && i === count - 1 ? 1 : i > 0 ? i * step : 0));
  }

  function checkedOptions(options) {
    if (options !== null && typeof options === "object") return options;
    return refuse(TypeError, "options", shown(options), "an object, with arguments by name");
  }

  function checkedInstance({ theta, arms, lipschitz }) {
    const means = checkedNumbers("theta", theta, "means from 0 to 1", 0, 1);
    if (means.length < 1 || means.length > MOST_ARMS) refuse(RangeError, "theta", theta, `1 to ${MOST_ARMS} means`);
    const accepted = `${means.length} increasing positions from 0 to 1`;
    const places = arms === undefined ? evenArms(means.length) : checkedNumbers("arms", arms, accepted, 0, 1);
    if (places.length !== means.length) refuse(RangeError, "arms", arms, accepted);
    for (let i = 1; i < places.length; i++) {
      if (!(places[i] > places[i - 1])) refuse(RangeError, `arms[${i}]`, places[i], accepted);
    }
    const told = checkedNumber("lipschitz", lipschitz, "a number ≥ 0", 0, Number.MAX_VALUE);
    return { theta: means, arms: places, lipschitz: told };
  }

  /** On a line neighbours tell: what fits between them fits everywhere. */
  function checkFit({ theta, arms, lipschitz }) {
    let least = 0;
    let at = -1;
    for (let i = 1; i < theta.length; i++) {
      const [rise, away] = [Math.abs(theta[i] - theta[i - 1]), arms[i] - arms[i - 1]];
      least = Math.max(least, rise / away);
      if (at < 0 && rise > lipschitz * away + ROUNDING) at = i;
    }
    if (at < 0) return;
    const differ = `arms ${at - 1} and ${at} differ by ${Math.abs(theta[at] - theta[at - 1])}`;
    const accepted = `L-Lipschitz means; the smallest lipschitz that fits is ${least}`;
    refuse(RangeError, "theta", `${differ}, more than lipschitz = ${lipschitz} allows`, accepted);
  }

  const checkedArm = (k, count) => checkedCount("k", k, `an arm from 0 to ${count - 1}`, 0, count - 1);

  // ---- its memory, and its errors

  /** An instance begins anew: the memory of the one before is gone, with all that a trap or an error left in it. */
  function begin() {
    core = new WebAssembly.Instance(compiled, {}).exports;
    core._initialize();
  }

  /** Arrays in the memory of the engine. `view` is to be asked for at each use: it dies when the memory grows. */
  class Arrays {
    constructor() {
      if (core === null) throw new Error("The engine is not started; await lipbandits.engine.start() first.");
      this.core = core;
      this.pointers = [];
      this.freed = false;
    }

    /** What was freed may be another's by now. */
    checkOpen() {
      if (this.freed) throw new Error("This was freed; make a new one.");
    }

    take(/** @type {any} */ kind, shape) {
      const length = shape.reduce((product, each) => product * each, 1);
      const pointer = this.core.take(length * kind.BYTES_PER_ELEMENT);
      if (pointer === 0) {
        begin();
        throw new Error("The engine has no memory left; it was started anew.");
      }
      this.pointers.push(pointer);
      new Uint8Array(this.core.memory.buffer, pointer, length * kind.BYTES_PER_ELEMENT).fill(0);
      const view = () => (this.checkOpen(), new kind(this.core.memory.buffer, pointer, length));
      const rows = () => {
        const row = (_, i) => Array.from(view().subarray(i * shape[1], (i + 1) * shape[1]));
        return Array.from({ length: shape[0] }, row);
      };
      return { passed: [pointer, ...shape], view, rows };
    }

    given(values) {
      const array = this.take(Float64Array, [values.length]);
      array.view().set(values);
      return array;
    }

    /** Call an entry with arrays and numbers. A call that fails ends the instance. */
    call(entry, ...values) {
      this.checkOpen();
      if (this.core !== core) {
        const error = new Error("The engine was started anew after an error; this has to begin again, too.");
        throw Object.assign(error, { begunAnew: true });
      }
      let status;
      try {
        status = core[entry](...values.flatMap((value) => (typeof value === "number" ? [value] : value.passed)));
      } catch (error) {
        begin();
        throw new Error(`The engine stopped in ${entry}: ${error instanceof Error ? error.message : error}`);
      }
      if (status !== 0) {
        begin();
        throw new Error(`The engine stopped in ${entry}, with status ${status}.`);
      }
    }

    free() {
      if (this.core === core) for (const pointer of this.pointers) core.give(pointer);
      this.pointers = [];
      this.freed = true;
    }
  }

  function within(work) {
    const arrays = new Arrays();
    try {
      return work(arrays);
    } finally {
      arrays.free();
    }
  }

  async function load(bytes) {
    if (typeof WebAssembly !== "object") throw new Error("The engine cannot start: WebAssembly is missing here.");
    if (bytes === undefined && typeof shared.engine.base64 !== "string") {
      throw new Error("The engine cannot start: neither bytes nor lipbandits.engine.base64 are there.");
    }
    try {
      const decoded = () => Uint8Array.from(atob(shared.engine.base64), (each) => each.charCodeAt(0));
      compiled = await WebAssembly.compile(bytes === undefined ? decoded() : bytes);
      begin();
    } catch (error) {
      throw new Error(`The engine cannot start: ${error instanceof Error ? error.message : error}`);
    }
  }

  // ---- what a page calls

  function start(bytes) {
    if (starting === null) {
      starting = load(bytes);
      // A page may try again.
      starting.catch(() => (starting = null));
    }
    return starting;
  }

  function tent(options) {
    const instance = checkedInstance(checkedOptions(options));
    const count = instance.theta.length;
    const k = checkedArm(options.k, count);
    checkFit(instance);
    return within((arrays) => {
      const [theta, arms] = [arrays.given(instance.theta), arrays.given(instance.arms)];
      const [numbers, rows] = [arrays.take(Float64Array, [3]), arrays.take(Float64Array, [7, count])];
      arrays.call("tent", theta, arms, instance.lipschitz, k, numbers, rows);
      const [value, laiRobbins, leastLipschitz] = numbers.view();
      const [rates, alone, prices, binding, confusing, evidence, best] = rows.rows();
      return {
        ...{ value, laiRobbins, rates, alone, prices, binding: binding.map(Boolean), confusing, evidence },
        best: Array.from(best.keys()).filter((i) => best[i] !== 0),
        leastLipschitz,
      };
    });
  }

  function follow(options) {
    const instance = checkedInstance(checkedOptions(options));
    const k = checkedArm(options.k, instance.theta.length);
    const mean = checkedNumber("mean", options.mean, "a mean from 0 to 1", 0, 1);
    checkFit(instance);
    return within((arrays) => {
      const [theta, arms] = [arrays.given(instance.theta), arrays.given(instance.arms)];
      const moved = arrays.take(Float64Array, [instance.theta.length]);
      arrays.call("follow", theta, arms, instance.lipschitz, k, mean, moved);
      return Array.from(moved.view());
    });
  }

  /** I(x, y), entry by entry. */
  function divergences(options) {
    const { x, y } = checkedOptions(options);
    const from = checkedNumbers("x", x, "means from 0 to 1", 0, 1);
    const to = checkedNumbers("y", y, "means from 0 to 1", 0, 1);
    if (from.length !== to.length) refuse(RangeError, "y", y, `${from.length} means, as x`);
    return within((arrays) => {
      const values = arrays.take(Float64Array, [from.length]);
      arrays.call("divergences", arrays.given(from), arrays.given(to), values);
      return Array.from(values.view());
    });
  }

  /** The KL-UCB indexes and the Lipschitz indexes b_k of so many plays and such sums of rewards, at a level f(n). */
  function indexes(options) {
    const { plays, sums, arms, lipschitz, level } = checkedOptions(options);
    const counts = checkedNumbers("plays", plays, "whole numbers ≥ 0", 0, MOST_ROUNDS);
    counts.forEach((t, k) => checkedCount(`plays[${k}]`, t, "a whole number ≥ 0", 0, MOST_ROUNDS));
    const won = checkedNumbers("sums", sums, "numbers from 0 to the plays", 0, MOST_ROUNDS);
    if (won.length !== counts.length) refuse(RangeError, "sums", sums, `${counts.length} sums, as plays`);
    won.forEach((sum, k) => {
      checkedNumber(`sums[${k}]`, sum, `a number from 0 to ${counts[k]}, the plays`, 0, counts[k]);
    });
    const instance = checkedInstance({ theta: won.map(() => 0), arms, lipschitz });
    const f = checkedNumber("level", level, "a number ≥ 0", 0, Number.MAX_VALUE);
    return within((arrays) => {
      const given = [counts, won, instance.arms].map((each) => arrays.given(each));
      const rows = arrays.take(Float64Array, [2, won.length]);
      arrays.call("indexes", ...given, instance.lipschitz, f, rows);
      const [klUcb, b] = rows.rows();
      return { klUcb, lipschitz: b };
    });
  }

  /** What is said of an answer to an exercise: the number of its message, from 1, or 0 if it is right; what stands in it. */
  function answer(options) {
    const { exercise, numbers } = checkedOptions(options);
    if (core !== null && !(EXERCISE.test(String(exercise)) && exercise in core)) {
      refuse(RangeError, "exercise", shown(exercise), 'the name of an exercise, such as "model-1"');
    }
    const given = checkedNumbers("numbers", numbers, "numbers", -Number.MAX_VALUE, Number.MAX_VALUE);
    if (given.length < 1 || given.length > MOST_NUMBERS) refuse(RangeError, "numbers", numbers, `1 to ${MOST_NUMBERS} numbers`);
    return within((arrays) => {
      const [row, out] = [arrays.take(Float64Array, [MOST_NUMBERS]), arrays.take(Float64Array, [6])];
      row.view().set(given);
      arrays.call(exercise, row, out);
      const [message, ...found] = out.view();
      return { message, found };
    });
  }

  // ---- runs

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

  /** What is told to a policy, in the order of TOLD in lipbandits/engine/race.py, from the third entry on. */
  function checkedSettings({ factor = 0, forced = true, epsilon = 0.5, seed = 0, run = 0 }, count) {
    checkedNumber("factor", factor, "a number from 0 to 1e6", 0, 1e6);
    if (typeof forced !== "boolean") refuse(TypeError, "forced", shown(forced), "true or false");
    const share = `a number above 0, and at most ${count}, the number of arms`;
    checkedNumber("epsilon", epsilon, share, Number.MIN_VALUE, count);
    checkedCount("seed", seed, "a whole number from 0 to 2^53 − 1", 0, Number.MAX_SAFE_INTEGER);
    checkedCount("run", run, "a whole number from 0 to 2^32 − 1", 0, 2 ** 32 - 1);
    return [factor, Number(forced), epsilon, seed % 2 ** 32, Math.floor(seed / 2 ** 32), run];
  }

  function checkedRun(options) {
    const { policy, lipschitz, theta: means, arms } = checkedOptions(options);
    if (!POLICIES.includes(policy)) refuse(RangeError, "policy", shown(policy), `one of ${POLICIES.join(", ")}`);
    const instance = checkedInstance({
      ...{ theta: means, arms },
      lipschitz: lipschitz === undefined && !TOLD_CONSTANT.includes(policy) ? 0 : lipschitz,
    });
    const { theta } = instance;
    const told = [POLICIES.indexOf(policy), instance.lipschitz, ...checkedSettings(options, theta.length)];
    const { keepPlays = false } = options;
    if (typeof keepPlays !== "boolean") refuse(TypeError, "keepPlays", shown(keepPlays), "true or false");
    const marks = checkedMarks(options.marks);
    const last = marks[marks.length - 1];
    if (keepPlays && last > MOST_KEPT) {
      refuse(RangeError, "marks", `a last round of ${last}`, `at most ${MOST_KEPT} where plays are kept`);
    }
    return { ...instance, policy, told, marks };
  }

  class Run {
    constructor(/** @type {any} */ options) {
      this.arrays = new Arrays();
      /** @type {any} */
      this.state = this.curve = this.now = this.counts = this.played = undefined;
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
      this.now = this.arrays.take(Float64Array, [4]);
      this.counts = this.arrays.take(Float64Array, [2, count]);
      this.count = count;
      this.marks = marks.length;
    }

    open(options) {
      const { theta, arms, policy, told, marks } = checkedRun(options);
      const count = theta.length;
      this.took(marks, count);
      // The order of STATE in lipbandits/engine/race.py.
      this.state = [
        ...[theta, arms, told].map((values) => this.arrays.given(values)),
        ...[this.curve, this.now, this.counts],
        this.arrays.take(BigInt64Array, [2, count]),
        this.arrays.take(Uint8Array, [count, ROW]),
        this.arrays.take(Float64Array, [count, count]),
        this.arrays.take(Int32Array, [count, count]),
        this.arrays.take(Float64Array, [count * count]),
      ];
      // OSLB may solve a program in each round, which takes about K³ nanoseconds.
      this.slowest = policy === "OSLB" ? count ** 3 * 1e-6 : 0;
      this.played = this.arrays.take(Int32Array, [options.keepPlays ? marks[marks.length - 1] : 0]);
      this.arrays.call("begin", ...this.state);
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

  class Steps extends Run {
    constructor(options) {
      super(options);
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
    const instance = checkedInstance({ theta: averages, arms, lipschitz });
    if (counts.length !== instance.theta.length) refuse(RangeError, "plays", plays, `${instance.theta.length} counts, as averages`);
    const arm = checkedArm(k, counts.length);
    const mean = checkedNumber("q", q, "a mean from 0 to 1", 0, 1);
    return within((arrays) => {
      const row = arrays.take(Float64Array, [counts.length]);
      const given = [counts, instance.theta, instance.arms].map((each) => arrays.given(each));
      arrays.call("weights", ...given, instance.lipschitz, arm, mean, row);
      return Array.from(row.view());
    });
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

  const difference = (options) => new Difference(options);
  const run = (options) => new Run(options);
  const steps = (options) => new Steps(options);
  const records = (options) => new Records(options);
  /** How many blocks of its memory are in use, and how many bytes it has; 0 before it starts. */
  const blocks = () => (core === null ? 0 : core.blocks());
  const memory = () => (core === null ? 0 : core.memory.buffer.byteLength);
  shared.engine = {
    ...{ ...shared.engine, start, tent, follow, divergences, indexes, run, steps, records, weights, marks, summarise, share, difference },
    ...{ answer, blocks, memory, script: `(${engineScript})();` },
    // For scripts that add to it; their texts, which go to workers, too.
    tools: { Arrays, Run, within, refuse, shown, checkedNumber, checkedCount, checkedNumbers, checkedInstance, checkedOptions, checkedSettings, checkedMarks },
    parts: [],
  };
})();
