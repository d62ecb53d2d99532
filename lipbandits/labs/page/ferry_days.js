// What is known of a season: the reader's days and those of the rivals on the same rewards, day by day; and ten thousand days many times
// over, in workers. The engine plays and counts; nothing here knows a picture.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.ferryDays) return;
  const { RIVALS, WHO, isOver, armsOf, lipschitzOf } = lipbandits.ferryStates;
  const LONG = 10000;
  const RUNS = 100;

  const instanceOf = ({ season, seed }, spec) => ({ ...spec.seasons[season - 1], seed });

  // Of some days: what they paid, brought and lost, and the ends of what they leave possible, to whoever believes in the glasses' L.
  function account(state, spec, arms) {
    return lipbandits.engine.account({ ...instanceOf(state, spec), lipschitz: lipschitzOf(state, spec), level: spec.level, played: arms });
  }

  const mine = (state, spec) => ({ ...account(state, spec, armsOf(state.days)), arms: armsOf(state.days) });

  // The days of a rival on the same rewards, and why: {arms, steps, …account}.
  function rival(state, spec, policy) {
    const run = lipbandits.engine.steps({ policy, ...instanceOf(state, spec), marks: [spec.days] });
    const steps = [];
    for (let each = run.step(); each !== null; each = run.step()) steps.push(each);
    run.free();
    const arms = steps.map(({ arm }) => arm);
    return { ...account(state, spec, arms), arms, steps };
  }

  // The season as it ends if the best average is charged from here on, as digits.
  function finished(state, spec) {
    const { plays, sums, arms } = mine(state, spec);
    if (arms.length === spec.days) return state.days;
    const before = arms.length > 0 ? { plays, sums } : undefined;
    const run = lipbandits.engine.run({ policy: "Greedy", ...instanceOf(state, spec), marks: [spec.days], keepPlays: true, before });
    while (!run.advance(spec.days));
    const { played } = run.results;
    run.free();
    return state.days + played.slice(arms.length).map((k) => k + 1).join("");
  }

  // All of a season so far; of the rivals once it is over.
  function known(state, spec) {
    const rivals = isOver(state, spec) ? RIVALS.map((name) => [name, rival(state, spec, name)]) : [];
    return { mine: mine(state, spec), truth: truth(state, spec), rivals: Object.fromEntries(rivals) };
  }

  /** Ten thousand days: each rule from the first day on, and the reader, who goes on by averages, on many rewards. */
  class LongRun {
    /** heard: called when runs have come, or with an error. */
    constructor(owner, heard) {
      this.owner = owner;
      this.heard = heard;
      this.key = "";
      this.left = 0;
      /** @type {Map<string, any[]>} */
      this.runs = new Map();
    }

    get done() {
      return this.key !== "" && this.left === 0;
    }

    // Another season or other days end it.
    fit({ season, seed, days }) {
      if (this.key !== `${season} ${seed} ${days}`) this.stop();
    }

    stop() {
      if (this.key === "") return;
      lipbandits.crew.drop(this.owner);
      this.key = "";
      this.left = 0;
      this.runs.clear();
    }

    start(state, spec) {
      this.stop();
      this.key = `${state.season} ${state.seed} ${state.days}`;
      const { theta, lipschitz, seed } = instanceOf(state, spec);
      const { plays, sums } = mine(state, spec);
      const works = (run) => [
        ["You", { policy: "Greedy", marks: [LONG], before: { plays, sums }, run }],
        ...RIVALS.map((policy) => [policy, { policy, marks: [spec.days, LONG], run }]),
      ];
      const all = Array.from({ length: RUNS }, (_, run) => works(run)).flat();
      this.left = all.length;
      lipbandits.crew.give(all.map(([who, work]) => {
        const job = { owner: this.owner, work: { kind: "run", theta, lipschitz, seed, ...work } };
        return { job, heard: (report) => this.hear(who, report) };
      }));
    }

    hear(who, { error, done, results }) {
      if (error) {
        this.stop();
        this.heard(new Error(error));
      } else if (done) {
        if (!this.runs.has(who)) this.runs.set(who, []);
        this.runs.get(who)?.push(results);
        this.left -= 1;
        this.heard();
      }
    }

    // What the finished runs of a player say: {count, wrong, ends, lost, first}. `ends` counts by price the runs that charge it most;
    // `lost` is the mean regret at the end, `first` that after the season, of rules alone.
    summary(who, { theta, best }) {
      const runs = this.runs.get(who) ?? [];
      if (runs.length === 0) return undefined;
      const marks = runs[0].regret.length;
      const { mean } = lipbandits.engine.summarise({ regret: runs.flatMap(({ regret }) => regret), runs: runs.length });
      const ends = theta.map((_, k) => runs.filter(({ mostPlayed }) => mostPlayed === k).length);
      const wrong = ends.reduce((sum, count, k) => (best.includes(k) ? sum : sum + count), 0);
      return { count: runs.length, wrong, ends, lost: mean[marks - 1], first: marks > 1 ? mean[0] : undefined };
    }

    summaries(truth) {
      return WHO.map((who) => ({ who, summary: this.summary(who, truth) }));
    }
  }

  // Of the true shares the highest, and which prices have it; a difference by rounding is none.
  function truth(state, spec) {
    const { theta } = instanceOf(state, spec);
    const highest = Math.max(...theta);
    return { theta, highest, best: theta.flatMap((share, k) => (highest - share < 1e-9 ? [k] : [])) };
  }

  lipbandits.ferryDays = { LONG, RUNS, account, mine, rival, known, finished, truth, LongRun };
})();
