// The workers of a page, and the jobs that they share: `lipbandits.crew`. A job is done once, whatever becomes of the worker that had
// it; a worker that does not answer is replaced, and the job begun again gives the same, since chance depends on seeds and places
// alone. Where workers are refused the page works itself, in slices of a few milliseconds.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.crew) return;
  const MOST_WORKERS = 4;
  const SLICE_MS = { worker: 20, page: 6 };
  // A worker always has the next job at hand.
  const AT_ONCE = 2;
  const TICK_MS = 1000;
  // After so many seconds of silence a worker is gone; a page that sleeps does not count them.
  const SILENT_TICKS = 6;
  const MOST_TRIES = 3;

  class Crew {
    constructor() {
      /** @type {any[]} */
      this.members = [];
      // In the order in which they came; and by id, with those that are being worked at.
      /** @type {any[]} */
      this.waiting = [];
      this.open = new Map();
      this.held = new Set();
      this.count = 0;
      this.lost = 0;
      // What workers start from, and how many parts of the engine are in it.
      this.address = "";
      this.known = -1;
      // Without workers; and whether the page's own engine runs by then.
      this.alone = this.begun = false;
      const { hardwareConcurrency } = globalThis.navigator ?? {};
      this.size = Math.max(1, Math.min(MOST_WORKERS, hardwareConcurrency ?? 1));
    }

    /** Has jobs done, {job, heard} each. heard: called with each report, {done, results, rounds, spent} or {error}. */
    give(all) {
      // In a notebook a later figure may ask the engine for more than a worker was told of; another one has what this one had.
      for (const member of [...this.members]) if (member.parts < lipbandits.engine.parts.length) this.dismiss(member);
      for (const { job, heard } of all) {
        this.count += 1;
        const whole = { ...job, id: this.count, tries: 0 };
        this.open.set(whole.id, { job: whole, heard });
        this.waiting.push(whole);
      }
      this.assign();
    }

    hold(owner, on) {
      if (on) this.held.add(owner);
      else this.held.delete(owner);
      for (const member of this.members) member.tell({ hold: { owner, on } });
      this.assign();
    }

    drop(owner) {
      this.held.delete(owner);
      this.waiting = this.waiting.filter((job) => job.owner !== owner);
      for (const [id, { job }] of this.open) if (job.owner === owner) this.open.delete(id);
      for (const member of this.members) {
        member.tell({ drop: owner });
        member.has = member.has.filter((job) => job.owner !== owner);
      }
      this.assign();
    }

    // The first job that nobody holds, by its place; and how many there are, up to some number.
    next() {
      return this.waiting.findIndex((job) => !this.held.has(job.owner));
    }

    ready(most) {
      let found = 0;
      for (let i = 0; i < this.waiting.length && found < most; i++) if (!this.held.has(this.waiting[i].owner)) found += 1;
      return found;
    }

    // As many workers as there is work for. Jobs that are held take nobody's place.
    assign() {
      const busy = this.members.filter(({ has }) => has.some(({ owner }) => !this.held.has(owner))).length;
      while (!this.alone && this.members.length < Math.min(this.size, busy + this.ready(this.size))) this.hire();
      if (this.alone && !this.begun) return;
      if (this.alone && this.members.length === 0) this.members.push(this.page());
      for (let depth = 1; depth <= AT_ONCE; depth++) {
        for (const member of this.members) {
          if (member.has.filter(({ owner }) => !this.held.has(owner)).length >= depth) continue;
          const place = this.next();
          if (place < 0) return;
          const [job] = this.waiting.splice(place, 1);
          member.has.push(job);
          member.tell({ give: job });
        }
      }
    }

    hear(member, report) {
      member.silent = 0;
      if (report.failed) this.goOnAlone();
      if (report.ready) member.ready = true;
      const found = this.open.get(report.id);
      if (report.done || report.error) {
        // Its place is free again, also where nobody waits for it any more.
        this.open.delete(report.id);
        member.has = member.has.filter(({ id }) => id !== report.id);
      }
      found?.heard(report);
      this.assign();
    }

    hire() {
      try {
        const { engine, work } = lipbandits;
        const parts = engine.parts.length;
        if (this.known !== parts) {
          const text = `${[engine.script, ...engine.parts, work.script].join("\n")}\nlipbandits.work.serve(${SLICE_MS.worker});`;
          this.address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
          this.known = parts;
        }
        const worker = new Worker(this.address);
        const tell = (message) => worker.postMessage(message);
        const member = { tell, end: () => worker.terminate(), has: [], silent: 0, ready: false, parts };
        worker.onmessage = ({ data }) => this.hear(member, data);
        worker.onerror = (event) => {
          event.preventDefault();
          // One that never began is refused by the page's rules; one that stops is replaced.
          if (member.ready) this.replace(member);
          else this.goOnAlone();
        };
        tell({ bytes: Uint8Array.from(atob(engine.base64), (each) => each.charCodeAt(0)) });
        for (const owner of this.held) tell({ hold: { owner, on: true } });
        this.members.push(member);
        this.watch();
      } catch {
        this.goOnAlone();
      }
    }

    // The page itself as a member.
    page() {
      const member = { has: [], silent: 0, ready: true, parts: Infinity, end: () => {} };
      const bench = new lipbandits.work.Bench(SLICE_MS.page, (report) => this.hear(member, report));
      return Object.assign(member, {
        tell({ give, hold, drop }) {
          if (give) bench.give({ ...give });
          if (hold) bench.hold(hold.owner, hold.on);
          if (drop) bench.drop(drop);
        },
      });
    }

    goOnAlone() {
      if (this.alone) return;
      this.alone = true;
      for (const member of [...this.members]) this.dismiss(member);
      lipbandits.engine.start().then(() => {
        this.begun = true;
        this.assign();
      }, (error) => {
        for (const { heard } of this.open.values()) heard({ error: error.message });
        this.open.clear();
        this.waiting = [];
      });
    }

    dismiss(member) {
      member.end();
      this.members = this.members.filter((each) => each !== member);
      this.waiting.unshift(...member.has);
      member.has = [];
    }

    // Its jobs go to others, unless they are what ends workers.
    replace(member) {
      this.lost += 1;
      const owners = new Map(member.has.map((job) => [job.owner, this.open.get(job.id)?.heard]));
      for (const job of member.has) job.tries += 1;
      const given = member.has.filter(({ tries }) => tries >= MOST_TRIES);
      member.has = member.has.filter(({ tries }) => tries < MOST_TRIES);
      this.dismiss(member);
      for (const { id } of given) {
        const found = this.open.get(id);
        this.open.delete(id);
        found?.heard({ id, error: "the browser stopped it three times" });
      }
      for (const heard of owners.values()) heard?.({ again: true });
      this.assign();
    }

    watch() {
      this.watching = this.watching ?? setInterval(() => {
        if (document.hidden) return;
        for (const member of [...this.members]) {
          const busy = member.has.some(({ owner }) => !this.held.has(owner));
          member.silent = busy ? member.silent + 1 : 0;
          if (member.silent <= SILENT_TICKS) continue;
          // One that was never heard of may never be: the page works by itself.
          if (member.ready) this.replace(member);
          else this.goOnAlone();
        }
      }, TICK_MS);
    }
  }

  lipbandits.crew = new Crew();
})();
