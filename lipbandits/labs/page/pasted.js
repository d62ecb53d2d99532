// The race on a table of one's own: two columns are pasted, their positions scaled to [0, 1], and the smallest L that fits is what is
// promised. States have `axis`, {from, to, log, name}: what 0 and 1 are in the table's own unit.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Pasted) return;
  const { stateOf, playing, playedOf, offersOf } = lipbandits.raceStates;
  const { scene, drawn } = lipbandits.racePicture;
  const { numbers, words, arm, rows, COLUMNS } = lipbandits.raceWords;
  const { MOST } = lipbandits.meansStates;
  const UNSCALED = { from: 0, to: 1, log: false, name: "position" };
  // So many errors are told at once.
  const TOLD = 5;
  // Slopes as close as this are one.
  const ENOUGH = 1e-9;
  const short = (value) => String(Math.abs(value) < 1e9 && Number.isInteger(value) ? value : Number(value.toPrecision(4)));

  // What a place of [0, 1] is in the table's own unit.
  const ownOf = ({ from, to, log }, at) => (log ? from * (to / from) ** at : from + (to - from) * at);
  const axisOf = (state) => state.axis ?? UNSCALED;

  // The first two neighbours that are as steep as the smallest L, which the engine says.
  function steepest({ theta, arms }, least) {
    const found = arms.findIndex((at, i) => i > 0 && Math.abs(theta[i] - theta[i - 1]) >= (least - ENOUGH * Math.max(1, least)) * (at - arms[i - 1]));
    return [found - 1, found];
  }

  // What the promise is beside the smallest one, in the table's unit too.
  function numbersOf(state, found) {
    const { from, to, log, name } = axisOf(state);
    const [one, other] = steepest(state, found.leastLipschitz).map((i) => short(ownOf(axisOf(state), state.arms[i])));
    const own = short(state.lipschitz / (log ? Math.log10(to / from) : to - from));
    const forced = state.theta.length > 1 ? [`smallest L that fits: ${short(found.leastLipschitz)}, forced by ${name} ${one} and ${other}`] : [];
    return [...numbers(state, found), `L is ${own} per ${log ? "factor of ten" : "unit"} of ${name}`, ...forced];
  }

  // What another promise would make of C(θ) log T; and whether that is more than can be lost.
  function floorWords(state, found) {
    if (found.best.length === state.theta.length) return "";
    const most = state.horizon * (Math.max(...state.theta) - Math.min(...state.theta));
    const values = [found.value, lipbandits.engine.tent({ ...state, lipschitz: 2 * state.lipschitz }).value, found.laiRobbins].map((value) => value * Math.log(state.horizon));
    const half = state.lipschitz / 2 < found.leastLipschitz ? "half of L the means break" : `half of it, ${short(lipbandits.engine.tent({ ...state, lipschitz: state.lipschitz / 2 }).value * Math.log(state.horizon))}`;
    const far = values.some((value) => value > most) ? ` Nobody can lose more than T times the largest gap, ${short(most)}: T is too small for C(θ) log T to be a bound.` : "";
    return `With twice this L, C(θ) log T is ${short(values[1])}; ${half}; without a promise it is ${short(values[2])}.${far}`;
  }

  const saidOf = (state, runs, found, names) => ({
    numbers: numbersOf(state, found),
    words: [words(state, runs, found, names), floorWords(state, found)].filter(Boolean).join(" "),
  });

  // The picture of a race, with the table's own positions at both ends.
  function ownScene(numbers_, size, axis) {
    const { from, to, log, name } = axis;
    const texts = { "first arm": short(from), "last arm": numbers_.arms.length > 1 ? short(to) : "", "means title": `mean by ${name}${log ? ", log scale" : ""}` };
    const found = scene(numbers_, size);
    // Longer than the number of an arm: each keeps to its side.
    const sides = { "first arm": { "text-anchor": "start" }, "last arm": { "text-anchor": "end" } };
    const own = (each) => ({ ...each, text: texts[each.key], attributes: { ...each.attributes, ...sides[each.key] } });
    return { ...found, marks: found.marks.map((each) => (each.key in texts ? own(each) : each)) };
  }

  const armWords = (state, runs, found, hot) => `${axisOf(state).name} ${short(ownOf(axisOf(state), state.arms[hot]))}, ${arm(state, runs, found, hot)}`;

  function axisOfLink({ from, to, log, axis: name = "position" }) {
    if (from === undefined && to === undefined) return { note: "" };
    const [low, high] = [from, to].map((text) => (text?.trim() ? Number(text) : NaN));
    const logarithmic = log === "1";
    const fits = Number.isFinite(low) && Number.isFinite(high) && low < high && (low > 0 || !logarithmic);
    return fits ? { axis: { from: low, to: high, log: logarithmic, name: name.slice(0, 14) }, note: "" } : { note: "The link's positions are from no number to a larger one; here they are 0 to 1." };
  }

  // A state from a link; `parseRest` reads what all races have.
  function parse(query, { shapes }, parseRest) {
    const rest = new URLSearchParams(query);
    /** @type {any} */
    const own = {};
    for (const name of ["from", "to", "log", "axis"]) {
      if (rest.has(name)) Object.assign(own, { [name]: rest.get(name) });
      rest.delete(name);
    }
    const found = parseRest(rest);
    const { shape } = found.state;
    const { axis, note } = shape ? { axis: shapes[shape].axis, note: "" } : axisOfLink(own);
    return { ...found, state: { ...found.state, axis }, note: [found.note, note].filter(Boolean).join(" ") };
  }

  class Pasted extends lipbandits.Race {
    constructor(figure) {
      super(figure);
      this.keepRoom(640);
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    stateOf(preset) {
      return { ...super.stateOf(preset), axis: this.spec.shapes[preset.shape]?.axis };
    }

    query(least) {
      const { shape, axis } = this.state;
      if (shape || !axis) return super.query(least);
      const own = [["from", String(axis.from)], ["to", String(axis.to)], ...(axis.log ? [["log", "1"]] : []), ["axis", axis.name]];
      return `${super.query(least)}&${new URLSearchParams(own)}`;
    }

    parse(query) {
      return parse(query, this.spec, (rest) => super.parse(rest));
    }

    // By a script: where positions are others, they are no longer those of the table.
    asked(changes) {
      const found = super.asked(changes);
      const moved = found.arms.length !== this.state.arms.length || found.arms.some((at, i) => at !== this.state.arms[i]);
      return moved ? { ...found, axis: undefined } : found;
    }

    // ---- words and picture ------------------------------------------------------------------------------------------------

    said() {
      return saidOf(this.state, this.runs, this.found, this.names());
    }

    scene(numbers_) {
      return ownScene(numbers_, this.size, axisOf(this.state));
    }

    sayArm(hot) {
      this.frame.say(this.armLine.querySelector(".lb-of-arm-words"), armWords(this.state, this.runs, this.found, hot));
    }

    // ---- the table --------------------------------------------------------------------------------------------------------

    makeRest() {
      super.makeRest();
      const { make } = this.frame;
      const id = (name) => `${this.figure.id}-${name}`;
      this.paper = make("textarea", { id: id("table"), rows: 6, spellcheck: false, autocomplete: "off", "aria-describedby": `${id("how")} ${id("errors")}` });
      this.paper.style.cssText = "display:block;width:100%;box-sizing:border-box;font:0.9rem/1.4 monospace;white-space:pre;color:inherit;background:transparent;border:1px solid var(--lb-line);border-radius:.4rem;padding:.4rem";
      this.ofLogs = make("input", { type: "checkbox", id: id("logs") });
      this.errors = make("ul");
      this.errors.style.cssText = "margin:.3rem 0;padding-left:1.2rem;font-weight:600";
      const alert = make("div", { id: id("errors"), role: "alert" }, this.errors);
      const how = make("p", { id: id("how") }, `A row each, from a spreadsheet or with commas, semicolons or tabs between; at most ${MOST.arms} rows. A share that buys is no revenue: multiply it by the price first. Nothing leaves this page.`);
      how.style.margin = ".2rem 0";
      const read = make("button", { type: "button", className: "lb-read", onclick: () => this.wake().then(() => this.readTable(), () => {}) }, "Read these numbers");
      this.largest = make("input", { id: id("largest"), value: "1", size: 6, inputMode: "decimal", autocomplete: "off", "aria-describedby": id("errors") });
      const largest = make("label", { htmlFor: this.largest.id }, "largest mean there can be, as 100 for per cent; means are divided by it:");
      this.largest.style.cssText = "font:inherit;color:inherit;background:transparent;border:1px solid var(--lb-line);border-radius:.4rem;padding:.1rem .4rem";
      // What was read stays, whatever is run.
      this.told = make("p", { id: id("read"), role: "status" });
      this.told.style.margin = ".3rem 0";
      const logs = make("label", { htmlFor: this.ofLogs.id }, "distances are those of logarithms, as of learning rates");
      const table = make("label", { htmlFor: this.paper.id }, "Positions and means, two columns");
      this.fold = make("details", { className: "lb-fold lb-paste", open: true }, make("summary", {}, "Paste your own numbers"), table, how, this.paper,
        make("p", { className: "lb-logs" }, this.ofLogs, " ", logs), make("p", { className: "lb-largest" }, largest, " ", this.largest), read, alert, this.told);
      this.figure.querySelector(".lb-race").before(this.fold);
      window.addEventListener("beforeprint", () => (this.fold.hidden = true), { signal: this.gone.signal });
      window.addEventListener("afterprint", () => (this.fold.hidden = false), { signal: this.gone.signal });
    }

    readTable() {
      const text = this.paper.value;
      const found = lipbandits.pastedTable.read(text, { log: this.ofLogs.checked, most: MOST.arms, largest: Number(this.largest.value.trim().replace(",", ".") || NaN) });
      this.paper.setAttribute("aria-invalid", String(Boolean(found.errors)));
      if (found.errors) this.refuse(text, found.errors);
      else this.take(found);
    }

    // The first row that is wrong is selected.
    refuse(text, errors) {
      const more = errors.length - TOLD;
      const { make } = this.frame;
      const told = errors.slice(0, TOLD).map(({ text: words_ }) => make("li", {}, words_));
      const count = this.state.theta.length;
      const before_ = make("li", {}, `These numbers were not read; below is still the table before (${count} row${count === 1 ? "" : "s"}).`);
      this.frame.say(this.told, "");
      this.errors.replaceChildren(...told, ...(more > 0 ? [make("li", {}, `And ${more} more.`)] : []), before_);
      const lines = text.split(/\r\n|\r|\n/);
      const at = Math.max(0, errors[0].line - 1);
      const before = lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
      this.paper.focus();
      this.paper.setSelectionRange(before, before + (lines[at]?.length ?? 0));
    }

    // Another state as a whole, of a preset or a link: what was read is gone.
    show(state, note) {
      super.show(state, note);
      this.errors.replaceChildren();
      this.frame.say(this.told, "");
    }

    take({ theta, arms, axis, lines, heading }) {
      const lipschitz = this.least({ theta, arms });
      const best = theta.indexOf(Math.max(...theta));
      const pair = steepest({ theta, arms }, lipschitz).map((i) => lines[i]);
      const forced = lipschitz > 0 ? `Rows ${Math.min(...pair)} and ${Math.max(...pair)} force L.` : "All means are the same: L is 0, and there is nothing to choose.";
      const named = heading ? `Row ${heading} was taken for a heading; ` : "";
      // One that is not best, as there is nothing to ask about the best one.
      const k = best > 0 ? best - 1 : Math.min(1, theta.length - 1);
      // IMED-UB counts on one peak.
      const rises = theta.every((mean, i) => i === 0 || (i <= best ? mean > theta[i - 1] : mean < theta[i - 1]));
      const policies = this.names().filter((name) => (name === "IMED-UB" ? rises : this.state.policies.includes(name)));
      this.show({ ...this.state, shape: undefined, theta, arms, lipschitz, k, told: null, axis, policies, family: "bernoulli" });
      const scaled = `${axis.log ? "logarithms of positions" : "positions"} were scaled so that ${short(axis.from)} is 0 and ${short(axis.to)} is 1`;
      this.frame.say(this.told, `${named}${named ? "read" : "Read"} ${theta.length} rows; ${scaled}. ${forced}${rises ? " The means have one peak, on which IMED-UB counts: it plays too." : ""}`);
    }
  }

  // The first state without a page, after its runs.
  async function still({ shapes, start, offers }, size) {
    const { axis } = shapes[start.shape];
    const state = { ...playing(stateOf(shapes, start)), family: "bernoulli", axis };
    const runs = await lipbandits.played(state);
    const found = lipbandits.engine.tent(state);
    const names = offersOf({ offers });
    const known = rows(state, runs).map(({ name, cells }) => [name, ...cells.slice(0, -1), ""]);
    const said = saidOf(state, runs, found, names);
    const shown = { ...lipbandits.meansStates.plainOf(state), ...playedOf(state), family: state.family };
    return {
      picture: lipbandits.draw.toText(ownScene(drawn(state, found, runs, { hot: state.k, names }), size, axis)),
      words: { status: said.words, numbers: said.numbers, arm: armWords(state, runs, found, state.k), now: state.theta[state.k], state: shown, table: [COLUMNS, ...known] },
    };
  }

  lipbandits.Pasted = Pasted;
  const presetOf = ({ shapes }, preset) => ({ ...stateOf(shapes, preset), axis: shapes[preset.shape].axis });
  lipbandits.pastedWords = { saidOf, armWords, parse, stateOf: presetOf };
  lipbandits.stills.pasted = still;
  lipbandits.labs.define("pasted", Pasted);
})();
