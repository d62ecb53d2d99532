// Exercises answer in the page: a form for each, in the place that answer_forms.py left for it, and `lipbandits.exercises.check`.
// Here answers are parsed and messages printed; what is right, and which message fits, the compiled engine says.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  const MOST = 1e6;
  const SHOWN = 120;
  /** What is asked in each exercise of this page, by its name. */
  const asked = new Map();

  /** What was given is no answer of the kind asked for. */
  class Unreadable extends Error {}

  // ---- numbers as text: the words of the kernel, to the last digit

  const stripped = (digits) => (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);
  const exponential = (mantissa, exponent) => {
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  };

  // As Python shows a float.
  function plain(value) {
    const [mantissa, exponent] = value.toExponential().split("e");
    if (value !== 0 && (exponent < -4 || exponent >= 16)) return exponential(mantissa, Number(exponent));
    const digits = String(value);
    return digits.includes(".") ? digits : `${digits}.0`;
  }

  // As Python's format "g" with so many digits.
  function general(value, digits) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    if (value !== 0 && (exponent < -4 || exponent >= digits)) return exponential(stripped(mantissa), Number(exponent));
    return stripped(value.toFixed(digits - 1 - Number(exponent)));
  }

  function formatted(value, how) {
    const [, digits, kind] = /^\.(\d+)([fg])$/.exec(how ?? "") ?? [];
    if (kind === undefined) return plain(value);
    return kind === "f" ? value.toFixed(Number(digits)) : general(value, Number(digits));
  }

  const filled = (message, found) => {
    return message.replace(/\{(\d)(?::([^{}]*))?\}/g, (_, place, how) => formatted(found[place], how));
  };

  function wholly(value) {
    if (typeof value === "string") return value.includes("'") ? `"${value}"` : `'${value}'`;
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(/** @type {any} */ (value), wholly).join(", ")}]`;
    return String(value);
  }

  function shown(value) {
    const text = wholly(value);
    return text.length <= 2 * SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
  }

  // ---- what is given: a number, or a list of them

  const count = (exercise) => exercise.fields.reduce((total, field) => total + field.count, 0);

  function aNumber(answer, { huge }, whole) {
    let number = typeof answer === "bigint" ? Number(answer) : answer;
    if (huge && typeof answer === "bigint") number = Math.min(number, Number.MAX_VALUE);
    if (typeof number !== "number" || !Number.isFinite(number)) {
      throw new Unreadable(`One number is needed; this is ${shown(answer)}.`);
    }
    if (whole && !(Number.isInteger(number) && number >= 1 && number <= MOST)) {
      throw new Unreadable(`A whole number of 1 or more, and at most a million, is needed; this is ${shown(answer)}.`);
    }
    return number;
  }

  function read(exercise, answer) {
    const many = count(exercise);
    if (many === 1) return [aNumber(answer, exercise, exercise.fields[0].whole)];
    const numbers = Array.isArray(answer) || ArrayBuffer.isView(answer) ? Array.from(/** @type {any} */ (answer)) : [];
    if (numbers.length === many && numbers.every((each) => Number.isFinite(each))) return numbers;
    throw new Unreadable(`A list of ${many} numbers is needed; this is ${shown(answer)}.`);
  }

  // It knows each exercise of the page, unless it was built before one of them was written.
  function answered(exercise, numbers) {
    try {
      return lipbandits.engine.answer({ exercise, numbers });
    } catch (error) {
      if (error instanceof RangeError && error.message.startsWith("exercise:")) throw new Error("its engine is older than this exercise");
      throw error;
    }
  }

  async function check(name, answer) {
    const exercise = asked.get(name);
    if (!exercise) throw new RangeError(`name: ${shown(name)}; expected one of ${[...asked.keys()].map(shown).join(", ")}`);
    let numbers;
    try {
      numbers = read(exercise, answer);
    } catch (error) {
      if (error instanceof Unreadable) return error.message;
      throw error;
    }
    // An older browser may have skipped the engine's script whole.
    if (!lipbandits.engine?.start) throw new Error("its engine cannot be read here");
    return lipbandits.engine.start().then(() => {
      const { message, found } = answered(name, numbers);
      return message === 0 ? "Right." : filled(exercise.messages[message - 1], found);
    });
  }

  // ---- what is typed: 0.75, 3/4, 2^-10, 2.5·10^6, 15 %, e, π; and lists with commas, spaces or brackets

  const ATOM = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const NAMED = { e: Math.E, π: Math.PI, pi: Math.PI };
  // A name before it, as in "L = 0.8"; and a comma for the point, where it cannot stand between two numbers.
  const unnamed = (text) => text.trim().replace(/^[a-zθλβηεδ]\w*\s*=\s*/i, "");
  // Where a whole number is asked for, marks between its thousands: 11,112 or 11 112. Elsewhere a comma may be the point.
  const GROUPED = /^\d{1,3}([,' \u00a0\u2009\u202f]\d{3})+$/;
  const together = ({ whole, count: many }, text) => (whole && many === 1 && GROUPED.test(text) ? text.replace(/\D/g, "") : text);
  const pointed = (text) => text.replace(/^([+-]?\d+),(\d+)(\s*%?)$/, "$1.$2$3");
  // Millions and more in groups of three: twice a comma is no point.
  const ungrouped = (text) => (/^[+-]?\d{1,3}(,\d{3}){2,}$/.test(text) ? text.replace(/,/g, "") : text);
  // 2.5·10^6, by any sign of multiplication.
  const tens = (text) => text.replace(/^([+-]?[\d.]+)\s*[·⋅×*]\s*10\^([+-]?\d+)$/, "$1e$2");
  const atom = (text) => NAMED[text] ?? (ATOM.test(text) ? Number(text) : NaN);

  function typedNumber(text) {
    const [, bare, percent] = /^(.*?)\s*(%?)$/.exec(text.trim()) ?? [];
    const [, first, sign, second] = /^([^/^]+?)\s*(?:([/^])\s*(.+))?$/.exec(tens(bare.replace(/−/g, "-").replace("**", "^"))) ?? [];
    if (first === undefined) return NaN;
    const one = atom(first);
    const number = sign === "/" ? one / atom(second) : sign === "^" ? one ** atom(second) : one;
    return percent ? number / 100 : number;
  }

  function listed(text) {
    const bare = text.replace(/[[\](){}]/g, " ");
    // Beside semicolons a comma within a number is its point.
    return (bare.includes(";") ? bare.replace(/(\d),(?=\d)/g, "$1.") : bare).split(/[\s,;]+/).filter(Boolean);
  }

  // The numbers of a field, or an error in words.
  function typed(field, inputs, exercise) {
    if (field.choices) {
      const chosen = inputs.find((input) => input.checked);
      if (!chosen) throw new Unreadable(`No answer yet: choose one${exercise.fields.length > 1 ? ` for ${field.label}` : ""}.`);
      return [Number(chosen.value)];
    }
    const text = together(field, unnamed(inputs[0].value));
    if (text === "") throw new Unreadable(`No answer yet: “${field.label}” is empty.`);
    const numbers = field.count > 1 ? listed(text).map(typedNumber) : [typedNumber(pointed(ungrouped(text)))];
    if (exercise.huge && numbers[0] === Infinity) return [Number.MAX_VALUE];
    if (numbers.length === field.count && numbers.every(Number.isFinite)) return numbers;
    const where = exercise.fields.length > 1 ? `${field.label}: ` : "";
    const needed = field.count > 1 ? `A list of ${field.count} numbers` : "One number";
    throw new Unreadable(`${where}${needed} is needed; this is ${shown(text)}.`);
  }

  // ---- the form

  const make = (/** @type {any} */ tag, properties, ...parts) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...parts);
    return element;
  };

  // The title of the exercise above, for whoever hears the form and does not see where it is.
  function titleOf(place, name) {
    let above = place.previousElementSibling;
    while (above && !above.matches(".exercise")) above = above.previousElementSibling;
    return above?.querySelector(".admonition-title")?.textContent.trim() ?? name;
  }

  function inputsOf(field, i, { name }) {
    const id = `answer-${name}-${i}`;
    if (!field.choices) {
      const input = make("input", { type: "text", id, autocomplete: "off", spellcheck: false, size: field.count > 1 ? 26 : 12 });
      input.setAttribute("autocapitalize", "off");
      return { inputs: [input], part: make("p", { className: "lb-field" }, make("label", { htmlFor: id }, field.label), input) };
    }
    const inputs = field.choices.map(([, value]) => make("input", { type: "radio", name: id, value }));
    const labels = inputs.map((input, k) => make("label", {}, input, field.choices[k][0]));
    // Not a fieldset, whose legend will not stand in a line with the rest.
    const part = make("div", { className: "lb-field" }, make("span", { id }, field.label), ...labels);
    part.setAttribute("role", "radiogroup");
    part.setAttribute("aria-labelledby", id);
    return { inputs, part };
  }

  function fill(place) {
    const exercise = JSON.parse(place.querySelector("script").textContent);
    asked.set(exercise.name, exercise);
    // Without it nothing is checked, and the sentence about notebooks stays.
    if (typeof WebAssembly !== "object") return;
    const parts = exercise.fields.map((field, i) => inputsOf(field, i, exercise));
    const button = make("button", { type: "submit" }, "Check");
    const verdict = make("p", { className: "lb-answered" });
    verdict.setAttribute("role", "status");
    const form = make("form", { noValidate: true }, ...parts.map(({ part }) => part), button, verdict);
    form.setAttribute("aria-label", `Answer to ${titleOf(place, exercise.name)}`);
    const say = (words, right) => {
      verdict.classList.toggle("lb-right", right);
      // Emptied first, so that the same words are heard again.
      verdict.textContent = "";
      setTimeout(() => (verdict.textContent = words));
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      let at = 0;
      try {
        const numbers = exercise.fields.flatMap((field, i) => typed(field, parts[(at = i)].inputs, exercise));
        const words = await check(exercise.name, numbers.length === 1 ? numbers[0] : numbers);
        const right = words === "Right.";
        const note = right ? lipbandits.progress.mark(exercise.name) : "";
        say(`${words} ${note}`.trim(), right);
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        // Whoever is asked for something is where it is to be typed or chosen.
        if (error instanceof Unreadable) parts[at].inputs[0].focus();
        say(error instanceof Unreadable ? words : `This page cannot check it (${words}); a notebook can.`, false);
      }
    });
    place.querySelector(".lb-still").hidden = true;
    place.append(form);
    if (lipbandits.progress.has(exercise.name)) say("You had this one right.", true);
  }

  lipbandits.exercises = { check, names: () => [...asked.keys()] };
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".lb-exercise").forEach(fill));
})();
