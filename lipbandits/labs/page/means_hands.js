// What a reader does to means by mouse, touch and keys, and to a tent's handles where the lab has one: which mark a pointer means,
// and what a drag makes of the state.
// A drag goes out from the state as it was, so that going back restores it.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.MeansHands) return;
  const { clamp, MOST } = lipbandits.meansStates;
  const { meanAt } = lipbandits.meansPicture;
  // A pointer within so many pixels of a curve or a handle means it.
  const REACH = { mouse: 18, touch: 22, pen: 22 };
  const KEYS = { ArrowUp: 0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 };
  const ARMS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const nearest = (values, value) => values.reduce((best, each, i) => (Math.abs(each - value) < Math.abs(values[best] - value) ? i : best), 0);

  class MeansHands {
    constructor(lab) {
      this.lab = lab;
      // What is held: {what, arm, pointer, before, moved, …}.
      /** @type {any} */
      this.hold = undefined;
      const on = (kind, listener, options) => lab.box.addEventListener(kind, (event) => lab.ready && listener(event), options);
      on("pointerdown", (event) => this.take(event));
      on("pointermove", (event) => (this.hold ? this.drag(event) : this.look(event)));
      for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) on(kind, (event) => this.drop(event));
      on("pointerleave", () => {
        this.hover = undefined;
        lab.refresh();
      });
      // A touch that means a handle does not scroll the page; any other does.
      on("touchstart", (event) => {
        const { clientX, clientY } = event.touches[0];
        if (event.touches.length === 1 && this.meant({ clientX, clientY, pointerType: "touch" })) event.preventDefault();
      }, { passive: false });
      on("click", (event) => this.tap(event));
      on("keydown", (event) => this.press(event));
    }

    // A pointer's place in the picture, and the arms and means there.
    place({ clientX, clientY }) {
      const { lab } = this;
      const { left, top, width, height } = lab.box.getBoundingClientRect();
      const on = lab.layout();
      const [x, y] = [((clientX - left) / width) * lab.size.width, ((clientY - top) / height) * lab.size.height];
      return { on, x, y, at: on.at(x), mean: on.mean(y) };
    }

    // What a pointer means: {what: "arm" | "top" | "flank" | "draw"}, or nothing.
    meant(event) {
      const { state, draws } = this.lab;
      const { theta, arms } = state;
      const { on, x, y, at } = this.place(event);
      const { top, bottom } = on.panels.means;
      const reach = REACH[event.pointerType] ?? REACH.mouse;
      if (y < top - reach || y > bottom + reach || x > on.right + reach) return undefined;
      if (draws) return { what: "draw" };
      const away = (there, mean) => Math.hypot(on.x(there) - x, on.y(mean) - y);
      // An arm that was chosen by its number is not lost to its neighbour under a broad finger.
      const kept = this.chosen !== undefined && away(arms[this.chosen], theta[this.chosen]) <= reach;
      const arm = kept ? this.chosen : nearest(arms, at);
      const inside = clamp(at, arms[0], arms[arms.length - 1]);
      const handles = this.lab.handles();
      const disc = away(arms[arm], theta[arm]);
      const [peak, flank] = [handles.top, handles.flank].map((handle) => (handle ? away(...handle) : Infinity));
      // On the curve, between two discs, the diamond is meant; elsewhere the curve stands for its nearest disc.
      if (flank <= 10 && flank < disc) return { what: "flank", far: flank };
      const ways = [
        // The top of a best arm lies on that arm's disc; which of them is meant shows when it moves.
        { what: "arm", arm, either: arm === state.k && peak < disc + 1, far: Math.min(disc, away(inside, meanAt(state, inside))) },
        { what: "top", far: peak },
        { what: "flank", far: flank },
      ];
      // Of two equally near the first.
      const best = ways.reduce((one, other) => (other.far < one.far - 1 ? other : one));
      return best.far <= reach ? best : undefined;
    }

    take(event) {
      const { lab } = this;
      this.dragged = false;
      if (this.hold || (event.button ?? 0) !== 0) return;
      const meant = this.meant(event);
      if (!meant) return;
      lab.box.setPointerCapture(event.pointerId);
      // Nothing jumps when it is taken a little beside its middle.
      const from = this.place(event);
      const offset = meant.what === "arm" ? lab.state.theta[meant.arm] - from.mean : 0;
      if (meant.what === "arm") lab.grip(meant.arm);
      this.hold = { ...meant, offset, from, pointer: event.pointerId, before: lab.state };
      if (meant.what === "draw") this.drag(event);
      lab.refresh();
    }

    // A mouse that only passes shows the numbers of the arm below it.
    look(event) {
      if (event.pointerType !== "mouse") return;
      this.hover = this.lab.armAt(this.place(event));
      const meant = this.meant(event);
      this.lab.box.style.cursor = meant ? (meant.what === "draw" ? "crosshair" : "grab") : "";
      this.lab.refresh();
    }

    drag(event) {
      const { lab, hold } = this;
      if (event.pointerId !== hold.pointer) return;
      const { at, mean, x, y } = this.place(event);
      if (hold.either) {
        const [across, up] = [Math.abs(x - hold.from.x), Math.abs(y - hold.from.y)];
        if (Math.max(across, up) < 6) return;
        hold.what = across > up ? "top" : "arm";
        hold.either = false;
      }
      hold.moved = true;
      if (hold.what === "arm") lab.change({ shape: undefined, ...lab.moved(hold.before, hold.arm, mean + hold.offset) });
      else if (hold.what === "top") lab.change({ k: nearest(lab.state.arms, at) });
      else if (hold.what === "draw") this.drawAt(at, mean);
      else this.dragFlank(at, mean);
    }

    dragFlank(at, mean) {
      const { arms, theta, k } = this.lab.state;
      const away = at - arms[k];
      const reach = Math.max(Math.abs(away), 0.02);
      this.hold.reach = away < 0 ? -reach : reach;
      this.lab.setLipschitz(clamp((Math.max(...theta) - mean) / reach, 0, MOST.lipschitz));
    }

    // The arms from the last place to this one take the heights between.
    drawAt(at, mean) {
      const { state } = this.lab;
      const { arms } = state;
      const [before, height] = this.hold.last ?? [at, mean];
      const [low, high] = before < at ? [before, at] : [at, before];
      const half = 0.5 / Math.max(1, arms.length - 1);
      const theta = state.theta.map((each, i) => {
        if (arms[i] < low - half || arms[i] > high + half) return each;
        const share = at === before ? 1 : clamp((arms[i] - before) / (at - before), 0, 1);
        return clamp(height + share * (mean - height), this.lab.lowest, 1);
      });
      this.hold.last = [at, mean];
      this.lab.change({ shape: undefined, theta, lipschitz: this.lab.leastFor({ theta, arms }) });
    }

    // Whatever is held, when the state is another one.
    release() {
      this.hold = this.chosen = undefined;
    }

    drop(event) {
      const { lab, hold } = this;
      if (!hold || event.pointerId !== hold.pointer) return;
      this.hold = this.chosen = undefined;
      this.dragged = hold.moved;
      if (hold.moved && hold.what === "arm") lab.round(hold.before, hold.arm);
      if (hold.moved && hold.what === "draw") {
        lab.round(undefined, 0);
        lab.drawn();
      }
      lab.rest();
    }

    // A tap that takes nothing still chooses an arm to look at.
    tap(event) {
      const was = this.dragged;
      this.dragged = false;
      if (!was && !this.lab.draws) this.lab.tapped(this.place(event));
    }

    press(event) {
      const { lab } = this;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = KEYS[event.key];
      if (event.key === "Escape" && this.hold) {
        const { before } = this.hold;
        this.hold = undefined;
        lab.change(before);
        // Class mode would be left by it.
        event.stopPropagation();
      } else if (step) {
        const hot = lab.hot();
        lab.grip(hot);
        const mean = lab.state.theta[hot] + step * (event.shiftKey ? 0.1 : 1);
        lab.change({ shape: undefined, ...lab.moved(lab.state, hot, mean) });
        lab.round(undefined, hot);
      } else if (event.key in ARMS) lab.select(lab.hot() + ARMS[event.key]);
      else return;
      event.preventDefault();
    }
  }

  lipbandits.MeansHands = MeansHands;
})();
