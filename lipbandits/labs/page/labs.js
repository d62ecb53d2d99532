// Labs: explorers whose picture is made in the page, by the compiled engine. This is what all of them have in common: the figure in
// the frame of all explorers, the start of the engine at first need, one frame drawn at a time, words that are said when all has
// come to rest, links, and `lipbandits.labs.get(id)` for whoever steers a lab by script.
//
// Each kind of lab says what is drawn of its state (`target`, `scene`), how it is read from a link (`parse`) and shown (`show`), and
// what one takes away of it: `python()` gives lines, `table()` {head: [[name, text], …], columns, rows}.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  // In a notebook every lab brings the script.
  if (lipbandits.labs) return;
  const REST_MS = 400;
  const FORGET_MS = 3000;
  const MOVE_MS = 200;
  const kinds = new Map();
  const labs = new Map();

  const calm = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  // What is infinite is there at once.
  const blend = (from, to, share) => (Number.isFinite(from) && Number.isFinite(to) ? from + (to - from) * share : to);

  class Lab {
    constructor(figure) {
      const frame = window.lipbanditsFrame;
      this.figure = figure;
      this.frame = frame;
      // Set by the frame's buttons; and names of numbers that jump where others glide.
      /** @type {any} */
      this.link = undefined;
      /** @type {string[]} */
      this.jumps = [];
      /** @type {any} */
      this.from = this.began = undefined;
      frame.register(figure.dataset.lab, this);
      labs.set(figure.id, this);
      this.spec = JSON.parse(figure.querySelector(".lb-spec").textContent);
      this.status = figure.querySelector(".lb-status");
      // What is seen changes with every frame; what is heard, when all rests.
      this.status.setAttribute("aria-live", "off");
      this.heard = frame.make("p", { className: "lb-heard", role: "status" });
      this.status.after(this.heard);
      this.box = figure.querySelector(".lb-picture");
      this.note = "";
      this.touched = false;
      // Ends what it hears of beyond its figure; see `close`.
      this.gone = new AbortController();
      figure.addEventListener("focusin", () => this.wake());
      figure.addEventListener("pointerover", () => this.wake(), { once: true });
      for (const kind of ["pointerdown", "keydown", "input"]) figure.addEventListener(kind, () => (this.touched = true));
    }

    // Starts the engine, once; resolves when the lab answers.
    wake() {
      if (this.awake) return this.awake;
      this.awake = Promise.resolve().then(() => lipbandits.engine.start()).then(() => {
        this.measure();
        this.surface = new lipbandits.draw.Surface(this.box);
        this.ready = true;
        this.refresh();
        new ResizeObserver(() => this.measure()).observe(this.box);
        // Class mode changes the size of letters, too, and says so.
        window.addEventListener("resize", () => this.measure(), { signal: this.gone.signal });
      });
      this.awake.catch((error) => this.stop(error));
      return this.awake;
    }

    // The room that the page gives the picture, with letters as large as those about it.
    measure() {
      const { width, height } = this.box.getBoundingClientRect();
      const font = Number.parseFloat(getComputedStyle(this.box).fontSize);
      this.size = { width: Math.max(width, 240), height: Math.max(height, 240), font };
      this.refresh();
    }

    // The first state for good, with controls that no longer promise another one.
    stop(error) {
      if (this.stopped) return;
      this.stopped = true;
      for (const control of this.figure.querySelectorAll("input, select, button:not(.lb-toggle)")) control.disabled = true;
      this.figure.querySelector(".lb-picture").removeAttribute("tabindex");
      this.link?.remove();
      const words = `${this.status.textContent.trim()} ${this.figure.dataset.still} (${error.message})`;
      this.frame.say(this.status.firstElementChild, words);
      this.frame.say(this.heard, words);
    }

    // Draws at the next frame of the screen, however often it is asked to.
    refresh() {
      if (!this.ready || this.due) return;
      this.due = requestAnimationFrame(() => {
        this.due = 0;
        const began = performance.now();
        try {
          this.paint();
        } catch (error) {
          // The engine has started anew by then; what is on the screen stays.
          this.say(`That cannot be computed: ${error instanceof Error ? error.message : error}.`);
        }
        this.frame.measured("lab-frame", began, this.figure.id);
      });
    }

    // From what is on the screen to what shall be there, in a fifth of a second, or at once.
    glide(animated) {
      this.from = animated && !calm() ? this.onScreen : undefined;
      this.began = performance.now();
      this.refresh();
    }

    paint() {
      const share = this.from ? Math.min(1, (performance.now() - this.began) / MOVE_MS) : 1;
      this.onScreen = share < 1 ? this.between(this.from, this.target(), 1 - (1 - share) ** 3) : this.target();
      this.surface.show(this.scene(this.onScreen));
      if (share < 1) this.refresh();
      else this.from = undefined;
    }

    // All that moves is there at once: for whoever takes the picture, also in a tab that nobody looks at.
    finish() {
      this.hurried = true;
      this.from = undefined;
      try {
        this.paint();
      } finally {
        this.hurried = false;
      }
    }

    // Numbers and rows of numbers go from one to the other; all else is there at once.
    between(from, to, share) {
      const mixed = { ...to };
      for (const [name, value] of Object.entries(to)) {
        const old = from[name];
        if (typeof value === "number" && typeof old === "number" && !this.jumps.includes(name)) mixed[name] = blend(old, value, share);
        else if (Array.isArray(value) && Array.isArray(old) && typeof value[0] === "number") {
          mixed[name] = value.map((each, i) => blend(old.length === value.length ? old[i] : sampled(old, i, value.length), each, share));
        }
      }
      return mixed;
    }

    // Seen at once, and said when nothing has changed for a while, after what the numbers above the picture say.
    say(text, numbers = "") {
      const words = `${this.note} ${text}`.trim();
      this.frame.say(this.status.firstElementChild, words);
      clearTimeout(this.saying);
      // Nobody is spoken to who did nothing; and what was said is not left to be read twice.
      if (!this.touched) return;
      this.saying = setTimeout(() => {
        this.frame.say(this.heard, `${numbers} ${words}`.trim());
        this.saying = setTimeout(() => this.frame.say(this.heard, ""), FORGET_MS);
      }, REST_MS);
    }

    // Room below the picture for a sentence of so many letters, which the caption lends unseen, so that no other sentence moves what follows.
    keepRoom(letters) {
      const { textContent } = this.figure.querySelector("figcaption");
      this.status.dataset.longest = textContent.repeat(Math.ceil(letters / textContent.length)).slice(0, letters);
    }

    // A state from the part of a link after "?", where the reader is; unheard, as it may be the page that asks for it.
    openHere(query) {
      this.wake().then(() => {
        const { state, note } = this.parse(new URLSearchParams(query));
        this.show(state, note);
      }, () => {});
    }

    // And brings the reader to it.
    open(query) {
      this.touched = true;
      this.openHere(query);
      this.stayInView();
    }

    stayInView() {
      window.lipbanditsStayInView(this.figure);
    }

    pause() {}

    // For good, where its figure goes, as in a notebook whose cell is run again.
    close() {
      this.gone.abort();
      if (labs.get(this.figure.id) === this) labs.delete(this.figure.id);
    }

    // The numbers that shall be on the screen.
    target() {
      return {};
    }

    // Marks for some numbers; see draw.js.
    scene(_numbers) {
      return { width: 0, height: 0, font: 0, marks: [] };
    }

    // {state, note} of a link: the nearest state that there is, and what had to be changed.
    parse(_query) {
      return { state: {}, note: "" };
    }

    // Moves to a state as a whole.
    show(_state, _note) {}

    isCalm() {
      return this.hurried || calm();
    }
  }

  // What stood at about this place in a row of another length.
  function sampled(row, i, length) {
    const place = length > 1 ? (i * (row.length - 1)) / (length - 1) : 0;
    const before = Math.floor(place);
    return blend(row[before], row[Math.min(before + 1, row.length - 1)], place - before);
  }

  // The lab of a figure; with what one takes away, if it says what that is.
  function make(figure) {
    const kind = kinds.get(figure.dataset.lab);
    const lab = new kind(figure);
    if (lab.python && lab.table) lipbandits.take.attach(lab);
    return lab;
  }

  // Of a page, all; a notebook makes each as it is shown.
  function begin() {
    const near = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) labs.get(target.id).wake();
    }, { rootMargin: "400px" });
    for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("figure[data-lab]:not([id])"))) {
      near.observe(make(figure).figure);
    }
  }

  lipbandits.labs = {
    Lab,
    // Enters a kind of lab under its name.
    define: (name, kind) => kinds.set(name, kind),
    // The lab of a figure, by its id: "tent", or "tent-2" for the second on a page.
    get: (id) => labs.get(id)?.api,
    ids: () => [...labs.keys()],
    // Makes the lab of a figure, which a page does by itself.
    make,
  };
  // Without a page, as where first pictures are drawn, there is nothing to make.
  if (globalThis.document) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
    // Where the scripts come late, the frame has looked for the figure of a link before there was one.
    else setTimeout(() => {
      begin();
      window.lipbanditsFrame.followLink();
    });
  }
})();
