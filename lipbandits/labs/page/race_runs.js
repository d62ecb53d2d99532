// The runs of a race: which are wanted, which are there, what they say together. It knows no picture; the page's crew plays.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.RaceRuns) return;
  // Enough of the marks for a curve, as Regret.thinned has them.
  const SHOWN = 64;
  // A trial of a policy, to say how long all of its runs will take. What its rounds cost falls while it goes on, since compiled code
  // becomes faster, and leaders are played in streaks: the last part of it counts.
  const TRIAL_MS = 240;
  // A round costs a microsecond or two, but for programs.
  const ROUND_MS = 2e-3;
  const LATER_MS = 300;

  function thinned(count) {
    const places = Array.from({ length: SHOWN }, (_, i) => Math.round((i * (count - 1)) / (SHOWN - 1)));
    return count <= SHOWN ? Array.from({ length: count }, (_, i) => i) : [...new Set(places)];
  }

  // The most played arm's gap is what a run ends with; means within rounding of the best are best.
  const isWrong = (theta, arm) => Math.max(...theta) - theta[arm] > 1e-9;

  // What each of some runs has, in one row.
  function rowOf(runs, what) {
    const { length } = runs[0][what];
    const row = new Float64Array(runs.length * length);
    runs.forEach((run, r) => row.set(run[what], r * length));
    return row;
  }

  // What a kind of lab says of its runs: what they depend on, what the engine needs for one, and how often one ends on a wrong arm.
  const RACE = {
    ...lipbandits.raceStates,
    wrongOf: ({ theta }, { mostPlayed }) => Number(isWrong(theta, mostPlayed)),
  };

  class RaceRuns {
    /** heard: called with what has changed, "runs", "done", "again", "halted" by another state, or an error. */
    constructor(owner, heard, { keyOf, workOf, wrongOf } = RACE) {
      this.keyOf = keyOf;
      this.workOf = workOf;
      this.wrongOf = wrongOf;
      this.owner = owner;
      this.heard = heard;
      /** @type {Map<string, any>} */
      this.entries = new Map();
      /** @type {any} */
      this.state = undefined;
      this.left = 0;
      /** @type {any} */
      this.fresh = this.later = this.round = undefined;
      this.paused = this.comparing = false;
      /** @type {any} */
      this.rates = {};
    }

    get going() {
      return this.left > 0;
    }

    // ---- what is wanted ---------------------------------------------------------------------------------------------------

    // Forgets what another state is about. A race that goes on does so with other policies or another number of runs, and ends where
    // what it plays is another one.
    fit(state) {
      const before = this.state;
      const isOf = (name) => state.policies.includes(name) && this.entries.get(name)?.key === this.keyOf(state, name);
      const gone = [...this.entries.keys()].filter((name) => !isOf(name));
      for (const name of gone) this.entries.delete(name);
      this.state = state;
      if (!before) return;
      const kept = state.policies.filter((name) => before.policies.includes(name));
      const moved = gone.length > 0 || kept.length < state.policies.length || state.runs !== before.runs;
      if (this.going) this.goOn(before, state, kept, moved);
      else if (moved && this.entries.size > 0) this.compareLater();
    }

    goOn(before, state, kept, moved) {
      const same = kept.length > 0 && kept.every((name) => this.keyOf(before, name) === this.keyOf(state, name));
      if (same && !moved) return;
      const { paused } = this;
      this.halt();
      if (!same) {
        this.heard("halted");
        return;
      }
      this.start(state, paused);
    }

    compared() {
      const [, second] = this.ranking();
      const known = (name, kind) => this.count(name) < 2 || this.intervalOf(name, kind) !== undefined;
      return this.ranking().every((name) => known(name)) && (second === undefined || known(second, "lead"));
    }

    // Intervals are of certain runs of certain policies; once these are others, and all rests.
    compareLater() {
      clearTimeout(this.later);
      this.later = setTimeout(() => {
        if (!this.going && !this.comparing && !this.compared()) this.compare();
      }, LATER_MS);
    }

    entryOf(name) {
      const known = this.entries.get(name);
      if (known) return known;
      const marks = lipbandits.engine.marks(this.state.horizon);
      const shown = thinned(marks.length);
      const entry = { policy: name, key: this.keyOf(this.state, name), marks, shown, done: [], whole: 0, thin: new Float64Array(0), plays: [], partial: undefined, spent: 0, rounds: 0 };
      this.entries.set(name, entry);
      return entry;
    }

    // What is to be played still: [name, run], so that all policies come forward together.
    missing(state) {
      const found = [];
      for (let run = 0; run < state.runs; run++) {
        for (const name of state.policies) if (!this.entries.get(name)?.done[run]) found.push([name, run]);
      }
      return found;
    }

    // Paused it begins no job.
    start(state, paused = false) {
      if (this.going || this.comparing) this.halt();
      this.state = state;
      const missing = this.missing(state);
      this.hold(paused && missing.length > 0);
      this.left = missing.length;
      if (this.left === 0) this.compare();
      lipbandits.crew.give(missing.map(([name, run]) => {
        const entry = this.entryOf(name);
        const work = this.workOf(state, name, run, entry.marks);
        return { job: { owner: this.owner, work }, heard: (report) => this.hear(entry, run, report) };
      }));
    }

    hold(on) {
      this.paused = on;
      lipbandits.crew.hold(this.owner, on);
    }

    halt() {
      lipbandits.crew.drop(this.owner);
      clearTimeout(this.later);
      // What is heard of comparisons that were dropped, or will be, is of no interest.
      this.round = {};
      this.left = 0;
      this.paused = this.comparing = false;
      for (const entry of this.entries.values()) entry.partial = undefined;
    }

    // Ends it; says of how many runs all policies that have any are there.
    stop() {
      this.halt();
      const counts = [...this.entries.keys()].map((name) => this.count(name)).filter((count) => count > 0);
      for (const [name, { whole }] of this.entries) if (whole === 0) this.entries.delete(name);
      return counts.length > 0 ? Math.min(...counts) : 0;
    }

    hear(entry, run, report) {
      if (report.again) {
        this.heard("again");
        return;
      }
      if (report.error) {
        this.halt();
        this.heard(new Error(report.error));
        return;
      }
      const { regret, plays, mostPlayed } = report.results;
      if (!report.done) {
        if (!entry.partial || run <= entry.partial.run || entry.done[entry.partial.run]) entry.partial = { run, regret, plays, rounds: report.rounds };
        this.heard("runs");
        return;
      }
      entry.done[run] = { regret: Float64Array.from(regret), plays, mostPlayed };
      while (entry.done[entry.whole]) this.append(entry);
      if (entry.partial?.run === run) entry.partial = undefined;
      entry.spent += report.spent;
      entry.rounds += report.rounds;
      this.left -= 1;
      if (this.left === 0) this.compare();
      this.heard("runs");
    }

    // ---- what they say together -------------------------------------------------------------------------------------------

    count(name) {
      return Math.min(this.entries.get(name)?.whole ?? 0, this.state.runs);
    }

    // Of the finished runs 0, 1, … without a gap: curves at the marks that are shown, mean plays, who ends on a wrong arm; or nothing.
    // While runs stream in, one policy is brought up to date at a time, `fresh`.
    summary(name) {
      const entry = this.entries.get(name);
      const count = entry ? this.count(name) : 0;
      if (count === 0) return undefined;
      if (entry.summary?.count === count) return entry.summary;
      if (this.going && entry.summary && this.fresh !== name) return entry.summary;
      const runs = entry.done.slice(0, count);
      const plays = entry.plays.map((sum, k) => (count === entry.whole ? sum : runs.reduce((all, run) => all + run.plays[k], 0)) / count);
      const wrong = this.wrongIn(runs);
      entry.summary = {
        ...{ count, plays, wrong, marks: entry.shown.map((mark) => entry.marks[mark]), micros: (1000 * entry.spent) / entry.rounds },
        ...lipbandits.engine.summarise({ regret: entry.thin.subarray(0, count * entry.shown.length), runs: count }),
      };
      return entry.summary;
    }

    wrongIn(runs) {
      return runs.reduce((sum, run) => sum + this.wrongOf(this.state, run), 0);
    }

    // The policy whose summary is farthest behind.
    stalest() {
      const behind = (name) => this.count(name) - (this.entries.get(name)?.summary?.count ?? 0);
      return this.state.policies.reduce((one, other) => (behind(other) > behind(one) ? other : one));
    }

    // The next run without a gap: what is shown of it stands in one row with that of those before.
    append(entry) {
      const { regret, plays } = entry.done[entry.whole];
      const { length } = entry.shown;
      const from = entry.whole * length;
      if (entry.thin.length < from + length) {
        const longer = new Float64Array(2 * (from + length));
        longer.set(entry.thin);
        entry.thin = longer;
      }
      for (let m = 0; m < length; m++) entry.thin[from + m] = regret[entry.shown[m]];
      entry.plays = plays.map((count, k) => count + (entry.plays[k] ?? 0));
      entry.whole += 1;
    }

    // The interval of the share of runs that end on a wrong arm; while runs stream in it would be old at once.
    wrongEnds(name) {
      const summary = this.summary(name);
      if (this.going || !summary) return undefined;
      summary.ends = summary.ends ?? lipbandits.engine.share({ hits: summary.wrong, runs: summary.count });
      return summary.ends;
    }

    finals(name, count) {
      const { done, marks } = this.entries.get(name);
      return Float64Array.from({ length: count }, (_, r) => done[r].regret[marks.length - 1]);
    }

    // Policies that have runs, by mean regret at the end.
    ranking() {
      const last = (name) => this.summary(name).mean.slice(-1)[0];
      return this.state.policies.filter((name) => this.count(name) > 0).sort((one, other) => last(one) - last(other));
    }

    // Intervals, once all is played: of each mean, and of what each policy loses more than the one that loses least, in paired runs.
    compare() {
      const ranking = this.ranking();
      const counts = ranking.map((name) => this.count(name));
      const [best] = ranking;
      const asked = ranking.filter((_, i) => counts[i] > 1).map((name) => ({ name, count: this.count(name), other: undefined }));
      const paired = Math.min(...counts);
      if (paired > 1) asked.push(...ranking.slice(1).map((name) => ({ name, count: paired, other: best })));
      const round = (this.round = {});
      let open = asked.length;
      this.comparing = open > 0;
      if (open === 0) this.heard("done");
      lipbandits.crew.give(asked.map(({ name, count, other }) => {
        const entry = this.entries.get(name);
        const zeros = new Float64Array(count);
        const work = { kind: "difference", one: this.finals(name, count), other: other === undefined ? zeros : this.finals(other, count) };
        return { job: { owner: this.owner, work }, heard: (report) => {
          if (round !== this.round || (!report.done && !report.error)) return;
          if (report.done) entry[other === undefined ? "interval" : "lead"] = { ...report.results, count, over: other };
          open -= 1;
          if (open > 0) return;
          this.comparing = false;
          this.heard("done");
        } };
      }));
    }

    // The interval of a mean, or of what a policy loses more than the best one, if it is of these runs.
    intervalOf(name, kind = "interval") {
      const found = this.entries.get(name)?.[kind];
      return found && found.count === this.count(name) && (kind === "interval" || found.over === this.ranking()[0]) ? found : undefined;
    }

    // ---- how long it takes ------------------------------------------------------------------------------------------------

    // At most about so many seconds on one processor for what is missing, before anything was tried.
    guess(state) {
      const roundMs = (name) => ROUND_MS + lipbandits.engine.programMs(name, state.theta.length);
      return this.missing(state).reduce((sum, [name]) => sum + (state.horizon * roundMs(name)) / 1000, 0);
    }

    // About so many seconds for what is missing, by what a round has cost; undefined where a policy was never tried.
    seconds(state) {
      let sum = 0;
      const missing = this.missing(state);
      for (const name of state.policies) {
        const runs = missing.filter(([each]) => each === name).length;
        const rate = this.rateOf(state, name);
        if (runs > 0 && rate === undefined) return undefined;
        sum += runs * state.horizon * (rate ?? 0);
      }
      return sum / 1000 / Math.min(lipbandits.crew.alone ? 1 : lipbandits.crew.size, Math.max(1, missing.length));
    }

    rateOf(state, name) {
      const entry = this.entries.get(name);
      if (entry?.rounds > 0 && entry.key === this.keyOf(state, name)) return entry.spent / entry.rounds;
      return this.rates[this.keyOf(state, name)];
    }

    // Plays each policy for a moment, so that `seconds` can tell; resolves when it can.
    async tryOut(state) {
      const owner = `${this.owner} trial`;
      lipbandits.crew.drop(owner);
      this.rates = {};
      const marks = lipbandits.engine.marks(state.horizon);
      await Promise.all(state.policies.map((name) => new Promise((resolve) => {
        const last = { spent: 0, rounds: 0 };
        const heard = ({ again, error, done, spent, rounds }) => {
          if (again) return;
          if (rounds > last.rounds) this.rates[this.keyOf(state, name)] = (spent - last.spent) / (rounds - last.rounds);
          Object.assign(last, { spent, rounds });
          if (done || error) resolve(undefined);
        };
        lipbandits.crew.give([{ job: { owner, most: TRIAL_MS, work: this.workOf(state, name, 0, marks) }, heard }]);
      })));
    }

    // For good.
    close() {
      this.halt();
      lipbandits.crew.drop(`${this.owner} trial`);
      this.entries.clear();
    }

    // All finished runs as they are, for notebooks and tables.
    raw() {
      const policies = {};
      for (const name of this.state.policies) {
        const count = this.count(name);
        if (count === 0) continue;
        const runs = this.entries.get(name).done.slice(0, count);
        policies[name] = { runs: count, regret: rowOf(runs, "regret"), plays: rowOf(runs, "plays") };
      }
      const marks = Object.keys(policies).length > 0 ? this.entries.get(Object.keys(policies)[0]).marks : [];
      return { marks, policies };
    }
  }

  // All runs of a state, without a lab.
  const played = (state, kit = RACE) => new Promise((resolve) => {
    const runs = new RaceRuns("no lab", (what) => what === "done" && resolve(runs), kit);
    runs.fit(state);
    runs.start(state);
  });

  lipbandits.RaceRuns = Object.assign(RaceRuns, { isWrong, rowOf });
  lipbandits.played = played;
})();
