// The game: the reader plays a bandit whose rewards were drawn in advance. Each figure.lb-game holds its tables as JSON,
// with what the policies earned on them; this script makes the board, and counts the reader's own days and regret.
"use strict";
(() => {
  // Each arrow key moves one price: the board is a row, and a column on a phone.
  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

  function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }
  function makeButton(properties, ...children) {
    const button = make("button", { type: "button", ...properties }, ...children);
    // In a notebook, keys such as x, which cuts a cell, would otherwise reach it from here.
    button.setAttribute("data-lm-suppress-shortcuts", "true");
    return button;
  }
  function fill(element, ...children) {
    element.textContent = "";
    element.append(...children);
  }
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const percent = (share) => `${Math.round(100 * share)} %`;
  const listed = (words) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

  /**
   * What a player earned on a table.
   * @typedef {{ name: string, plays: number[], good: number, regret: number }} Score
   */
  /**
   * The rewards of an arm are a letter a play, 1 for a good day.
   * @typedef {{ theta: number[], rewards: string[], rivals: Score[] }} Table
   */

  class Game {
    constructor(figure) {
      this.figure = figure;
      // To link to; a page may have two games.
      for (let copy = 1; !figure.id; copy++) {
        const id = copy === 1 ? "game" : `game-${copy}`;
        if (!document.getElementById(id)) figure.id = id;
      }
      /** @type {{ days: number, labels: string[], tables: Table[] }} */
      const { days, labels, tables } = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
      this.days = days;
      this.labels = labels;
      this.tables = tables;
      this.number = 0;
      this.table = tables[0];
      this.plays = labels.map(() => 0);
      this.good = labels.map(() => 0);
      this.best = 0;
      this.arms = this.labels.map((label, k) => this.makeArm(k));
      this.board = make("div", { className: "lb-board" }, ...this.arms.map((arm) => arm.button));
      this.board.setAttribute("role", "group");
      this.board.setAttribute("aria-label", "Prices");
      this.status = this.makeLive("lb-status");
      this.status.dataset.longest = this.sentence(this.labels[this.labels.length - 1], false, this.days, this.days, this.days, this.days);
      this.place = make("span", { className: "lb-place" });
      this.verdict = this.makeLive("lb-verdict");
      this.scores = make("div", { className: "lb-scores" });
      const buttons = make("div", { className: "lb-buttons" },
        makeButton({ onclick: () => this.begin(this.number) }, "Same rewards again"),
        makeButton({ onclick: () => this.begin((this.number + 1) % this.tables.length) }, "New table"),
        this.place);
      this.begin(0);
      const [lowest, highest] = [this.labels[0], this.labels[this.labels.length - 1]];
      const keys = `Keys 1 to ${this.labels.length} charge ${lowest} to ${highest}; arrow keys move.`;
      // Last of all: whatever fails before it, the sentence stays that stands there without scripts.
      figure.querySelector(".lb-still").replaceWith(
        buttons, this.board, make("p", { className: "lb-keys" }, keys), this.status,
        make("div", { className: "lb-result" }, this.verdict, this.scores));
      figure.addEventListener("keydown", (event) => this.press(event));
    }

    makeArm(k) {
      const [truth, dots, counted, share] = ["lb-truth", "lb-dots", "lb-count", "lb-share"].map((className) =>
        make("span", { className }));
      const price = make("span", { className: "lb-price" }, this.labels[k]);
      const button = makeButton({ className: "lb-arm", onclick: () => this.pull(k) },
        make("span", { className: "lb-days" }, truth, dots), price, counted, share);
      button.setAttribute("aria-keyshortcuts", k + 1);
      return { button, dots, counted, share };
    }

    makeLive(className) {
      const line = make("p", { className }, make("span"));
      line.setAttribute("aria-live", "polite");
      return line;
    }

    begin(number) {
      this.number = number;
      this.table = this.tables[number];
      this.best = Math.max(...this.table.theta);
      this.plays = this.labels.map(() => 0);
      this.good = this.labels.map(() => 0);
      for (const { button, dots } of this.arms) {
        fill(dots);
        button.classList.remove("lb-best");
        button.removeAttribute("aria-disabled");
      }
      this.figure.classList.remove("lb-over");
      fill(this.scores);
      this.say(this.verdict, "");
      this.place.textContent = `Table ${number + 1} of ${this.tables.length}`;
      this.arms.forEach((arm, k) => this.dress(k));
      this.say(this.status, `Table ${number + 1} is new: ${this.days} days to go. Which price today?`);
    }

    get played() {
      return sum(this.plays);
    }

    pull(k) {
      if (this.played === this.days) return;
      const isGood = this.table.rewards[k][this.plays[k]] === "1";
      this.plays[k] += 1;
      this.good[k] += Number(isGood);
      this.arms[k].dots.append(make("span", { className: isGood ? "lb-good" : "lb-bad" }));
      const now = [this.labels[k], isGood, this.good[k], this.plays[k], sum(this.good), this.played];
      this.say(this.status, this.sentence(...now));
      if (this.played === this.days) this.end();
      else this.dress(k);
    }

    sentence(label, isGood, good, plays, allGood, day) {
      const now = `Day ${day} of ${this.days}: ${label}, a ${isGood ? "good" : "bad"} day.`;
      return `${now} Good days at ${label}: ${good} of ${plays}. In all: ${allGood} of ${day}.`;
    }

    // What an arm shows and is called: counts, and at the end the truth.
    dress(k) {
      const { button, counted, share } = this.arms[k];
      const over = this.played === this.days;
      const isBest = this.table.theta[k] === this.best;
      counted.textContent = this.plays[k] ? `${this.good[k]} of ${this.plays[k]}` : "–";
      share.textContent = over ? `${isBest ? "★ " : ""}${percent(this.table.theta[k])}` : "";
      const truth = over ? `; true share ${percent(this.table.theta[k])}${isBest ? ", the best" : ""}` : "";
      const seen = `pulled ${count(this.plays[k], "time")}, ${count(this.good[k], "good day")}`;
      button.setAttribute("aria-label", `${this.labels[k]}: ${seen}${truth}`);
    }

    end() {
      this.figure.classList.add("lb-over");
      this.arms.forEach(({ button }, k) => {
        // Not the property `disabled`: that would take the focus away.
        button.setAttribute("aria-disabled", "true");
        button.style.setProperty("--lb-theta", this.table.theta[k]);
        button.classList.toggle("lb-best", this.table.theta[k] === this.best);
        this.dress(k);
      });
      const regret = sum(this.plays.map((n, k) => n * (this.best - this.table.theta[k])));
      const you = { name: "You", plays: this.plays, good: sum(this.good), regret };
      fill(this.scores, this.makeScores([you, ...this.table.rivals]));
      this.say(this.verdict, this.compare(you));
    }

    makeScores(players) {
      const best = this.labels.filter((label, k) => this.table.theta[k] === this.best);
      const atBest = (plays) => sum(plays.filter((n, k) => this.table.theta[k] === this.best));
      const row = (tag, cells) => make("tr", {}, ...cells.map((text, i) => {
        const cell = make(i === 0 ? "th" : tag, {}, text);
        if (cell.tagName === "TH") cell.scope = tag === "th" ? "col" : "row";
        return cell;
      }));
      const heads = ["player", "good days", "regret", `days at ${listed(best)}`];
      const rows = players.map(({ name, plays, good, regret }) => row("td", [name, good, regret.toFixed(1), atBest(plays)]));
      return make("table", {}, make("caption", {}, `Table ${this.number + 1}: ${this.days} days on the same rewards`),
        make("thead", {}, row("th", heads)), make("tbody", {}, ...rows));
    }

    // Compared as they are written: a difference that is not shown is none.
    compare({ regret }) {
      const mine = Number(regret.toFixed(1));
      const those = (holds, words) => {
        const names = this.table.rivals.filter((rival) => holds(Number(rival.regret.toFixed(1)))).map(({ name }) => name);
        return names.length ? [`${words} ${listed(names)}`] : [];
      };
      const parts = [
        ...those((theirs) => theirs > mine, "less than"),
        ...those((theirs) => theirs === mine, "as much as"),
        ...those((theirs) => theirs < mine, "more than"),
      ];
      const best = listed(this.labels.filter((label, k) => this.table.theta[k] === this.best));
      return `The ${this.days} days are over. The best price was ${best}, with ${percent(this.best)} good days. ` +
        `Your regret is ${regret.toFixed(1)}: ${parts.join(", ")}. But ${this.days} days are few, and one run is mostly luck: ` +
        "on other rewards the order may well be another.";
    }

    press(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const here = this.arms.findIndex(({ button }) => button === event.target);
      const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
      if (this.arms[digit]) {
        this.arms[digit].button.focus();
        // A key held down is one day: no day can be taken back.
        if (!event.repeat) this.pull(digit);
      } else if (here >= 0 && event.key in STEPS) {
        const there = Math.min(Math.max(here + STEPS[event.key], 0), this.arms.length - 1);
        this.arms[there].button.focus();
      } else if (!(here >= 0 && event.key === "Enter" && event.repeat)) {
        return;
      }
      event.preventDefault();
    }

    say(line, text) {
      line.firstElementChild.textContent = text;
    }
  }

  function begin() {
    // In a notebook this script comes with every game, also with the second one.
    for (const figure of document.querySelectorAll("figure.lb-game:not([data-ready])")) {
      figure.setAttribute("data-ready", "");
      new Game(figure);
    }
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
