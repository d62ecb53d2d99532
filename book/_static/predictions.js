"use strict";
// Commit, then reveal: a figure that is asked about (data-predict, _ext/predictions.py) is covered until the reader has answered or
// skipped. The question lies on the cover, and afterwards at the head of "What it shows", with the answer marked; what
// was answered is said in the figure, in room that was kept for it. Labs and explorers run as they do without it: nothing of theirs is changed
// under the cover. Links to a state lift it, class.js does by a key, and on paper there is none.
//
// Kept in this browser alone: answers until the tab is closed, and whether covers are wanted at all until that is changed.
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  // The tag may be on a page twice.
  if (lipbandits.predictions) return;
  const ANSWERS = "lipbandits.predictions";
  const COVERS = "lipbandits.covers";
  const STAYS = ".lb-question, .lb-cover-at, .lb-verdict";
  // What a light cover leaves: the picture; of the ferry all that is played, since others' days alone would tell.
  const IN_SIGHT = `${STAYS}, .lb-hint, .lb-panels, figure[data-lab="ferry"] > :not(.lb-after, .lb-wide)`;
  // How much of the picture a light cover leaves: the means of a tent, without the bars below them.
  const SEEN = 0.465;
  /** @type {() => NodeListOf<HTMLElement>} */
  const asked = () => document.querySelectorAll("figure[data-predict]");
  const root = document.documentElement;
  /** @type {Map<string, Prediction>} */
  const all = new Map();

  // Where nothing may be stored, nothing is remembered.
  function stored(place, key, value) {
    try {
      /** @type {Storage} */
      const storage = /** @type {any} */ (window)[place];
      if (value === undefined) return JSON.parse(storage.getItem(key) ?? "null");
      storage.setItem(key, JSON.stringify(value));
    } catch {
      // As if it were the first visit.
    }
    return null;
  }
  const answers = () => stored("sessionStorage", ANSWERS) ?? {};
  const covers = () => stored("localStorage", COVERS) !== "off";

  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }
  const button = (text, onclick, className = "") => make("button", { type: "button", onclick, className }, text);

  // One of some options: {read, write, texts, mark}. What is read is the answer, or an Error that says what is missing.
  function choice(block, id) {
    const texts = JSON.parse(block.dataset.options);
    const list = block.querySelector("ul.lb-options");
    const fields = [...list.children].map((item, i) => {
      const field = make("input", { type: "radio", name: `lb-predict-${id}`, value: i });
      const label = make("label", {}, field, make("span", {}, ...item.childNodes));
      item.append(label);
      return field;
    });
    list.setAttribute("role", "radiogroup");
    list.setAttribute("aria-label", "Your prediction");
    for (const item of list.children) item.setAttribute("role", "presentation");
    // What says which option it is: as far as a comma or colon, if that tells them apart.
    const names = texts.map((text) => text.split(/[,:(]/)[0].trim());
    const told = (i) => `“${(new Set(names).size === texts.length ? names : texts)[i]}”`;
    const truth = Number(block.dataset.truth);
    return {
      fields,
      read() {
        const chosen = fields.findIndex((field) => field.checked);
        return chosen < 0 ? new Error("Choose one of the options first, or skip.") : chosen;
      },
      knows: (answer) => Number.isInteger(answer) && answer in texts,
      write: (answer) => (fields[answer].checked = true),
      verdict: (answer) => (answer === truth ? `You said ${told(answer)}: right.` : `You said ${told(answer)}; it is ${told(truth)}.`),
      told: `It is ${told(truth)}.`,
      longest: () => `You said ${texts.map((_text, i) => told(i)).reduce(longer)}; it is ${told(truth)}.`,
      lift(answer) {
        fields.forEach((field, i) => {
          field.disabled = true;
          const words = [i === answer && "your answer", i === truth && "right"].filter(Boolean).join(", ");
          field.closest("li").classList.toggle("lb-right", i === truth);
          if (words) field.parentElement.append(make("em", { className: "lb-mark" }, ` (${words})`));
        });
      },
    };
  }
  // As a choice, but the first press is the answer; the list itself comes when the cover is gone.
  function guess(block, id) {
    const texts = JSON.parse(block.dataset.options);
    let pressed = -1;
    const { read, lift, ...rest } = choice(block, id);
    const fields = texts.map((text, i) => button(text, () => {
      pressed = i;
      all.get(id)?.commit();
    }, "lb-option"));
    const mark = (i) => {
      pressed = i in texts ? i : pressed;
      fields.forEach((field, j) => field.setAttribute("aria-pressed", String(j === pressed)));
    };
    const row = make("p", { className: "lb-commit" }, ...fields);
    block.append(row);
    return {
      ...rest,
      fields,
      mark,
      read: () => (pressed < 0 ? read() : pressed),
      lift(answer) {
        row.remove();
        lift(answer);
      },
    };
  }
  const longer = (one, other) => (one.length > other.length ? one : other);

  // A number within a range.
  function number(block, id) {
    const { unit, min, max, truth } = block.dataset;
    const field = make("input", { type: "number", id: `lb-predict-${id}`, min, max, step: "any", inputMode: "decimal" });
    const shown = (value) => Number(value).toLocaleString("en", { maximumFractionDigits: 6 }).replace("-", "−");
    const range = `${shown(min)} to ${shown(max)}`;
    const row = make("p", { className: "lb-field" },
      make("label", { htmlFor: field.id }, "Your prediction"), field, make("span", {}, `${unit} (${range})`));
    block.append(row);
    const fits = (answer) => Number.isFinite(answer) && answer >= Number(min) && answer <= Number(max);
    return {
      fields: [field],
      read() {
        const answer = field.value.trim() === "" ? NaN : Number(field.value);
        return fits(answer) ? answer : new Error(`Type a number from ${range} first, or skip.`);
      },
      knows: fits,
      write: (answer) => (field.value = String(answer)),
      verdict: (answer) => `You said ${shown(answer)}${answer === Number(truth) ? ": right." : `; it is ${shown(truth)}.`}`,
      told: `It is ${shown(truth)}.`,
      longest: () => `You said ${shown(max)}.000000; it is ${shown(truth)}.`,
      lift(_answer) {
        field.disabled = true;
      },
    };
  }

  class Prediction {
    constructor(block, figure) {
      this.block = block;
      this.figure = figure;
      this.id = block.dataset.figure;
      this.shows = document.getElementById(`shows-${this.id}`);
      this.covered = true;
      this.key = `${location.pathname.split("/").pop()}#${this.id}`;
      this.light = "light" in block.dataset;
      const { options, frame } = block.dataset;
      const kind = frame ? lipbandits.predictionOfCurve : !options ? number : this.light ? guess : choice;
      this.kind = kind(block, this.id, figure);
      this.says = make("p", { className: "lb-missing", role: "alert" });
      const commit = this.light ? [] : [button("Commit", () => this.commit(), "lb-do")];
      this.row = make("p", { className: "lb-commit" },
        ...commit, button("Skip", () => this.skip()), button("Never cover figures", showAll, "lb-all"));
      block.append(this.says, this.row);
      this.cover = make("div", { className: "lb-cover" }, block);
      this.words = make("span");
      this.verdict = make("p", { className: "lb-verdict", tabIndex: -1, "data-longest": this.kind.longest() },
        this.words, ...this.kind.buttons ?? []);
      const place = make("div", { className: "lb-cover-at" }, this.cover);
      figure.querySelector(".lb-question").after(place, this.verdict);
      figure.classList.toggle("lb-light", this.light);
      for (const field of this.kind.fields) {
        field.addEventListener("keydown", (event) => this.onKey(event));
        field.addEventListener("input", () => (this.says.textContent = ""));
      }
      this.setInert(true);
      // At once, and later a frame after a change of size: what an observer itself changes is an error to browsers.
      this.fit(place);
      this.watch = new ResizeObserver(() => requestAnimationFrame(() => this.fit(place)));
      this.watch.observe(this.cover);
      this.watch.observe(figure);
      // A lab makes its controls when it can; those move what the cover lies on.
      figure.addEventListener("lb-state", () => this.fit(place));
    }

    // A figure is never lower than what lies on it; a light cover begins in the middle of the picture.
    fit(place) {
      const { figure, cover } = this;
      if (!this.covered || !cover.offsetHeight) return;
      const top = this.light && !root.classList.contains("lb-class") ? this.begins() - place.offsetTop : 0;
      cover.style.top = `${top}px`;
      figure.style.setProperty("--lb-cover", `${place.offsetTop + top + cover.offsetHeight + 8}px`);
    }

    // Where a light cover begins.
    begins() {
      const [others, picture] = [".lb-after", ".lb-panels"].map((part) => this.figure.querySelector(part));
      return others ? others.offsetTop : picture.offsetTop + SEEN * picture.offsetHeight;
    }

    // The style sheet hides them, in their room; this is for what does not ask it.
    setInert(on) {
      for (const part of this.figure.children) {
        if (!part.matches(this.light ? IN_SIGHT : STAYS)) part.inert = on;
      }
    }

    onKey(event) {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.commit();
    }

    choose(i) {
      if (this.kind.mark) this.kind.mark(i);
      else this.kind.fields[i]?.click();
    }

    commit() {
      const answer = this.kind.read();
      if (answer instanceof Error) {
        this.says.textContent = answer.message;
        this.kind.fields[0].focus();
        return;
      }
      this.keep(answer);
      this.lift(answer, true);
    }

    skip() {
      this.keep("skipped");
      this.lift(undefined, true);
    }

    // For a class, which has raised its hands: what is chosen counts, and nothing need be.
    reveal() {
      const answer = this.kind.read();
      this.lift(answer instanceof Error ? undefined : answer, true);
    }

    keep(answer) {
      stored("sessionStorage", ANSWERS, { ...answers(), [this.key]: answer });
    }

    // Takes the cover off; whoever answered here is told what came of it.
    lift(answer, here = false) {
      if (!this.covered) return;
      this.covered = false;
      this.watch.disconnect();
      const { figure, shows, block } = this;
      figure.classList.add("lb-open");
      this.setInert(false);
      this.says.remove();
      this.row.remove();
      this.kind.lift(answer);
      const said = answer === undefined ? (here ? this.kind.told : "") : this.kind.verdict(answer);
      this.words.textContent = said;
      this.verdict.classList.toggle("lb-silent", !said);
      if (shows) {
        shows.querySelector(".admonition-title")?.after(block);
        shows.classList.add("lb-open");
      }
      this.cover.remove();
      // Said where the answer was given, and where what it opens begins.
      const opened = this.light ? figure.querySelector(".lb-after") : null;
      opened?.before(this.verdict);
      if (here) {
        this.goToTheState();
        this.tell(opened ? this.verdict : figure, opened ? "nearest" : "start");
      }
      holdChecks();
      figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      dispatchEvent(new Event("lb-opened"));
    }

    // To the one that the question asks about, where the page names it.
    goToTheState() {
      const state = this.shows?.dataset.state;
      if (state) window.lipbanditsExplorers?.get(this.id)?.openHere(state);
    }

    // Whoever answered is at the verdict, and sees it with what it is about.
    tell(seen, block) {
      this.verdict.focus({ preventScroll: true });
      // There a figure is the whole screen.
      if (root.classList.contains("lb-class")) return;
      if (block === "nearest" || seen.getBoundingClientRect().top < 0) seen.scrollIntoView({ behavior: "instant", block });
    }

    // As it was left in this tab, at the state that the question asks about.
    restore() {
      const answer = answers()[this.key];
      const known = answer !== "skipped" && this.kind.knows(answer);
      if (!known && answer !== "skipped") return;
      if (known) this.kind.write(answer);
      this.lift(known ? answer : undefined);
      this.goWhenNear();
    }

    // Nobody did anything: so not before the figure is looked at, unheard, and not where a link has named another state.
    goWhenNear() {
      const { figure } = this;
      const near = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        this.goToTheState();
      }, { rootMargin: "400px" });
      near.observe(figure);
      for (const kind of ["lb-link", "pointerdown", "keydown"]) figure.addEventListener(kind, () => near.disconnect());
    }
  }

  // The folded checks after a covered figure, as far as the next heading or figure, keep what came of them to themselves: where there
  // is no question near, nobody knows which one is meant. predictions.css shows the name that they have until then.
  function holdChecks() {
    for (const held of document.querySelectorAll("details.lb-held")) {
      held.classList.remove("lb-held");
      held.querySelector("summary")?.removeAttribute("aria-label");
    }
    for (const { covered, figure } of all.values()) {
      if (!covered) continue;
      for (const fold of checksOf(figure)) {
        fold.classList.add("lb-held");
        fold.querySelector("summary")?.setAttribute("aria-label", "Checked: told when the question above is answered");
      }
    }
  }
  function checksOf(figure) {
    const after = (part) => figure.compareDocumentPosition(part) === Node.DOCUMENT_POSITION_FOLLOWING;
    const parts = [...figure.closest("section")?.querySelectorAll("h2, h3, h4, figure, details.hide") ?? []].filter(after);
    // What is folded away, or in another figure, ends nothing.
    const end = parts.findIndex((part) => !part.matches("details") && !part.parentElement.closest("details, figure"));
    return parts.slice(0, end < 0 ? parts.length : end).filter((part) =>
      part.matches("details") && part.querySelector("summary")?.textContent.trim().startsWith("Checked: "));
  }

  // For good, for teachers and for whoever comes back; each question then offers the way back.
  function showAll() {
    stored("localStorage", COVERS, "off");
    const first = [...all.values()].find(({ covered }) => covered);
    for (const prediction of all.values()) prediction.lift(undefined, prediction === first);
  }

  function offerCovers() {
    for (const block of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".lb-predict"))) {
      block.append(make("p", { className: "lb-commit" }, button("Cover figures until I answer", () => {
        stored("localStorage", COVERS, "on");
        for (const row of document.querySelectorAll(".lb-predict > .lb-commit")) row.remove();
        begin();
        document.getElementById(block.dataset.figure ?? "")?.scrollIntoView({ behavior: "instant" });
      })));
    }
  }

  function begin() {
    if (!covers()) return offerCovers();
    root.classList.add("lb-covers");
    for (const figure of asked()) {
      const id = figure.dataset.predict ?? "";
      const block = document.getElementById(`predict-${id}`);
      if (block && !all.has(id)) all.set(id, new Prediction(block, figure));
    }
    for (const prediction of all.values()) prediction.restore();
    holdChecks();
    // Covered, a figure is no state; the id of a lab is its script's, too late for the browser to go there.
    const wanted = all.get(location.hash.slice(1));
    if (wanted) setTimeout(() => window.lipbanditsStayInView?.(wanted.figure));
  }

  lipbandits.predictions = {
    ids: () => [...all.keys()],
    // Of a figure by its id: whether it is `covered`; `choose(i)`, `commit()`, `skip()` as by hand.
    get: (id) => all.get(id),
    of: (figure) => all.get(figure?.dataset?.predict),
    showAll,
  };
  document.addEventListener("lb-link", (event) => lipbandits.predictions.of(event.target)?.lift());
  // Before the first paint. Covers and the controls of labs are made once the page is there; what they move is painted a frame later.
  if (covers()) root.classList.add("lb-covers");
  // Where a link leads to a place, the place must be there: what is hidden takes no focus.
  if (!location.hash) root.classList.add("lb-placing");
  document.addEventListener("DOMContentLoaded", () => {
    requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove("lb-placing")));
    try {
      begin();
    } catch (error) {
      // Without its questions a page must not stay covered.
      root.classList.remove("lb-covers");
      throw error;
    }
  });
})();
