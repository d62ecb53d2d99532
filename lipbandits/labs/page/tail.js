// The tail lab: how loudly chance speaks against the reader's own θ under some sampling rule. Runs are drawn beside the page and stream
// in; the exact tail and the bounds are there at once. tail_runs.js knows the numbers, tail_picture.js draws, tail_words.js speaks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Tail) return;
  const { RULES, MOST, ACCEPTED, ROUNDS, RUNS, stateOf, drawnOf, check, queryOf, parse, keyOf } = lipbandits.tailStates;
  const { layout, scene } = lipbandits.tailPicture;
  const { numbers, words, arm, count, whole } = lipbandits.tailWords;
  const { known } = lipbandits.TailRuns;
  // While runs stream in, curves are made anew not more often than this.
  const STREAM_MS = 150;
  // Runs that are there sooner than one can see are shown a few at first, and a third more at each step.
  const STEP = { ms: 60, first: 20, more: 1.3 };
  // After a change that takes runs away, the same number is drawn again once all rests.
  const AGAIN_MS = 400;
  const nearestOf = (values, value) => values.reduce((best, each, i) => (Math.abs(Math.log(each / value)) < Math.abs(Math.log(values[best] / value)) ? i : best), 0);

  class Tail extends lipbandits.Means {
    constructor(figure) {
      super(figure);
      this.jumps = ["k", "hot", "end", "delta", "share"];
      this.keepRoom(360);
      // A drag moves one mean alone; L, which CKL-UCB is told, follows.
      this.loose = true;
      // Runs that are shown by now.
      this.seen = 0;
      this.runs = new lipbandits.TailRuns(figure.id, (what) => this.runsChanged(what));
      this.runs.fit(this.state);
      /** @type {{ resolve: (found?: any) => void, reject: (error: Error) => void }[]} */
      this.awaited = [];
      this.api = { set: (changes) => this.set(changes), state: () => this.plainState(), run: () => this.run() };
      /** @type {any} */
      this.line = new lipbandits.TailLine(this);
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    makeRest() {
      const { make } = this.frame;
      const button = (text, className, onclick) => make("button", { type: "button", className, onclick }, text);
      const woken = (act) => () => this.wake().then(act, () => {});
      this.go = button("Run", "lb-run", woken(() => this.pressRun()));
      this.halt = button("Stop", "lb-stop", () => this.stopRuns());
      this.more = button("More runs", "lb-more", woken(() => this.moreRuns()));
      this.progress = make("progress", { max: 1, value: 0, "aria-label": "runs finished" });
      this.figure.querySelector(".lb-panels").before(make("div", { className: "lb-race" }, this.go, this.halt, this.more, this.progress));
      const of = (values) => ({ min: 0, max: values.length - 1, step: 1 });
      this.buttons.after(make("div", { className: "lb-controls" },
        this.slider("delta", "level δ", { min: 0.1, max: 40, step: 0.1 }, (delta) => this.change({ delta })),
        this.choice("rule", "sampling", RULES, (rule) => this.wake().then(() => this.change({ rule }), () => {})),
        this.choice("stops", "and then", { no: "plays on to the end", yes: "stops at the right moment" }, (what) => this.wake().then(() => this.change({ stops: what === "yes" }), () => {})),
        this.slider("K", "arms K", { min: 1, max: MOST.arms, step: 1 }, (arms) => this.recount(arms)),
        this.slider("n", "round n", of(ROUNDS), (i) => this.change({ n: ROUNDS[i] })),
        this.slider("runs", "runs", of(RUNS), (i) => this.change({ runs: RUNS[i] })),
        this.sliderOfL()));
    }

    shown() {
      const { rule, stops, n, delta, runs, theta } = this.state;
      this.fields.L.field.disabled = rule !== "CKL-UCB";
      this.fields.rule.field.disabled = theta.length === 1;
      return {
        ...super.shown(),
        delta: [delta, Number(delta.toFixed(2)).toString()],
        rule: [rule, ""],
        stops: [stops ? "yes" : "no", ""],
        n: [nearestOf(ROUNDS, n), whole(n)],
        runs: [nearestOf(RUNS, runs), whole(runs)],
      };
    }

    // ---- the line at δ --------------------------------------------------------------------------------------------------

    // A tap in the panel of the tail brings the line there.
    tapped(place) {
      const delta = this.line.at(place);
      if (delta === undefined) super.tapped(place);
      else this.change({ delta });
    }

    armAt(place) {
      const { left, top } = place.on.tail;
      const beyond = left > place.on.right ? place.x > place.on.right + place.on.font : place.y > top - 2 * place.on.font;
      return beyond ? undefined : super.armAt(place);
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

    layout() {
      return layout(this.size);
    }

    // Of one arm a link has the mean: it knows shapes on two arms or more.
    recount(arms) {
      super.recount(arms);
      if (arms === 1) this.state = { ...this.state, shape: undefined };
    }

    isAt(preset) {
      return super.isAt(preset) && JSON.stringify(drawnOf(this.state)) === JSON.stringify(drawnOf(this.stateOf(preset)));
    }

    plainState() {
      return { ...super.plainState(), ...drawnOf(this.state) };
    }

    asked(changes) {
      const found = { ...super.asked(changes), ...Object.fromEntries(Object.entries(changes).filter(([name]) => ACCEPTED.includes(name))) };
      check(found);
      return found;
    }

    // Runs of another state go; whoever had run some gets as many of the new one when all rests.
    adopt() {
      if (this.runs.key === keyOf(this.state)) return;
      const { paused } = this.runs;
      const keen = this.runs.fit(this.state) && !paused && this.awaited.length === 0;
      this.keen = keen || (this.keen && !paused);
      this.figure.dispatchEvent(new Event("lb-results", { bubbles: true }));
      clearTimeout(this.later);
      if (this.keen) this.later = setTimeout(() => this.drawAgain(), AGAIN_MS);
    }

    drawAgain() {
      if (this.hands.hold) this.later = setTimeout(() => this.drawAgain(), AGAIN_MS);
      else if (this.keen) this.startRuns();
    }

    goTo(preset) {
      super.goTo(preset);
      this.awake.then(() => {
        // Reset is for looking once more before anything is drawn.
        if (preset === this.spec.start) this.forget();
        else this.startRuns();
      }, () => {});
    }

    forget() {
      this.keen = false;
      clearTimeout(this.later);
      this.runs.stop();
      this.runs.jobs = [];
      this.refreshAll();
    }

    openHere(query) {
      super.openHere(query);
      // A link to the lab alone is one to its question.
      if (query !== "") this.awake.then(() => this.startRuns(), () => {});
    }

    // ---- runs -----------------------------------------------------------------------------------------------------------

    refreshAll() {
      this.stale = true;
      this.refresh();
    }

    startRuns() {
      clearTimeout(this.later);
      this.keen = false;
      this.runs.start(this.state);
      this.refreshAll();
    }

    pressRun() {
      this.note = "";
      if (this.runs.going) this.runs.hold(!this.runs.paused);
      else if (this.runs.count < this.state.runs) this.startRuns();
      else this.note = "All these runs are there. More runs adds to them.";
      this.refreshAll();
    }

    stopRuns() {
      const finished = this.runs.stop();
      if (finished > 0) this.state = { ...this.state, runs: finished };
      this.note = finished > 0 ? `Stopped after ${count(finished, "run")}.` : "Stopped; no run had finished.";
      this.undressed = true;
      this.announce();
      this.refreshAll();
    }

    moreRuns() {
      const more = RUNS.find((each) => each > this.state.runs);
      if (this.runs.going) return;
      if (more === undefined) {
        this.say(`${whole(this.state.runs)} runs are as many as this page draws.`);
        return;
      }
      this.change({ runs: more });
      this.startRuns();
    }

    runsChanged(what) {
      if (what instanceof Error) this.note = `That cannot be drawn: ${what.message}.`;
      if (what === "again") this.note = "The browser had stopped a part of the work; it was begun again.";
      if (what === "halted") this.announce(new Error("run: ended before its end; its state was changed"));
      if (what === "done" || what instanceof Error) this.announce(what instanceof Error ? what : undefined);
      const now = performance.now();
      if (what === "runs" && now - (this.streamed ?? 0) < STREAM_MS) return;
      this.streamed = now;
      this.refreshAll();
    }

    announce(/** @type {Error | undefined} */ error = undefined) {
      for (const { resolve, reject } of this.awaited.splice(0)) {
        if (error) reject(error);
        else resolve(undefined);
      }
      this.figure.dispatchEvent(new Event("lb-results", { bubbles: true }));
    }

    close() {
      super.close();
      clearTimeout(this.later);
      clearTimeout(this.next);
      this.runs.close();
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    target() {
      if (this.foundFor !== this.state || this.stale) {
        const quick = this.hands.hold !== undefined || this.line.held !== undefined;
        this.found = known(this.state, this.runs, this.found, quick);
        this.foundFor = this.state;
        this.stale = false;
        this.sample();
        this.dressRuns();
        this.speak();
      }
      const hot = this.hot();
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), arm(this.state, hot));
      return drawn(this.state, this.found, this.curves, this.share, hot);
    }

    // What the runs say, on the grid and at δ; on the grid again only where there are others.
    sample() {
      const { deltas, shape } = this.found;
      const most = this.unveil(Math.min(this.runs.count, this.state.runs));
      const key = `${this.runs.key} ${shape} ${most}`;
      if (key !== this.sampled) this.curves = this.runs.estimate(deltas, most);
      this.sampled = key;
      this.share = this.runs.estimate([this.state.delta], most);
    }

    // How many of the runs that are there are shown by now.
    unveil(there) {
      const seen = Math.min(this.seen, there);
      const now = performance.now();
      if (this.isCalm() || there === 0) this.seen = there;
      else if (seen === 0) this.seen = Math.min(STEP.first, there);
      else if (now - (this.unveiled ?? 0) >= STEP.ms) this.seen = Math.min(Math.ceil(seen * STEP.more), there);
      else return seen;
      this.unveiled = now;
      return this.seen;
    }

    // The next step, and the words once all is seen.
    get unveiling() {
      return (this.seen ?? 0) < Math.min(this.runs.count, this.state.runs);
    }

    paint() {
      super.paint();
      clearTimeout(this.next);
      if (this.unveiling) this.next = setTimeout(() => this.refreshAll(), STEP.ms);
    }

    scene(numbers_) {
      return scene(numbers_, this.size);
    }

    dressRuns() {
      const { runs, state } = this;
      this.frame.say(this.go, runs.going ? (runs.paused ? "Go on" : "Pause") : "Run");
      this.halt.disabled = !runs.going;
      this.more.disabled = runs.going || runs.count === 0;
      this.progress.value = Math.min(1, runs.count / state.runs);
      this.fields.delta.field.max = this.found.end;
    }

    speak() {
      const all = numbers(this.state, this.found, this.share);
      const line = this.figure.querySelector(".lb-numbers");
      while (line.children.length < all.length) line.append(this.frame.make("span", { className: "lb-number" }));
      while (line.children.length > all.length) line.lastElementChild.remove();
      all.forEach((text, i) => this.frame.say(line.children[i], text));
      const { going, paused } = this.runs;
      const text = words(this.state, this.found, this.share);
      if (going || this.unveiling) this.frame.say(this.status.firstElementChild, `${this.note} ${paused ? "Paused." : going ? "Drawing." : ""} ${text}`.trim());
      else this.say(text, `${all.join(", ")}.`);
    }

    // ---- by script ------------------------------------------------------------------------------------------------------

    // Draws what is missing, and resolves with all curves.
    async run() {
      await this.wake();
      const over = new Promise((resolve, reject) => this.awaited.push({ resolve, reject }));
      if (!this.runs.going || this.runs.count >= this.state.runs) this.startRuns();
      else if (this.runs.paused) this.runs.hold(false);
      await over;
      return this.results();
    }

    // At each δ of the curves: the share of runs with its interval; the exact tail, or a bracket of it, or neither; and the bounds.
    results() {
      this.stale = true;
      this.finish();
      const { deltas, tail, bounds } = this.found;
      const rows = this.curves;
      const onGrid = tail && !tail.deltas;
      const plain = (row) => row.map((log) => Math.exp(log));
      return {
        ...{ deltas, runs: rows?.count ?? 0, tail: rows?.value, low: rows?.low, high: rows?.high },
        exact: onGrid && tail.exact ? tail.low : null,
        bracket: onGrid && !tail.exact ? { low: tail.low, high: tail.high } : null,
        bounds: Object.fromEntries(Object.entries(bounds).map(([name, row]) => [name, plain(row)])),
        at: { delta: this.state.delta, ...atDelta(this.share, this.found) },
      };
    }

    // What is shown, where not all runs have finished.
    finished() {
      return { ...this.plainState(), runs: Math.min(this.state.runs, this.runs.count) || this.state.runs };
    }

    // A tap on Copy may come before the engine runs.
    python() {
      const { kindOf, cellsAt } = lipbandits.TailRuns;
      return lipbandits.tailTake.python(this.finished(), { kind: kindOf(this.state), cells: cellsAt(this.state), chance: this.found?.chance ?? { exact: true } });
    }

    setting() {
      const { runs, n, seed, rule } = this.finished();
      return `${count(runs, "run")} to round ${whole(n)}, ${RULES[rule]}, seed ${seed}`;
    }

    table() {
      if (this.runs.count === 0) throw new Error("nothing was drawn yet; press Run");
      return lipbandits.tailTake.table(this.finished(), this.results());
    }
  }

  // The numbers at δ itself.
  function atDelta(share, { chance, here }) {
    const [hits, value, low, high] = share ? ["hits", "value", "low", "high"].map((name) => share[name][0]) : [0, null, null, null];
    return { ...{ hits, tail: value, low, high }, exact: chance?.exact ? chance.low : null, bracket: chance && !chance.exact ? { low: chance.low, high: chance.high } : null, bounds: here };
  }

  function drawn({ theta, arms, lipschitz, k, delta }, found, runs, share, hot) {
    const { end, deltas, bounds, tail, chance, here } = found;
    return { ...{ theta, arms, lipschitz, k, hot, delta, end, bounds, tail, runs, here, chance }, grid: { deltas }, share: share?.value[0], best: arms.map(() => false) };
  }

  // The first state without a page: its picture as text, and its words, before any run.
  function still({ shapes, start }, size) {
    const state = stateOf(shapes, start);
    const found = known(state, new lipbandits.TailRuns("no lab", () => {}), undefined, false);
    return {
      picture: lipbandits.draw.toText(scene(drawn(state, found, undefined, undefined, state.k), size)),
      words: { status: words(state, found), numbers: numbers(state, found), arm: arm(state, state.k), now: state.theta[state.k], state: { ...lipbandits.meansStates.plainOf(state), ...drawnOf(state) } },
    };
  }

  lipbandits.Tail = Tail;
  lipbandits.stills.tail = still;
  lipbandits.labs.define("tail", Tail);
})();
