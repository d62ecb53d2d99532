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
  // Entries that check an answer, and what lipbandits/engine/answers/saying.py says of answers.
  const EXERCISE = /^[a-z-]+-\d+$/;
  const MOST_NUMBERS = 9;
  // Families of rewards, each with its number in lipbandits/engine/families.py, its means and what a reward is.
  const MOST = Number.MAX_VALUE;
  const FAMILIES = {
    bernoulli: { kind: 0, low: 0, high: 1, means: "means from 0 to 1" },
    gaussian: { kind: 1, low: -MOST, high: MOST, means: "finite means" },
    poisson: { kind: 2, low: 0, high: MOST, means: "finite means ≥ 0" },
    exponential: { kind: 3, low: Number.MIN_VALUE, high: MOST, means: "finite means > 0" },
  };

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

  /** A family by its name, coins without one; `sd` is that of Gaussian rewards, the largest of a coin without one. */
  function checkedFamily({ family = "bernoulli", sd = 0.5 }) {
    const known = Object.keys(FAMILIES);
    if (!known.includes(family)) refuse(RangeError, "family", shown(family), `one of ${known.join(", ")}`);
    const spread = checkedNumber("sd", sd, "a finite number > 0", Number.MIN_VALUE, MOST);
    return { name: family, ...FAMILIES[family], passed: [FAMILIES[family].kind, spread] };
  }

  function checkedInstance({ theta, arms, lipschitz, ...given }) {
    const family = checkedFamily(given);
    const means = checkedNumbers("theta", theta, family.means, family.low, family.high);
    if (means.length < 1 || means.length > MOST_ARMS) refuse(RangeError, "theta", theta, `1 to ${MOST_ARMS} means`);
    const accepted = `${means.length} increasing positions from 0 to 1`;
    const places = arms === undefined ? evenArms(means.length) : checkedNumbers("arms", arms, accepted, 0, 1);
    if (places.length !== means.length) refuse(RangeError, "arms", arms, accepted);
    for (let i = 1; i < places.length; i++) {
      if (!(places[i] > places[i - 1])) refuse(RangeError, `arms[${i}]`, places[i], accepted);
    }
    const told = checkedNumber("lipschitz", lipschitz, "a number ≥ 0", 0, Number.MAX_VALUE);
    return { theta: means, arms: places, lipschitz: told, family };
  }

  /** The two words of a seed, the low one first. */
  function checkedSeed(seed) {
    checkedCount("seed", seed, "a whole number from 0 to 2^53 − 1", 0, Number.MAX_SAFE_INTEGER);
    return [seed % 2 ** 32, Math.floor(seed / 2 ** 32)];
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

  /** How many blocks of its memory are in use, and how many bytes it has; 0 before it starts. */
  const blocks = () => (core === null ? 0 : core.blocks());
  const memory = () => (core === null ? 0 : core.memory.buffer.byteLength);
  shared.engine = {
    ...{ ...shared.engine, start, answer, blocks, memory, script: `(${engineScript})();` },
    // For the scripts that add what labs ask, <kind>_engine.js; their texts, which go to workers, too.
    tools: {
      ...{ Arrays, within, refuse, shown, ROUNDING, MOST_ROUNDS, checkedNumber, checkedCount, checkedNumbers },
      ...{ checkedOptions, checkedFamily, checkedInstance, checkedArm, checkedSeed },
    },
    parts: [],
  };
})();
