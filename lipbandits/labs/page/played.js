// Labs with θ in the reader's hand on which policies play: the controls of what these are told, and of the seed.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.Played) return;
  const { LEVELS, MOST } = lipbandits.playedStates;
  const { clamp, digits } = lipbandits.meansStates;
  // The told constant as a multiple of the promise: steps of a fourth root of 2 to either side.
  const STEPS_OF_TOLD = 16;

  class Played extends lipbandits.Means {
    constructor(figure) {
      super(figure);
      figure.classList.add("lb-played");
    }

    // Those that every such lab has below the picture.
    controlsOfRules() {
      return [
        this.slider("told", "told L", { min: -STEPS_OF_TOLD, max: STEPS_OF_TOLD, step: 1 }, (step) => this.tell(step)),
        this.choice("f", "level f(n)", LEVELS, (f) => this.change({ f })),
        this.choice("forced", "CKL-UCB plays", { forced: "at least log log n of each", free: "nothing by force" }, (what) => this.change({ forced: what === "forced" })),
        this.choiceOfFollowers(),
        this.fieldOfSeed(),
      ];
    }

    fieldOfSeed() {
      const { make } = this.frame;
      const read = () => {
        const seed = Number(field.value);
        if (field.value !== "" && Number.isSafeInteger(seed) && seed >= 0) this.change({ seed });
        else field.value = this.state.seed;
      };
      const field = make("input", { type: "number", id: `${this.figure.id}-seed`, min: 0, step: 1, onchange: () => this.wake().then(read, () => {}) });
      this.fields.seed = { field };
      return make("div", { className: "lb-control" }, make("label", { htmlFor: field.id }, "seed"), field);
    }

    tell(step) {
      const told = Number((this.state.lipschitz * 2 ** (step / 4)).toPrecision(3));
      this.change({ told: step === 0 ? null : Math.min(MOST.told, told) });
    }

    shown() {
      const { told, lipschitz, f, forced, seed } = this.state;
      const step = told === null || lipschitz === 0 ? 0 : clamp(Math.round(4 * Math.log2(Math.max(told, 1e-9) / lipschitz)), -STEPS_OF_TOLD, STEPS_OF_TOLD);
      return {
        ...super.shown(),
        told: [step, told === null ? "= L" : digits(told)],
        f: [f, ""],
        forced: [forced ? "forced" : "free", ""],
        seed: [seed, ""],
      };
    }
  }

  lipbandits.Played = Played;
})();
