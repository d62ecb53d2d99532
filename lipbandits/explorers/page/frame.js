// What everything that can be moved on a page has in common, a baked explorer as well as a lab: an id, presets, Reset, Link, the
// sentence, and that a link to a state shows it. explorer.js and the labs make their figures with it, class.js steps from one to
// the next.
"use strict";
(() => {
  // The tag may be on a page twice.
  if (window.lipbanditsFrame) return;
  const explorers = (window.lipbanditsExplorers = new Map());

  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  // Whether a figure is still there. One in a notebook says itself when it goes: before it is shown, it is on no page either.
  const stays = (figure) => figure?.isConnected || figure?.classList.contains("lb-live");

  // The same explorer may stand on a page twice; links need to tell the two apart.
  function register(name, view) {
    let id = name;
    for (let copy = 2; stays(explorers.get(id)?.figure); copy++) id = `${name}-${copy}`;
    view.figure.id = id;
    explorers.set(id, view);
  }

  // To a notebook arrow keys mean another cell, and letters cut it; here they belong to what has the focus. But Ctrl S saves.
  // JupyterLab listens before the figure does.
  window.addEventListener("keydown", ({ target, ctrlKey, metaKey }) => {
    const part = /** @type {Element} */ (target);
    if (part.closest?.("figure.lb-explorer")) part.toggleAttribute("data-lm-suppress-shortcuts", !ctrlKey && !metaKey);
  }, true);

  // Presets, Reset and Link. `presets` is {label, state} each; `go` shows a state.
  function buttons(view, presets, start, go) {
    const button = (text, state, className) => make("button", { type: "button", onclick: () => go(state), className }, text);
    view.link = make("a", { className: "lb-link", title: "Link to this state" }, "Link");
    view.link.addEventListener("click", (event) => share(event, view.link));
    view.presets = presets.map(({ label, state }) => ({ state, element: button(label, state, "lb-preset") }));
    return make("div", { className: "lb-buttons" },
      ...view.presets.map(({ element }) => element), button("Reset", start, "lb-reset"), view.link);
  }

  // Says which preset is on the screen, by a function that compares states.
  function markPresets(view, isShown) {
    for (const { state, element } of view.presets) element.setAttribute("aria-pressed", String(isShown(state)));
  }

  function share(event, link) {
    event.preventDefault();
    const said = (text) => {
      link.textContent = text;
      setTimeout(() => (link.textContent = "Link"), 1500);
    };
    try {
      // Not pushed: Back leads to where the reader came from, not to an address that no longer fits the picture.
      history.replaceState(null, "", link.href);
    } catch {
      // Some browsers refuse this to a page from a folder; the link can be copied all the same.
    }
    // Copying may be forbidden here, or unknown; the link can then be taken by hand.
    const elsewhere = location.href === link.href ? "In address" : "Copy by hand";
    const { clipboard } = navigator;
    (clipboard ? clipboard.writeText(link.href) : Promise.reject()).then(() => said("Copied"), () => said(elsewhere));
  }

  // Writing the same words again would make screen readers say them again.
  function say(sentence, text) {
    if (sentence.textContent !== text) sentence.textContent = text;
  }

  // For tests and for whoever looks into the browser's own tools; some browsers do not know these arguments.
  function measured(name, began, id) {
    try {
      performance.measure(name, { start: began, detail: id });
    } catch {
      // Nothing else depends on it.
    }
  }

  // Mathematics above may still be being typeset, which moves the figure; it is followed until the reader takes over.
  window.lipbanditsStayInView = (figure) => {
    const follow = new ResizeObserver(() => figure.scrollIntoView({ behavior: "instant" }));
    const stop = () => follow.disconnect();
    for (const kind of ["wheel", "pointerdown", "keydown"]) window.addEventListener(kind, stop, { once: true });
    setTimeout(stop, 5000);
    // An observer reports once at its start, too.
    follow.observe(document.body);
  };

  function followLink() {
    // Some programs escape the question mark of a link; a ?class after it is for class.js.
    const link = location.hash.slice(1).replace(/%3F/g, "?").replace(/[?&]class(=\w*)?$/, "");
    const [id, query] = link.split("?");
    const view = explorers.get(id);
    if (query === undefined || !view) return;
    view.open(query);
    // A question may still cover the figure.
    view.figure.dispatchEvent(new Event("lb-link", { bubbles: true }));
  }
  window.addEventListener("hashchange", followLink);
  // Followed once more, a link does not change the address.
  document.addEventListener("click", ({ target, defaultPrevented }) => {
    const link = /** @type {Element} */ (target).closest?.("a");
    if (link && !defaultPrevented && link.href === location.href) followLink();
  });

  // Makes the figures of a page as soon as they are all there; the link in the address is followed once all are made.
  function whenReady(begin) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
    else begin();
  }
  // The window hears of it after the document.
  if (document.readyState === "loading") window.addEventListener("DOMContentLoaded", followLink);
  else setTimeout(followLink);

  window.lipbanditsFrame = { make, register, buttons, markPresets, say, measured, whenReady, followLink };
})();
