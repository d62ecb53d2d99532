// Drawing for labs: a scene is a list of marks, each with a key of its own. A page shows a scene by changing the marks that it has,
// so that they keep their identity and move; without a page the same scene is SVG text, the first picture for readers without
// scripts.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.draw) return;
  const NS = "http://www.w3.org/2000/svg";

  // A hundredth of a pixel is nothing that one sees.
  const px = (value) => String(Math.round(value * 100) / 100);
  const written = (value) => (typeof value === "number" ? px(value) : value);

  // A mark: what it is, its key in the scene, its attributes, and its text if it is one.
  const mark = (tag, key, attributes, text) => ({ tag, key, attributes, text });
  const line = (points) => points.map(([x, y]) => `${px(x)},${px(y)}`).join(" ");

  const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escaped = (text) => String(text).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);

  // The scene as SVG text.
  function toText({ width, height, font, marks }) {
    const body = marks.map(({ tag, key, attributes, text }) => {
      const all = Object.entries({ "data-key": key, ...attributes }).map(([name, value]) => ` ${name}="${escaped(written(value))}"`);
      return `<${tag}${all.join("")}>${text === undefined ? "" : escaped(text)}</${tag}>`;
    });
    const size = `viewBox="0 0 ${px(width)} ${px(height)}" font-size="${px(font)}"`;
    return `<svg xmlns="${NS}" aria-hidden="true" ${size}>\n${body.join("\n")}\n</svg>\n`;
  }

  class Surface {
    constructor(parent) {
      this.svg = document.createElementNS(NS, "svg");
      // Its parent says what to see.
      this.svg.setAttribute("aria-hidden", "true");
      parent.textContent = "";
      parent.append(this.svg);
      this.kept = new Map();
      this.order = "";
    }

    show({ width, height, font, marks }) {
      this.set(this.svg, "viewBox", `0 0 ${px(width)} ${px(height)}`);
      this.set(this.svg, "font-size", px(font));
      for (const each of marks) this.one(each);
      const order = marks.map(({ key }) => key).join(" ");
      if (order === this.order) return;
      this.order = order;
      const wanted = new Set(marks.map(({ key }) => key));
      for (const [key, element] of this.kept) {
        if (wanted.has(key)) continue;
        element.remove();
        this.kept.delete(key);
      }
      // Marks are painted in their order; moving one keeps it.
      this.svg.append(...marks.map(({ key }) => this.kept.get(key)));
    }

    one({ tag, key, attributes, text }) {
      let element = this.kept.get(key);
      if (!element) {
        element = document.createElementNS(NS, tag);
        element.setAttribute("data-key", key);
        this.kept.set(key, element);
      }
      for (const name in attributes) this.set(element, name, attributes[name]);
      if (text !== undefined && element.textContent !== text) element.textContent = text;
    }

    // Asking what is there costs less than writing it again, and what moves by less than a tenth of a pixel stays.
    set(element, name, value) {
      const known = (element.known = element.known ?? {});
      const seen = typeof value === "number" ? Math.round(10 * value) : value;
      if (known[name] === seen) return;
      known[name] = seen;
      element.setAttribute(name, written(value));
    }
  }

  // 1, 2 or 5 times a power of ten, at least as large as a value.
  function roundUp(value) {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * (1 - 1e-9)) ?? 10 * power;
  }

  // A whole number, its thousands apart.
  const whole = (count) => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  // A hyphen is no minus.
  const minus = (text) => text.replace(/-/g, "−");

  // Three digits, without a power of ten where one can read it without.
  const short = (value) => minus(digits(value));
  function digits(value) {
    if (value === 0) return "0";
    if (!Number.isFinite(value)) return value < 0 ? "-∞" : "∞";
    const size = Math.abs(value);
    if (size >= 1e5) return value.toExponential(1).replace("e+", "e");
    if (size >= 100) return whole(value.toFixed(0));
    if (size >= 10) return value.toFixed(1);
    if (size >= 1) return value.toFixed(2);
    return size >= 0.001 ? value.toFixed(3) : value.toExponential(1);
  }

  // By kind of lab: its first picture and words without a page, for tools/stills.py.
  lipbandits.stills = {};
  lipbandits.draw = { mark, line, px, toText, Surface, roundUp, short, whole, minus };
})();
