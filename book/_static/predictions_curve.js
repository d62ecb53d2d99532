"use strict";
// A prediction that is a curve, drawn over the empty axes of a panel; afterwards it lies on the picture, on the same axes.
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  const COLUMNS = 25;
  const STEP = 1 / 40;
  const SVG = "http://www.w3.org/2000/svg";
  const MOVES = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-COLUMNS, 0], End: [COLUMNS, 0],
    ArrowUp: [0, STEP], ArrowDown: [0, -STEP], PageUp: [0, 5 * STEP], PageDown: [0, -5 * STEP],
  };
  const clamp = (value, high) => Math.min(Math.max(value, 0), high);

  function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // Two digits, three from 100 on, with a power of ten where there would be too many zeros.
  function short(value) {
    const text = value >= 1e5 ? value.toExponential(1).replace("e+", "e") : String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
    return text.replace("-", "−");
  }

  // What a share of an axis stands for, in words.
  function written({ low, high, log, powers }, share) {
    const between = low + (high - low) * share;
    const value = log ? low * (high / low) ** share : powers ? 10 ** between : between;
    return short(value);
  }

  // A place on the horizontal axis: "100 %" of an axis "runs, %", and "η = 0.01".
  function at(axis, share) {
    const [, unit] = /, (\S{1,3})$/.exec(axis.label) ?? [];
    const value = written(axis, share);
    return unit ? `${value} ${unit}` : /\s/.test(axis.label) ? `${axis.label} ${value}` : `${axis.label} = ${value}`;
  }

  // How far a curve is from the true one: [on average, [at which place most]], in shares of the height.
  function distance(heights, truth) {
    const off = heights.map((height, i) => (height === null || truth[i] === null ? -1 : Math.abs(height - truth[i])));
    const known = off.filter((each) => each >= 0);
    return { mean: known.reduce((sum, each) => sum + each, 0) / known.length, worst: off.indexOf(Math.max(...known)), known: known.length };
  }

  // In numbers of the axis; on a logarithmic one as a factor, which is what a distance is there.
  function ofDistance({ x, y, truth }, heights) {
    const { mean, worst, known } = distance(heights, truth);
    if (known === 0) return "";
    const across = y.log ? Math.log10(y.high / y.low) : y.high - y.low;
    const off = y.log || y.powers ? `a factor of ${short(10 ** (mean * across))}` : short(mean * across);
    const part = heights.includes(null) ? " where you drew it" : "";
    // What lies above the axes is cut off.
    const more = truth[worst] === 1 ? " or more" : "";
    const most = `most at ${at(x, worst / (COLUMNS - 1))}, where it has ${written(y, heights[worst])} and the picture ${written(y, truth[worst])}${more}`;
    return ` It is off by ${off} on average${part}, ${most}.`;
  }

  const LIES = "Your curve lies on the picture, in dashes.";

  // A curve as shares of the height at evenly spaced places, null where nothing is drawn.
  class Curve {
    constructor(frame) {
      this.frame = frame;
      this.heights = Array(COLUMNS).fill(null);
      this.column = 0;
      const [width, height] = frame.box;
      this.line = svg("path", { class: "lb-guess" });
      this.here = svg("circle", { class: "lb-guess-here", r: 5, visibility: "hidden" });
      this.picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "lb-guessing", "aria-hidden": "true" }, this.line, this.here);
    }

    spot(column, height) {
      const [left, top, right, bottom] = this.frame.rect;
      return [left + ((right - left) * column) / (COLUMNS - 1), bottom - (bottom - top) * height];
    }

    draw() {
      const points = this.heights.flatMap((height, column) => (height === null ? [] : [this.spot(column, height)]));
      this.line.setAttribute("d", points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(""));
      const [x, y] = this.spot(this.column, this.height());
      this.here.setAttribute("cx", x.toFixed(1));
      this.here.setAttribute("cy", y.toFixed(1));
    }

    // At the column where one is: what is drawn, or what is drawn nearest to it.
    height(column = this.column) {
      const drawn = this.heights.flatMap((height, i) => (height === null ? [] : [{ height, away: Math.abs(i - column) }]));
      return drawn.length ? drawn.reduce((one, other) => (other.away < one.away ? other : one)).height : 0.5;
    }

    // From one place to the next without gaps.
    to(column, height, from) {
      const start = from ?? { column, height };
      const steps = Math.max(1, Math.abs(column - start.column));
      for (let i = 0; i <= steps; i++) {
        const share = i / steps;
        this.heights[Math.round(start.column + (column - start.column) * share)] = start.height + (height - start.height) * share;
      }
      this.column = column;
      this.draw();
    }

    words() {
      const { x, y } = this.frame;
      const place = `${x.label} ${written(x, this.column / (COLUMNS - 1))}`;
      const height = this.heights[this.column];
      return `${place}: ${height === null ? "nothing drawn" : `${y.label} ${written(y, height)}`}`;
    }
  }

  // The surface to draw on: one tab stop; a touch that moves sideways draws, and up or down the page scrolls.
  function surface(curve, axes, name) {
    const box = document.createElement("div");
    box.className = "lb-draw";
    const named = { role: "slider", tabindex: 0, "aria-label": name, "aria-orientation": "vertical", "aria-valuemin": 0, "aria-valuemax": 100 };
    for (const [attribute, value] of Object.entries(named)) box.setAttribute(attribute, String(value));
    box.style.maxWidth = `${curve.frame.box[0] * 1.25}px`;
    axes.hidden = false;
    axes.setAttribute("aria-hidden", "true");
    box.append(axes, curve.picture);
    const say = () => {
      box.setAttribute("aria-valuenow", String(Math.round(100 * curve.height())));
      box.setAttribute("aria-valuetext", curve.words());
    };
    let last;
    const follow = (event) => {
      const { left, top, width, height } = curve.picture.getBoundingClientRect();
      const [x, y] = [((event.clientX - left) / width) * curve.frame.box[0], ((event.clientY - top) / height) * curve.frame.box[1]];
      const [west, north, east, south] = curve.frame.rect;
      const column = Math.round(clamp((x - west) / (east - west), 1) * (COLUMNS - 1));
      const at = { column, height: clamp((south - y) / (south - north), 1) };
      curve.to(at.column, at.height, last);
      last = at;
      say();
    };
    box.addEventListener("pointerdown", (event) => {
      last = undefined;
      box.setPointerCapture(event.pointerId);
      follow(event);
    });
    box.addEventListener("pointermove", (event) => box.hasPointerCapture(event.pointerId) && follow(event));
    box.addEventListener("keydown", (event) => {
      const move = MOVES[event.key];
      if (!move) return;
      event.preventDefault();
      const [across, up] = move;
      curve.column = clamp(curve.column + across, COLUMNS - 1);
      if (up) curve.to(curve.column, clamp(curve.height() + up, 1));
      curve.draw();
      say();
    });
    const show = (visibility) => curve.here.setAttribute("visibility", visibility);
    box.addEventListener("focus", () => show("visible"));
    box.addEventListener("blur", () => show("hidden"));
    say();
    curve.draw();
    return box;
  }

  // On the figure's own panel, exactly: the same box with the same numbers. The panel's picture is replaced at each state, so this is beside it.
  function lay(curve, figure) {
    const panels = figure.querySelector(".lb-panels");
    const panel = figure.querySelectorAll(".lb-panel")[curve.frame.panel];
    curve.here.remove();
    panels.append(curve.picture);
    const place = () => {
      const picture = panel.querySelector("svg");
      if (!picture) return;
      const [outer, inner] = [panels.getBoundingClientRect(), picture.getBoundingClientRect()];
      const { style } = curve.picture;
      style.left = `${inner.left - outer.left - panels.clientLeft}px`;
      style.top = `${inner.top - outer.top - panels.clientTop}px`;
      style.width = `${inner.width}px`;
      style.height = `${inner.height}px`;
    };
    const watch = new ResizeObserver(place);
    for (const each of [panels, panel]) watch.observe(each);
    place();
  }

  // As predictions.js asks for it.
  lipbandits.predictionOfCurve = (block, _id, figure) => {
    const frame = JSON.parse(block.dataset.frame);
    const curve = new Curve(frame);
    const box = surface(curve, block.querySelector(".lb-axes"), `Your curve: ${frame.y.label} over ${frame.x.label}`);
    const hint = document.createElement("p");
    hint.className = "lb-draw-hint";
    hint.textContent = "Draw it with the mouse or a finger; with keys, left and right choose a place, up and down move the curve there.";
    block.append(hint, box);
    const dismiss = document.createElement("button");
    Object.assign(dismiss, { type: "button", textContent: "Remove my curve" });
    dismiss.addEventListener("click", () => {
      const verdict = dismiss.parentElement;
      curve.picture.remove();
      dismiss.style.visibility = "hidden";
      if (!verdict?.firstElementChild) return;
      verdict.firstElementChild.textContent = "Your curve is removed.";
      verdict.focus({ preventScroll: true });
    });
    return {
      fields: [box],
      buttons: [dismiss],
      read() {
        const drawn = curve.heights.filter((height) => height !== null);
        return drawn.length > 1 ? [...curve.heights] : new Error("Draw a curve first, two points of it at least, or skip.");
      },
      knows: (answer) => Array.isArray(answer) && answer.length === COLUMNS && answer.some(Number.isFinite),
      write(answer) {
        curve.heights = answer.map((height) => (Number.isFinite(height) ? clamp(height, 1) : null));
        curve.draw();
      },
      verdict: (answer) => `${LIES}${ofDistance(frame, answer)}`,
      told: "You drew no curve; the answer is the one in the picture.",
      // From one corner to the other, with a gap.
      longest: () => `${LIES}${ofDistance(frame, [null, ...frame.truth.slice(1).map((height) => (height ?? 0) / 3 + 0.123)])}`,
      lift(answer) {
        hint.remove();
        box.remove();
        if (answer) lay(curve, figure);
        else dismiss.style.visibility = "hidden";
      },
    };
  };
})();
