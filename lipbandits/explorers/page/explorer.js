// Explorers in a rendered page. Each figure.lb-explorer holds its first state, a description of its controls and, packed,
// one picture for every state of their grid. This script adds the controls and swaps pictures; it asks the network for nothing.
//
// It is written in what browsers knew in 2020, and unpacks with what they know since 2023. What is missing where somebody
// reads cannot all be foreseen: whatever fails, the first state stays with its words, and a sentence says so. still.js says
// it where this script cannot even begin.
"use strict";
(() => {
  // The tag may be on a page twice; the figures must get their controls once.
  if (window.lipbanditsExplorer) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const PLAY_MS = 250;
  // frame.js may come after this script, but is there before the first figure is made.
  const frame = () => window.lipbanditsFrame;
  const make = (...all) => frame().make(...all);

  async function unpack(base64) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  // Where a page has its pictures from: all of them are packed beside the figure, and unpacked when they are first wanted, not all
  // at load. Another source gives them by the same two functions.
  class Packed {
    constructor(figure) {
      this.packed = figure.querySelector(".lb-frames");
    }

    async load() {
      this.unpacked = await unpack(this.packed.textContent);
    }

    // {panels, status} of a state by its number; undefined if it is not there yet.
    draw(number) {
      if (!this.unpacked) return undefined;
      const { panels, frames, status } = this.unpacked;
      return { panels: frames[number].map((frame, panel) => panels[panel][frame]), status: status[number] };
    }
  }

  class Explorer {
    constructor(figure, source = new Packed(figure)) {
      this.figure = figure;
      this.source = source;
      // Its frame's: see buttons in frame.js.
      /** @type {any} */
      this.link = undefined;
      frame().register(figure.dataset.explorer, this);
      const spec = JSON.parse(figure.querySelector(".lb-spec").textContent);
      this.controls = spec.controls;
      this.start = this.controls.map((control) => control.start);
      this.state = this.start;
      this.note = "";
      this.panels = [...figure.querySelectorAll(".lb-panel")];
      this.shown = this.panels.map(() => undefined);
      this.status = figure.querySelector(".lb-status");
      // To come back to, if the browser cannot go on.
      this.first = { pictures: this.panels.map((panel) => panel.innerHTML), words: this.status.textContent };
      this.inputs = this.controls.map((control, i) => this.makeControl(control, i));
      // Room for the longest value of all, so that every slider has and keeps the same length.
      const room = Math.max(...this.inputs.flatMap(({ written = [] }) => written.map((text) => text.length)));
      figure.style.setProperty("--lb-room", `${room}ch`);
      figure.querySelector(".lb-panels").before(
        frame().buttons(this, spec.presets, this.start, (state) => this.go(state)),
        make("div", { className: "lb-controls" }, ...this.inputs.map((input) => input.row)),
      );
      // Whoever takes hold of the figure wants to look, not to see it move on.
      for (const kind of ["pointerdown", "keydown"]) {
        figure.addEventListener(kind, (event) => event.target.closest(".lb-play") || this.pause());
      }
      figure.addEventListener("focusin", () => this.load());
      this.draw();
    }

    makeControl(control, i) {
      const id = `${this.figure.id}-${control.name}`;
      const label = make("label", { htmlFor: id }, control.label);
      const row = make("div", { className: "lb-control" }, label);
      const moved = (event) => this.move(i, Number(event.target.value));
      if (control.kind === "Choice") {
        const options = control.texts.map((text, value) => make("option", { value }, text));
        const field = make("select", { id, onchange: moved }, ...options);
        row.append(field);
        return { row, field };
      }
      const field = make("input", { type: "range", id, min: 0, max: control.texts.length - 1, step: 1, oninput: moved });
      const written = control.texts.map((text) => `${text} ${control.unit}`.trim());
      // Hidden from screen readers, which hear the slider's own value text.
      const value = make("span", { className: "lb-value", "aria-hidden": "true" });
      row.append(field, value);
      if (!control.play) return { row, field, written, value };
      const play = make("button", { type: "button", className: "lb-play", onclick: () => this.play(i) });
      row.append(play);
      return { row, field, written, value, play };
    }

    load() {
      if (this.loading) return;
      this.loading = this.source.load().then(() => this.draw());
      this.loading.catch((error) => this.stop(error));
    }

    go(state, note = "") {
      if (this.stopped) return;
      this.state = state;
      this.note = note;
      try {
        this.load();
        this.draw();
      } catch (error) {
        this.stop(error);
      }
    }

    move(i, index) {
      const state = [...this.state];
      state[i] = index;
      this.go(state);
    }

    // The first state for good, with controls that no longer promise another one.
    stop(error) {
      this.stopped = true;
      this.pause();
      this.state = this.start;
      try {
        this.draw();
      } catch {
        // Perhaps this is what failed.
      }
      this.panels.forEach((panel, i) => (panel.innerHTML = this.first.pictures[i]));
      for (const control of this.figure.querySelectorAll("input, select, .lb-buttons button:not(.lb-toggle), .lb-play")) {
        control.disabled = true;
      }
      this.link.remove();
      this.say(`${this.first.words} ${this.figure.dataset.still} (${error.message})`);
    }

    draw() {
      const began = performance.now();
      const { state } = this;
      const query = new URLSearchParams();
      this.inputs.forEach(({ field, value, written, play }, i) => {
        const control = this.controls[i];
        query.set(control.name, control.texts[state[i]]);
        field.value = state[i];
        if (written) {
          value.textContent = written[state[i]];
          field.setAttribute("aria-valuetext", written[state[i]]);
        }
        if (play) this.dressPlay(i);
      });
      this.link.href = `#${this.figure.id}?${query}`;
      frame().markPresets(this, (preset) => preset.every((index, i) => index === state[i]));
      this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      if (this.stopped) return;
      const drawn = this.source.draw(state.reduce((before, index, i) => before * this.controls[i].texts.length + index, 0));
      if (!drawn) return;
      this.show(drawn);
      frame().measured("explorer-step", began, this.figure.id);
    }

    show({ panels, status }) {
      panels.forEach((picture, panel) => {
        if (this.shown[panel] === picture) return;
        this.panels[panel].innerHTML = picture;
        this.shown[panel] = picture;
      });
      this.say(`${this.note} ${status}`.trim());
    }

    say(text) {
      frame().say(this.status.firstElementChild, text);
    }

    play(i) {
      const wasPlaying = this.playing === i;
      this.pause();
      if (wasPlaying) return;
      const last = this.controls[i].texts.length - 1;
      const step = () => {
        this.move(i, this.state[i] === last ? 0 : this.state[i] + 1);
        if (this.stopped || this.state[i] === last) this.pause();
      };
      if (!calm.matches) {
        this.playing = i;
        this.timer = setInterval(step, PLAY_MS);
        // Every step would be read out, each over the one before.
        this.status.setAttribute("aria-live", "off");
      }
      step();
    }

    pause() {
      if (this.playing === undefined) return;
      clearInterval(this.timer);
      const was = this.playing;
      this.playing = undefined;
      this.status.setAttribute("aria-live", "polite");
      this.dressPlay(was);
    }

    dressPlay(i) {
      const on = this.playing === i;
      const { play } = this.inputs[i];
      play.textContent = on ? "❚❚" : "▶\uFE0E";
      const verb = on ? "Pause" : calm.matches ? "Step" : "Play";
      play.setAttribute("aria-label", `${verb} ${this.controls[i].label}`);
    }

    // A state from the part of a link after "?", where the reader is: what is not on the grid is moved to the grid, and said.
    openHere(query) {
      const notes = [];
      const state = [...this.start];
      for (const [name, text] of new URLSearchParams(query)) {
        const i = this.controls.findIndex((control) => control.name === name);
        if (i < 0) {
          notes.push(`The link names “${name}”, which is no control here.`);
          continue;
        }
        const { texts, kind, label } = this.controls[i];
        let index = texts.indexOf(text);
        if (index < 0) {
          const values = texts.map(Number);
          const wanted = text.trim() === "" || kind === "Choice" ? NaN : Number(text);
          // Moved onto the slider first: seen from 1e99, all its values are equally near.
          const near = Math.min(Math.max(wanted, values[0]), values[values.length - 1]);
          const distances = values.map((value) => Math.abs(value - near));
          index = Number.isNaN(near) ? state[i] : distances.indexOf(Math.min(...distances));
          notes.push(`The link asks for ${label} = ${text}, which is not here; this is ${texts[index]}.`);
        }
        state[i] = index;
      }
      this.go(state, notes.join(" "));
    }

    // And brings the reader to it.
    open(query) {
      this.openHere(query);
      this.stayInView();
    }

    stayInView() {
      window.lipbanditsStayInView(this.figure);
    }
  }

  window.lipbanditsExplorer = Explorer;

  function begin() {
    const made = new Map();
    const near = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) made.get(target).load();
    }, { rootMargin: "400px" });
    for (const figure of document.querySelectorAll(".lb-explorer[data-explorer]")) {
      try {
        made.set(figure, new Explorer(figure));
        near.observe(figure);
      } catch {
        // As if there had been no script: still.js says the rest.
        window.lipbanditsExplorers.delete(figure.id);
        for (const part of figure.querySelectorAll(".lb-buttons, .lb-controls")) part.remove();
      }
    }
  }
  // Where the page has no frame.js the first state stays, and still.js says so.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
