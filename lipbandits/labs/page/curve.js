// The lab Curve: μ on all of [0, 1] in the reader's hand, a polyline through knots; a grid of arms with its floor; one policy watched round
// by round on the same axis, played in the page; and many runs of several, as in a race. It is a race on another kind of instance:
// race.js has the runs and their buttons, means.js the hands.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Curve) return;
  const { layout, scene, drawn, lookOf } = lipbandits.curvePicture;
  const { POLICIES, ACCEPTED, HORIZONS, MOST, labelOf, keyOf, workOf, stateOf, playedOf, check, ordered, queryOf, parse, runs: kit } = lipbandits.curveStates;
  const { numbers, words, rows, knot, COLUMNS } = lipbandits.curveWords;
  const { clamp, digits } = lipbandits.meansStates;
  const { RUNS } = lipbandits.raceStates;
  const { whole } = lipbandits.raceWords;
  const { LEVELS, ofLevel } = lipbandits.playedStates;
  const GRIDS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 33, 40, 50, 64, 80, 100, 128];
  // The told constant: steps of a fourth root of 2 to either side of the promise.
  const STEPS_OF_TOLD = 16;
  // A frame has room for so much of a run that is watched.
  const FRAME_MS = 4;
  // Play steps through the rounds of the slider, so many a second.
  const STEP_MS = 70;
  const nearestOf = (values, value) => values.reduce((best, each, i) => (Math.abs(Math.log(each / value)) < Math.abs(Math.log(values[best] / value)) ? i : best), 0);

  class Curve extends lipbandits.Race {
    constructor(figure) {
      super(figure);
      this.keepRoom(this.first.watch ? 300 : 400);
      this.jumps = ["k", "hot", "horizon", "step", "round"];
      this.api = { set: (changes) => this.set(changes), state: () => this.plainState(), run: () => this.run(), results: () => this.allResults(), watch: (round) => this.watchUntil(round) };
    }

    names() {
      return POLICIES;
    }

    // By its name or by its label.
    lookOf(name) {
      return lookOf(name.replace("+", ""));
    }

    kit() {
      return kit;
    }

    label(name) {
      return labelOf(this.state, name);
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    // What the place is about stands open, the rest in a fold.
    makeRest() {
      super.makeRest();
      const { make } = this.frame;
      const controls = this.figure.querySelector(".lb-controls");
      const rest = make("div", { className: "lb-controls" });
      const { round, ...others } = /** @type {any} */ (this.all);
      // What is watched is moved above the picture, so that both are on one screen.
      this.rounds = make("div", { className: "lb-race lb-rounds" }, this.stepping, round);
      this.figure.querySelector(".lb-race").after(this.rounds);
      const fold = make("details", { className: "lb-fold" }, make("summary", {}, "More settings"), rest);
      for (const [name, control] of Object.entries(others)) (this.spec.view.controls.includes(name) ? controls : rest).append(control);
      controls.after(fold);
    }

    /** @returns {HTMLElement[]} */
    makeSliders() {
      const of = (values) => ({ min: 0, max: values.length - 1, step: 1 });
      this.all = {
        round: this.makeRound(),
        grid: this.slider("grid", "arms of the grid", of(GRIDS), (i) => this.change({ grid: GRIDS[i] })),
        L: this.sliderOfL(),
        told: this.slider("told", "told L", { min: -STEPS_OF_TOLD, max: STEPS_OF_TOLD, step: 1 }, (step) => this.tell(step)),
        T: this.slider("T", "rounds T", of(HORIZONS), (i) => this.change({ horizon: HORIZONS[i], round: Math.min(this.state.round, HORIZONS[i]) })),
        n: this.slider("n", "runs", of(RUNS), (i) => this.change({ runs: RUNS[i] })),
        watch: this.choice("watch", "look inside", { none: "no policy", ...Object.fromEntries(POLICIES.map((name) => [name, name])) }, (name) => this.change({ watch: name === "none" ? null : name })),
        tuned: this.choice("tuned", "HOO and Zooming", { plus: "tuned, with a +", plain: "as published" }, (what) => this.change({ tuned: what === "plus" })),
        quarter: this.choice("quarter", "the grid", { quarter: "a quarter step off the peak", middle: "midpoints of equal cells" }, (what) => this.change({ quarter: what === "quarter" })),
        f: this.choice("f", "level f(n)", LEVELS, (f) => this.change({ f })),
        follows: this.choiceOfFollowers(),
        seed: this.fieldOfSeed(),
      };
      return [];
    }

    // The round that is watched, with a button that plays on.
    makeRound() {
      const { make } = this.frame;
      const slider = this.slider("round", "round n", { min: 0, max: 249, step: 1 }, (i) => this.change({ round: this.marks()[Math.min(i, this.marks().length - 1)] }));
      this.stepping = make("button", { type: "button", className: "lb-play", "aria-pressed": "false", onclick: () => this.wake().then(() => this.setStepping(!this.timer), () => {}) }, "Play rounds");
      return slider;
    }

    marks() {
      if (this.marksOf !== this.state.horizon) {
        this.marksOf = this.state.horizon;
        this.kept = lipbandits.engine.marks(this.state.horizon);
      }
      return this.kept;
    }

    setStepping(on) {
      clearInterval(this.timer);
      this.timer = on ? setInterval(() => this.stepOn(), STEP_MS) : 0;
      this.stepping.setAttribute("aria-pressed", String(on));
      this.frame.say(this.stepping, on ? "Hold" : "Play rounds");
      if (on && this.state.round >= this.state.horizon) this.change({ round: 1 });
    }

    // One step further, once the one before is on the screen.
    stepOn() {
      if (this.behind) return;
      const next = this.marks().find((mark) => mark > this.state.round);
      if (next === undefined || !this.state.watch) this.setStepping(false);
      else this.change({ round: next });
    }

    pause() {
      if (this.timer) this.setStepping(false);
    }

    tell(step) {
      const told = Number((this.state.lipschitz * 2 ** (step / 4)).toPrecision(3));
      this.change({ told: step === 0 || !(told > 0) ? null : Math.min(MOST.told, told) });
    }

    // All that sliders of arms have elsewhere is not here: the knots stay.
    shown() {
      const found = Object.fromEntries(Object.entries(super.shown()).filter(([name]) => !["K", "forced"].includes(name)));
      const { grid, watch, tuned, quarter, round, horizon } = this.state;
      const marks = lipbandits.engine.describeCurve && this.ready ? this.marks() : [1];
      this.toggles.forEach((toggle, i) => this.frame.say(toggle, this.label(POLICIES[i])));
      this.fields.round.field.max = Math.max(1, marks.length - 1);
      this.fields.round.field.disabled = this.stepping.disabled = watch === null;
      // Where rounds are what the place is about, they stay.
      this.rounds.hidden = watch === null && !this.spec.view.controls.includes("round");
      this.figure.classList.toggle("lb-watching", watch !== null);
      const at = marks.findIndex((mark) => mark >= round);
      return {
        ...found,
        T: [nearestOf(HORIZONS, horizon), whole(horizon)],
        grid: [nearestOf(GRIDS, grid), String(grid)],
        watch: [watch ?? "none", ""], tuned: [tuned ? "plus" : "plain", ""], quarter: [quarter ? "quarter" : "middle", ""],
        round: [at < 0 ? marks.length - 1 : at, whole(Math.min(round, horizon))],
      };
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    stateOf(preset) {
      return stateOf(this.spec.shapes, preset);
    }

    accepted() {
      return ["theta", "arms", "lipschitz", "k", ...ACCEPTED];
    }

    query(least) {
      return queryOf(this.state, this.spec.shapes, least);
    }

    parse(query) {
      return parse(query, this.spec, (state) => this.least(state));
    }

    isAt(preset) {
      return lipbandits.Means.prototype.isAt.call(this, preset) && JSON.stringify(playedOf(this.state)) === JSON.stringify(playedOf(this.stateOf(preset)));
    }

    plainState() {
      return { ...lipbandits.meansStates.plainOf(this.state), ...playedOf(this.state) };
    }

    asked(changes) {
      const found = { ...lipbandits.Means.prototype.asked.call(this, changes), ...Object.fromEntries(Object.entries(changes).filter(([name]) => ACCEPTED.includes(name))) };
      check(found);
      return ordered(found);
    }

    layout() {
      return layout(this.size, this.state);
    }

    drawn() {
      this.note = `Your μ needs L = ${digits(this.state.lipschitz)}.`;
    }

    // ---- the run that is watched ----------------------------------------------------------------------------------------

    // Plays on towards the round that is wanted, for a part of a frame; going back begins anew. While a hand holds μ nothing is played.
    follow() {
      const { watch } = this.state;
      this.behind = false;
      if (!watch || this.hands.hold) return undefined;
      const round = clamp(this.state.round, 1, this.state.horizon);
      const key = keyOf(this.state, watch);
      if (this.watchKey !== key || this.watched.rounds > round) this.beginWatch(key);
      const from = performance.now();
      const limit = this.hurried ? Infinity : FRAME_MS;
      while (this.watched.rounds < round && performance.now() - from < limit) this.watched.advance(Math.min(this.chunk(), round - this.watched.rounds));
      this.behind = this.watched.rounds < round;
      if (this.watchedAt !== this.watched.rounds) {
        this.watchedAt = this.watched.rounds;
        this.inside = this.watched.inside();
      }
      return this.inside;
    }

    // Few rounds at a time: those of adaptive CKL-UCB may take 50 µs each.
    chunk() {
      return this.state.watch === "Adaptive" ? 20 : 200;
    }

    beginWatch(key) {
      this.watched?.free();
      this.watchKey = undefined;
      this.watched = lipbandits.engine.curve(workOf(this.state, this.state.watch, 0, this.marks()));
      this.watchKey = key;
      this.watchedAt = -1;
    }

    // By script: what the watched policy knows after a round.
    async watchUntil(round = this.state.round) {
      await this.set({ round });
      this.hurried = true;
      try {
        this.foundFor = undefined;
        return this.follow();
      } finally {
        this.hurried = false;
      }
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    describe() {
      const { theta, arms, grid, quarter } = this.state;
      return lipbandits.engine.describeCurve({ knots: arms, means: theta, arms: grid, quarter });
    }

    adopt() {
      super.adopt();
      if (this.timer && !this.state.watch) this.setStepping(false);
    }

    target() {
      const inside = this.follow();
      const known = this.foundFor === this.state && this.shownInside === inside ? this.drawnOf : undefined;
      if (this.foundFor !== this.state) this.found = this.describe();
      this.shownInside = inside;
      const isNew = !known;
      this.foundFor = this.state;
      if (isNew) {
        this.dressRuns();
        this.speak();
      }
      const hot = this.hot();
      this.sayArm(hot);
      this.drawnOf = drawn(this.state, this.found, this.runs, { hot, held: this.hands.hold?.arm !== undefined, focus: this.focus, inside, known });
      if (this.behind) this.refresh();
      return this.drawnOf;
    }

    scene(numbers_) {
      return scene(numbers_, this.size);
    }

    said() {
      return { numbers: numbers(this.state, this.found, this.shownInside), words: words(this.state, this.found, this.runs, this.shownInside) };
    }

    tabled() {
      return { columns: COLUMNS, known: rows(this.state, this.found, this.runs).map(({ name, cells }) => ({ name: this.label(name), cells })) };
    }

    sayArm(hot) {
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), knot(this.state, hot));
    }

    close() {
      super.close();
      clearInterval(this.timer);
      this.watched?.free();
    }

    // ---- by script, and to take away ------------------------------------------------------------------------------------

    // What `run` has found so far, with μ and the grid; regret in its two parts.
    results(most = Infinity) {
      const { marks, regret, plays, intervals } = super.results(most);
      const { best, bestMean, gridBest, points } = this.describe();
      const floor = this.state.horizon * Math.max(0, bestMean - gridBest);
      return { best, bestMean, gridBest, grid: points, floor, marks, regret, plays, intervals };
    }

    async allResults() {
      await this.wake();
      return this.results();
    }

    python() {
      return lipbandits.curveTake.python(this.finished());
    }

    table() {
      if (this.runs.ranking().length === 0) throw new Error("nothing was played yet; press Run");
      const state = this.finished();
      return lipbandits.curveTake.table(state, this.describe(), this.results(state.runs));
    }

    setting() {
      const { runs, horizon, seed, grid, f } = this.finished();
      return `${whole(runs)} runs of ${whole(horizon)} rounds, seed ${seed}, ${grid} arms, ${ofLevel(f)}`;
    }
  }

  // The first state without a page: its picture as text, and its words.
  async function still({ shapes, start }, size) {
    const state = stateOf(shapes, start);
    const { engine } = lipbandits;
    const runs = new lipbandits.RaceRuns("no lab", () => {}, kit);
    runs.fit(state);
    const found = engine.describeCurve({ knots: state.arms, means: state.theta, arms: state.grid, quarter: state.quarter });
    const watched = state.watch ? engine.curve(workOf(state, state.watch, 0, engine.marks(state.horizon))) : undefined;
    watched?.advance(state.round);
    const inside = watched?.inside();
    const table = rows(state, found, runs).map(({ name, cells }) => [labelOf(state, name), ...cells]);
    return {
      picture: lipbandits.draw.toText(scene(drawn(state, found, runs, { hot: state.k, inside }), size)),
      words: {
        ...{ status: words(state, found, runs, inside), numbers: numbers(state, found, inside), arm: knot(state, state.k) },
        ...{ now: state.theta[state.k], state: { ...lipbandits.meansStates.plainOf(state), ...playedOf(state) }, table: [COLUMNS, ...table] },
      },
    };
  }

  lipbandits.Curve = Curve;
  lipbandits.stills.curve = still;
  lipbandits.labs.define("curve", Curve);
})();
