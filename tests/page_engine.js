// What the engine in a page, a worker or Node.js answers to cases of tests/page_engine.py.
(() => {
  "use strict";
  const { engine } = globalThis.lipbandits;

  /** Played in blocks of the lengths given, the last of them again and again. */
  function played(options, blocks) {
    const run = engine.run({ ...options, keepPlays: true });
    for (let i = 0; !run.advance(blocks[Math.min(i, blocks.length - 1)]); i++);
    const { results } = run;
    run.free();
    return results;
  }

  function stepped(options) {
    const steps = engine.steps(options);
    const seen = [];
    for (let each = steps.step(); each !== null; each = steps.step()) seen.push(each);
    const { results } = steps;
    steps.free();
    return { ...results, seen };
  }

  /** A run on [0, 1] in blocks, with its points and what the policy knows at the end. */
  function curve({ blocks, ...options }) {
    const run = engine.curve(options);
    for (let i = 0; !run.advance(blocks[Math.min(i, blocks.length - 1)]); i++);
    const answer = { ...run.results, points: run.points(), inside: run.inside() };
    run.free();
    // JSON has no infinity.
    return JSON.parse(JSON.stringify(answer));
  }

  const kinds = { ...engine, run: ({ blocks, ...options }) => played(options, blocks), steps: stepped, curve };
  globalThis.answerOf = ({ kind, ...options }) => kinds[kind](options);
})();
