// The tent lab: θ in the reader's hand, and so are the tent's top, which is the arm k that the lie is about, and its flank, which is L.
// tent_picture.js draws, tent_words.js speaks, the engine computes.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Tent) return;
  const { queryOf, ENOUGH } = lipbandits.meansStates;
  const { layout, scene, drawn, scalesOf, tentHandles } = lipbandits.tentPicture;
  const families = lipbandits.meansFamilies;

  class Tent extends lipbandits.Means {
    constructor(figure) {
      super(figure);
      this.jumps = ["k", "hot", "reach", "asked"];
      this.api = { set: (changes) => this.set(changes), state: () => this.plainState(), results: () => this.results() };
    }

    makeRest() {
      this.buttons.after(this.frame.make("div", { className: "lb-controls" },
        this.sliderOfArms(),
        this.slider("k", this.spec.view ? "seen from arm" : `lie about ${this.noun}`, { min: 0, max: 16, step: 1 }, (k) => this.select(k)),
        this.sliderOfL(), this.choiceOfFollowers(), ...this.choicesOfFamily()));
    }

    shown() {
      const { theta, k, family } = this.state;
      this.fields.k.field.max = theta.length - 1;
      return { ...super.shown(), k: [k, String(k)], family: [family, families.of({ family }).label] };
    }

    query(least) {
      return `${queryOf(this.state, this.spec.shapes, least)}${families.queryOf(this.state)}`;
    }

    parse(query) {
      const found = families.parse(query, this.spec, (state) => this.least(state));
      this.asks = found.asked;
      return found;
    }

    // ---- families of rewards --------------------------------------------------------------------------------------------

    stateOf(preset) {
      return families.under(super.stateOf(preset), preset.family ?? "bernoulli");
    }

    accepted() {
      return [...super.accepted(), "family"];
    }

    asked(changes) {
      return families.asked(super.asked(changes), changes, this.state, this.spec);
    }

    plainState() {
      return { ...super.plainState(), family: this.state.family };
    }

    layout() {
      return (this.instead ?? { layout }).layout(this.size);
    }

    get instead() {
      return lipbandits.tentPairs.insteadOf(this.spec.view);
    }

    handles() {
      if (this.instead) return {};
      return tentHandles({ ...this.state, bestMean: Math.max(...this.state.theta) });
    }

    // Beside the discs a tap asks for an arm's numbers, and the lie, where there is one, stays where it is.
    tapped(place) {
      const arm = this.armAt(place);
      if (this.instead || this.hands.meant(place)?.what === "arm") this.select(arm);
      else this.lookAt(arm);
    }

    // Where the promise is the question, picture, sentence and slider are of the arm that is held.
    grip(arm) {
      if (!this.instead) super.grip(arm);
      else if (arm !== this.state.k || this.selected !== undefined) this.select(arm);
    }

    lookAt(arm) {
      this.selected = arm;
      this.settle(false);
    }

    // A drawing may have made the lie's arm a best one; the lie that costs most is then worth looking at.
    drawn() {
      if (this.instead) return;
      const { best, prices } = lipbandits.engine.tent(this.state);
      if (best.includes(this.state.k) && best.length < prices.length) this.change({ k: prices.indexOf(Math.max(...prices)) });
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    scene(numbers) {
      return (this.instead ?? { scene }).scene(numbers, this.size);
    }

    target() {
      if (this.foundFor !== this.state) {
        this.found = lipbandits.engine.tent(this.state);
        this.foundFor = this.state;
        this.ends = scalesOf(this.found, this.hands.hold && this.ends);
        this.speak();
      }
      const hot = this.hot();
      this.sayArm(hot);
      // What was asked for stays in the picture as long as nothing else is.
      if (this.instead) return this.instead.drawn(this.state, this.found, { hot, asked: this.tooSmall });
      return drawn(this.state, this.found, { hot, held: this.hands.hold?.arm !== undefined, scales: this.approach(this.ends), ends: this.ends, reach: this.hands.hold?.reach, plain: this.spec.plain });
    }

    // The scales on their way to other ends: a part of the way in each frame.
    approach(ends) {
      const before = this.scales ?? ends;
      const scales = {};
      for (const [name, end] of Object.entries(ends)) {
        const next = before[name] * (end / before[name]) ** 0.35;
        scales[name] = this.isCalm() || Math.abs(next / end - 1) < 0.02 ? end : next;
        if (scales[name] !== end) this.refresh();
      }
      this.scales = scales;
      return scales;
    }

    // An L that θ does not fit: the pairs that it would break are shown.
    setLipschitz(wanted) {
      super.setLipschitz(wanted);
      this.note = this.refuse(wanted < 0.1 ? Number(wanted.toFixed(4)) : Math.round(wanted * 100) / 100) || this.note;
    }

    // A preset's, and that of a link, too.
    show(state, note = "") {
      super.show(state, note);
      const said = this.refuse(this.asks ?? state.lipschitz);
      this.note = note || said;
      this.asks = undefined;
    }

    get tooSmall() {
      return this.refused?.state === this.state ? this.refused?.asked : undefined;
    }

    refuse(asked) {
      const { state } = this;
      if (!this.spec.view?.pairs || asked >= state.lipschitz - ENOUGH) return "";
      this.refused = { state, asked };
      return lipbandits.tentPairs.refused(state, asked);
    }

    speak() {
      const { words, numbers } = lipbandits.tentWords.saysOf(this.spec);
      const parts = this.figure.querySelectorAll(".lb-number");
      const all = numbers(this.state, this.found);
      all.forEach((text, i) => this.frame.say(parts[i], text));
      this.say(words(this.state, this.found), `${all.join(", ")}.`);
    }

    sayArm(hot) {
      const text = lipbandits.tentWords.saysOf(this.spec).arm(this.state, this.found, hot);
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), text);
    }

    python() {
      return lipbandits.tentTake.python(this.state);
    }

    table() {
      return lipbandits.tentTake.table(this.state, lipbandits.engine.tent(this.state));
    }

    async results() {
      await this.wake();
      const { value, rates, prices, binding, laiRobbins } = lipbandits.engine.tent(this.state);
      return { value, rates, prices, binding, laiRobbins };
    }
  }

  lipbandits.Tent = Tent;
  lipbandits.labs.define("tent", Tent);
})();
