// The lab of contexts: θ of each context in the reader's hand under one promise over arms and contexts, the plan with what each model
// costs, and runs of CCKL-UCB against separate copies. A race with contexts: what is common to both is in race.js.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Contexts) return;
  const { clamp, digits, toLink, upwards, even } = lipbandits.meansStates;
  const { HORIZONS, RUNS } = lipbandits.raceStates;
  const { POLICIES, LOOKS, MOST, LEAST_WEIGHT, ACCEPTED, inHand, equal, ordered, stateOf, plainOf, check, withShare, roundedWithin, queryOf, parse, runs: kit } = lipbandits.contextsStates;
  const { layout, scene, drawn, rowAt, curveAt } = lipbandits.contextsPicture;
  const { numbers, words, pair, rows: tableRows, COLUMNS } = lipbandits.contextsWords;
  const { within } = lipbandits.racePicture;
  const { whole, count, percent } = lipbandits.raceWords;
  // Steps of the sliders of β, tenths of powers of ten, and of the share of a context.
  const SHARES = [0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.997];
  const nearestOf = (values, value) => values.reduce((best, each, i) => (Math.abs(Math.log(each / value)) < Math.abs(Math.log(values[best] / value)) ? i : best), 0);
  // β rounded up to three digits.
  const upwardsOf = (weight) => {
    const step = 10 ** (Math.floor(Math.log10(weight)) - 2);
    return Number((Math.ceil(weight / step - 1e-6) * step).toPrecision(3));
  };
  // What the engine wants of a state.
  const asked = ({ rows, arms, contexts, lipschitz, weight, sharing, j, k }) => ({ theta: rows, arms, contexts, lipschitz, weight, sharing, j, k });

  class Contexts extends lipbandits.Race {
    constructor(figure) {
      super(figure);
      this.keepRoom(400);
      this.jumps = ["k", "hot", "horizon", "step", "j", "n", "row"];
      // The context that a pointer is at, where it is another one than that in hand.
      /** @type {number | undefined} */
      this.row = undefined;
      this.box.addEventListener("pointerleave", () => (this.row = undefined));
    }

    names() {
      return POLICIES;
    }

    lookOf(name) {
      return LOOKS[name];
    }

    kit() {
      return kit;
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    makeSliders() {
      const of = (values) => ({ min: 0, max: values.length - 1, step: 1 });
      return [
        this.slider("j", "context in hand", { min: 0, max: MOST.contexts - 1, step: 1 }, (j) => this.selectPair(j, this.state.k)),
        this.slider("share", "share of rounds", of(SHARES), (i) => this.setShare(SHARES[i])),
        this.sliderOfL(),
        this.slider("b", "weight β", { min: -40, max: 20, step: 1 }, (tenths) => this.setWeight(Number((10 ** (tenths / 10)).toPrecision(2)))),
        this.choice("sharing", "contexts", { on: "share what is learnt", off: "learn alone" }, (what) => this.change({ sharing: what === "on" })),
        this.slider("T", "rounds T", of(HORIZONS), (i) => this.change({ horizon: HORIZONS[i] })),
        this.slider("n", "runs", of(RUNS), (i) => this.change({ runs: RUNS[i] })),
        this.choiceOfFollowers(),
        this.fieldOfSeed(),
      ];
    }

    shown() {
      const { lipschitz, weight, distribution, sharing, j } = this.state;
      const n = distribution.length;
      this.fields.j.field.max = n - 1;
      this.fields.j.field.disabled = this.fields.share.field.disabled = n === 1;
      return {
        L: [Math.sqrt(lipschitz), digits(Math.round(lipschitz * 1000) / 1000)],
        b: [Math.round(10 * Math.log10(weight)), digits(weight)],
        j: [j, String(j)],
        share: [nearestOf(SHARES, distribution[j]), percent(distribution[j])],
        sharing: [sharing ? "on" : "off", ""],
        ...this.shownOfRuns(),
      };
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    stateOf(preset) {
      return stateOf(this.spec.shapes, preset);
    }

    accepted() {
      return ACCEPTED;
    }

    query() {
      const { shape, rows } = this.state;
      const least = shape ? 0 : upwards(this.least({ rows: rows.map((row) => row.map(toLink)) }));
      return queryOf(this.state, this.spec.shapes, least);
    }

    parse(query) {
      return parse(query, this.spec, (state) => this.least(state));
    }

    isAt(preset) {
      return this.state.shape === preset.shape && JSON.stringify(plainOf(this.state)) === JSON.stringify(plainOf(this.stateOf(preset)));
    }

    plainState() {
      return plainOf(this.state);
    }

    // Of rows, or of other means for the context in hand; and of other places or another β.
    least(/** @type {any} */ { rows, theta, ...others }) {
      const all = rows ?? this.state.rows.map((row, j) => (j === this.state.j ? theta : row));
      return lipbandits.engine.contextual({ ...asked({ ...this.state, ...others, rows: all }), j: 0, k: 0, measured: true }).leastLipschitz;
    }

    change(changes) {
      const drawnAnew = changes.theta && !changes.rows;
      const rows = drawnAnew ? this.state.rows.map((row, j) => (j === this.state.j ? [...changes.theta] : row)) : (changes.rows ?? this.state.rows);
      super.change({ ...changes, rows, theta: rows[changes.j ?? this.state.j] });
    }

    // A pair's mean, from a θ that held the promise: its neighbours of all contexts follow, or L does.
    moved(before, arm, mean) {
      const { j, lipschitz } = before;
      const value = clamp(mean, 0, 1);
      if (!this.loose) {
        const rows = lipbandits.engine.followPairs({ ...asked(before), k: arm, mean: value });
        return { rows, theta: rows[j], lipschitz };
      }
      const rows = before.rows.map((row, i) => (i === j ? row.map((each, k) => (k === arm ? value : each)) : row));
      return { rows, theta: rows[j], lipschitz: Math.max(lipschitz, upwards(this.least({ rows }))) };
    }

    round(before, from) {
      const { rows, j, arms, lipschitz } = this.state;
      if (before && lipschitz === before.lipschitz && rows.every((row, i) => row.every((mean, k) => Math.abs(mean - before.rows[i][k]) < 5e-5))) {
        this.change(before);
        return;
      }
      const means = roundedWithin(this.state, j * arms.length + from);
      const least = this.least({ rows: means });
      this.change({ shape: undefined, rows: means, lipschitz: Math.max(upwards(lipschitz), lipschitz < least - 1e-9 ? upwards(least) : 0) });
    }

    setWeight(wanted) {
      const { leastWeight } = lipbandits.engine.contextual({ ...asked(this.state), measured: true });
      const fits = wanted >= leastWeight * (1 - 1e-9);
      // At the least L it may be the β that is there, and no other.
      const weight = fits ? wanted : Math.min(Math.max(upwardsOf(leastWeight), LEAST_WEIGHT), Math.max(wanted, this.state.weight));
      this.change({ weight });
      if (!fits) this.note = `With this L your θ needs β = ${digits(weight)} at least.`;
    }

    setShare(share) {
      const { distribution, j } = this.state;
      this.change({ distribution: withShare(distribution, j, share) });
    }

    selectPair(j, k) {
      const n = this.state.rows.length;
      this.selected = this.hands.hover = this.hands.chosen = this.row = undefined;
      this.change({ j: clamp(j, 0, n - 1), k: clamp(k, 0, this.state.arms.length - 1) });
    }

    asked(changes) {
      const accepted = this.accepted();
      if (changes === null || typeof changes !== "object") throw new TypeError(`changes: ${changes}; expected {${accepted.join(", ")}}`);
      const unknown = Object.keys(changes).find((name) => !accepted.includes(name));
      if (unknown) throw new TypeError(`${unknown}: unknown; expected ${accepted.join(", ")}`);
      const { theta = this.state.rows, ...others } = changes;
      const isTable = Array.isArray(theta) && theta.length > 0 && theta.every((row) => Array.isArray(row) || row instanceof Float64Array);
      if (!isTable) throw new TypeError(`theta: ${theta}; expected rows of means, one a context`);
      const now = this.state;
      const rows = theta.map((row) => Array.from(row));
      const [n, length] = [rows.length, rows[0].length];
      const [sameRows, sameArms] = [n === now.rows.length, length === now.arms.length];
      const found = {
        ...now, shape: undefined, rows,
        arms: sameArms ? now.arms : even(length), contexts: sameRows ? now.contexts : even(n), distribution: sameRows ? now.distribution : equal(n),
        j: Math.min(now.j, n - 1), k: Math.min(now.k, length - 1), ...others,
      };
      check(found);
      if (!("lipschitz" in changes)) found.lipschitz = Math.max(now.lipschitz, this.least(found));
      lipbandits.engine.contextual(asked(found));
      return inHand({ ...found, policies: ordered(found.policies) });
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    layout() {
      return layout(this.size, this.state.rows.length);
    }

    armAt(place) {
      const { on, x, y } = place;
      const n = this.state.rows.length;
      const row = rowAt(on, n, place) ?? (within(on.regret, on.font, x, y) ? undefined : curveAt(on, this.state, place));
      if (row !== this.row) {
        this.row = row;
        this.refresh();
      }
      return super.armAt(place);
    }

    // A tap on a row, or on another curve, takes that context in hand.
    tapped(place) {
      const j = rowAt(place.on, this.state.rows.length, place) ?? curveAt(place.on, this.state, place);
      if (j === undefined || within(place.on.regret, place.on.font, place.x, place.y)) super.tapped(place);
      else this.selectPair(j, super.armAt(place));
    }

    find() {
      return lipbandits.engine.contextual(asked(this.state));
    }

    pictured(looks) {
      const picture = drawn(this.state, this.found, this.runs, { ...looks, row: this.row, scales: this.hands.hold ? this.scales : undefined });
      this.scales = picture.scales;
      return picture;
    }

    scene(numbers_) {
      return scene(numbers_, this.size);
    }

    said() {
      return { numbers: numbers(this.state, this.found), words: words(this.state, this.runs, this.found) };
    }

    tabled() {
      return { columns: COLUMNS, known: tableRows(this.state, this.runs) };
    }

    sayArm(hot) {
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), pair(this.state, this.runs, this.found, this.row ?? this.state.j, hot));
    }

    // ---- by script ------------------------------------------------------------------------------------------------------

    // The bound of what is shown, and what finished runs say.
    results(most = Infinity) {
      const { value, apart, rates, prices, binding, free, apartRates, apartPrices } = this.find();
      return { ...super.results(most), bound: { value, apart, rates, prices, binding, free, apartRates, apartPrices } };
    }

    python() {
      return lipbandits.contextsTake.python(this.finished());
    }

    setting() {
      const { runs, horizon, seed } = this.finished();
      return `${count(runs, "run")} of ${whole(horizon)} rounds, seed ${seed}`;
    }

    table() {
      const state = this.finished();
      return lipbandits.contextsTake.table(state, this.find(), this.results(state.runs));
    }
  }

  // The first state without a page: its picture as text, and its words. Nobody has pressed Run.
  async function still({ shapes, start }, size) {
    const state = stateOf(shapes, start);
    const found = lipbandits.engine.contextual(asked(state));
    const runs = new lipbandits.RaceRuns("no lab", () => {}, kit);
    runs.fit(state);
    return {
      picture: lipbandits.draw.toText(scene(drawn(state, found, runs, { hot: state.k }), size)),
      words: {
        ...{ status: words(state, runs, found), numbers: numbers(state, found), arm: pair(state, runs, found, state.j, state.k) },
        ...{ now: state.theta[state.k], state: plainOf(state), table: [COLUMNS, ...tableRows(state, runs).map(({ name, cells }) => [name, ...cells])] },
      },
    };
  }

  lipbandits.Contexts = Contexts;
  lipbandits.stills.contexts = still;
  lipbandits.labs.define("contexts", Contexts);
})();
