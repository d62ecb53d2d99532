// The tent lab: θ in the reader's hand, and so are the tent's top, which is the arm k that the lie is about, and its flank, which is L.
// tent_picture.js draws, tent_words.js speaks, the engine computes.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Tent) return;
  const { queryOf, parse } = lipbandits.meansStates;
  const { layout, scene, drawn, scalesOf, tentHandles } = lipbandits.tentPicture;

  class Tent extends lipbandits.Means {
    constructor(figure) {
      super(figure);
      this.jumps = ["k", "hot", "reach"];
      this.api = { set: (changes) => this.set(changes), state: () => this.plainState(), results: () => this.results() };
    }

    makeRest() {
      this.buttons.after(this.frame.make("div", { className: "lb-controls" },
        this.sliderOfArms(),
        this.slider("k", `lie about ${this.noun}`, { min: 0, max: 16, step: 1 }, (k) => this.select(k)),
        this.sliderOfL(), this.choiceOfFollowers()));
    }

    shown() {
      const { theta, k } = this.state;
      this.fields.k.field.max = theta.length - 1;
      return { ...super.shown(), k: [k, String(k)] };
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

    handles() {
      return tentHandles({ ...this.state, bestMean: Math.max(...this.state.theta) });
    }

    // Beside the discs a tap asks for an arm's numbers, and the lie stays where it is.
    tapped(place) {
      const arm = this.armAt(place);
      if (this.hands.meant(place)?.what === "arm") this.select(arm);
      else this.lookAt(arm);
    }

    lookAt(arm) {
      this.selected = arm;
      this.settle(false);
    }

    // A drawing may have made the lie's arm a best one; the lie that costs most is then worth looking at.
    drawn() {
      const { best, prices } = lipbandits.engine.tent(this.state);
      if (best.includes(this.state.k) && best.length < prices.length) this.change({ k: prices.indexOf(Math.max(...prices)) });
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    scene(numbers) {
      return scene(numbers, this.size);
    }

    target() {
      const { theta, arms, lipschitz, k } = this.state;
      if (this.foundFor !== this.state) {
        this.found = lipbandits.engine.tent({ theta, arms, lipschitz, k });
        this.foundFor = this.state;
        this.ends = scalesOf(this.found, this.hands.hold && this.ends);
        this.speak();
      }
      const hot = this.hot();
      this.sayArm(hot);
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

    speak() {
      const { words, numbers } = lipbandits.tentWords;
      const parts = this.figure.querySelectorAll(".lb-number");
      const all = numbers(this.state, this.found, this.spec.plain);
      all.forEach((text, i) => this.frame.say(parts[i], text));
      this.say(words(this.state, this.found, this.spec.plain), `${all.join(", ")}.`);
    }

    sayArm(hot) {
      const text = lipbandits.tentWords.arm(this.state, this.found, hot, this.spec.plain);
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
      const { theta, arms, lipschitz, k } = this.state;
      const { value, rates, prices, binding, laiRobbins } = lipbandits.engine.tent({ theta, arms, lipschitz, k });
      return { value, rates, prices, binding, laiRobbins };
    }
  }

  lipbandits.Tent = Tent;
  lipbandits.labs.define("tent", Tent);
})();
