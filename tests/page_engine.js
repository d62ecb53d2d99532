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

  /** What a task of many parts has found at its end. */
  function finished(task) {
    while (!task.advanceFor(1));
    const { results } = task;
    task.free();
    return Array.from(results);
  }

  function playedInContexts({ blocks, ...options }) {
    const run = engine.contextRun(options);
    for (let i = 0; !run.advance(blocks[Math.min(i, blocks.length - 1)]); i++);
    const { results } = run;
    run.free();
    return results;
  }

  /** A recorded run: its rounds, some of them looked at again, and the evidence against an arm at its marks. */
  function recorded({ blocks, looks, k, ...options }) {
    const run = engine.records(options);
    for (let i = 0; !run.advance(blocks[Math.min(i, blocks.length - 1)]); i++);
    const { results, history } = run;
    const seen = looks.map((round) => run.recall(round));
    const against = options.policy === "CKL-UCB" ? run.against({ k, marks: options.marks.map((_, m) => m) }) : null;
    if (against) against.evidence = against.evidence.map((value) => (Number.isNaN(value) ? null : value));
    const counted = run.counted.map((row) => Array.from(row));
    run.free();
    return { ...results, rules: history.rules, seen, against, counted };
  }

  const tasks = { evidence: (options) => finished(engine.evidence(options)), largest: (options) => finished(engine.largest(options)) };
  const kinds = { ...engine, ...tasks, contextRun: playedInContexts, run: ({ blocks, ...options }) => played(options, blocks), steps: stepped, records: recorded, curve };
  globalThis.answerOf = ({ kind, ...options }) => kinds[kind](options);
})();
