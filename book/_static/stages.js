// A staged proof: the steps of stages.py go into the figure of their lab, below a picture that stays on the screen; the step that
// the reader comes to shows its state. Within a step the lab is the reader's. In class mode each step is a slide (class.js asks `of`).
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  // The tag may be on a page twice.
  if (lipbandits.stages) return;
  const all = new Map();
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const inClass = () => document.documentElement.classList.contains("lb-class");

  class Stages {
    constructor(block, view) {
      this.view = view;
      this.figure = view.figure;
      /** @type {HTMLElement[]} */
      this.steps = [...block.querySelectorAll(".lb-stage")];
      this.panels = this.figure.querySelector(".lb-panels");
      this.at = 0;
      const { make } = view.frame;
      this.back = make("button", { type: "button", onclick: () => this.step(-1) }, "Previous");
      this.next = make("button", { type: "button", onclick: () => this.step(1) }, "Next");
      this.says = make("span", { role: "status" });
      this.panels.append(make("div", { className: "lb-stage-nav" }, this.back, this.says, this.next));
      this.panels.prepend(...this.figure.querySelectorAll(".lb-numbers"));
      this.panels.after(block);
      // A cover makes what it finds inert, and came before.
      block.inert = Boolean(this.isCovered());
      this.figure.classList.add("lb-staged");
      // A cell's output that scrolls by itself would hold what is to stay on the screen.
      for (let box = this.figure.parentElement; box && box.closest(".cell"); box = box.parentElement) box.classList.add("lb-around-staged");
      this.listen();
      this.mark();
    }

    // What the reader sets, by hand or by a link to a state, is `own`: it stays until Next or Previous is pressed.
    listen() {
      const { figure, view } = this;
      // The link in the address was followed when the figure was made.
      this.own = location.hash.startsWith(`#${figure.id}?`);
      // A finger that scrolls past touches the figure, too, and changes nothing.
      for (const kind of ["pointerdown", "keydown", "input", "click"]) {
        figure.addEventListener(kind, () => (this.before = this.before ?? view.link.hash), { capture: true });
      }
      figure.addEventListener("lb-state", () => {
        if (this.before === undefined || this.before === view.link.hash) return;
        this.own = true;
        this.mark();
      });
      // A link in a step leaves the reader there, and makes that step the one that is shown, as long as no other is read.
      document.addEventListener("click", ({ target }) => {
        const link = /** @type {Element} */ (target).closest("a");
        this.inStep = this.steps.find((step) => step.contains(link));
      });
      const stay = view.stayInView.bind(view);
      view.stayInView = () => this.inStep || stay();
      figure.addEventListener("lb-link", () => {
        this.own = !this.inStep;
        if (this.inStep) {
          this.before = undefined;
          this.at = this.steps.indexOf(this.inStep);
          this.passed = this.read();
        }
        this.mark();
      });
      figure.addEventListener("keydown", (event) => this.onKey(event));
      addEventListener("scroll", () => this.look(), { passive: true });
    }

    isCovered() {
      return lipbandits.predictions?.of(this.figure)?.covered;
    }

    // P and N as in class mode, which has its own ear for them.
    onKey(event) {
      const by = { p: -1, n: 1 }[event.key.toLowerCase()];
      if (!by || inClass() || this.isCovered() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("select, input:not([type=range])")) return;
      event.preventDefault();
      this.step(by);
    }

    has(by) {
      return this.at + by in this.steps;
    }

    // To the step before or after; false where there is none.
    step(by) {
      const wanted = this.at + by;
      if (!this.has(by)) return false;
      this.own = false;
      this.go(wanted);
      if (!inClass()) this.goToStep(calm() ? "instant" : "smooth");
      return true;
    }

    // Where its step is read.
    goToStep(behavior) {
      const top = this.steps[this.at].getBoundingClientRect().top - this.line() + 8;
      // What is passed on the way is not shown.
      this.until = performance.now() + 1000;
      scrollBy({ top, behavior });
    }

    // Below the picture: the step that begins above it is read, while what was before it goes under the picture.
    line() {
      const top = Number.parseFloat(getComputedStyle(this.panels).top) || 0;
      return top + this.panels.offsetHeight + 0.4 * (innerHeight - top - this.panels.offsetHeight);
    }

    look() {
      if (inClass() || this.due || performance.now() < (this.until ?? 0)) return;
      this.due = requestAnimationFrame(() => {
        this.due = 0;
        const { top, bottom } = this.figure.getBoundingClientRect();
        if (bottom < 0 || top > innerHeight || this.isCovered()) return;
        const read = this.read();
        if (read !== this.passed) this.go(read);
      });
    }

    // The step at the line.
    read() {
      const line = this.line();
      return Math.max(0, this.steps.filter((step) => step.getBoundingClientRect().top <= line).length - 1);
    }

    go(wanted) {
      this.passed = undefined;
      if (wanted === this.at) return;
      this.at = wanted;
      if (!this.own) this.before = undefined;
      this.mark();
      if (this.own) return;
      const { view } = this;
      view.wake().then(() => {
        // The reader may be farther by now.
        if (this.at !== wanted) return;
        const { state, note } = view.parse(new URLSearchParams(this.steps[wanted].dataset.state));
        view.show(state, note);
      }, () => {});
    }

    mark() {
      this.steps.forEach((step, i) => step.classList.toggle("lb-now", i === this.at));
      // Not `disabled`, which would take the focus from who has just pressed it.
      this.back.setAttribute("aria-disabled", String(!this.has(-1)));
      this.next.setAttribute("aria-disabled", String(!this.has(1)));
      this.figure.classList.toggle("lb-own", Boolean(this.own));
      const name = this.steps[this.at].querySelector(".lb-stage-name")?.textContent;
      this.says.textContent = `Step ${this.at + 1} of ${this.steps.length}: ${this.own ? "your picture" : name}`;
    }
  }

  function begin() {
    for (const block of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".lb-stages"))) {
      const view = window.lipbanditsExplorers?.get(block.dataset.stages ?? "");
      if (view) all.set(view.figure, new Stages(block, view));
    }
  }

  lipbandits.stages = {
    // Of a figure: `at`, whether it `has(by)` a step so far on, and `step(by)`, which goes there and says the same,
    // and `goToStep()`, to where the page has the step.
    of: (figure) => all.get(figure),
  };
  // Labs are made when the document is there, and the window hears of it after the document.
  addEventListener("DOMContentLoaded", begin);
})();
