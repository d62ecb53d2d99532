// The race lab: policies play on the reader's own θ, in workers beside the page, and their regret streams in while runs finish.
// race_runs.js knows the runs, race_picture.js draws, race_words.js speaks; here are the controls, and what changes when.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Race) return;
  const { POLICIES, offersOf, ACCEPTED, HORIZONS, RUNS, digits, stateOf, playing, playedOf, check, ordered, queryOf, parse } = lipbandits.raceStates;
  const { layout, scene, drawn, nearestCurve, within } = lipbandits.racePicture;
  const { rowOf } = lipbandits.RaceRuns;
  const { ofLevel } = lipbandits.playedStates;
  const families = lipbandits.meansFamilies;
  const { numbers, words, arm, rows, duration, count, whole, COLUMNS } = lipbandits.raceWords;
  // While runs stream in, curves and tables are made anew not more often than this.
  const STREAM_MS = 150;
  // What plays in less than this is quick, and of what takes longer than that it is tried how long; on one processor.
  const SOON_S = 10;
  const LONG_S = 6;
  // After so long without a word from any worker, they were asleep.
  const ASLEEP_MS = 3000;
  const nearestOf = (values, value) => values.reduce((best, each, i) => (Math.abs(Math.log(each / value)) < Math.abs(Math.log(values[best] / value)) ? i : best), 0);

  class Race extends lipbandits.Played {
    constructor(figure) {
      super(figure);
      this.jumps = ["k", "hot", "horizon", "step", "runs"];
      this.keepRoom(400);
      this.runs = new lipbandits.RaceRuns(figure.id, (what) => this.runsChanged(what), this.kit());
      this.runs.fit(this.state);
      /** @type {{ resolve: (found?: any) => void, reject: (error: Error) => void }[]} */
      this.awaited = [];
      this.api = { set: (changes) => this.set(changes), state: () => this.plainState(), run: () => this.run() };
      this.box.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.focus && this.lookAt(undefined));
      document.addEventListener("visibilitychange", () => this.seenAgain(), { signal: this.gone.signal });
    }

    // ---- what another lab with runs says for itself -----------------------------------------------------------------------

    // Who may play, in their order; how the looks of one are called; and what `RaceRuns` is to know of them, or nothing.
    names() {
      return offersOf(this.spec);
    }

    lookOf(name) {
      return `lab-p${POLICIES.indexOf(name)}`;
    }

    /** @returns {any} */
    kit() {
      return undefined;
    }

    // What the engine finds for the state; and what is drawn of it, `known` as far as only looks have changed.
    find() {
      return lipbandits.engine.tent(this.state);
    }

    pictured(/** @type {any} */ looks) {
      return drawn(this.state, this.found, this.runs, { ...looks, names: this.names() });
    }

    // The numbers above the picture, its sentence, and the table: {columns, rows}.
    said() {
      return { numbers: numbers(this.state, this.found), words: words(this.state, this.runs, this.found, this.names()) };
    }

    tabled() {
      return { columns: COLUMNS, known: rows(this.state, this.runs) };
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    makeRest() {
      const { make } = this.frame;
      const button = (text, className, onclick) => make("button", { type: "button", className, onclick }, text);
      this.go = button("Run", "lb-run", () => this.wake().then(() => this.pressRun(), () => {}));
      this.halt = button("Stop", "lb-stop", () => this.stopRuns());
      this.more = button("More runs", "lb-more", () => this.wake().then(() => this.moreRuns(), () => {}));
      this.progress = make("progress", { max: 1, value: 0, "aria-label": "runs finished" });
      this.toggles = this.names().map((name) => {
        const toggle = button(name, `lb-policy ${this.lookOf(name)}`, () => this.wake().then(() => this.toggle(name), () => {}));
        toggle.addEventListener("focus", () => this.lookAt(name));
        toggle.addEventListener("blur", () => this.lookAt(undefined));
        return toggle;
      });
      const row = make("div", { className: "lb-race" }, this.go, this.halt, this.more, this.progress);
      const policies = make("div", { className: "lb-policies", role: "group", "aria-label": "policies" }, ...this.toggles);
      const controls = make("div", { className: "lb-controls" }, ...this.makeSliders());
      this.board = this.figure.querySelector(".lb-results");
      this.buttons.before(this.figure.querySelector(".lb-wide"));
      // Above the picture, where nothing that streams in moves them.
      this.figure.querySelector(".lb-panels").before(row, policies);
      this.buttons.after(controls);
    }

    makeSliders() {
      const of = (values) => ({ min: 0, max: values.length - 1, step: 1 });
      return [
        this.slider("T", "rounds T", of(HORIZONS), (i) => this.change({ horizon: HORIZONS[i] })),
        this.slider("n", "runs", of(RUNS), (i) => this.change({ runs: RUNS[i] })),
        this.sliderOfArms(), this.sliderOfL(), ...this.controlsOfRules(), ...this.choicesOfFamily(),
      ];
    }

    shown() {
      const { family = "bernoulli" } = this.state;
      return { ...super.shown(), ...this.shownOfRuns(), family: [family, families.of({ family }).label] };
    }

    shownOfRuns() {
      const { horizon, runs, seed, policies } = this.state;
      const there = lipbandits.engine.policiesFor(this.state);
      this.toggles.forEach((toggle, i) => {
        const name = this.names()[i];
        toggle.setAttribute("aria-pressed", String(policies.includes(name)));
        toggle.disabled = POLICIES.includes(name) && !there.includes(name);
      });
      return { T: [nearestOf(HORIZONS, horizon), whole(horizon)], n: [nearestOf(RUNS, runs), whole(runs)], seed: [seed, ""] };
    }

    toggle(name) {
      const on = this.state.policies.includes(name);
      const policies = on ? this.state.policies.filter((each) => each !== name) : [...this.state.policies, name];
      if (policies.length > 0) this.change({ policies: this.names().filter((each) => policies.includes(each)) });
      else this.say("One policy must stay.");
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    stateOf(preset) {
      return this.inFamily(stateOf(this.spec.shapes, preset), preset.family ?? "bernoulli");
    }

    inFamily(state, family) {
      return playing(super.inFamily(state, family), this.names());
    }

    accepted() {
      return ["theta", "arms", "lipschitz", "k", ...ACCEPTED, "family"];
    }

    query(least) {
      return queryOf(this.state, this.spec.shapes, least);
    }

    parse(query) {
      const found = families.parse(query, this.spec, (state) => this.least(state), { parse });
      return { ...found, state: playing(found.state, this.names()) };
    }

    layout() {
      return layout(this.size);
    }

    isAt(preset) {
      return super.isAt(preset) && JSON.stringify(playedOf(this.state)) === JSON.stringify(playedOf(this.stateOf(preset)));
    }

    plainState() {
      return { ...super.plainState(), ...playedOf(this.state), family: this.state.family };
    }

    asked(changes) {
      const found = { ...super.asked(changes), ...Object.fromEntries(Object.entries(changes).filter(([name]) => ACCEPTED.includes(name))) };
      const asked = families.asked(found, changes, this.state, this.spec);
      // Who was not asked for need not play.
      const played = changes.policies ? asked : playing(asked);
      check(played, this.names());
      return ordered(played, this.names());
    }

    // Whatever moved: runs that are of another state go, and where all is known again it is shown.
    adopt() {
      const before = this.runs.entries.size;
      this.runs.fit(this.state);
      // What was shown is gone.
      if (this.runs.entries.size < before) this.figure.dispatchEvent(new Event("lb-results", { bubbles: true }));
      clearTimeout(this.trying);
      // When all rests, it is tried how long a long race would take.
      if (this.runs.guess(this.state) > LONG_S && !this.runs.going) this.trying = setTimeout(() => this.runs.tryOut(this.state).then(() => this.refreshAll()), 400);
    }

    refreshAll() {
      this.foundFor = undefined;
      this.runs.fresh = this.runs.going ? this.runs.stalest() : undefined;
      this.refresh();
    }

    drawn() {
      this.note = `Your θ needs L = ${digits(this.state.lipschitz)}.`;
    }

    // A preset, and the state of a link, is played at once where that is quick.
    playSoon() {
      if (this.runs.guess(this.state) <= SOON_S && !this.runs.going) this.startRuns(this.note);
    }

    goTo(preset) {
      super.goTo(preset);
      // Reset is for looking at θ once more.
      if (preset !== this.spec.start) this.awake.then(() => this.playSoon(), () => {});
    }

    openHere(query) {
      super.openHere(query);
      // A link to the lab alone is one to its question.
      if (query !== "") this.awake.then(() => this.playSoon(), () => {});
    }

    // ---- runs -----------------------------------------------------------------------------------------------------------

    startRuns(note = "") {
      this.note = note;
      this.began = performance.now();
      this.runs.fit(this.state);
      this.runs.start(this.state);
      this.refreshAll();
    }

    pressRun() {
      if (this.runs.going) this.runs.hold(!this.runs.paused);
      else if (this.runs.missing(this.state).length > 0) this.startRuns();
      else this.note = "All these runs are there. More runs adds to them.";
      this.refreshAll();
    }

    stopRuns() {
      const finished = this.runs.stop();
      if (finished > 0) this.state = { ...this.state, runs: finished };
      this.note = finished > 0 ? `Stopped after ${count(finished, "run")}.` : "Stopped; no run had finished.";
      this.undressed = true;
      this.runs.fit(this.state);
      this.runs.compare();
      this.refreshAll();
    }

    moreRuns() {
      if (this.runs.going) return;
      const more = RUNS.find((each) => each > this.state.runs);
      if (more === undefined) {
        this.say(`${whole(this.state.runs)} runs are as many as this page keeps.`);
        return;
      }
      this.change({ runs: more });
      this.startRuns();
    }

    runsChanged(what) {
      if (what instanceof Error) this.note = `That cannot be played: ${what.message}.`;
      if (what === "again") this.note = "The browser had stopped a part of the work; it was begun again.";
      if (what === "halted") this.announce(new Error("run: ended before its end; its state was changed"));
      if (what === "done" || what instanceof Error) this.announce(what instanceof Error ? what : undefined);
      const now = performance.now();
      if (what === "runs" && this.runs.going && now - (this.streamed ?? 0) < STREAM_MS) return;
      this.streamed = now;
      this.refreshAll();
    }

    // A page that nobody sees may be put to sleep, with its workers.
    seenAgain() {
      const slept = performance.now() - (this.streamed ?? 0) > ASLEEP_MS;
      if (document.hidden || !slept || !this.runs.going || this.runs.paused) return;
      this.note = "The browser held the race while nobody saw this page; it goes on.";
      this.refreshAll();
    }

    announce(/** @type {Error | undefined} */ error) {
      for (const { resolve, reject } of this.awaited.splice(0)) {
        if (error) reject(error);
        else resolve(undefined);
      }
      this.figure.dispatchEvent(new Event("lb-results", { bubbles: true }));
    }

    close() {
      super.close();
      clearTimeout(this.trying);
      this.runs.close();
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    // A curve that is looked at shows its single runs.
    lookAt(name) {
      this.focus = name;
      this.refreshAll();
    }

    tapped(place) {
      if (within(place.on.regret, place.on.font, place.x, place.y)) this.lookAt(nearestCurve(place.on, this.drawnOf, place.x, place.y));
      else this.select(this.armAt(place));
    }

    armAt(place) {
      const { on, x, y } = place;
      const inside = within(on.regret, on.font, x, y);
      const name = inside && this.drawnOf ? nearestCurve(on, this.drawnOf, x, y) : undefined;
      if (name !== this.focus) this.lookAt(name);
      return inside ? this.hot() : super.armAt(place);
    }

    target() {
      const known = this.foundFor === this.state ? this.drawnOf : undefined;
      if (!known) {
        this.found = this.find();
        this.foundFor = this.state;
        this.dressRuns();
        this.speak();
      }
      const hot = this.hot();
      this.sayArm(hot);
      this.drawnOf = this.pictured({ hot, held: this.hands.hold?.arm !== undefined, focus: this.focus, known });
      return this.drawnOf;
    }

    scene(numbers_) {
      return scene(numbers_, this.size);
    }

    // Buttons, progress and the table.
    dressRuns() {
      const { runs, state } = this;
      const left = runs.left;
      const all = state.runs * state.policies.length;
      this.frame.say(this.go, runs.going ? (runs.paused ? "Go on" : "Pause") : "Run");
      this.halt.disabled = !runs.going;
      this.more.disabled = runs.going || runs.ranking().length === 0;
      this.progress.value = runs.going ? (all - left) / all : runs.ranking().length > 0 ? 1 : 0;
      this.fillTable();
    }

    fillTable() {
      const { columns, known } = this.tabled();
      const names = known.map(({ name }) => name).join();
      if (this.named !== names) {
        this.named = names;
        this.board.textContent = "";
        this.board.append(...tableOf(this.frame.make, columns, known, (name) => this.lookOf(name)), this.roomOfRows(known.length));
      }
      const cells = this.board.querySelectorAll("td");
      known.flatMap(({ cells: texts }) => texts).forEach((text, i) => this.frame.say(cells[i], text));
    }

    // Room for as many policies as play in any preset, so that none moves what is below the table.
    roomOfRows(rows) {
      const { make } = this.frame;
      const states = [this.first, ...this.spec.presets.map(({ state }) => this.stateOf(state))];
      this.most = Math.max(this.most ?? 0, rows, ...states.map(({ policies }) => policies.length));
      const empty = Array.from({ length: this.most - rows }, () => make("tr", {}, make("td")));
      return make("tfoot", { className: "lb-no-rows", "aria-hidden": "true" }, ...empty);
    }

    progressWords() {
      const { runs, state } = this;
      if (!runs.going) return undefined;
      const all = state.runs * state.policies.length;
      const done = state.policies.map((name) => `${name} ${whole(runs.count(name))}`).join(", ");
      const spent = (performance.now() - (this.began ?? 0)) / 1000;
      const share = (all - runs.left) / all;
      const rest = share > 0.05 && spent > 2 ? `; about ${duration((spent * (1 - share)) / share)} to go` : "";
      const each = `${count(state.runs, "run")} each`;
      return runs.paused ? `Paused. Of ${each} are finished: ${done}.` : `Playing ${each}; finished: ${done}${rest}.`;
    }

    speak() {
      const { numbers: all, words: sentence } = this.said();
      const line = this.figure.querySelector(".lb-numbers");
      while (line.children.length < all.length) line.append(this.frame.make("span", { className: "lb-number" }));
      while (line.children.length > all.length) line.lastElementChild.remove();
      all.forEach((text, i) => this.frame.say(line.children[i], text));
      const going = this.progressWords();
      const text = going ?? sentence;
      if (going) this.frame.say(this.status.firstElementChild, `${this.note} ${text}`.trim());
      else this.say(text, `${all.join(", ")}.`);
    }

    sayArm(hot) {
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), arm(this.state, this.runs, this.found, hot));
    }

    // ---- by script ------------------------------------------------------------------------------------------------------

    // Plays what is missing, and resolves with what all finished runs say.
    async run() {
      await this.wake();
      const over = new Promise((resolve, reject) => this.awaited.push({ resolve, reject }));
      if (!this.runs.going) this.startRuns();
      else if (this.runs.paused) this.runs.hold(false);
      await over;
      this.paint();
      return this.results();
    }

    // Of all marks, not only of those that are shown; of so many runs, or of all that have finished.
    results(most = Infinity) {
      const found = { marks: [], regret: {}, plays: {}, wrong: {}, intervals: {} };
      for (const name of this.runs.ranking()) {
        const { done, marks } = this.runs.entries.get(name);
        const rows = done.slice(0, Math.min(this.runs.count(name), most));
        found.marks = marks;
        Object.assign(found.regret, { [name]: lipbandits.engine.summarise({ regret: rowOf(rows, "regret"), runs: rows.length }) });
        Object.assign(found.plays, { [name]: rows[0].plays.map((_, k) => rows.reduce((sum, { plays }) => sum + plays[k], 0) / rows.length) });
        Object.assign(found.wrong, { [name]: this.runs.wrongIn(rows) / rows.length });
        Object.assign(found.intervals, { [name]: this.runs.intervalOf(name) });
      }
      return found;
    }

    // What is shown, where not all runs have finished.
    finished() {
      const counts = this.runs.ranking().map((name) => this.runs.count(name));
      return { ...this.plainState(), runs: counts.length > 0 ? Math.min(...counts) : this.state.runs };
    }

    python() {
      return lipbandits.raceTake.python(this.finished());
    }

    // What the numbers above the picture leave out, for those who have nothing but the picture.
    setting() {
      const { runs, horizon, seed, f, forced } = this.finished();
      const free = forced ? "" : ", nothing forced";
      return `${count(runs, "run")} of ${whole(horizon)} rounds, seed ${seed}, ${ofLevel(f)}${free}${families.pythonOf(this.state) && `, rewards ${families.of(this.state).label}`}`;
    }

    table() {
      if (this.runs.ranking().length === 0) throw new Error("nothing was played yet; press Run");
      const state = this.finished();
      return lipbandits.raceTake.table(state, this.results(state.runs));
    }

    raw() {
      return this.runs.raw();
    }
  }

  function tableOf(make, columns, known, lookOf) {
    const head = make("thead", {}, make("tr", {}, ...columns.map((text) => make("th", { scope: "col" }, text))));
    const body = known.map(({ name, cells }) =>
      make("tr", {}, make("th", { scope: "row", className: lookOf(name) }, name), ...cells.map(() => make("td"))));
    return [head, make("tbody", {}, ...body)];
  }

  // The first state of a race without a page: its picture as text, and its words, after its runs.
  async function still({ shapes, start, offers }, size) {
    const names = offersOf({ offers });
    const state = playing(families.under(stateOf(shapes, start), start.family ?? "bernoulli"), names);
    const runs = await lipbandits.played(state);
    const found = lipbandits.engine.tent(state);
    const known = rows(state, runs).map(({ name, cells }) => [name, ...cells.slice(0, -1), ""]);
    return {
      picture: lipbandits.draw.toText(scene(drawn(state, found, runs, { hot: state.k, names }), size)),
      words: {
        ...{ status: words(state, runs, found, names), numbers: numbers(state, found), arm: arm(state, runs, found, state.k) },
        ...{ now: state.theta[state.k], state: { ...lipbandits.meansStates.plainOf(state), ...playedOf(state), family: state.family }, table: [COLUMNS, ...known] },
      },
    };
  }

  lipbandits.Race = Race;
  lipbandits.stills.race = still;
  lipbandits.labs.define("race", Race);
})();
