// The steps lab: one run of one policy, round by round, and why it plays what it plays. steps_picture.js draws, steps_words.js speaks,
// the engine plays and says the rule. Here are the controls, and what changes when; `Stepping` is what the lab on lock-in has as well.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Steps) return;
  const { KINDS, ACCEPTED, stateOf, steppedOf, check, queryOf, parse, hearsOf, toldOf, Film } = lipbandits.stepsStates;
  const { ofLevel } = lipbandits.playedStates;
  // A frame's share of playing.
  const SLICE_MS = 6;
  const TICK_MS = 250;
  const CALM_TICK_MS = 1000;
  // Played from here on, rounds go faster: one more of them at a time for so many rounds.
  const PACE = 40;
  // As a bound that no other arm's plays can have: what is told to nobody.
  const ALONE = 1e300;

  class Stepping extends lipbandits.Played {
    constructor(figure) {
      super(figure);
      this.jumps = ["k", "hot", "arm", "leader", "round", "horizon"];
      this.keepRoom(290);
      this.film = new Film();
      /** @type {any} */
      this.seen = this.past = this.shows = undefined;
      this.api = { set: (changes) => this.set(changes), state: () => this.plainState(), results: () => this.results() };
    }

    get kind() {
      return this.figure.dataset.lab;
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    stateOf(preset) {
      return stateOf(this.kind, this.spec.shapes, preset);
    }

    accepted() {
      return ["theta", "arms", "lipschitz", "k", ...ACCEPTED];
    }

    query(least) {
      return queryOf(this.kind, this.state, this.spec.shapes, least);
    }

    parse(query) {
      return parse(this.kind, query, this.spec, (state) => this.least(state));
    }

    isAt(preset) {
      return super.isAt(preset) && JSON.stringify(steppedOf(this.state)) === JSON.stringify(steppedOf(this.stateOf(preset)));
    }

    plainState() {
      return { ...super.plainState(), ...steppedOf(this.state) };
    }

    asked(changes) {
      // Refuses first what is no set of changes.
      const common = super.asked(changes);
      const own = Object.fromEntries(Object.entries(changes).filter(([name]) => ACCEPTED.includes(name)));
      const found = { ...common, ...own };
      // A shorter run ends earlier.
      if ("horizon" in own && !("round" in own)) found.round = Math.min(found.round, Math.max(found.horizon, 1));
      check(this.kind, found);
      return found;
    }

    show(state, note) {
      this.pause();
      super.show(state, note);
    }

    async set(changes = {}) {
      this.pause();
      await super.set(changes);
      await this.arrive();
      this.paint();
    }

    adopt() {
      // Another run begins anew.
      this.film.fit(this.state);
    }

    // ---- playing --------------------------------------------------------------------------------------------------------

    // Whether the round can be looked at; else it plays on, a slice a frame. Without the arrays of a broken engine it begins anew.
    isThere() {
      try {
        this.film.fit(this.state);
        return this.film.reach(this.state.round, SLICE_MS);
      } catch (error) {
        this.film = new Film();
        throw error;
      }
    }

    // Without frames, as in a tab that nobody looks at.
    async arrive() {
      while (!this.isThere()) await new Promise((resolve) => setTimeout(resolve));
    }

    goToRound(round, animated = false) {
      this.state = { ...this.state, round: Math.min(this.state.horizon, Math.max(1, round)) };
      this.note = "";
      this.undressed = true;
      this.glide(animated);
    }

    // One round on, or back.
    walk(by) {
      this.wake().then(() => {
        this.pause();
        this.goToRound(this.state.round + by, true);
      }, () => {});
    }

    pause() {
      clearTimeout(this.playing);
      this.playing = undefined;
      if (this.go) this.frame.say(this.go, "Play");
    }

    pressPlay() {
      if (this.playing !== undefined) {
        this.pause();
        return;
      }
      if (this.state.round >= this.state.horizon) this.goToRound(1);
      this.frame.say(this.go, "Pause");
      this.tick();
    }

    tick() {
      const { round, horizon } = this.state;
      if (round >= horizon) {
        this.pause();
        return;
      }
      this.playing = setTimeout(() => this.tick(), this.isCalm() ? CALM_TICK_MS : TICK_MS);
      // What is still being played is waited for.
      if (this.there) this.goToRound(round + Math.max(1, Math.floor(round / PACE)), round < PACE);
    }

    close() {
      super.close();
      this.pause();
      this.film.close();
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    makeRest() {
      const { make } = this.frame;
      const button = (text, className, onclick, label) => make("button", { type: "button", className, onclick, ...(label ? { "aria-label": label } : {}) }, text);
      this.go = button("Play", "lb-run", () => this.wake().then(() => this.pressPlay(), () => {}));
      const back = button("◀", "lb-back", () => this.walk(-1), "one round back");
      const on = button("Step ▶\uFE0E", "lb-on", () => this.walk(1), "step: one round on");
      const row = make("div", { className: "lb-race lb-rounds" }, this.go, back, on, this.sliderOfRounds());
      this.figure.querySelector(".lb-panels").before(row);
      this.buttons.after(make("div", { className: "lb-controls" }, ...this.controls()));
    }

    scrub(round) {
      this.pause();
      this.goToRound(round);
    }

    sliderOfRounds() {
      return this.slider("round", "round n", { min: 1, max: this.first.horizon, step: 1 }, (round) => this.scrub(round));
    }

    controls() {
      const policies = Object.fromEntries(KINDS.steps.policies.map((name) => [name, name]));
      const lengths = Object.fromEntries([100, 400, 1000, 2000].map((each) => [each, `${each} rounds`]));
      return [
        this.choice("policy", "policy", policies, (policy) => this.wake().then(() => this.change({ policy }), () => {})),
        this.choice("T", "a run of", lengths, (T) => this.wake().then(() => this.change({ horizon: Number(T), round: Math.min(this.state.round, Number(T)) }), () => {})),
        this.sliderOfArms(), this.sliderOfL(), ...this.controlsOfRules(),
      ];
    }

    shown() {
      const { policy, round, horizon } = this.state;
      const { field } = this.fields.round;
      if (Number(field.max) !== horizon) {
        field.max = horizon;
        this.fields.round.at = undefined;
      }
      return { ...super.shown(), policy: [policy, ""], T: [horizon, ""], round: [round, String(round)] };
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    // What the policy saw in a round, and how the arms were played before.
    find(round) {
      const { run } = this.film;
      this.seen = run.recall(round);
      const { played, rules } = run.history;
      this.past = { played: played.slice(0, round - 1), rules: rules.slice(0, round - 1) };
      this.shows = { ...this.state, round };
      this.weighedFor = undefined;
    }

    target() {
      this.there = this.isThere();
      if (!this.there) {
        this.refresh();
        // While a mean is held, what is there stays until the rest is.
        if (this.hands.hold && this.last?.theta.length === this.state.theta.length) return { ...this.last, theta: this.state.theta, lipschitz: this.state.lipschitz };
      }
      if (!this.there || this.foundFor !== this.state) {
        this.find(this.there ? this.state.round : this.film.run.rounds + 1);
        this.foundFor = this.there ? this.state : undefined;
        this.speak();
      }
      this.last = this.drawn(this.hot());
      return this.last;
    }

    // What limits the index of an arm.
    weigh(hot) {
      const { policy, arms } = this.state;
      const { indexes, plays, averages } = this.seen;
      if (policy === "UCB" || !indexes) return undefined;
      if (this.weighedFor !== hot) {
        const lipschitz = hearsOf(this.state) ? toldOf(this.state) : ALONE;
        this.weighed = lipbandits.engine.weights({ plays, averages, arms, lipschitz, k: hot, q: indexes[hot] });
        this.weighedFor = hot;
      }
      return this.weighed;
    }

    layout() {
      return lipbandits.stepsPicture.layout(this.size, this.state.horizon);
    }

    scene(numbers) {
      return lipbandits.stepsPicture.scene(numbers, this.size);
    }

    drawn(hot) {
      const evidence = this.weigh(hot);
      this.sayArm(hot, evidence);
      return lipbandits.stepsPicture.drawn(this.shows, this.seen, {
        ...{ hot, evidence, history: this.past, size: this.size }, held: this.hands.hold?.arm !== undefined,
      });
    }

    roundAt({ on, x, y }) {
      return lipbandits.stepsPicture.roundAt(on, x, y);
    }

    // A place among the rounds is a round, elsewhere it is an arm.
    tapped(place) {
      const round = this.roundAt(place);
      if (round !== undefined) this.scrub(round);
      else super.tapped(place);
    }

    armAt(place) {
      return this.roundAt(place) !== undefined ? this.hot() : super.armAt(place);
    }

    sayNumbers(all) {
      const line = this.figure.querySelector(".lb-numbers");
      while (line.children.length < all.length) line.append(this.frame.make("span", { className: "lb-number" }));
      while (line.children.length > all.length) line.lastElementChild.remove();
      all.forEach((text, i) => this.frame.say(line.children[i], text));
    }

    speak() {
      const { numbers, words } = lipbandits.stepsWords;
      const all = numbers(this.shows, this.seen);
      this.sayNumbers(all);
      if (this.there) this.say(words(this.shows, this.seen, this.past.rules), `${all.join(", ")}.`);
      else this.frame.say(this.status.firstElementChild, lipbandits.stepsWords.playing(this.state, this.film.run.rounds));
    }

    sayArm(hot, evidence) {
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), lipbandits.stepsWords.arm(this.shows, this.seen, hot, evidence));
    }

    // ---- by script ------------------------------------------------------------------------------------------------------

    async results() {
      await this.wake();
      await this.arrive();
      return this.found();
    }

    // What there is to say of the round, now.
    found() {
      if (!this.isThere()) throw new Error("this run is still being played");
      this.find(this.state.round);
      return { ...this.seen, ...this.past };
    }

    python() {
      return lipbandits.stepsTake.python(this.plainState());
    }

    setting() {
      const { seed, f, forced, policy } = this.state;
      return `seed ${seed}${policy === "UCB" ? "" : `, ${ofLevel(f)}`}${forced ? "" : ", nothing forced"}`;
    }

    table() {
      const { k } = this.state;
      const { played } = this.found();
      return lipbandits.stepsTake.table(this.plainState(), this.seen, this.weigh(k), played);
    }
  }

  // A state without a page: its picture as text, and its words.
  function stillOf(state, size) {
    const film = new Film();
    film.fit(state);
    film.reach(state.round, 1e5);
    const found = film.run.recall(state.round);
    const { policy, arms, k, theta } = state;
    const lipschitz = hearsOf(state) ? toldOf(state) : ALONE;
    const evidence = policy !== "UCB" && found.indexes ? lipbandits.engine.weights({ plays: found.plays, averages: found.averages, arms, lipschitz, k, q: found.indexes[k] }) : undefined;
    const { scene, drawn } = lipbandits.stepsPicture;
    const { words, numbers, arm } = lipbandits.stepsWords;
    return {
      picture: lipbandits.draw.toText(scene(drawn(state, found, { hot: k, evidence, history: film.run.history, size }), size)),
      words: {
        ...{ status: words(state, found, film.run.history.rules), numbers: numbers(state, found), arm: arm(state, found, k, evidence) },
        ...{ now: theta[k], state: { ...lipbandits.meansStates.plainOf(state), ...steppedOf(state) } },
      },
    };
  }

  lipbandits.Stepping = Stepping;
  lipbandits.Steps = Stepping;
  Object.assign(Stepping, { still: stillOf });
  lipbandits.stills.steps = ({ shapes, start }, size) => stillOf(stateOf("steps", shapes, start), size);
  lipbandits.labs.define("steps", Stepping);
})();
