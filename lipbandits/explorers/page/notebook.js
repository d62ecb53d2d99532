// A figure in a notebook, for anywidget: the page's own explorer or lab in the element of a cell. Its state is the kernel's trait
// `state`, both ways, when the figure has come to rest; a picture of it goes to the kernel, too, which keeps it in the notebook. An
// explorer's pictures are drawn by the kernel. What is Python's of all this is in notebook.py.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.render) return;
  // From the last change to the traits, to the picture that is saved, and until one is told that the kernel is busy.
  const REST_MS = 100;
  const KEEP_MS = 1000;
  const PATIENCE_MS = 1500;

  function lab(figure) {
    const view = lipbandits.labs.make(figure);
    const isEmpty = !view.box.firstElementChild;
    // A first picture that was not drawn beforehand is kept once it is there.
    const drawn = () => isEmpty && figure.dispatchEvent(new Event("lb-state", { bubbles: true }));
    return { view, ...view.api, wake: () => view.wake().then(drawn, () => {}) };
  }

  // An explorer that asks the kernel for one picture at a time: while that is drawn, only the state that was wanted last is kept.
  function explorer(figure, model) {
    let has, wants, asked, waiting;
    const ask = () => {
      if (asked !== undefined || wants === has) return;
      asked = wants;
      model.send({ draw: asked });
      waiting = setTimeout(() => view.say("Waiting for the kernel; if it was restarted, run this cell again."), PATIENCE_MS);
    };
    const source = {
      load: () => Promise.resolve(),
      draw: (number) => {
        // The first state is there already.
        has = has ?? number;
        wants = number;
        ask();
      },
    };
    const view = new window.lipbanditsExplorer(figure, source);
    model.on("msg:custom", ({ number, panels = [], status, error }) => {
      // Another view of the same explorer may have asked.
      if (number !== asked) return;
      clearTimeout(waiting);
      has = number;
      asked = undefined;
      view.status.classList.toggle("lb-error", Boolean(error));
      view.show({ panels, status: error ?? status });
      ask();
    });
    const state = () => Object.fromEntries(view.controls.map(({ name, texts }, i) => [name, texts[view.state[i]]]));
    const set = async (wanted) => view.go(view.controls.map(({ name, texts }) => texts.indexOf(wanted[name])));
    return { view, state, set, wake() {} };
  }

  // The figure as a picture, without what needs scripts.
  function still(figure) {
    const copy = figure.cloneNode(true);
    for (const part of copy.querySelectorAll("script, noscript, button, progress, details, .lb-buttons, .lb-controls, .lb-heard")) part.remove();
    for (const name of ["id", "data-lab", "data-explorer", "data-still"]) copy.removeAttribute(name);
    copy.classList.remove("lb-live");
    for (const picture of copy.querySelectorAll("[role=slider]")) {
      for (const { name } of [...picture.attributes]) if (!["class", "aria-label"].includes(name)) picture.removeAttribute(name);
      picture.setAttribute("role", "img");
    }
    return copy.outerHTML;
  }

  // anywidget 0.11 drops for good what the kernel says to a figure whose script took over two seconds to start, as one may on a busy
  // machine. So the kernel is heard without it, and asked for what may have been lost.
  function listen(model) {
    const past = (whole) => {
      const inherited = Object.getPrototypeOf(Object.getPrototypeOf(whole))._handle_comm_msg;
      if (inherited) whole.comm?.on_msg((message) => inherited.call(whole, message));
    };
    const found = Promise.resolve(model.widget_manager?.get_model(model.get("_number")));
    // Elsewhere there may be no such manager, nor the need.
    found.then(past).catch(() => {}).then(() => model.send({ opened: true }));
  }

  // For a class: the figure alone, as large as the screen.
  function enlarger(figure) {
    const enlarge = () => (document.fullscreenElement === figure ? document.exitFullscreen() : figure.requestFullscreen());
    const button = { type: "button", className: "lb-toggle", onclick: enlarge, title: "Fill the screen, for class" };
    return window.lipbanditsFrame.make("button", button, "Large picture");
  }

  // Says what has finished of a lab that plays runs, as numbers beside the message, when that is not what was said last; a view that
  // has none says nothing. Returns a function of whether it is to be said again.
  function results(model, view) {
    let before = "";
    return (again = false) => {
      if (!view.raw) return;
      const { marks, policies } = view.raw();
      const state = view.api.state();
      const all = Object.entries(policies);
      const now = all.map(([name, { runs, regret }]) => `${name} ${runs} ${regret.reduce((sum, each) => sum + each, 0)}`).join();
      if (now === before && !(again && now)) return;
      before = now;
      const names = all.map(([name]) => name);
      // One message a policy: servers close a line on which more than ten megabytes come at once.
      for (const [name, { runs, regret, plays }] of all) {
        model.send({ marks, results: { name, runs, names, state } }, undefined, [regret.buffer, Int32Array.from(plays).buffer]);
      }
      if (all.length === 0) model.send({ marks, results: { names, state } });
    };
  }

  // Keeps a figure and the kernel's model of it equal. Returns what ends it.
  function tie(model, figure, { view, state, set }) {
    let resting, keeping, again;
    const say = results(model, view);
    const same = () => {
      const theirs = model.get("state");
      return Object.entries(state()).every(([name, value]) => JSON.stringify(value) === JSON.stringify(theirs[name]));
    };
    const tell = () => {
      if (!same()) {
        model.set("state", state());
        model.save_changes();
      }
      say(again);
      again = false;
    };
    const keep = () => model.send({ still: still(figure), words: figure.querySelector(".lb-status > *").textContent });
    const rest = () => {
      clearTimeout(resting);
      clearTimeout(keeping);
      resting = setTimeout(tell, REST_MS);
      keeping = setTimeout(keep, KEEP_MS);
    };
    const follow = () => {
      if (same()) return;
      clearTimeout(resting);
      // The kernel has dropped what it knew of other runs.
      again = true;
      set(model.get("state"));
    };
    const ended = new AbortController();
    for (const kind of ["lb-state", "lb-results"]) figure.addEventListener(kind, rest, { signal: ended.signal });
    model.on("change:state", follow);
    follow();
    return () => {
      ended.abort();
      clearTimeout(resting);
      clearTimeout(keeping);
    };
  }

  lipbandits.render = ({ model, el }) => {
    el.innerHTML = model.get("_figure");
    const figure = el.querySelector("figure");
    figure.classList.add("lb-live");
    const part = figure.dataset.lab ? lab(figure) : explorer(figure, model);
    figure.querySelector(".lb-buttons").append(enlarger(figure));
    // The picture that is saved is seen where no live figure is. It keeps its place in the page, since marks in it may have the
    // ids of marks in the figure, and nobody finds a mark in what is not displayed.
    const style = document.createElement("style");
    style.textContent = `.lb-still-${model.get("_number")} {position: absolute; width: 1px; height: 1px; overflow: hidden; visibility: hidden}`;
    el.prepend(style);
    const untie = tie(model, figure, part);
    const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && part.wake());
    seen.observe(figure);
    listen(model);
    return () => {
      seen.disconnect();
      untie();
      part.view.pause();
      part.view.close?.();
      figure.classList.remove("lb-live");
    };
  };
})();
