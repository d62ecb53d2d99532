// The lab on lock-in: one run of CKL-UCB in fast-forward, with the evidence that shuts an arm out. It is the steps lab on another
// scale: lockin_picture.js draws, lockin_words.js speaks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Lockin) return;
  const { stateOf, steppedOf, Film } = lipbandits.stepsStates;
  // Stops of the slider, evenly spaced on the logarithm of rounds.
  const STOPS = 240;
  const roundOf = (stop, horizon) => Math.round(horizon ** (stop / STOPS));
  const nearestStop = (round, horizon) => (horizon > 1 ? Math.round((STOPS * Math.log(round)) / Math.log(horizon)) : 0);
  // The whole film, where the machine keeps up.
  const FILM_MS = 5000;
  const FRAME_MS = 33;
  const NONE = { leader: [], index: [], evidence: [], level: [] };

  // What is known of the rounds before: marks, and at each who led, the evidence against an arm, the level. `known` is what was found
  // before; only what is new of the same run and arm is computed.
  function pastOf({ run, key }, { round, k, marks }, /** @type {any} */ known) {
    const there = Math.min(run.counted.length, marks.filter((mark) => mark < round).length);
    const kept = known?.key === key && known.k === k ? known : { key, k, rows: NONE };
    const from = kept.rows.level.length;
    const fresh = there > from ? run.against({ k, marks: Array.from({ length: there - from }, (_, i) => from + i) }) : NONE;
    const rows = Object.fromEntries(Object.keys(NONE).map((name) => [name, [...kept.rows[name], ...fresh[name]]]));
    return { key, k, rows, there };
  }

  // As much of it as lies before a round.
  function cut({ rows, there }, { marks, counted }) {
    return { marks: marks.slice(0, there), counted, rows: Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.slice(0, there)])) };
  }

  function levelEnd({ f, theta, horizon }) {
    const { length } = theta;
    const [level] = lipbandits.engine.levels({ factor: lipbandits.playedStates.FACTORS[f](length), arms: length, marks: [horizon] });
    return Math.max(level, 1);
  }

  class Lockin extends lipbandits.Stepping {
    sliderOfRounds() {
      return this.slider("round", "round n", { min: 0, max: STOPS, step: 1 }, (stop) => this.scrub(roundOf(stop, this.state.horizon)));
    }

    controls() {
      const lengths = { 10000: "10,000 rounds", 100000: "100,000 rounds", 500000: "500,000 rounds", 1000000: "1,000,000 rounds" };
      return [
        this.choice("T", "a run of", lengths, (T) => this.wake().then(() => this.change({ horizon: Number(T), round: Math.min(this.state.round, Number(T)) }), () => {})),
        this.sliderOfArms(), this.sliderOfL(), ...this.controlsOfRules(),
      ];
    }

    shown() {
      const { round, horizon } = this.state;
      const found = { ...super.shown(), round: [nearestStop(round, horizon), lipbandits.stepsWords.whole(round)] };
      this.fields.round.field.max = STOPS;
      return found;
    }

    // To the next round that the slider stops at.
    walk(by) {
      this.wake().then(() => {
        this.pause();
        const { round, horizon } = this.state;
        let stop = nearestStop(round, horizon) + by;
        while (stop > 0 && stop < STOPS && Math.sign(roundOf(stop, horizon) - round) !== by) stop += by;
        this.goToRound(roundOf(Math.min(STOPS, Math.max(0, stop)), horizon));
      }, () => {});
    }

    tick() {
      const { round, horizon } = this.state;
      if (round >= horizon && this.there) {
        this.pause();
        return;
      }
      this.playing = setTimeout(() => this.tick(), FRAME_MS);
      const faster = Math.exp((FRAME_MS * Math.log(horizon)) / FILM_MS);
      if (this.there) this.goToRound(this.isCalm() ? horizon : Math.ceil(round * faster + 0.5));
    }

    find(round) {
      const { run } = this.film;
      this.seen = run.recall(round);
      this.shows = { ...this.state, round };
      this.weighedFor = undefined;
    }

    // Of the arm that is looked at.
    remember(k) {
      const { horizon } = this.state;
      if (this.marksFor !== horizon) {
        this.marks = lipbandits.engine.marks(horizon);
        this.marksFor = horizon;
      }
      this.known = pastOf(this.film, { round: this.shows.round, k, marks: this.marks }, this.known);
      return cut(this.known, { marks: this.marks, counted: this.film.run.counted });
    }

    layout() {
      return lipbandits.lockinPicture.layout(this.size, this.state.horizon);
    }

    scene(numbers) {
      return lipbandits.lockinPicture.scene(numbers, this.size);
    }

    drawn(hot) {
      return lipbandits.lockinPicture.drawn(super.drawn(hot), { ...this.remember(hot), levelEnd: levelEnd(this.state) });
    }

    roundAt({ on, x, y }) {
      return lipbandits.lockinPicture.roundAt(on, x, y);
    }

    speak() {
      const { numbers, words } = lipbandits.lockinWords;
      const all = numbers(this.shows, this.seen);
      this.sayNumbers(all);
      if (this.there) this.say(words(this.shows, this.seen, this.remember(this.state.k), this.state.k), `${all.join(", ")}.`);
      else this.frame.say(this.status.firstElementChild, lipbandits.stepsWords.playing(this.state, this.film.run.rounds));
    }

    found() {
      if (!this.isThere()) throw new Error("this run is still being played");
      this.find(this.state.round);
      const { marks, rows, counted } = this.remember(this.state.k);
      return { ...this.seen, marks, leaders: rows.leader, leaderIndexes: rows.index, evidence: rows.evidence, levels: rows.level, playsOfArm: marks.map((_, m) => counted[m][this.state.k]) };
    }

    // A row for each round at which counts are kept.
    table() {
      const found = this.found();
      const { list } = lipbandits.take;
      const { theta, arms, ...others } = this.plainState();
      const head = [
        ["theta", list(theta)], ["arms", list(arms)], ...Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]),
        ["plays", list(found.plays)], ["played", String(found.arm)], ["rule", found.rule],
      ];
      const columns = ["round", "leader", "index of the leader", "evidence against the arm", "level", "plays of the arm"];
      const rows = found.marks.map((mark, m) => [mark, found.leaders[m], found.leaderIndexes[m], found.evidence[m], found.levels[m], found.playsOfArm[m]]);
      return { head, columns, rows };
    }
  }

  // A state without a page: its picture as text, and its words.
  function stillOf(state, size) {
    const film = new Film();
    film.fit(state);
    film.reach(state.round, 1e5);
    const found = film.run.recall(state.round);
    const { k, theta } = state;
    const marks = lipbandits.engine.marks(state.horizon);
    const past = cut(pastOf(film, { round: state.round, k, marks }, undefined), { marks, counted: film.run.counted });
    const numbers = lipbandits.stepsPicture.drawn(state, found, { hot: k, evidence: undefined, history: { played: [], rules: [] }, size });
    return {
      picture: lipbandits.draw.toText(lipbandits.lockinPicture.scene(lipbandits.lockinPicture.drawn(numbers, { ...past, levelEnd: levelEnd(state) }), size)),
      words: {
        status: lipbandits.lockinWords.words(state, found, past, k), numbers: lipbandits.lockinWords.numbers(state, found),
        arm: lipbandits.stepsWords.arm(state, found, k, undefined), now: theta[k],
        state: { ...lipbandits.meansStates.plainOf(state), ...steppedOf(state) },
      },
    };
  }

  lipbandits.Lockin = Lockin;
  Object.assign(Lockin, { still: stillOf });
  lipbandits.stills.lockin = ({ shapes, start }, size) => stillOf(stateOf("lockin", shapes, start), size);
  lipbandits.labs.define("lockin", Lockin);
})();
