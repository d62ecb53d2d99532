// Labs with θ in the reader's hand: each mean is a handle, and there are sliders for the number of arms and for L. means_hands.js
// listens to pointers and keys; each kind of lab says what it draws, and what else its state holds.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Means) return;
  const { clamp, even, toLink, roundedWithin, digits, upwards, fitting, resampled, ofShape, plainOf, ENOUGH, MOST } = lipbandits.meansStates;
  const families = lipbandits.meansFamilies;
  const REST_MS = 400;
  const nearest = (values, value) => values.reduce((best, each, i) => (Math.abs(each - value) < Math.abs(values[best] - value) ? i : best), 0);

  function checkLength(theta) {
    const isRow = Array.isArray(theta) || theta instanceof Float64Array;
    if (isRow && theta.length >= 1 && theta.length <= MOST.arms) return;
    throw new RangeError(`theta: ${isRow ? `${theta.length} means` : String(theta)}; expected 1 to ${MOST.arms} means`);
  }

  class Means extends lipbandits.labs.Lab {
    constructor(figure) {
      super(figure);
      const { presets, start } = this.spec;
      this.first = this.stateOf(start);
      this.state = this.first;
      // What was taken last, until another arm is chosen; undefined for the arm k.
      /** @type {number | undefined} */
      this.selected = undefined;
      this.noun = this.spec.plain ? "option" : "arm";
      /** @type {any} */
      this.fields = {};
      this.buttons = this.frame.buttons(this, presets, start, (state) => this.goTo(state));
      this.makeDraw(this.buttons);
      this.armLine = figure.querySelector(".lb-of-arm");
      this.armLine.prepend(this.stepper("◀", "arm before", -1));
      this.armLine.append(this.stepper("▶\uFE0E", "arm after", 1));
      this.heard.after(this.buttons);
      this.makeRest();
      this.hands = new lipbandits.MeansHands(this);
      this.dress();
    }

    // ---- what a kind of lab says for itself -------------------------------------------------------------------------------

    // A state as a whole, of a first state or a preset.
    stateOf(preset) {
      return ofShape(this.spec.shapes, preset);
    }

    // The names of what `set` takes.
    accepted() {
      return ["theta", "arms", "lipschitz", "k"];
    }

    // Controls below the buttons.
    makeRest() {}

    // The part of a link after "?"; `least` is the L that θ needs there.
    query(_least) {
      return "";
    }

    // Where panels lie, and where handles are beside those of the means.
    layout() {
      return lipbandits.meansPicture.stack(this.size, { heights: { means: 1 } });
    }

    handles() {
      return {};
    }

    // The lowest mean that a hand can set.
    get lowest() {
      return families.of(this.state).least;
    }

    // A state with another family of rewards.
    inFamily(state, family) {
      return families.under(state, family);
    }

    // After a hand has drawn.
    drawn() {}

    // What sliders show: {name: [where the slider stands, its words]}.
    shown() {
      const { theta, lipschitz } = this.state;
      return { K: [theta.length, String(theta.length)], L: [Math.sqrt(lipschitz), digits(Math.round(lipschitz * 1000) / 1000)] };
    }

    armAt({ at }) {
      return nearest(this.state.arms, at);
    }

    tapped(place) {
      this.select(this.armAt(place));
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
      this.drawing = this.frame.make("button", { type: "button", className: "lb-by-hand", "aria-pressed": "false", onclick: () => this.setDrawing(!this.draws) }, "Draw your own");
      buttons.insertBefore(this.drawing, buttons.querySelector(".lb-reset"));
    }

    setDrawing(draws) {
      this.draws = draws;
      if (draws) {
        this.say("Drag across the picture to draw the means.");
        this.box.scrollIntoView({ block: "nearest" });
      }
      this.drawing.setAttribute("aria-pressed", String(draws));
      this.box.classList.toggle("lb-drawing", draws);
    }

    slider(name, label, { min, max, step }, moved) {
      const heard = () => {
        // Whatever becomes of it, the slider stands where the state is.
        this.fields[name].at = undefined;
        moved(Number(field.value));
      };
      const { make } = this.frame;
      const id = `${this.figure.id}-${name}`;
      const field = make("input", { type: "range", id, min, max, step, oninput: () => this.wake().then(heard, () => {}) });
      const value = make("span", { className: "lb-value", "aria-hidden": "true" });
      this.fields[name] = { field, value };
      return make("div", { className: "lb-control" }, make("label", { htmlFor: field.id }, label), field, value);
    }

    choice(name, label, options, chosen) {
      const { make } = this.frame;
      const field = make("select", { id: `${this.figure.id}-${name}`, onchange: () => chosen(field.value) },
        ...Object.entries(options).map(([value, text]) => make("option", { value }, text)));
      this.fields[name] = { field };
      return make("div", { className: "lb-control" }, make("label", { htmlFor: field.id }, label), field);
    }

    sliderOfArms() {
      return this.slider("K", `${this.noun}s K`, { min: 2, max: MOST.arms, step: 1 }, (count) => this.recount(count));
    }

    sliderOfL() {
      // Finer where L is small.
      return this.slider("L", "promise L", { min: 0, max: Math.sqrt(MOST.lipschitz), step: 0.01 }, (root) => this.setLipschitz(root * root));
    }

    choiceOfFollowers() {
      return this.choice("follows", "a drag moves", { theta: "neighbours, too", L: "L, if need be" }, (what) => (this.loose = what === "L"));
    }

    // Where the lab has a choice of rewards.
    choicesOfFamily() {
      if (!this.spec.families) return [];
      return [this.choice("family", "rewards", families.labels(), (family) => this.wake().then(() => this.setFamily(family), () => {}))];
    }

    // The words and values of all that is not the picture.
    dress() {
      for (const [name, [value, text]] of Object.entries(this.shown())) {
        const known = this.fields[name];
        if (!known || (known.at === value && known.text === text)) continue;
        known.at = value;
        known.text = text;
        known.field.value = value;
        if (!known.value) continue;
        known.field.setAttribute("aria-valuetext", text);
        this.frame.say(known.value, text);
      }
      const { shape, theta, arms } = this.state;
      if (!this.hands?.hold) {
        // What is held changes too often for its link; that waits until a hand lets go.
        const least = shape ? 0 : this.leastFor({ theta: theta.map(toLink), arms });
        this.link.href = `#${this.figure.id}?${this.query(least)}`;
        this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      }
      this.frame.markPresets(this, (preset) => this.isAt(preset));
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
      const asked = this.stateOf(preset);
      const same = theta.length === asked.theta.length && (this.state.family ?? "bernoulli") === (preset.family ?? "bernoulli");
      return same && k === asked.k && Math.abs(lipschitz - asked.lipschitz) < 1e-6;
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    least({ theta, arms }) {
      // Any θ fits this one.
      return lipbandits.engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 }).leastLipschitz;
    }

    // The same, to the digits of a link.
    leastFor(instance) {
      return upwards(this.least(instance));
    }

    goTo(preset) {
      this.wake().then(() => this.show(this.stateOf(preset)), () => {});
    }

    // Another state as a whole: it is moved to, and L is what θ needs at least.
    show(state, note = "") {
      this.state = fitting(state, this.least(state));
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

    // What depends on the state and is no picture of it.
    adopt() {}

    settle(animated) {
      this.adopt();
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
      found.theta = found.theta.map((mean) => Math.max(mean, this.lowest));
      const least = this.least(found);
      const fits = lipschitz >= least - ENOUGH ? lipschitz : upwards(least);
      this.state = { ...this.state, shape, ...found, k: nearest(found.arms, place), lipschitz: fits };
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

    setFamily(family) {
      const state = this.inFamily(this.state, families.checked(family));
      const raised = state.theta !== this.state.theta;
      this.change(Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== this.state[name])));
      if (raised) this.round(undefined, this.hot());
      this.rest();
    }

    // Whoever chooses an arm chooses the lie about it.
    select(arm) {
      this.selected = this.hands.hover = this.hands.chosen = undefined;
      this.change({ k: clamp(arm, 0, this.state.theta.length - 1) });
    }

    // A hand has taken this arm's mean; its numbers are shown from now on.
    grip(arm) {
      this.selected = arm;
    }

    hot() {
      return clamp(this.hands?.hold?.arm ?? this.hands?.hover ?? this.selected ?? this.state.k, 0, this.state.theta.length - 1);
    }

    // An arm's mean, from a θ that held the promise: its neighbours follow, or L does.
    moved({ theta, lipschitz }, arm, mean) {
      const { arms } = this.state;
      const value = clamp(mean, this.lowest, 1);
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

    // ---- by script ------------------------------------------------------------------------------------------------------

    // What `set` takes back.
    plainState() {
      return plainOf(this.state);
    }

    // The θ that `set` asks for; refuses what is not to be had, by name.
    asked(changes) {
      const accepted = this.accepted();
      if (changes === null || typeof changes !== "object") throw new TypeError(`changes: ${changes}; expected {${accepted.join(", ")}}`);
      for (const name of Object.keys(changes)) {
        if (!accepted.includes(name)) throw new TypeError(`${name}: unknown; expected ${accepted.join(", ")}`);
      }
      const { theta = this.state.theta } = changes;
      checkLength(theta);
      const same = theta.length === this.state.theta.length;
      const { arms = same ? this.state.arms : even(theta.length), k = Math.min(this.state.k, theta.length - 1) } = changes;
      const least = this.least({ theta, arms });
      // Rounding alone does not lift it.
      const { lipschitz = least > this.state.lipschitz + ENOUGH ? least : this.state.lipschitz } = changes;
      lipbandits.engine.tent({ theta, arms, lipschitz, k });
      return { ...this.state, shape: undefined, theta: [...theta], arms: [...arms], lipschitz, k };
    }

    async set(changes = {}) {
      await this.wake();
      this.state = this.asked(changes);
      this.adopt();
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
  }

  lipbandits.Means = Means;
})();
