// The runs of the tail lab, and what is known of a tail without runs: which runs are wanted, which are there, what they say together.
// It knows no picture; the page's crew draws.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.TailRuns) return;
  const { keyOf, workOf, turns, deltasOf } = lipbandits.tailStates;
  // A job has about so many samples, so that the first are soon there and one can stop.
  const SAMPLES = 500000;
  const JOB = { least: 20, most: 2000 };
  const RARE = 0.01;
  // Steps of the axis of δ, of which the first is taken on which the paper's Theorem 2 is this small.
  const ENDS = [20, 30, 40, 60, 80, 100, 150, 200, 300, 500, 1000];
  const LOW = 1e-6;
  // The most rounds, and every so-maniest δ, for which the worst moment of one arm is computed.
  const MOST_ROUNDS = 1001;
  // Cells of a bracket of all δ, and while a hand drags.
  const CELLS = 4000;
  const QUICK = 1500;
  const THIRD = 3;

  class TailRuns {
    /** heard: called with what has changed, "runs", "done", "again", "largest", "halted", or an error. */
    constructor(owner, heard) {
      this.owner = owner;
      this.heard = heard;
      this.key = "";
      this.wanted = 0;
      /** @type {any[]} */
      this.jobs = [];
      this.paused = false;
      /** @type {any} */
      this.largest = undefined;
    }

    get going() {
      return this.jobs.some(({ done }) => !done);
    }

    // Runs whose evidence is there.
    get count() {
      return this.jobs.reduce((sum, { values }) => sum + values.length, 0);
    }

    // Forgets what another state is about; says whether anything was there.
    fit(state) {
      const key = keyOf(state);
      if (key === this.key) return false;
      const had = this.jobs.length > 0;
      const { going } = this;
      this.halt();
      this.jobs = [];
      this.key = key;
      if (going) this.heard("halted");
      return had;
    }

    // Draws what is missing of so many runs.
    start(state) {
      this.fit(state);
      this.stopAtGap();
      let first = this.count;
      const length = Math.max(JOB.least, Math.min(JOB.most, Math.floor(SAMPLES / state.n)));
      const fresh = [];
      while (first < state.runs) {
        const runs = Math.min(length, state.runs - first);
        fresh.push({ first, runs, values: new Float64Array(0), done: false });
        first += runs;
      }
      this.jobs.push(...fresh);
      this.paused = false;
      if (fresh.length === 0) this.heard("done");
      lipbandits.crew.give(fresh.map((job) => ({
        job: { owner: this.owner, work: workOf(state, job.first, job.runs) }, heard: (report) => this.hear(job, report),
      })));
    }

    hear(job, { again, error, done, results }) {
      if (!this.jobs.includes(job)) return;
      if (again) {
        this.heard("again");
        return;
      }
      if (error) {
        this.halt();
        this.jobs = [];
        this.heard(new Error(error));
        return;
      }
      job.values = results;
      job.done = done;
      this.heard(this.going ? "runs" : "done");
    }

    hold(on) {
      this.paused = on;
      lipbandits.crew.hold(this.owner, on);
    }

    // Ends what goes on.
    halt() {
      if (this.paused) this.hold(false);
      if (this.going) lipbandits.crew.drop(this.owner);
    }

    // Keeps runs 0, 1, … without a gap; says how many there are.
    stopAtGap() {
      const gap = this.jobs.findIndex(({ done }) => !done);
      if (gap >= 0) this.jobs.length = gap;
      return this.count;
    }

    stop() {
      this.halt();
      return this.stopAtGap();
    }

    // The evidence in each run, those of a state first.
    evidence(most = Infinity) {
      const all = new Float64Array(this.count);
      let at = 0;
      for (const { values } of this.jobs) {
        all.set(values, at);
        at += values.length;
      }
      return all.subarray(0, Math.min(most, at));
    }

    // Shares of runs at some δ, with their intervals; nothing before there is a run.
    estimate(deltas, most = Infinity) {
      const evidence = this.evidence(most);
      return evidence.length > 0 ? { count: evidence.length, ...lipbandits.engine.estimate({ evidence, deltas }) } : undefined;
    }

    // One arm that stops: its tail is asked for δ by δ, beside the page, and heard of when it is there.
    askLargest(state, deltas) {
      const { theta, n } = state;
      const key = JSON.stringify([theta[0], n, deltas]);
      if (this.largest?.key === key) return this.largest.tail;
      const owner = `${this.owner} largest`;
      lipbandits.crew.drop(owner);
      const found = (this.largest = { key, tail: /** @type {any} */ (undefined) });
      lipbandits.crew.give([{ job: { owner, work: { kind: "largest", mean: theta[0], round: n, deltas } }, heard: ({ done, results }) => {
        if (!done || this.largest !== found) return;
        found.tail = results;
        this.heard("largest");
      } }]);
      return undefined;
    }

    close() {
      this.halt();
      lipbandits.crew.drop(`${this.owner} largest`);
      this.jobs = [];
    }
  }

  // Where the axis of δ ends: the paper's Theorem 2 is on it until it is rare.
  function endOf({ theta, n }) {
    const { bound } = lipbandits.engine.levelFor({ arms: theta.length, round: n, chance: LOW });
    return ENDS.find((end) => end >= bound) ?? ENDS[ENDS.length - 1];
  }

  // Whether a tail is known without runs: "fixed" counts, the "largest" of one arm, or not at all. Of one arm all rules do the same.
  function kindOf({ theta, rule, stops, n }) {
    if (stops) return theta.length === 1 && n <= MOST_ROUNDS ? "largest" : "";
    return rule === "round robin" || theta.length === 1 ? "fixed" : "";
  }

  // As many cells as a page has time for: a bracket is as wide as K δ / cells.
  const cellsAt = ({ theta, n, delta }) => Math.round(Math.min(12000, Math.max(1000, 6e6 / Math.sqrt(0.5 * theta.length * n * delta))));

  // The δ at which a tail falls below one in a hundred, to a hundredth of a nat or so.
  function levelOf(fixed, deltas, low) {
    const at = low.findIndex((value) => value < RARE);
    if (at < 0) return undefined;
    const from = at > 0 ? deltas[at - 1] : 0;
    const between = Array.from({ length: 40 }, (_, i) => from + ((deltas[at] - from) * (i + 1)) / 40);
    const { low: below, high: above } = lipbandits.engine.fixedTail({ ...fixed, deltas: between });
    return between[below.findIndex((value, i) => Math.sqrt(value * above[i]) < RARE)];
  }

  // Of counts fixed in advance: on the grid, at δ, and the level that has one chance in a hundred.
  function fixedOf(state, { shape, deltas }, before, quick) {
    const { engine } = lipbandits;
    const fixed = { theta: state.theta, plays: turns(state) };
    const key = JSON.stringify({ ...fixed, quick });
    const same = before?.fixed === key && before.shape === shape;
    const one = engine.fixedTail({ ...fixed, deltas: [state.delta], cells: quick ? QUICK : cellsAt(state) });
    const tail = same ? before.tail : engine.fixedTail({ ...fixed, deltas, cells: quick ? QUICK : CELLS });
    const level = same && before.level ? before.level : quick ? undefined : levelOf(fixed, deltas, tail.low);
    return { fixed: key, tail, level, chance: { low: one.low[0], high: one.high[0], exact: one.exact } };
  }

  // Of one arm that stops: at δ at once, on a part of the grid when it is there.
  function largestOf(state, { deltas }, runs) {
    const some = deltas.filter((_, i) => i % THIRD === 0);
    const tail = runs.askLargest(state, some);
    const value = largestAt(state);
    return { tail: tail && { low: tail, high: tail, exact: true, deltas: some }, chance: { low: value, high: value, exact: true } };
  }

  // What is known of a state without runs: {kind, end, deltas, bounds, levels, here, tail, chance, level}; bounds as logarithms, `here`
  // what they are at δ, the last three nothing where nothing is known. `before` is what was known before, of which is kept what is the
  // same; `quick` leaves out what can wait until a hand lets go.
  function known(state, runs, before, quick) {
    const { theta, n, delta } = state;
    const shape = `${theta.length} ${n}`;
    const common = before?.shape === shape ? before : ofBounds(shape, state);
    const at = lipbandits.engine.bounds({ arms: theta.length, round: n, deltas: [delta] });
    const here = Object.fromEntries(Object.entries(at).map(([name, [log]]) => [name, Math.exp(log)]));
    const kind = kindOf(state);
    const nothing = { fixed: "", tail: undefined, chance: undefined, level: undefined };
    const own = kind === "fixed" ? fixedOf(state, common, before, quick) : kind === "largest" ? largestOf(state, common, runs) : {};
    return { ...common, kind, here, ...nothing, ...own };
  }

  // At one δ it takes a millisecond.
  function largestAt({ theta, n, delta }) {
    const task = lipbandits.engine.largest({ mean: theta[0], round: n, deltas: [delta] });
    task.advanceFor(1);
    const [value] = task.results;
    task.free();
    return value;
  }

  function ofBounds(shape, state) {
    const { theta, n } = state;
    const end = endOf(state);
    const deltas = deltasOf(end);
    const of = { arms: theta.length, round: n };
    return { shape, end, deltas, bounds: lipbandits.engine.bounds({ ...of, deltas }), levels: lipbandits.engine.levelFor({ ...of, chance: RARE }) };
  }

  // All runs of a state, without a lab.
  const drawnRuns = (state) => new Promise((resolve) => {
    const runs = new TailRuns("no lab", (what) => what === "done" && resolve(runs));
    runs.start(state);
  });

  lipbandits.TailRuns = Object.assign(TailRuns, { known, drawnRuns, kindOf, cellsAt });
})();
