// The tent lab: θ in the reader's hand. Each mean is a handle, and so are the tent's top, which is the arm k that the lie is about,
// and its flank, which is L. tent_hands.js listens to pointers and keys, tent_picture.js draws, the engine computes; here are the
// state, its controls and its way to the screen.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Tent) return;
  const { Lab, define } = lipbandits.labs;
  const { clamp, even, toLink, digits, upwards, resampled, ofShape, queryOf, parse, ENOUGH, MOST } = lipbandits.tentStates;
  const { scene, drawn, scalesOf } = lipbandits.tentPicture;
  const REST_MS = 400;
  // What `set` takes.
  const ACCEPTED = ["theta", "arms", "lipschitz", "k"];
  const nearest = (values, value) => values.reduce((best, each, i) => (Math.abs(each - value) < Math.abs(values[best] - value) ? i : best), 0);

  function checkLength(theta) {
    const isRow = Array.isArray(theta) || theta instanceof Float64Array;
    if (isRow && theta.length >= 1 && theta.length <= MOST.arms) return;
    throw new RangeError(`theta: ${isRow ? `${theta.length} means` : String(theta)}; expected 1 to ${MOST.arms} means`);
  }

  class Tent extends Lab {
    constructor(figure) {
      super(figure);
      const { shapes, presets, start } = this.spec;
      this.first = ofShape(shapes, start);
      this.state = this.first;
      this.jumps = ["k", "hot", "reach"];
      this.selected = start.k;
      this.api = { set: (changes) => this.set(changes), results: () => this.results() };
      const buttons = this.frame.buttons(this, presets, start, (state) => this.goTo(state));
      this.makeDraw(buttons);
      this.armLine = figure.querySelector(".lb-of-arm");
      this.armLine.prepend(this.stepper("◀", "arm before", -1));
      this.armLine.append(this.stepper("▶\uFE0E", "arm after", 1));
      this.armLine.after(buttons);
      this.heard.after(this.makeControls());
      this.hands = new lipbandits.TentHands(this);
      this.dress();
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    stepper(text, label, by) {
      return this.frame.make("button", { type: "button", className: "lb-step", "aria-label": label, onclick: () => this.step(by) }, text);
    }

    // To the arm beside; the next touch near it means it.
    step(by) {
      this.wake().then(() => {
        this.select(this.hot() + by);
        this.hands.chosen = this.selected;
      }, () => {});
    }

    makeDraw(buttons) {
      this.drawing = this.frame.make("button", { type: "button", className: "lb-draw", "aria-pressed": "false", onclick: () => this.setDrawing(!this.draws) }, "Draw your own");
      buttons.insertBefore(this.drawing, buttons.querySelector(".lb-reset"));
    }

    setDrawing(draws) {
      this.draws = draws;
      this.drawing.setAttribute("aria-pressed", String(draws));
      this.box.classList.toggle("lb-drawing", draws);
    }

    makeControls() {
      const { make } = this.frame;
      const id = (name) => `${this.figure.id}-${name}`;
      const slider = (name, label, { min, max, step }, moved) => {
        const field = make("input", { type: "range", id: id(name), min, max, step, oninput: () => this.wake().then(() => moved(Number(field.value)), () => {}) });
        const value = make("span", { className: "lb-value", "aria-hidden": "true" });
        this.fields = { ...this.fields, [name]: { field, value } };
        return make("div", { className: "lb-control" }, make("label", { htmlFor: field.id }, label), field, value);
      };
      const choice = make("select", { id: id("follows"), onchange: () => (this.loose = choice.value === "L") },
        make("option", { value: "theta" }, "neighbours"), make("option", { value: "L" }, "L"));
      return make("div", { className: "lb-controls" },
        slider("K", "arms K", { min: 2, max: MOST.arms, step: 1 }, (count) => this.recount(count)),
        slider("k", "the lie is about arm", { min: 0, max: 16, step: 1 }, (k) => this.change({ k })),
        // Finer where L is small.
        slider("L", "promise L", { min: 0, max: Math.sqrt(MOST.lipschitz), step: 0.01 }, (root) => this.setLipschitz(root * root)),
        make("div", { className: "lb-control" }, make("label", { htmlFor: choice.id }, "what follows a drag"), choice));
    }

    // The words and values of all that is not the picture.
    dress() {
      const { theta, arms, lipschitz, k } = this.state;
      const shown = { K: [theta.length, String(theta.length)], k: [k, String(k)], L: [Math.sqrt(lipschitz), digits(Math.round(lipschitz * 1000) / 1000)] };
      this.fields.k.field.max = theta.length - 1;
      for (const [name, [value, text]] of Object.entries(shown)) {
        this.fields[name].field.value = value;
        this.fields[name].field.setAttribute("aria-valuetext", text);
        this.frame.say(this.fields[name].value, text);
      }
      if (!this.hands?.hold) {
        // What is held changes too often for its link; that waits until a hand lets go.
        this.link.href = `#${this.figure.id}?${queryOf(this.state, this.spec.shapes)}`;
        this.frame.markPresets(this, (preset) => this.isAt(preset));
        this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      }
      const hot = this.hot();
      clearTimeout(this.quiet);
      this.quiet = setTimeout(() => {
        this.box.setAttribute("aria-valuenow", theta[hot].toFixed(4));
        this.box.setAttribute("aria-valuetext", `arm ${hot} of ${arms.length}, mean ${digits(theta[hot])}`);
      }, REST_MS);
    }

    isAt(preset) {
      const { shape, theta, lipschitz, k } = this.state;
      if (shape !== preset.shape) return false;
      const asked = ofShape(this.spec.shapes, preset);
      return shape === asked.shape && theta.length === asked.theta.length && k === asked.k && Math.abs(lipschitz - asked.lipschitz) < 1e-6;
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    parse(query) {
      return parse(query, this.spec, (state) => this.least(state));
    }

    least({ theta, arms }) {
      // Any θ fits this one.
      return lipbandits.engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    }

    // The same, to the digits of a link.
    leastFor(instance) {
      return upwards(this.least(instance));
    }

    goTo(preset) {
      this.wake().then(() => this.show(ofShape(this.spec.shapes, preset)), () => {});
    }

    // Another state as a whole: it is moved to, and L is what θ needs at least.
    show(state, note = "") {
      const least = this.least(state);
      const lipschitz = state.lipschitz < least - ENOUGH ? upwards(least) : state.lipschitz;
      this.state = { ...state, lipschitz };
      this.selected = clamp(state.k, 0, state.theta.length - 1);
      this.mould = undefined;
      this.note = note;
      this.setDrawing(false);
      this.hands.chosen = undefined;
      this.settle(true);
    }

    // A part of the state, from here.
    change(changes) {
      this.state = { ...this.state, ...changes };
      this.note = "";
      if (changes.theta) this.mould = undefined;
      this.settle(false);
    }

    settle(animated) {
      this.undressed = true;
      this.glide(animated);
    }

    // When a hand lets go, the scales find their ends.
    rest() {
      this.foundFor = this.placeOf = undefined;
      this.settle(true);
    }

    paint() {
      if (this.undressed) {
        this.undressed = false;
        this.dress();
      }
      super.paint();
    }

    recount(count) {
      const { shape, k, lipschitz } = this.state;
      this.mould = this.mould ?? this.state;
      const from = this.mould;
      const place = from.arms[Math.min(k, from.arms.length - 1)];
      const theta = resampled(from.theta, from.arms, count).map(toLink);
      const found = shape ? ofShape(this.spec.shapes, { shape, K: count, lipschitz, k }) : { theta, arms: even(count) };
      const least = this.least(found);
      const fits = from.lipschitz >= least - ENOUGH ? from.lipschitz : upwards(least);
      this.state = { shape, ...found, k: nearest(found.arms, this.placeOf ?? place), lipschitz: fits };
      this.placeOf = this.placeOf ?? place;
      this.selected = clamp(this.selected, 0, count - 1);
      this.note = fits > from.lipschitz + ENOUGH ? `On ${count} arms this θ needs L = ${digits(fits)}.` : "";
      this.settle(true);
    }

    setLipschitz(wanted) {
      const least = this.least(this.state);
      const near = Math.round(wanted * 100) / 100;
      const lipschitz = near < least - ENOUGH ? upwards(least) : near;
      this.change({ lipschitz });
      if (lipschitz > near) this.note = `This θ needs L = ${digits(lipschitz)} at least.`;
    }

    select(arm) {
      this.selected = clamp(arm, 0, this.state.theta.length - 1);
      this.hands.hover = undefined;
      this.hands.chosen = undefined;
      this.settle(false);
    }

    hot() {
      return clamp(this.hands?.hold?.arm ?? this.hands?.hover ?? this.selected, 0, this.state.theta.length - 1);
    }

    // An arm's mean, from a θ that held the promise: its neighbours follow, or L does.
    moved({ theta, lipschitz }, arm, mean) {
      const { arms } = this.state;
      const value = clamp(mean, 0, 1);
      if (!this.loose) return { theta: lipbandits.engine.follow({ theta, arms, lipschitz, k: arm, mean: value }), lipschitz };
      const changed = theta.map((each, i) => (i === arm ? value : each));
      return { theta: changed, lipschitz: Math.max(lipschitz, this.leastFor({ theta: changed, arms })) };
    }

    // To the digits that a link carries, so that link, picture and numbers are of one θ.
    round() {
      const { arms, lipschitz } = this.state;
      const theta = this.state.theta.map(toLink);
      const least = this.least({ theta, arms });
      this.change({ shape: undefined, theta, lipschitz: lipschitz < least - ENOUGH ? upwards(least) : upwards(lipschitz) });
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
      return drawn(this.state, this.found, { hot, held: this.hands.hold?.arm !== undefined, scales: this.approach(this.ends), ends: this.ends, reach: this.hands.hold?.reach });
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
      const all = numbers(this.state, this.found);
      all.forEach((text, i) => this.frame.say(parts[i], text));
      this.say(words(this.state, this.found, this.spec.plain), `${all.join(", ")}.`);
    }

    sayArm(hot) {
      const text = lipbandits.tentWords.arm(this.state, this.found, hot, this.spec.plain);
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), text);
    }

    // ---- by script ------------------------------------------------------------------------------------------------------

    // The state that `set` asks for; refuses what is not to be had, by name.
    asked(changes) {
      for (const name of Object.keys(changes)) {
        if (!ACCEPTED.includes(name)) throw new TypeError(`${name}: unknown; expected ${ACCEPTED.join(", ")}`);
      }
      const { theta = this.state.theta } = changes;
      checkLength(theta);
      const same = theta.length === this.state.theta.length;
      const { arms = same ? this.state.arms : even(theta.length), k = Math.min(this.state.k, theta.length - 1) } = changes;
      const { lipschitz = Math.max(this.state.lipschitz, this.least({ theta, arms })) } = changes;
      lipbandits.engine.tent({ theta, arms, lipschitz, k });
      return { shape: undefined, theta: [...theta], arms: [...arms], lipschitz, k };
    }

    /** @param {{theta?: number[], arms?: number[], lipschitz?: number, k?: number}} changes */
    async set(changes = {}) {
      await this.wake();
      this.state = this.asked(changes);
      this.selected = clamp(this.selected, 0, this.state.theta.length - 1);
      this.mould = this.placeOf = undefined;
      this.note = "";
      this.hands.chosen = undefined;
      this.undressed = true;
      // At once: in a tab that nobody looks at there is no next frame.
      this.from = undefined;
      this.paint();
    }

    async results() {
      await this.wake();
      const { theta, arms, lipschitz, k } = this.state;
      const { value, rates, prices, binding, laiRobbins } = lipbandits.engine.tent({ theta, arms, lipschitz, k });
      return { value, rates, prices, binding, laiRobbins };
    }
  }

  lipbandits.Tent = Tent;
  define("tent", Tent);
})();
