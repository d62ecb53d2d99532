// The tent lab: θ in the reader's hand. Each mean is a handle, and so are the tent's top, which is the arm k that the lie is about,
// and its flank, which is L. tent_hands.js listens to pointers and keys, tent_picture.js draws, the engine computes; here are the
// state, its controls and its way to the screen.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Tent) return;
  const { Lab, define } = lipbandits.labs;
  const { clamp, even, toLink, roundedWithin, digits, upwards, resampled, ofShape, queryOf, parse, ENOUGH, MOST } = lipbandits.tentStates;
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
      // What was taken last, until another arm is chosen; undefined for the arm of the lie.
      /** @type {number | undefined} */
      this.selected = undefined;
      this.api = { set: (changes) => this.set(changes), state: () => this.given(), results: () => this.results() };
      this.noun = this.spec.plain ? "option" : "arm";
      const buttons = this.frame.buttons(this, presets, start, (state) => this.goTo(state));
      this.makeDraw(buttons);
      this.armLine = figure.querySelector(".lb-of-arm");
      this.armLine.prepend(this.stepper("◀", "arm before", -1));
      this.armLine.append(this.stepper("▶\uFE0E", "arm after", 1));
      this.heard.after(buttons);
      buttons.after(this.makeControls());
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
        this.hands.chosen = this.state.k;
      }, () => {});
    }

    makeDraw(buttons) {
      this.drawing = this.frame.make("button", { type: "button", className: "lb-draw", "aria-pressed": "false", onclick: () => this.setDrawing(!this.draws) }, "Draw your own");
      buttons.insertBefore(this.drawing, buttons.querySelector(".lb-reset"));
    }

    setDrawing(draws) {
      this.draws = draws;
      if (draws) this.say("Drag across the picture to draw.");
      this.drawing.setAttribute("aria-pressed", String(draws));
      this.box.classList.toggle("lb-drawing", draws);
    }

    makeControls() {
      const { make } = this.frame;
      const id = (name) => `${this.figure.id}-${name}`;
      const slider = (name, label, { min, max, step }, moved) => {
        const heard = () => {
          // Whatever becomes of it, the slider stands where the state is.
          this.fields[name].at = undefined;
          moved(Number(field.value));
        };
        const field = make("input", { type: "range", id: id(name), min, max, step, oninput: () => this.wake().then(heard, () => {}) });
        const value = make("span", { className: "lb-value", "aria-hidden": "true" });
        this.fields = { ...this.fields, [name]: { field, value } };
        return make("div", { className: "lb-control" }, make("label", { htmlFor: field.id }, label), field, value);
      };
      const choice = make("select", { id: id("follows"), onchange: () => (this.loose = choice.value === "L") },
        make("option", { value: "theta" }, "neighbours, too"), make("option", { value: "L" }, "L, if need be"));
      return make("div", { className: "lb-controls" },
        slider("K", `${this.noun}s K`, { min: 2, max: MOST.arms, step: 1 }, (count) => this.recount(count)),
        slider("k", `lie about ${this.noun}`, { min: 0, max: 16, step: 1 }, (k) => this.select(k)),
        // Finer where L is small.
        slider("L", "promise L", { min: 0, max: Math.sqrt(MOST.lipschitz), step: 0.01 }, (root) => this.setLipschitz(root * root)),
        make("div", { className: "lb-control" }, make("label", { htmlFor: choice.id }, "a drag moves"), choice));
    }

    // The words and values of all that is not the picture.
    dress() {
      const { theta, arms, lipschitz, k } = this.state;
      const shown = { K: [theta.length, String(theta.length)], k: [k, String(k)], L: [Math.sqrt(lipschitz), digits(Math.round(lipschitz * 1000) / 1000)] };
      this.fields.k.field.max = theta.length - 1;
      for (const [name, [value, text]] of Object.entries(shown)) {
        if (this.fields[name].at === value) continue;
        this.fields[name].at = value;
        this.fields[name].field.value = value;
        this.fields[name].field.setAttribute("aria-valuetext", text);
        this.frame.say(this.fields[name].value, text);
      }
      if (!this.hands?.hold) {
        // What is held changes too often for its link; that waits until a hand lets go.
        const least = this.state.shape ? 0 : this.leastFor({ theta: theta.map(toLink), arms });
        this.link.href = `#${this.figure.id}?${queryOf(this.state, this.spec.shapes, least)}`;
        this.frame.markPresets(this, (preset) => this.isAt(preset));
        this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      }
      const hot = this.hot();
      clearTimeout(this.quiet);
      this.quiet = setTimeout(() => {
        this.box.setAttribute("aria-valuenow", theta[hot].toFixed(4));
        this.box.setAttribute("aria-valuetext", this.armLine.querySelector(".lb-of-arm-words").textContent);
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
      this.selected = undefined;
      this.mould = this.wanted = undefined;
      this.note = note;
      this.hands.release();
      this.setDrawing(false);
      this.settle(true);
    }

    // A part of the state, from here.
    change(changes) {
      this.state = { ...this.state, ...changes };
      this.note = "";
      if (changes.theta) this.mould = undefined;
      if ("lipschitz" in changes || "k" in changes) this.wanted = undefined;
      this.settle(false);
    }

    settle(animated) {
      this.undressed = true;
      this.glide(animated);
    }

    // When a hand lets go, the scales find their ends.
    rest() {
      this.foundFor = undefined;
      this.settle(true);
    }

    paint() {
      if (this.undressed) {
        this.undressed = false;
        this.dress();
      }
      super.paint();
    }

    // The same shape on another number of arms, and L and the place of the lie as the reader wanted them: so one comes back.
    recount(count) {
      const { shape } = this.state;
      this.hands.release();
      this.mould = this.mould ?? this.state;
      this.wanted = this.wanted ?? { lipschitz: this.state.lipschitz, place: this.state.arms[this.state.k] };
      const { lipschitz, place } = this.wanted;
      const found = shape
        ? ofShape(this.spec.shapes, { shape, K: count, lipschitz })
        : { theta: resampled(this.mould.theta, this.mould.arms, count).map(toLink), arms: even(count) };
      const least = this.least(found);
      const fits = lipschitz >= least - ENOUGH ? lipschitz : upwards(least);
      this.state = { shape, ...found, k: nearest(found.arms, place), lipschitz: fits };
      this.selected = undefined;
      this.note = fits > lipschitz + ENOUGH ? `On ${count} ${this.noun}s this θ needs L = ${digits(fits)}.` : "";
      this.settle(true);
    }

    setLipschitz(wanted) {
      const least = this.least(this.state);
      const near = wanted < 0.1 ? Number(wanted.toFixed(4)) : Math.round(wanted * 100) / 100;
      const lipschitz = near < least - ENOUGH ? upwards(least) : near;
      this.change({ lipschitz });
      if (lipschitz > near) this.note = `This θ needs L = ${digits(lipschitz)} at least.`;
    }

    // Whoever chooses an arm chooses the lie about it.
    select(arm) {
      this.selected = this.hands.hover = this.hands.chosen = undefined;
      this.change({ k: clamp(arm, 0, this.state.theta.length - 1) });
    }

    hot() {
      return clamp(this.hands?.hold?.arm ?? this.hands?.hover ?? this.selected ?? this.state.k, 0, this.state.theta.length - 1);
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
    round(before, from) {
      const { theta, arms, lipschitz } = this.state;
      // There and back is nowhere.
      if (before && theta.every((mean, i) => Math.abs(mean - before.theta[i]) < 5e-5) && lipschitz === before.lipschitz) {
        this.change(before);
        return;
      }
      const means = roundedWithin(this.state, from);
      const least = this.least({ theta: means, arms });
      this.change({ shape: undefined, theta: means, lipschitz: lipschitz < least - ENOUGH ? upwards(least) : upwards(lipschitz) });
    }

    // A drawing may have made the lie's arm a best one; the lie that costs most is then worth looking at.
    lookAtTheDearest() {
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

    // ---- by script ------------------------------------------------------------------------------------------------------

    // The state that `set` asks for; refuses what is not to be had, by name.
    asked(changes) {
      if (changes === null || typeof changes !== "object") throw new TypeError(`changes: ${changes}; expected {${ACCEPTED.join(", ")}}`);
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

    // The state as `set` takes it.
    given() {
      const { theta, arms, lipschitz, k } = this.state;
      return { theta: [...theta], arms: [...arms], lipschitz, k };
    }

    /** @param {{theta?: number[], arms?: number[], lipschitz?: number, k?: number}} changes */
    async set(changes = {}) {
      await this.wake();
      this.state = this.asked(changes);
      this.selected = undefined;
      this.mould = this.wanted = undefined;
      this.note = "";
      this.touched = true;
      this.hands.release();
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
