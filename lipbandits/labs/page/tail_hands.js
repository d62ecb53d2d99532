// The upright line at δ in the tail lab's picture, under mouse and touch; by keyboard a slider moves it. It listens before the hands of
// the means, which know nothing of its panel.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.TailLine) return;
  const { axes } = lipbandits.tailPicture;
  // A pointer within so many pixels of the line means it.
  const REACH = { mouse: 12, touch: 22, pen: 22 };
  const LEAST = 0.1;

  class TailLine {
    constructor(lab) {
      this.lab = lab;
      /** @type {number | undefined} */
      this.held = undefined;
      const on = (kind, listener, options = {}) => lab.box.addEventListener(kind, (event) => lab.found && listener(event), { capture: true, ...options });
      on("pointerdown", (event) => this.take(event));
      on("pointermove", (event) => this.move(event));
      on("pointerup", (event) => this.drop(event));
      on("pointercancel", (event) => this.drop(event));
      on("click", (event) => {
        if (this.moved) event.stopImmediatePropagation();
        this.moved = false;
      });
      // A touch that means the line does not scroll the page.
      on("touchstart", (event) => {
        const { clientX, clientY } = event.touches[0];
        if (event.touches.length === 1 && this.isMeant({ clientX, clientY, pointerType: "touch" })) event.preventDefault();
      }, { passive: false });
    }

    // The δ at a place in the panel, to a tenth; nothing beside the panel.
    at({ on, x, y }, reach = 0) {
      const { left, right, top, bottom } = on.tail;
      if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) return undefined;
      const { end } = this.lab.found;
      return Math.min(end, Math.max(LEAST, Number(axes(on.tail, end).delta(x).toFixed(1))));
    }

    isMeant(event) {
      const { lab } = this;
      const place = lab.hands.place(event);
      const reach = REACH[event.pointerType] ?? REACH.mouse;
      const { end } = lab.found;
      const line = axes(place.on.tail, end).x(Math.min(lab.state.delta, end));
      return this.at(place, reach) !== undefined && Math.abs(place.x - line) <= reach;
    }

    take(event) {
      if (this.held !== undefined || event.button !== 0 || this.lab.draws || !this.isMeant(event)) return;
      this.lab.box.setPointerCapture(event.pointerId);
      this.held = event.pointerId;
      event.stopImmediatePropagation();
    }

    move(event) {
      const { lab } = this;
      if (this.held === event.pointerId) {
        const delta = this.at(lab.hands.place(event), Infinity);
        if (delta !== lab.state.delta) lab.change({ delta });
      } else if (this.held === undefined && !lab.hands.hold && event.pointerType === "mouse" && this.isMeant(event)) lab.box.style.cursor = "ew-resize";
      else return;
      event.stopImmediatePropagation();
    }

    drop(event) {
      if (this.held !== event.pointerId) return;
      this.held = undefined;
      this.moved = event.type === "pointerup";
      this.lab.rest();
      event.stopImmediatePropagation();
    }
  }

  lipbandits.TailLine = TailLine;
})();
