// What is computed beside a page: jobs that are taken up and left again, in a worker or, where those are refused, in the page itself
// between two of its frames. It knows nothing of labs: a job names what the engine shall do, and its reports are plain data.
//
// It has a name, so that its text can be sent to a worker.
(function workScript() {
  "use strict";
  const shared = (globalThis.lipbandits ??= {});
  if (shared.work) return;
  const REPORT_MS = 80;

  // {kind: "run", …} is a run, {kind: "contextRun", …} one with contexts; {kind: "difference", one, other} compares two rows of paired
  // runs.
  const begun = ({ kind, ...options }) => shared.engine[kind](options);

  /** Works at jobs one after the other, a slice at a time. `say` hears {id, done, results, rounds, spent} or {id, error}. */
  class Bench {
    constructor(slice, say) {
      this.slice = slice;
      this.say = say;
      /** @type {any[]} */
      this.jobs = [];
      this.held = new Set();
      this.channel = new MessageChannel();
      // A timer would wait longer each time.
      this.channel.port1.onmessage = () => this.turn();
    }

    give(job) {
      this.jobs.push(job);
      this.wake();
    }

    // All jobs of an owner stop here, or go on.
    hold(owner, on) {
      if (on) this.held.add(owner);
      else this.held.delete(owner);
      this.wake();
    }

    drop(owner) {
      for (const job of this.jobs) if (job.owner === owner) job.task?.free();
      this.jobs = this.jobs.filter((job) => job.owner !== owner);
      this.held.delete(owner);
    }

    wake() {
      if (this.waking) return;
      this.waking = true;
      this.channel.port2.postMessage(null);
    }

    turn() {
      this.waking = false;
      const job = this.jobs.find(({ owner }) => !this.held.has(owner));
      if (!job) return;
      try {
        this.advance(job);
      } catch (caught) {
        const error = /** @type {any} */ (caught);
        // What another job has broken is begun again, and gives the same.
        if (error.begunAnew) job.task = undefined;
        else {
          this.forget(job);
          this.say({ id: job.id, error: error instanceof Error ? error.message : String(error) });
        }
      }
      this.wake();
    }

    advance(job) {
      const now = performance.now();
      if (!job.task) {
        job.task = begun(job.work);
        job.said = now;
        job.spent = 0;
      }
      const { task } = job;
      const done = task.advanceFor(Math.min(this.slice, job.most ?? Infinity));
      const after = performance.now();
      job.spent += after - now;
      // A trial ends after so many milliseconds, wherever it is.
      const ends = done || job.spent >= job.most;
      if (!ends && after - job.said < REPORT_MS) return;
      job.said = after;
      this.say({ id: job.id, done: ends, results: task.results, rounds: task.rounds, spent: job.spent });
      if (ends) this.forget(job);
    }

    forget(job) {
      job.task?.free();
      this.jobs = this.jobs.filter((each) => each !== job);
    }
  }

  /** What a worker does: starts the engine, and hears what the page asks. */
  function serve(slice) {
    const bench = new Bench(slice, (report) => postMessage(report));
    let started = Promise.resolve();
    onmessage = ({ data: { bytes, give, hold, drop } }) => {
      if (bytes) started = shared.engine.start(bytes).then(() => postMessage({ ready: true }));
      started.then(() => {
        if (give) bench.give(give);
        if (hold) bench.hold(hold.owner, hold.on);
        if (drop) bench.drop(drop);
      }).catch((error) => postMessage({ failed: error.message }));
    };
  }

  shared.work = { Bench, serve, script: `(${workScript})();` };
})();
