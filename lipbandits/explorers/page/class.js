// Class mode, for a projector: the page in large type without what stands around it, explorers one to a screen, and a key for
// everything. It is on where the address says ?class, which stays in links between chapters. It needs explorer.js and qr.js.
"use strict";
(() => {
  // The tag may be on a page twice.
  if (window.lipbanditsClass) return;
  window.lipbanditsClass = true;
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search).get("class");
  // Before the first paint; all else waits for the page.
  root.classList.toggle("lb-class", asked !== null);

  // Screen readers have the key from aria-keyshortcuts.
  const cap = (key) => `<kbd aria-hidden="true">${key}</kbd>`;
  const BAR = `
    <button type="button" data-do="back" aria-keyshortcuts="ArrowLeft PageUp P">${cap("←")}<span></span></button>
    <span class="lb-bar-place"></span>
    <button type="button" data-do="next" aria-keyshortcuts="ArrowRight PageDown N"><span></span>${cap("→")}</button>
    <span class="lb-bar-gap"></span>
    <button type="button" data-do="share" aria-keyshortcuts="Q" aria-expanded="false">Link and QR code${cap("Q")}</button>
    <button type="button" data-do="full" aria-keyshortcuts="F" aria-pressed="false">Full screen${cap("F")}</button>
    <button type="button" data-do="leave" aria-keyshortcuts="Escape">Leave${cap("Esc")}</button>
    <section class="lb-bar-share" aria-label="Link to this state" hidden>
      <div class="lb-bar-qr"></div><p class="lb-bar-note"></p><p><a target="_blank"></a></p>
      <button type="button" data-do="copy">Copy link</button>
    </section>`;
  const KEYS = {
    ArrowLeft: "back", PageUp: "back", p: "back", ArrowRight: "next", PageDown: "next", n: "next",
    r: "reset", q: "share", f: "full", Escape: "escape",
  };
  // What stays with the control that has the focus: text is typed, a list is searched by letters, and the rest is moved.
  const STAYS = [
    ["textarea, input:not([type=range])", /./],
    ["select", /^(.|Arrow.*)$/],
    ["input, [tabindex='0']", /^Arrow/],
  ];
  const DO = {
    back: () => step(-1),
    next: () => step(1),
    preset: (number) => press(".lb-preset", number - 1),
    reset: () => press(".lb-reset", 0),
    share: () => openShare(share.hidden),
    copy,
    // The class alone fills the window where the browser has no full screen or refuses it.
    full: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {})),
    escape: () => (share.hidden ? leave() : openShare(false)),
    leave,
  };

  let on = false;
  let explorers, bar, share, toggles, current;
  const command = (name) => bar.querySelector(`[data-do=${name}]`);
  const top = ({ figure }) => Math.round(figure.getBoundingClientRect().top);
  const below = () => explorers.find((explorer) => top(explorer) > 0);
  const above = () => explorers.findLast((explorer) => top(explorer) < 0);
  const chapter = (by) => document.querySelector(by > 0 ? "a.right-next" : "a.left-prev");
  const inMiddle = () => explorers.find(({ figure }) => {
    const box = figure.getBoundingClientRect();
    return box.top < innerHeight / 2 && box.bottom > innerHeight / 2;
  });

  // From the text between two explorers, to the one after it or before it; from the last one, to the next chapter.
  function step(by) {
    const explorer = by > 0 ? below() : above();
    if (explorer) return show(explorer);
    if (!chapter(by)) return;
    const address = new URL(chapter(by).href);
    address.search = by > 0 ? "?class" : "?class=last";
    location.href = address;
  }

  function show(explorer) {
    for (const other of explorers) if (other !== explorer) other.pause();
    explorer.figure.focus({ preventScroll: true });
    explorer.figure.scrollIntoView({ behavior: "instant" });
    explorer.stayInView();
    refresh();
  }

  function press(selector, i) {
    if (!current) return;
    current.pause();
    current.figure.querySelectorAll(selector)[i]?.click();
  }

  // Brings the bar up to date with what is on the screen.
  function refresh() {
    if (!on) return;
    current = inMiddle();
    const place = current ? `${explorers.indexOf(current) + 1} of ${explorers.length}` : "";
    bar.querySelector(".lb-bar-place").textContent = place;
    for (const [name, by, verb, more] of [["back", -1, "Previous", above()], ["next", 1, "Next", below()]]) {
      command(name).querySelector("span").textContent = more ? verb : `${verb} chapter`;
      command(name).disabled = !more && !chapter(by);
    }
    command("share").disabled = !current;
    openShare(!share.hidden && Boolean(current));
  }

  function openShare(open) {
    if (open && !current) return;
    share.hidden = !open;
    command("share").setAttribute("aria-expanded", open);
    if (!open) return;
    // Without ?class: who follows it has a screen of their own.
    const address = new URL(current.link.href);
    address.search = "";
    const link = share.querySelector("a");
    if (link.href === address.href) return;
    link.href = link.textContent = address.href;
    const web = address.protocol.startsWith("http");
    const code = web && lipbanditsQr(address.href);
    share.querySelector(".lb-bar-qr").innerHTML = code ? drawn(code) : "";
    share.querySelector(".lb-bar-note").textContent =
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
    const link = share.querySelector("a");
    const said = (text) => {
      command("copy").textContent = text;
      setTimeout(() => (command("copy").textContent = "Copy link"), 1500);
    };
    // Where copying is forbidden, the link is selected for the reader's own keys.
    (navigator.clipboard?.writeText(link.href) ?? Promise.reject()).then(
      () => said("Copied"),
      () => getSelection().selectAllChildren(link),
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
    for (const { figure } of explorers) {
      attribute(figure, "tabindex", -1);
      figure.querySelectorAll(".lb-preset").forEach((preset, i) => attribute(preset, "aria-keyshortcuts", i + 1));
      attribute(figure.querySelector(".lb-reset"), "aria-keyshortcuts", "R");
    }
    for (const button of toggles) button.setAttribute("aria-pressed", on);
    for (const link of document.querySelectorAll("a[href*='.html']")) {
      const address = link.getAttribute("href");
      if (/^[a-z]+:/i.test(address)) continue;
      link.setAttribute("href", address.replace(/\.html(\?class)?/, on ? ".html?class" : ".html"));
    }
    const address = new URL(location.href);
    address.search = on ? "?class" : "";
    try {
      history.replaceState(null, "", address);
    } catch {
      // Some browsers refuse this to a page from a folder; class mode works without.
    }
    // For all that measures the page, such as what lets the keyboard reach a wide formula.
    current = undefined;
    dispatchEvent(new Event("resize"));
  }

  function enter(explorer) {
    set(true);
    if (explorer) show(explorer);
    refresh();
  }

  function leave() {
    const place = inMiddle()?.figure ?? document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    openShare(false);
    if (document.fullscreenElement) document.exitFullscreen();
    set(false);
    // Everything was larger, so the page would be elsewhere now.
    place?.scrollIntoView({ behavior: "instant" });
    (place?.querySelector(".lb-toggle") ?? toggles[0])?.focus({ preventScroll: true });
  }

  function onKey(event) {
    const { key, code, target } = event;
    if (!on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    // Used by another figure of the page; Sphinx claims every Escape, to put out the words that a search lit up.
    if (event.defaultPrevented && key !== "Escape") return;
    if (STAYS.some(([controls, keys]) => target.matches?.(controls) && keys.test(key))) return;
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
    button.setAttribute("aria-pressed", on);
    place?.[add](button);
    return button;
  }

  function begin() {
    explorers = [...lipbanditsExplorers.values()];
    bar = document.createElement("nav");
    bar.className = "lb-bar";
    bar.setAttribute("aria-label", "Class mode");
    bar.hidden = true;
    bar.innerHTML = BAR;
    bar.addEventListener("click", ({ target }) => DO[target.closest("button")?.dataset.do]?.());
    share = bar.querySelector(".lb-bar-share");
    // As for the link of an explorer: the theme's scroll spy must pass it over.
    share.querySelector("a").disabled = true;
    document.body.append(bar);
    const nearest = () => inMiddle() ?? below() ?? explorers.at(-1);
    toggles = [
      makeToggle(document.querySelector(".article-header-buttons"), "prepend", () => enter(nearest())),
      ...explorers.map((explorer) => makeToggle(
        explorer.figure.querySelector(".lb-buttons"), "append", () => (on ? leave() : enter(explorer)),
      )),
    ];
    addEventListener("keydown", onKey);
    addEventListener("scroll", refresh, { passive: true });
    // Before the scrolling that follows from it, so that what was shown is still known.
    addEventListener("resize", () => {
      if (on && current) current.figure.scrollIntoView({ behavior: "instant" });
      refresh();
    });
    document.addEventListener("lb-state", refresh);
    addEventListener("beforeprint", () => root.classList.remove("lb-class"));
    addEventListener("afterprint", () => root.classList.toggle("lb-class", on));
    document.addEventListener("fullscreenchange", () => {
      command("full").setAttribute("aria-pressed", Boolean(document.fullscreenElement));
    });
    if (asked === null) return;
    const wanted = location.hash.slice(1).split(/\?|%3F/)[0];
    const start = asked === "last" ? explorers.at(-1) : explorers[0];
    enter(wanted ? explorers.find(({ figure }) => figure.id === wanted) : start);
  }
  // Listeners of the window come after those of the document, so the explorers are made by then.
  addEventListener("DOMContentLoaded", begin);
})();
