// Explorers in a rendered page. Each figure.lb-explorer holds its first state, a description of its controls and, packed,
// one picture for every state of their grid. This script adds the controls and swaps pictures; it asks the network for nothing.
"use strict";
(() => {
  // The tag may be on a page twice; the figures must get their controls once.
  if (window.lipbanditsExplorers) return;
  const explorers = (window.lipbanditsExplorers = new Map());
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const PLAY_MS = 250;

  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  async function unpack(base64) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  class Explorer {
    constructor(figure) {
      const name = figure.dataset.explorer;
      // The same explorer may stand on a page twice; links need to tell the two apart.
      let id = name;
      for (let copy = 2; explorers.has(id); copy++) id = `${name}-${copy}`;
      figure.id = id;
      explorers.set(id, this);
      this.figure = figure;
      const spec = JSON.parse(figure.querySelector(".lb-spec").textContent);
      this.controls = spec.controls;
      this.start = this.controls.map((control) => control.start);
      this.state = this.start;
      this.note = "";
      this.panels = [...figure.querySelectorAll(".lb-panel")];
      this.shown = this.panels.map(() => undefined);
      this.status = figure.querySelector(".lb-status");
      this.inputs = this.controls.map((control, i) => this.makeControl(control, i));
      // Room for the longest value of all, so that every slider has and keeps the same length.
      const room = Math.max(...this.inputs.flatMap(({ written = [] }) => written.map((text) => text.length)));
      figure.style.setProperty("--lb-room", `${room}ch`);
      figure.querySelector(".lb-panels").before(
        this.makeButtons(spec.presets),
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
      const moved = (event) => this.go(this.state.with(i, Number(event.target.value)));
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

    makeButtons(presets) {
      const button = (text, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, text);
      this.link = make("a", { className: "lb-link", title: "Link to this state" }, "Link");
      // Where a page has no list of contents, the theme's scroll spy takes every link in it for a selector, and fails on
      // this one; it passes over what is disabled, a property that means nothing else to a link.
      this.link.disabled = true;
      this.link.addEventListener("click", (event) => this.share(event));
      return make("div", { className: "lb-buttons" },
        ...presets.map((preset) => button(preset.label, () => this.go(preset.state), { className: "lb-preset" })),
        button("Reset", () => this.go(this.start), { className: "lb-reset" }), this.link);
    }

    // Frames are unpacked when they are first wanted, not all at load.
    load() {
      this.loading ??= unpack(this.figure.querySelector(".lb-frames").textContent).then(
        (frames) => {
          this.frames = frames;
          this.draw();
        },
        (error) => this.say(`This browser could not unpack the pictures (${error.message}); the first state is shown.`),
      );
    }

    go(state, note = "") {
      this.state = state;
      this.note = note;
      this.load();
      this.draw();
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
      this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      if (!this.frames) return;
      const number = state.reduce((before, index, i) => before * this.controls[i].texts.length + index, 0);
      this.frames.frames[number].forEach((frame, panel) => {
        if (this.shown[panel] === frame) return;
        this.panels[panel].innerHTML = this.frames.panels[panel][frame];
        this.shown[panel] = frame;
      });
      this.say(`${this.note} ${this.frames.status[number]}`.trim());
      performance.measure("explorer-step", { start: began, detail: this.figure.id });
    }

    say(text) {
      const sentence = this.status.firstElementChild;
      // Writing the same words again would make screen readers say them again.
      if (sentence.textContent !== text) sentence.textContent = text;
    }

    play(i) {
      const wasPlaying = this.playing === i;
      this.pause();
      if (wasPlaying) return;
      const last = this.controls[i].texts.length - 1;
      const step = () => {
        this.go(this.state.with(i, this.state[i] === last ? 0 : this.state[i] + 1));
        if (this.state[i] === last) this.pause();
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

    share(event) {
      event.preventDefault();
      // Not pushed: Back leads to where the reader came from, not to an address that no longer fits the picture.
      history.replaceState(null, "", this.link.href);
      const said = (text) => {
        this.link.textContent = text;
        setTimeout(() => (this.link.textContent = "Link"), 1500);
      };
      // Copying may be forbidden here; the address bar has the link all the same.
      navigator.clipboard?.writeText(location.href).then(() => said("Copied"), () => said("In address"));
    }

    // A state from the part of a link after "?": what is not on the grid is moved to the grid, and said.
    open(query) {
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
          const near = Math.min(Math.max(wanted, values[0]), values.at(-1));
          const distances = values.map((value) => Math.abs(value - near));
          index = Number.isNaN(near) ? state[i] : distances.indexOf(Math.min(...distances));
          notes.push(`The link asks for ${label} = ${text}, which is not here; this is ${texts[index]}.`);
        }
        state[i] = index;
      }
      this.go(state, notes.join(" "));
      this.stayInView();
    }

    stayInView() {
      lipbanditsStayInView(this.figure);
    }
  }

  // Mathematics above may still be being typeset, which moves the figure; it is followed until the reader takes over.
  window.lipbanditsStayInView = (figure) => {
    const follow = new ResizeObserver(() => figure.scrollIntoView({ behavior: "instant" }));
    const stop = () => follow.disconnect();
    for (const kind of ["wheel", "pointerdown", "keydown"]) window.addEventListener(kind, stop, { once: true });
    setTimeout(stop, 5000);
    // An observer reports once at its start, too.
    follow.observe(document.body);
  };

  function followLink() {
    // Some programs escape the question mark of a link; a ?class after it is for class.js.
    const link = location.hash.slice(1).replaceAll("%3F", "?").replace(/[?&]class(=\w*)?$/, "");
    const [id, query] = link.split("?");
    if (query !== undefined) explorers.get(id)?.open(query);
  }

  window.addEventListener("hashchange", followLink);

  function begin() {
    const near = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) explorers.get(target.id).load();
    }, { rootMargin: "400px" });
    for (const figure of document.querySelectorAll(".lb-explorer[data-explorer]")) {
      new Explorer(figure);
      near.observe(figure);
    }
    followLink();
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
