// The ferry lab: sixty days, nine prices. The reader charges a price a day and sees whether the day was good; glasses show which shares
// are still possible. Afterwards the rules play on the same rewards and say why, and ten thousand days go by in workers.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Ferry) return;
  const { RIVALS, WHO, PARTS, isOver, isOpen, glassesOf, lipschitzOf, check, queryOf, parse, next } = lipbandits.ferryStates;
  const { LONG, RUNS, known, mine, rival, account, finished, truth, LongRun } = lipbandits.ferryDays;
  const { layout, scene } = lipbandits.ferryPicture;
  const words = lipbandits.ferryWords;
  // Each arrow key moves one price.
  const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };
  // A rule's day is shown for so long: where it leaves the price of the day before, one wants to read why.
  const PAUSE_MS = { same: 220, other: 1500 };
  const STREAM_MS = 150;

  const paidAt = (arms, found) => found.plays.map((_, k) => found.paid.filter((_each, n) => arms[n] === k));

  // The averages of the reader's days, and the bars that the glasses show.
  function ofMine({ glasses }, { plays, sums, own, all }, paid) {
    const { low, high } = { none: { low: [], high: [] }, own }[glasses] ?? all;
    const averages = plays.map((count, k) => (count > 0 ? sums[k] / count : undefined));
    return { low, high, looks: glasses === "own" ? "lab-own" : "lab-all", seen: { paid, averages } };
  }

  class Ferry extends lipbandits.labs.Lab {
    constructor(figure) {
      super(figure);
      this.state = { ...this.spec.start };
      // The price that is pointed at or has the focus; −1 for the last one that was charged.
      this.pointed = -1;
      this.buttons = this.frame.buttons(this, [], {}, () => this.restart());
      this.heard.after(this.buttons);
      /** @type {any[]} */
      this.glasses = this.players = this.cells = [];
      this.makeControls();
      /** @type {any} */
      this.knows = undefined;
      this.longRun = new LongRun(figure.id, (error) => this.longChanged(error));
      /** @type {{ resolve: (found?: any) => void, reject: (error: Error) => void }[]} */
      this.awaited = [];
      this.api = {
        ...{ set: (changes) => this.set(changes), state: () => this.plainState(), play: (price) => this.playPrice(price) },
        ...{ results: () => this.results(), run: () => this.run() },
      };
      // In a notebook digits belong to the cell, unless the focus is in here.
      if (!figure.classList.contains("lb-live")) figure.tabIndex = -1;
      figure.addEventListener("keydown", (event) => this.press(event));
      // Also when a question that lay on it is answered.
      figure.addEventListener("lb-state", () => this.found && this.speak());
      this.dress();
    }

    // ---- controls -------------------------------------------------------------------------------------------------------

    makeControls() {
      const { make } = this.frame;
      const button = (text, className, act) => make("button", { type: "button", className, onclick: () => this.wake().then(act, () => {}) }, text);
      const group = (label, className, all) => make("div", { className, role: "group", "aria-label": label }, make("span", { className: "lb-label" }, label), ...all);
      this.glasses = Object.entries(glassesOf(this.spec)).map(([name, text]) => button(text, "lb-glasses", () => this.change({ glasses: name })));
      this.arms = this.spec.labels.map((label, k) => this.makeArm(label, k, button));
      this.board = make("div", { className: "lb-board", role: "toolbar", "aria-label": "Prices" }, ...this.arms);
      // The day stays: one compares what two rules say of the same.
      this.players = WHO.map((who) => button(who, "lb-who", () => this.change({ who, long: false })));
      this.goes = button("▶\uFE0E Play", "lb-go", () => this.setPlaying(!this.playing));
      this.slider = make("input", { type: "range", min: 1, max: this.spec.days, step: 1, "aria-label": "day", oninput: () => this.wake().then(() => this.change({ day: Number(this.slider.value) }), () => {}) });
      this.fast = button("10,000 days", "lb-fast", () => this.showLong());
      this.rest = button("Finish for me", "lb-rest", () => this.change({ days: finished(this.state, this.spec), day: this.spec.days }));
      this.progress = make("progress", { max: 1, value: 0, "aria-label": "runs finished" });
      const panels = this.figure.querySelector(".lb-panels");
      // Numbers and glasses side by side, where there is room.
      const numbers = this.figure.querySelector(".lb-numbers");
      const head = make("div", { className: "lb-head" });
      numbers.before(head);
      head.append(numbers, group("glasses", "lb-row lb-row-glasses", this.glasses));
      panels.after(this.board);
      this.after = make("div", { className: "lb-after" },
        group("who", "lb-row lb-row-who", this.players),
        make("div", { className: "lb-row lb-row-day" }, this.goes, this.slider, this.fast, this.progress));
      this.buttons.after(this.after, this.figure.querySelector(".lb-wide"));
      const open = isOpen(this.spec);
      this.buttons.prepend(button(open ? "Other luck" : "New season", "lb-new", () => this.begin(next(this.state, this.spec))), this.rest);
      this.buttons.querySelector(".lb-reset").textContent = open ? "Again" : "Same season";
      this.makeTable();
      this.status.dataset.longest = words.longest(this.spec);
    }

    makeArm(label, k, button) {
      const arm = button("", "lb-arm", () => this.play(k));
      arm.append(this.frame.make("span", { className: "lb-price" }, label), this.frame.make("span", { className: "lb-count" }));
      arm.setAttribute("aria-keyshortcuts", k + 1);
      arm.tabIndex = k === 0 ? 0 : -1;
      const look = (at) => () => this.point(at);
      arm.addEventListener("focus", look(k));
      arm.addEventListener("blur", look(-1));
      arm.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && this.point(k));
      arm.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.point(-1));
      return arm;
    }

    makeTable() {
      const { make } = this.frame;
      const head = make("thead", {}, make("tr", {}, ...words.COLUMNS.map((text) => make("th", { scope: "col" }, text))));
      const rows = WHO.map((who) => make("tr", {}, make("th", { scope: "row", className: who === "You" ? "lab-you" : `lab-p${RIVALS.indexOf(who)}` }, who), ...words.COLUMNS.slice(1).map(() => make("td"))));
      const table = this.figure.querySelector(".lb-results");
      table.textContent = "";
      table.append(head, make("tbody", {}, ...rows));
      this.cells = rows.map((row) => [...row.querySelectorAll("td")]);
    }

    press(event) {
      const { ctrlKey, altKey, metaKey, key, target, repeat } = event;
      if (ctrlKey || altKey || metaKey) return;
      const here = this.arms.indexOf(target);
      const digit = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
      if (this.arms[digit]) {
        this.focusArm(digit);
        // A key held down is one day: no day can be taken back.
        if (!repeat) this.wake().then(() => this.play(digit), () => {});
      } else if (here >= 0 && key in STEPS) {
        this.focusArm(Math.min(Math.max(here + STEPS[key], 0), this.arms.length - 1));
      } else if (!(here >= 0 && key === "Enter" && repeat)) {
        return;
      }
      event.preventDefault();
    }

    focusArm(k) {
      this.arms.forEach((arm, i) => (arm.tabIndex = i === k ? 0 : -1));
      this.arms[k].focus({ preventScroll: true });
    }

    point(k) {
      this.pointed = k;
      this.refresh();
    }

    // ---- days -----------------------------------------------------------------------------------------------------------

    get over() {
      return isOver(this.state, this.spec);
    }

    play(k) {
      if (this.over) return;
      this.note = "";
      this.change({ days: `${this.state.days}${k + 1}` });
    }

    begin({ season, seed }) {
      this.change({ season, seed, days: this.spec.view?.days ?? "", who: "You", day: this.spec.days, long: false });
    }

    restart() {
      this.wake().then(() => this.begin(this.state), () => {});
    }

    // A part of the state.
    change(changes) {
      if (!("day" in changes) || "who" in changes) this.pause();
      this.state = { ...this.state, ...changes };
      this.note = "";
      this.settle(true);
    }

    show(state, note = "") {
      this.pause();
      this.state = state;
      this.note = note;
      this.settle(true);
      if (state.long) this.playLong();
    }

    settle(animated) {
      const { knows, state } = this;
      const stays = ["season", "seed", "days"].every((name) => knows?.[name] === state[name]);
      if (!stays || knows.lipschitz !== lipschitzOf(state, this.spec)) this.learn();
      this.longRun.fit(this.state);
      this.undressed = true;
      this.glide(animated);
    }

    // What the engine says of the days; of the rivals once the season is over.
    learn() {
      const { state, spec } = this;
      this.knows = { season: state.season, seed: state.seed, days: state.days, lipschitz: lipschitzOf(state, spec), ...known(state, spec) };
      this.figure.dispatchEvent(new Event("lb-results", { bubbles: true }));
    }

    // A rule's days, one after the other.
    setPlaying(on) {
      clearTimeout(this.playing);
      this.playing = undefined;
      if (on) {
        if (this.state.day >= this.spec.days) this.state = { ...this.state, day: 1 };
        this.tick();
      }
      this.settle(false);
    }

    tick() {
      const { arms } = this.looked();
      const { day } = this.state;
      const other = day < 2 || arms[day - 1] !== arms[day - 2];
      this.playing = setTimeout(() => {
        if (this.state.day >= this.spec.days) {
          this.setPlaying(false);
          return;
        }
        this.change({ day: this.state.day + 1 });
        this.tick();
      }, other ? PAUSE_MS.other : PAUSE_MS.same);
    }

    pause() {
      clearTimeout(this.playing);
      this.playing = undefined;
      this.undressed = true;
    }

    close() {
      super.close();
      this.pause();
      this.longRun.stop();
    }

    // ---- ten thousand days ----------------------------------------------------------------------------------------------

    showLong() {
      this.change({ long: true });
      this.playLong();
    }

    playLong() {
      if (!this.longRun.key) this.longRun.start(this.state, this.spec);
      this.refresh();
    }

    longChanged(/** @type {Error | undefined} */ error) {
      if (error) this.note = `That cannot be played: ${error.message}.`;
      if (error || this.longRun.done) {
        for (const { resolve, reject } of this.awaited.splice(0)) {
          if (error) reject(error);
          else resolve(undefined);
        }
        this.figure.dispatchEvent(new Event("lb-results", { bubbles: true }));
      }
      const now = performance.now();
      if (!error && !this.longRun.done && now - (this.streamed ?? 0) < STREAM_MS) return;
      this.streamed = now;
      this.undressed = true;
      this.refresh();
    }

    summaries() {
      return this.longRun.summaries(this.knows.truth);
    }

    // ---- what is shown --------------------------------------------------------------------------------------------------

    // The days of whoever is looked at.
    looked() {
      const { who } = this.state;
      return who === "You" ? this.knows.mine : this.knows.rivals[who];
    }

    // How many of these days are shown: of a rule, those before the day that it is asked about, and that one.
    get until() {
      return this.over && !isOpen(this.spec) ? this.state.day : this.state.days.length;
    }

    target() {
      if (!this.knows) {
        this.learn();
        this.undressed = true;
      }
      const { state, spec } = this;
      const titles = words.titles(state, spec);
      if (state.long) return this.longTarget(titles);
      const all = this.looked();
      const found = this.until === all.arms.length ? all : account(state, spec, all.arms.slice(0, this.until));
      const last = all.arms[this.until - 1] ?? -1;
      this.found = found;
      this.hot = this.pointed >= 0 ? this.pointed : last;
      const paid = paidAt(all.arms, found);
      const shown = { titles, truth: this.over || isOpen(spec) ? this.knows.truth : undefined, long: false };
      return state.who === "You" ? { ...shown, ...ofMine(state, found, paid), hot: this.hot } : this.rivalTarget({ ...shown, paid }, all.steps[this.until - 1]);
    }

    // What a rule saw before it chose: averages, and ceilings if it has any; those that it chose among stand out.
    rivalTarget({ paid, ...shown }, { arm, rule, plays, averages, indexes, candidates }) {
      const known = averages.map((average, k) => (plays[k] > 0 ? average : undefined));
      const estimates = rule === "average" || !indexes ? undefined : indexes;
      const colour = `lab-p${RIVALS.indexOf(this.state.who)}`;
      const looksOf = (k) => (k === arm || candidates.includes(k) ? colour : `${colour} lab-dim`);
      return { ...shown, low: [], high: [], looks: "", seen: { paid, averages: known, estimates, looksOf }, hot: arm };
    }

    longTarget(titles) {
      const all = this.summaries();
      const count = this.spec.labels.length;
      const ends = all.flatMap(({ summary }) => (summary ? summary.ends.map((each) => each / summary.count) : Array(count).fill(0)));
      return { titles, long: true, ends, count, truth: this.knows.truth, notes: all.map(({ summary }) => words.ofNote(summary)) };
    }

    scene(numbers) {
      return scene(numbers, this.size);
    }

    paint() {
      super.paint();
      if (this.undressed) {
        this.undressed = false;
        this.dress();
        this.speak();
      }
      this.sayPrice();
    }

    // Whatever is neither picture nor sentence.
    dress() {
      const { state, spec, over } = this;
      this.link.href = `#${this.figure.id}?${queryOf(state, spec)}`;
      if (this.ready) this.figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
      const press = (element, on) => element.setAttribute("aria-pressed", String(on));
      this.glasses.forEach((each, i) => {
        press(each, Object.keys(glassesOf(spec))[i] === state.glasses);
        // A rule has ceilings of its own.
        each.disabled = state.long || state.who !== "You";
      });
      this.figure.classList.toggle("lb-over", over);
      // Where the truth is open it is no game: nobody else plays, and there are no scores.
      this.after.hidden = this.figure.querySelector(".lb-wide").hidden = isOpen(spec);
      this.players.forEach((each, i) => {
        press(each, over && !state.long && WHO[i] === state.who);
        each.disabled = !over;
      });
      press(this.fast, state.long);
      this.fast.disabled = !over;
      this.goes.disabled = this.slider.disabled = !over || state.long;
      this.rest.disabled = over;
      this.slider.value = this.until;
      this.slider.setAttribute("aria-valuetext", `day ${this.until}`);
      this.frame.say(this.goes, this.playing ? "Pause" : "▶\uFE0E Play");
      this.align();
      if (this.knows) this.dressArms();
      else if (state.days === "") this.frame.say(this.status.firstElementChild, words.ofSeason(state, spec, { arms: [] }));
      if (this.knows) this.fillTable();
      else for (const cell of this.cells.flat()) cell.textContent = "–";
    }

    // A button under each column of the picture.
    align() {
      if (!this.size) return;
      const { left, right } = layout(this.size, this.spec.labels.length);
      this.board.style.padding = `0 ${this.size.width - right}px 0 ${left}px`;
    }

    dressArms() {
      const { mine: found, truth: shares } = this.knows;
      this.arms.forEach((arm, k) => {
        const text = this.over ? words.percent(shares.theta[k]) : found.plays[k] > 0 ? `${found.sums[k]} of ${found.plays[k]}` : "–";
        this.frame.say(arm.querySelector(".lb-count"), text);
        // Not the property `disabled`: that would take the focus away.
        arm.setAttribute("aria-disabled", String(this.over));
        arm.setAttribute("aria-label", words.price(this.state, this.spec, found, k, this.over ? shares : undefined));
        arm.classList.toggle("lb-best", this.over && shares.best.includes(k));
      });
    }

    fillTable() {
      const { rivals, truth: shares, mine: found } = this.knows;
      const all = this.summaries();
      WHO.forEach((who, i) => {
        const cells = words.row(shares, this.over ? (who === "You" ? found : rivals[who]) : undefined, all[i].summary);
        cells.forEach((text, column) => this.frame.say(this.cells[i][column], text));
      });
      this.progress.value = this.longRun.key ? 1 - this.longRun.left / (RUNS * WHO.length) : 0;
    }

    speak() {
      const all = this.numbers(this.found);
      all.forEach((text, i) => this.frame.say(this.figure.querySelectorAll(".lb-number")[i], text));
      const covered = lipbandits.predictions?.of(this.figure)?.covered;
      this.say(words.sentence(this.state, this.spec, this.knows, this.summaries(), covered));
    }

    numbers(found) {
      const { state, spec } = this;
      if (state.long) return [`${words.whole(LONG)} days`, `${words.count(this.longRun.runs.get("Greedy")?.length ?? 0, "run")} of ${RUNS}`, ""];
      const left = this.over ? `${words.lostOf(found)} lost` : `${spec.days - this.until} to go`;
      return [`day ${this.until} of ${spec.days}`, `good days ${found.reward}`, left];
    }

    // Of the price that is looked at.
    sayPrice() {
      const { state, spec, knows } = this;
      const silent = state.long || state.who !== "You";
      const text = silent ? "" : this.hot < 0 ? "Point at a price, or tap it, to read what is known of it." : words.price(state, spec, knows.mine, this.hot, this.over ? knows.truth : undefined);
      this.frame.say(this.figure.querySelector(".lb-of-arm-words"), text);
    }

    // ---- links and scripts ----------------------------------------------------------------------------------------------

    parse(query) {
      return parse(query, this.spec);
    }

    plainState() {
      return Object.fromEntries(PARTS.map((name) => [name, this.state[name]]));
    }

    asked(changes) {
      if (changes === null || typeof changes !== "object") throw new TypeError(`changes: ${changes}; expected {${PARTS.join(", ")}}`);
      for (const name of Object.keys(changes)) if (!PARTS.includes(name)) throw new TypeError(`${name}: unknown; expected ${PARTS.join(", ")}`);
      const state = { ...this.state, ...changes };
      check(state, this.spec);
      return state;
    }

    async set(changes = {}) {
      await this.wake();
      const state = this.asked(changes);
      this.touched = true;
      this.show(state);
      // At once: in a tab that nobody looks at there is no next frame.
      this.finish();
    }

    async playPrice(price) {
      await this.wake();
      const { prices, days } = this.spec;
      const k = prices.indexOf(price);
      if (k < 0) throw new RangeError(`price: ${String(price)}; expected one of ${prices.join(", ")}`);
      if (this.over) throw new RangeError(`price: ${price} on day ${days + 1}; expected a day before the last of ${days} is played`);
      this.play(k);
      this.finish();
      const { paid } = this.knows.mine;
      return { day: paid.length, price, good: paid[paid.length - 1] === 1 };
    }

    plainScore({ arms, paid, plays, reward, regret }) {
      return { days: arms.map((k, n) => ({ price: this.spec.prices[k], good: paid[n] === 1 })), plays, good: reward, regret };
    }

    // The days so far and what they leave possible; the rules' days, once the season is over, and what was played of ten thousand.
    async results() {
      await this.wake();
      this.finish();
      const { mine: found, rivals } = this.knows;
      const others = Object.fromEntries(Object.entries(rivals).map(([name, each]) => [name, this.plainScore(each)]));
      const long = this.summaries().filter(({ summary }) => summary).map(({ who, summary: { count, wrong, ends, lost } }) => [who, { runs: count, wrong, ends, lost }]);
      return { ...this.plainScore(found), own: found.own, all: found.all, rivals: others, long: Object.fromEntries(long) };
    }

    // Ten thousand days, to their end.
    async run() {
      await this.wake();
      if (!this.over) throw new Error(`days: ${this.state.days.length} of ${this.spec.days} are played; ten thousand come after the last`);
      this.showLong();
      if (!this.longRun.done) await new Promise((resolve, reject) => this.awaited.push({ resolve, reject }));
      return (await this.results()).long;
    }

    python() {
      return lipbandits.ferryTake.python(this.state, this.spec);
    }

    table() {
      this.finish();
      return lipbandits.ferryTake.table(this.state, this.spec, this.knows.mine, this.knows.rivals);
    }
  }

  // The first state without a page: its picture as text, its words, and how the rules end.
  function still(spec, size) {
    const state = { ...spec.start };
    const shares = truth(state, spec);
    const rows = RIVALS.map((name) => [name, ...words.row(shares, rival(state, spec, name))]);
    const lost = rows.map(([name, , regret]) => `${name} ${regret}`);
    const found = mine(state, spec);
    const hot = found.arms[found.arms.length - 1] ?? -1;
    const open = isOpen(spec);
    const picture = { titles: words.titles(state, spec), hot, truth: open ? shares : undefined, long: false, ...ofMine(state, found, paidAt(found.arms, found)) };
    return {
      picture: lipbandits.draw.toText(scene(picture, size)),
      words: {
        status: open ? words.sentence(state, spec, { mine: found, truth: shares, rivals: {} }, []) : `A game of ${spec.days} days, which needs scripts. On the rewards of its first season the rules lose so many good days: ${lost.join(", ")}.`,
        numbers: [`day ${found.arms.length} of ${spec.days}`, `good days ${found.reward}`, `${spec.days - found.arms.length} to go`], arm: "Buttons or keys 1 to 9 charge the prices.", state, table: [words.COLUMNS, ...rows],
      },
    };
  }

  lipbandits.Ferry = Ferry;
  lipbandits.stills.ferry = still;
  lipbandits.labs.define("ferry", Ferry);
})();
