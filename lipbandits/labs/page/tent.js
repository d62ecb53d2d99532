// The tent lab: θ in the reader's hand. Each mean is a handle, and so are the tent's top, which is the arm k that the lie is about,
// and its flank, which is L. tent_picture.js draws, the engine computes, and this script listens and decides what was meant.
"use strict";
(() => {
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Tent || !globalThis.document) return;
  const { Lab, define, sizeOf } = lipbandits.labs;
  const { clamp, even, rounded, digits, upwards, resampled, ofShape, queryOf, parse, ENOUGH, MOST } = lipbandits.tentStates;
  const { layout, scene, drawn, scalesOf, tentHandles, meanAt } = lipbandits.tentPicture;
  // A pointer within so many pixels of a curve or a handle means it.
  const REACH = { mouse: 18, touch: 22, pen: 22 };
  const KEYS = { ArrowUp: 0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 };
  const ARMS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const nearest = (values, value) => values.reduce((best, each, i) => (Math.abs(each - value) < Math.abs(values[best] - value) ? i : best), 0);

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
      this.armLine = figure.querySelector(".lb-arm");
      this.armLine.prepend(this.stepper("◀", "arm before", -1));
      this.armLine.append(this.stepper("▶\uFE0E", "arm after", 1));
      this.armLine.after(buttons);
      this.heard.after(this.makeControls());
      this.listen();
      this.dress();
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    stepper(text, label, by) {
      return this.frame.make("button", { type: "button", className: "lb-step", "aria-label": label, onclick: () => this.select(this.hot() + by) }, text);
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
        make("option", { value: "theta" }, "neighbours follow"), make("option", { value: "L" }, "L follows"));
      return make("div", { className: "lb-controls" },
        slider("K", "arms K", { min: 2, max: MOST.arms, step: 1 }, (count) => this.recount(count)),
        slider("k", "the lie is about arm", { min: 0, max: 16, step: 1 }, (k) => this.change({ k })),
        // Finer where L is small.
        slider("L", "promise L", { min: 0, max: Math.sqrt(MOST.lipschitz), step: 0.01 }, (root) => this.setLipschitz(root * root)),
        make("div", { className: "lb-control" }, make("label", { htmlFor: choice.id }, "beyond the promise"), choice));
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
      this.link.href = `#${this.figure.id}?${queryOf(this.state, this.spec.shapes)}`;
      this.frame.markPresets(this, (preset) => this.isAt(preset));
      this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      const hot = this.hot();
      clearTimeout(this.quiet);
      this.quiet = setTimeout(() => {
        this.box.setAttribute("aria-valuenow", theta[hot].toFixed(4));
        this.box.setAttribute("aria-valuetext", `arm ${hot} of ${arms.length}, mean ${digits(theta[hot])}`);
      }, 400);
    }

    isAt(preset) {
      const asked = ofShape(this.spec.shapes, preset);
      const { shape, theta, lipschitz, k } = this.state;
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
      this.dress();
      this.glide(animated);
    }

    recount(count) {
      const { shape, k, lipschitz } = this.state;
      this.mould = this.mould ?? this.state;
      const from = this.mould;
      const place = from.arms[Math.min(k, from.arms.length - 1)];
      const theta = resampled(from.theta, from.arms, count).map((mean) => Number(rounded(mean).toFixed(4)));
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
      this.hover = undefined;
      this.settle(false);
    }

    hot() {
      return clamp(this.hold?.arm ?? this.hover ?? this.selected, 0, this.state.theta.length - 1);
    }

    // An arm's mean, from a θ that held the promise: its neighbours follow, or L does.
    moved({ theta, lipschitz }, arm, mean) {
      const { arms } = this.state;
      const value = clamp(mean, 0, 1);
      if (!this.loose) return { theta: lipbandits.engine.follow({ theta, arms, lipschitz, k: arm, mean: value }), lipschitz };
      const changed = theta.map((each, i) => (i === arm ? value : each));
      return { theta: changed, lipschitz: Math.max(lipschitz, upwards(this.least({ theta: changed, arms }))) };
    }

    // To the digits that a link carries, so that link, picture and numbers are of one θ.
    round() {
      const { arms, lipschitz } = this.state;
      const theta = this.state.theta.map((mean) => Number(rounded(mean).toFixed(4)));
      const least = this.least({ theta, arms });
      this.change({ shape: undefined, theta, lipschitz: lipschitz < least - ENOUGH ? upwards(least) : upwards(lipschitz) });
    }

    // ---- the picture ----------------------------------------------------------------------------------------------------

    scene(numbers) {
      return scene(numbers, this.size);
    }

    target() {
      const { theta, arms, lipschitz, k } = this.state;
      if (this.asked !== this.state) {
        this.found = lipbandits.engine.tent({ theta, arms, lipschitz, k });
        this.asked = this.state;
        this.ends = scalesOf(this.found, this.hold && this.ends);
        this.speak();
      }
      this.size = sizeOf(this.box);
      const hot = this.hot();
      this.sayArm(hot);
      return drawn(this.state, this.found, { hot, held: this.hold?.arm !== undefined, scales: this.approach(this.ends), ends: this.ends, reach: this.hold?.reach });
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
      this.say(words(this.state, this.found), `${all.join(", ")}.`);
    }

    sayArm(hot) {
      const text = lipbandits.tentWords.arm(this.state, this.found, hot);
      this.frame.say(this.armLine.querySelector(".lb-arm-words"), text);
    }

    // ---- hands ----------------------------------------------------------------------------------------------------------

    listen() {
      const { box } = this;
      const on = (kind, listener, options) => box.addEventListener(kind, listener, options);
      on("pointerdown", (event) => this.take(event));
      on("pointermove", (event) => this.follow(event));
      for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) on(kind, (event) => this.drop(event));
      on("pointerleave", () => {
        this.hover = undefined;
        this.refresh();
      });
      // A touch that means a handle does not scroll the page; any other does.
      on("touchstart", (event) => {
        const { clientX, clientY } = event.touches[0];
        if (event.touches.length === 1 && this.ready && this.meant({ clientX, clientY, pointerType: "touch" })) event.preventDefault();
      }, { passive: false });
      on("click", (event) => this.tap(event));
      on("keydown", (event) => this.press(event));
    }

    place({ clientX, clientY }) {
      const { left, top, width, height } = this.box.getBoundingClientRect();
      // The letters are as they were; the picture may have been scaled since.
      return [((clientX - left) / width) * this.size.width, ((clientY - top) / height) * this.size.height];
    }

    // What a pointer means: {what: "arm" | "top" | "flank" | "draw"}, or nothing.
    meant(event) {
      const { theta, arms, lipschitz, k } = this.state;
      const on = layout(this.size);
      const [x, y] = this.place(event);
      const { top, bottom } = on.panels.means;
      const reach = REACH[event.pointerType] ?? REACH.mouse;
      if (y < top - reach || y > bottom + reach) return undefined;
      if (this.draws) return { what: "draw" };
      const handles = tentHandles({ arms, theta, k, lipschitz, bestMean: Math.max(...theta) });
      const away = ([at, mean]) => Math.hypot(on.x(at) - x, on.y(mean) - y);
      const arm = nearest(arms, on.at(x));
      const ways = [
        { what: "arm", arm, far: Math.min(away([arms[arm], theta[arm]]), this.fromCurve(on, x, y)) },
        { what: "top", far: away(handles.top) },
        { what: "flank", far: away(handles.flank) },
      ];
      // Of two equally near the first; the top of a best arm is that arm.
      const best = ways.reduce((one, other) => (other.far < one.far - 1 ? other : one));
      return best.far <= reach ? best : undefined;
    }

    // How far a point is from the curve of the means, straight up or down.
    fromCurve(on, x, y) {
      const at = clamp(on.at(x), this.state.arms[0], this.state.arms[this.state.arms.length - 1]);
      return Math.hypot(on.y(meanAt(this.state, at)) - y, on.x(at) - x);
    }

    take(event) {
      if (!this.ready || this.hold || (event.button ?? 0) !== 0) return;
      const meant = this.meant(event);
      if (!meant) return;
      this.box.setPointerCapture(event.pointerId);
      // All that is dragged goes out from the state as it was, so that going back restores it.
      this.hold = { ...meant, pointer: event.pointerId, before: this.state };
      if (meant.what === "arm") this.selected = meant.arm;
      if (meant.what === "draw") this.drag(event);
      this.settle(false);
    }

    follow(event) {
      if (!this.ready) return;
      if (this.hold) {
        if (event.pointerId === this.hold.pointer) this.drag(event);
        return;
      }
      if (event.pointerType !== "mouse") return;
      const on = layout(this.size);
      this.hover = nearest(this.state.arms, on.at(this.place(event)[0]));
      const meant = this.meant(event);
      this.box.style.cursor = meant ? (meant.what === "draw" ? "crosshair" : "grab") : "";
      this.refresh();
    }

    drag(event) {
      const { what, arm, before } = this.hold;
      const on = layout(this.size);
      const [x, y] = this.place(event);
      const [at, mean] = [on.at(x), on.mean(y)];
      this.hold.moved = true;
      if (what === "arm") this.change({ shape: undefined, ...this.moved(before, arm, mean) });
      else if (what === "top") this.change({ k: nearest(this.state.arms, at) });
      else if (what === "draw") this.drawAt(at, mean);
      else this.dragFlank(at, mean);
    }

    dragFlank(at, mean) {
      const { arms, theta, k } = this.state;
      const away = at - arms[k];
      const reach = Math.max(Math.abs(away), 0.02);
      this.hold.reach = away < 0 ? -reach : reach;
      this.setLipschitz(clamp((Math.max(...theta) - mean) / reach, 0, MOST.lipschitz));
    }

    // The arms from the last place to this one take the heights between.
    drawAt(at, mean) {
      const { arms } = this.state;
      const [before, height] = this.hold.last ?? [at, mean];
      const [low, high] = before < at ? [before, at] : [at, before];
      const half = 0.5 / Math.max(1, arms.length - 1);
      const theta = this.state.theta.map((each, i) => {
        if (arms[i] < low - half || arms[i] > high + half) return each;
        const share = at === before ? 1 : clamp((arms[i] - before) / (at - before), 0, 1);
        return clamp(height + share * (mean - height), 0, 1);
      });
      this.hold.last = [at, mean];
      this.change({ shape: undefined, theta, lipschitz: upwards(this.least({ theta, arms })) });
    }

    drop(event) {
      if (!this.hold || event.pointerId !== this.hold.pointer) return;
      const { moved, what } = this.hold;
      this.hold = undefined;
      this.placeOf = undefined;
      if (moved && (what === "arm" || what === "draw")) this.round();
      this.asked = undefined;
      this.settle(true);
    }

    // A tap that takes nothing still chooses an arm to look at.
    tap(event) {
      if (!this.ready || this.draws) return;
      this.selected = nearest(this.state.arms, layout(this.size).at(this.place(event)[0]));
      this.settle(false);
    }

    press(event) {
      if (!this.ready || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = KEYS[event.key];
      if (event.key === "Escape" && this.hold) {
        const { before } = this.hold;
        this.hold = undefined;
        this.change(before);
      } else if (step) {
        const fine = event.shiftKey ? 0.1 : 1;
        this.change({ shape: undefined, ...this.moved(this.state, this.hot(), this.state.theta[this.hot()] + step * fine) });
        this.round();
      } else if (event.key in ARMS) this.select(this.hot() + ARMS[event.key]);
      else return;
      event.preventDefault();
    }

    // ---- by script ------------------------------------------------------------------------------------------------------

    async set({ theta = this.state.theta, arms, lipschitz, k = this.state.k } = {}) {
      await this.wake();
      if (!Array.isArray(theta) || theta.length < 1 || theta.length > MOST.arms) {
        throw new RangeError(`theta: ${Array.isArray(theta) ? `${theta.length} means` : String(theta)}; expected 1 to ${MOST.arms} means`);
      }
      const places = arms ?? (theta.length === this.state.theta.length ? this.state.arms : even(theta.length));
      const least = this.least({ theta, arms: places });
      const wanted = lipschitz ?? Math.max(this.state.lipschitz, least);
      // Refuses what is not to be had, before anything is changed.
      lipbandits.engine.tent({ theta, arms: places, lipschitz: wanted, k });
      this.state = { shape: undefined, theta: [...theta], arms: [...places], lipschitz: wanted, k };
      this.selected = clamp(this.selected, 0, theta.length - 1);
      this.mould = this.placeOf = undefined;
      this.note = "";
      this.settle(false);
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
