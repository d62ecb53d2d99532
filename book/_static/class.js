// Class mode, for a projector: the page in large type without what stands around it, explorers and labs one to a screen,
// and a key for everything. It is on where the address says ?class, which stays in links between chapters. It needs
// explorer.js and qr.js; where a question covers a figure (predictions.js), the question is the slide.
"use strict";
(() => {
  // The tag may be on a page twice.
  if (window.lipbanditsClass) return;
  window.lipbanditsClass = true;
  const root = document.documentElement;
  // At the end of a link to a state, where it is easily typed, ?class is no part of the address's own query.
  const AT_END = /(\?|%3F|&)class(=\w*)?$/;
  const asked = new URLSearchParams(location.search).get("class") ?? (AT_END.test(location.hash) ? "" : null);
  // Before the first paint; all else waits for the page.
  root.classList.toggle("lb-class", asked !== null);

  // Screen readers have the key from aria-keyshortcuts.
  const cap = (key) => `<kbd aria-hidden="true">${key}</kbd>`;
  // Words for which a narrow bar has no room.
  const extra = (words) => `<span class="lb-bar-more"> ${words}</span>`;
  const BAR = `
    <button type="button" data-do="back" aria-keyshortcuts="ArrowLeft PageUp P">${cap("←")}<span></span></button>
    <span class="lb-bar-place"></span>
    <button type="button" data-do="next" aria-keyshortcuts="ArrowRight PageDown N"><span></span>${cap("→")}</button>
    <span class="lb-bar-gap"></span>
    <button type="button" data-do="blank" aria-keyshortcuts="B"><span>Hide</span>${extra("picture")}${cap("B")}</button>
    <button type="button" data-do="share" aria-keyshortcuts="Q" aria-expanded="false">Link${extra("and QR code")}${cap("Q")}</button>
    <button type="button" data-do="full" aria-keyshortcuts="F" aria-pressed="false">Full${extra("screen")}${cap("F")}</button>
    <button type="button" data-do="leave" aria-keyshortcuts="Escape">Leave${cap("Esc")}</button>
    <span class="lb-bar-said" role="status"></span>
    <section class="lb-bar-share" aria-label="Link to this state" hidden>
      <div class="lb-bar-qr"></div>
      <div><p class="lb-bar-note"></p><p><a target="_blank"></a></p><button type="button" data-do="copy">Copy link</button></div>
    </section>`;
  const KEYS = {
    ArrowLeft: "back", PageUp: "back", p: "back", ArrowRight: "next", PageDown: "next", n: "next",
    // The full stop is what some presenters' remotes send to darken the screen.
    " ": "run", r: "reset", b: "blank", ".": "blank", q: "share", f: "full", Escape: "escape",
  };
  // What stays with the control that has the focus: text is typed, a list is searched by letters, and the rest is moved.
  const STAYS = [
    { controls: "textarea, input:not([type=range]):not([type=radio])", keys: /./ },
    { controls: "select", keys: /^(.|Arrow.*)$/ },
    { controls: "input, [tabindex='0']", keys: /^Arrow/ },
    { controls: "button:not(.lb-arm), a, summary, input", keys: /^ $/ },
  ];
  // Run, Play or Pause; in the ferry the rest of the days, and after the last one ten thousand more.
  const RUN = ".lb-run, .lb-over .lb-fast, .lb-lab:not(.lb-over) .lb-rest";
  const DO = {
    back: () => step(-1),
    next: () => step(1),
    // In the ferry a price, also while the focus is on the bar; on a cover an option, for which hands were raised.
    preset: (number) => (cover() ? cover().choose(number - 1) : press(".lb-preset, .lb-arm", number - 1)),
    reset: () => cover() || press(".lb-reset", 0),
    run: () => cover() || part(current?.figure ?? bar, RUN)?.click(),
    blank: () => (cover() ? cover().reveal() : blank(!blanked)),
    share: toggleShare,
    copy,
    // The class alone fills the window where the browser has no full screen or refuses it.
    full: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {})),
    escape: () => (share.hidden ? leave() : openShare(false)),
    leave,
  };

  let on = false;
  // The explorers and labs, in the order of the page.
  /** @type {Stop[]} */
  let stops;
  // The stop on the screen, and the one whose picture is hidden.
  /** @type {Stop | undefined} */
  let current;
  /** @type {Stop | undefined} */
  let blanked;
  /** @type {HTMLElement} */
  let bar;
  /** @type {HTMLElement} */
  let share;
  /** @type {HTMLButtonElement[]} */
  let toggles;
  // Until the address follows the state.
  /** @type {number | undefined} */
  let waiting;
  // What is there, in the bar or in a figure.
  /** @returns {any} */
  const part = (whole, selector) => whole.querySelector(selector);
  const command = (name) => part(bar, `[data-do=${name}]`);
  const top = ({ figure }) => Math.round(figure.getBoundingClientRect().top);
  const below = () => stops.find((stop) => top(stop) > 0);
  const above = () => [...stops].reverse().find((stop) => top(stop) < 0);
  /** @returns {HTMLAnchorElement | null} */
  const chapter = (by) => document.querySelector(by > 0 ? "a.right-next" : "a.left-prev");
  const inMiddle = () => stops.find(({ figure }) => {
    const box = figure.getBoundingClientRect();
    return box.top < innerHeight / 2 && box.bottom > innerHeight / 2;
  });

  // The question that still covers the stop on the screen.
  const cover = () => {
    /** @type {any} */
    const { lipbandits } = globalThis;
    const found = lipbandits?.predictions?.of(current?.figure);
    return found?.covered ? found : undefined;
  };
  // The steps of the stop on the screen, each a slide.
  const staged = () => {
    /** @type {any} */
    const { lipbandits } = globalThis;
    return cover() ? undefined : lipbandits?.stages?.of(current?.figure);
  };
  // A covered figure has no state that one could link to: whoever follows the link predicts, too.
  const hashOf = ({ figure, link }) => (cover() ? `#${figure.id}` : link.hash);

  // The id in the address, without a state.
  const asksFor = () => location.hash.slice(1).replace(AT_END, "").split(/\?|%3F/)[0];

  // From the text between two stops, to the one after it or before it; from the last one, to the next chapter.
  function step(by) {
    if (staged()?.step(by)) return refresh();
    const stop = by > 0 ? below() : above();
    if (stop) return show(stop);
    const there = chapter(by);
    if (!there) return;
    keep();
    const address = new URL(there.href);
    address.search = by > 0 ? "?class=first" : "?class=last";
    location.href = address.href;
  }

  function show(stop) {
    for (const other of stops) if (other !== stop) other.pause();
    stop.figure.focus({ preventScroll: true });
    stop.figure.scrollIntoView({ behavior: "instant" });
    stop.stayInView();
    refresh();
  }

  function press(selector, i) {
    if (!current) return;
    current.pause();
    current.figure.querySelectorAll(selector)[i]?.click();
  }

  // Where the keys of both ways lead from here.
  function nameWays() {
    const ways = [
      { name: "back", by: -1, verb: "Previous", more: above() || staged()?.has(-1) },
      { name: "next", by: 1, verb: "Next", more: below() || staged()?.has(1) },
    ];
    for (const { name, by, verb, more } of ways) {
      part(command(name), "span").textContent = more ? verb : `${verb} chapter`;
      command(name).disabled = !more && !chapter(by);
    }
  }

  // Brings the bar up to date with what is on the screen.
  function refresh() {
    if (!on) return;
    current = inMiddle();
    if (current && current !== blanked) blank(false);
    const place = current ? `${stops.indexOf(current) + 1} of ${stops.length}` : "";
    part(bar, ".lb-bar-place").textContent = place;
    nameWays();
    for (const name of ["blank", "share"]) command(name).disabled = !current;
    part(command("blank"), "span").textContent = blanked || cover() ? "Show" : "Hide";
    openShare(!share.hidden && Boolean(current));
    // Soon, not at once: a slider that is dragged passes many states, and browsers count how often the address changes.
    clearTimeout(waiting);
    waiting = setTimeout(keep, 300);
  }

  // The stop on the screen stands in the address, in its state: to load the page again, or to come back to it, shows the same.
  function keep() {
    clearTimeout(waiting);
    if (!on || !current) return;
    setAddress(hashOf(current));
    // The keys that step from chapter to chapter come back by a link that says nothing of states.
    try {
      sessionStorage.setItem(`lb-class ${location.pathname}`, hashOf(current));
    } catch {
      // Where nothing may be stored they come back to the first state.
    }
  }

  function keptState(stop) {
    try {
      const [id, query] = (sessionStorage.getItem(`lb-class ${location.pathname}`) ?? "").slice(1).split("?");
      return stop?.figure.id === id ? query : undefined;
    } catch {
      return undefined;
    }
  }

  function setAddress(hash) {
    const address = new URL(location.href);
    address.search = on ? "?class" : "";
    address.hash = hash;
    if (address.href === location.href) return;
    try {
      history.replaceState(null, "", address);
    } catch {
      // Some browsers refuse this to a page from a folder; class mode works without.
    }
  }

  // The class asks before the picture answers.
  function blank(hide) {
    const stop = hide ? current : undefined;
    if (stop === blanked) return;
    blanked?.figure.classList.remove("lb-blank");
    stop?.figure.classList.add("lb-blank");
    blanked = stop;
    part(command("blank"), "span").textContent = stop ? "Show" : "Hide";
    part(bar, ".lb-bar-said").textContent = stop ? "Picture hidden; B shows it" : "Picture shown";
  }

  function toggleShare() {
    // A link is for one state, not for one that moves on while it is copied.
    if (share.hidden) current?.pause();
    openShare(share.hidden);
  }

  function openShare(open) {
    if (open && !current) return;
    share.hidden = !open;
    root.classList.toggle("lb-sharing", open);
    command("share").setAttribute("aria-expanded", open);
    if (!open || !current) return;
    // Without ?class: who follows it has a screen of their own.
    const address = new URL(current.link.href);
    address.search = "";
    address.hash = hashOf(current);
    const link = part(share, "a");
    if (link.href === address.href) return;
    link.href = link.textContent = address.href;
    const web = address.protocol.startsWith("http");
    const code = web && window.lipbanditsQr(address.href);
    part(share, ".lb-bar-qr").innerHTML = code ? drawn(code) : "";
    part(share, ".lb-bar-note").textContent =
      !web ? "A QR code needs a page on the web; this one was opened from a folder."
      : !code ? "This link is too long for a QR code."
      : ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname) ? "This address works on this machine only."
      : "";
  }

  // Black on white in either mode, with the white margin of four that readers look for.
  function drawn(code) {
    const size = code.length + 8;
    const dark = code.flatMap((row, y) => row.map((module, x) => (module ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
    return `<svg role="img" aria-label="QR code of the link" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
      <path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join("")}"/></svg>`;
  }

  function copy() {
    const link = part(share, "a");
    const said = (text) => {
      command("copy").textContent = text;
      setTimeout(() => (command("copy").textContent = "Copy link"), 1500);
    };
    // Where copying is forbidden, the link is selected for the reader's own keys.
    (navigator.clipboard?.writeText(link.href) ?? Promise.reject()).then(
      () => said("Copied"),
      () => getSelection()?.selectAllChildren(link),
    );
  }

  function attribute(element, name, value) {
    if (on) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }

  function set(state) {
    on = state;
    root.classList.toggle("lb-class", on);
    bar.hidden = !on;
    for (const { figure } of stops) {
      if (!figure.matches("[data-lab=ferry]")) attribute(figure, "tabindex", -1);
      figure.querySelectorAll(".lb-preset").forEach((preset, i) => attribute(preset, "aria-keyshortcuts", i + 1));
      figure.querySelectorAll(".lb-run, .lb-fast, .lb-rest").forEach((run) => attribute(run, "aria-keyshortcuts", "Space"));
      figure.querySelectorAll(".lb-reset").forEach((reset) => attribute(reset, "aria-keyshortcuts", "R"));
    }
    for (const link of document.querySelectorAll("a[href*='.html']")) {
      const address = link.getAttribute("href") ?? "";
      if (/^[a-z]+:/i.test(address)) continue;
      link.setAttribute("href", address.replace(/\.html(\?class)?/, on ? ".html?class" : ".html"));
    }
    // Outside class mode no address is left that soon no longer fits the picture.
    setAddress(!on && stops.some(({ figure }) => figure.id === asksFor()) ? "" : location.hash.replace(AT_END, ""));
    // For all that measures the page, such as what lets the keyboard reach a wide formula.
    current = undefined;
    dispatchEvent(new Event("resize"));
  }

  // What the reader looks at: the first piece of text in the window, below the header.
  function lookedAt() {
    const header = headerEnd();
    const pieces = ["h1", "h2", "h3", "h4", "p", "li", "dt", "figure"].map((tag) => `article ${tag}`);
    return [...document.querySelectorAll(pieces.join())].find((piece) => {
      const box = piece.getBoundingClientRect();
      return box.height > 0 && box.top >= header && box.top < innerHeight;
    });
  }
  const headerEnd = () => Math.max(0, document.querySelector(".bd-header-article")?.getBoundingClientRect().bottom ?? 0);

  // Everything changes its size; what the reader looks at stays where it is.
  function setInPlace(state) {
    const piece = lookedAt();
    const before = piece ? piece.getBoundingClientRect().top : 0;
    set(state);
    if (!piece) return;
    const wanted = Math.max(before, headerEnd());
    scrollBy({ top: piece.getBoundingClientRect().top - wanted, behavior: "instant" });
  }

  function enter(stop) {
    if (stop) {
      set(true);
      show(stop);
    } else setInPlace(true);
    refresh();
  }

  function leave() {
    const stop = inMiddle();
    for (const each of stops) each.pause();
    blank(false);
    openShare(false);
    if (document.fullscreenElement) document.exitFullscreen();
    if (stop) {
      set(false);
      stop.figure.scrollIntoView({ behavior: "instant" });
      /** @type {any} */ (globalThis).lipbandits?.stages?.of(stop.figure)?.goToStep("instant");
    } else setInPlace(false);
    ((stop && part(stop.figure, ".lb-toggle")) ?? toggles[0])?.focus({ preventScroll: true });
  }

  // As the address asks for it.
  function enterAsked() {
    const wanted = asksFor();
    if (wanted) {
      const stop = stops.find(({ figure }) => figure.id === wanted);
      set(true);
      if (stop) show(stop);
      else document.getElementById(wanted)?.scrollIntoView({ behavior: "instant" });
    } else {
      const start = stops[asked === "last" ? stops.length - 1 : 0];
      set(true);
      const query = asked && keptState(start);
      if (query) start.open(query);
      if (start) show(start);
    }
    refresh();
  }

  // Whether a key is not for class mode.
  function isForOthers(event) {
    const { key, target } = event;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return true;
    // Used by another figure of the page; Sphinx claims every Escape, to put out the words that a search lit up.
    if (event.defaultPrevented && key !== "Escape") return true;
    return STAYS.some(({ controls, keys }) => target.matches?.(controls) && keys.test(key));
  }

  function onKey(event) {
    const { key, code } = event;
    if (!on || isForOthers(event)) return;
    // The row of digits, on keyboards that need Shift for digits too.
    const digit = /^[1-9]$/.test(key) ? key : /^Digit([1-9])$/.exec(code)?.[1];
    const name = digit ? "preset" : KEYS[key.length === 1 ? key.toLowerCase() : key];
    if (!name) return;
    event.preventDefault();
    DO[name](digit);
  }

  function makeToggle(place, add, onclick) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "lb-toggle", textContent: "Class mode", onclick });
    place?.[add](button);
    return button;
  }

  function begin() {
    stops = [...window.lipbanditsExplorers.values()].sort((one, other) =>
      one.figure.compareDocumentPosition(other.figure) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
    bar = document.createElement("nav");
    bar.className = "lb-bar";
    bar.setAttribute("aria-label", "Class mode");
    bar.hidden = true;
    bar.innerHTML = BAR;
    for (const button of bar.querySelectorAll("button")) {
      button.addEventListener("click", () => DO[button.dataset.do ?? ""]());
    }
    share = part(bar, ".lb-bar-share");
    document.body.append(bar);
    toggles = [
      makeToggle(document.querySelector(".article-header-buttons"), "prepend", () => enter(inMiddle())),
      ...stops.map((stop) => makeToggle(stop.figure.querySelector(".lb-buttons"), "append", () => enter(stop))),
    ];
    addEventListener("keydown", onKey);
    // A covered figure hears no keys: those of the ferry would play days that nobody sees.
    addEventListener("keydown", (event) => {
      if (!on || !cover()) return;
      onKey(event);
      if (event.defaultPrevented) event.stopImmediatePropagation();
    }, true);
    addEventListener("scroll", refresh, { passive: true });
    // Before the scrolling that follows from it, so that what was shown is still known.
    addEventListener("resize", () => {
      if (on && current) current.figure.scrollIntoView({ behavior: "instant" });
      refresh();
    });
    document.addEventListener("lb-state", refresh);
    let theme;
    addEventListener("beforeprint", () => {
      root.classList.remove("lb-class");
      // Paper is light. Printed twice without a word between, the theme of the screen is still the first one.
      theme = theme ?? root.dataset.theme;
      root.dataset.theme = "light";
    });
    addEventListener("afterprint", () => {
      root.classList.toggle("lb-class", on);
      if (theme) root.dataset.theme = theme;
      theme = undefined;
    });
    document.addEventListener("fullscreenchange", () => {
      command("full").setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
    });
    // Whoever types ?class behind a link to a state changes the address of a page that is already there.
    addEventListener("hashchange", () => AT_END.test(location.hash) && enterAsked());
    if (asked !== null) enterAsked();
  }
  // Listeners of the window come after those of the document, so the explorers are made by then.
  addEventListener("DOMContentLoaded", () => {
    try {
      begin();
    } catch (error) {
      // Without its bar nobody could leave class mode.
      root.classList.remove("lb-class");
      throw error;
    }
  });
})();
