// The compiled engine in a page, a worker or Node.js: `lipbandits.engine`. What it computes is written in Python, in
// lipbandits/engine, and built by `make engine`; here are its memory, its errors, and what must not reach it.
(() => {
  "use strict";
  const shared = (globalThis.lipbandits ??= {});
  // The kernels take longer than a page may stand still for more arms than these.
  const MOST_ARMS = 200;
  // As in lipbandits/model/bandits.py.
  const ROUNDING = 1e-9;

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

  function checkedInstance(options) {
    if (options === null || typeof options !== "object") refuse(TypeError, "options", shown(options), "an object with theta and lipschitz");
    const { theta, arms, lipschitz } = options;
    const means = checkedNumbers("theta", theta, "means from 0 to 1", 0, 1);
    if (means.length < 1 || means.length > MOST_ARMS) refuse(RangeError, "theta", theta, `1 to ${MOST_ARMS} means`);
    const accepted = `${means.length} increasing positions from 0 to 1`;
    const places = arms === undefined ? evenArms(means.length) : checkedNumbers("arms", arms, accepted, 0, 1);
    if (places.length !== means.length) refuse(RangeError, "arms", arms, accepted);
    for (let i = 1; i < places.length; i++) {
      if (!(places[i] > places[i - 1])) refuse(RangeError, `arms[${i}]`, places[i], accepted);
    }
    return { theta: means, arms: places, lipschitz: checkedNumber("lipschitz", lipschitz, "a number ≥ 0", 0, Number.MAX_VALUE) };
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
    const pair = `arms ${at - 1} and ${at} differ by ${Math.abs(theta[at] - theta[at - 1])}`;
    refuse(RangeError, "theta", `${pair}, more than lipschitz = ${lipschitz} allows`, `L-Lipschitz means; the smallest lipschitz that fits is ${least}`);
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
    }

    take(/** @type {any} */ kind, shape) {
      const length = shape.reduce((product, each) => product * each, 1);
      const pointer = this.core.take(length * kind.BYTES_PER_ELEMENT);
      if (pointer === 0) {
        begin();
        throw new Error("The engine has no memory left; it was started anew.");
      }
      this.pointers.push(pointer);
      const view = () => new kind(this.core.memory.buffer, pointer, length);
      view().fill(0);
      return { passed: [pointer, ...shape], view };
    }

    given(values) {
      const array = this.take(Float64Array, [values.length]);
      array.view().set(values);
      return array;
    }

    /** Call an entry with arrays and numbers. A call that fails ends the instance. */
    call(entry, ...values) {
      if (this.core !== core) throw new Error("The engine was started anew after an error; this has to begin again, too.");
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
      compiled = await WebAssembly.compile(bytes ?? Uint8Array.from(atob(shared.engine.base64), (each) => each.charCodeAt(0)));
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
    const instance = checkedInstance(options);
    const count = instance.theta.length;
    const k = checkedArm(options.k, count);
    checkFit(instance);
    return within((arrays) => {
      const [theta, arms] = [arrays.given(instance.theta), arrays.given(instance.arms)];
      const [numbers, rows] = [arrays.take(Float64Array, [3]), arrays.take(Float64Array, [7, count])];
      arrays.call("tent", theta, arms, instance.lipschitz, k, numbers, rows);
      const [value, laiRobbins, leastLipschitz] = numbers.view();
      const table = rows.view();
      const [rates, alone, prices, binding, confusing, evidence, best] = Array.from({ length: 7 }, (_, row) =>
        Array.from(table.subarray(row * count, (row + 1) * count)),
      );
      return {
        ...{ value, laiRobbins, rates, alone, prices, binding: binding.map(Boolean), confusing, evidence },
        best: Array.from(best.keys()).filter((i) => best[i] !== 0),
        leastLipschitz,
      };
    });
  }

  function follow(options) {
    const instance = checkedInstance(options);
    const k = checkedArm(options.k, instance.theta.length);
    const mean = checkedNumber("mean", options.mean, "a mean from 0 to 1", 0, 1);
    checkFit(instance);
    return within((arrays) => {
      const moved = arrays.take(Float64Array, [instance.theta.length]);
      arrays.call("follow", arrays.given(instance.theta), arrays.given(instance.arms), instance.lipschitz, k, mean, moved);
      return Array.from(moved.view());
    });
  }

  shared.engine = { ...shared.engine, start, tent, follow };
})();
