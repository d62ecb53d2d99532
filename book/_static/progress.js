// Which exercises a reader has answered right: marked in the list of contents, kept in this browser only, and erased by a button.
// `lipbandits.exercisesOf`, written by answer_forms.py, has the exercises of each page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  const KEY = "lipbandits exercises answered";
  const UNKEPT = "This browser keeps nothing for this page, so it is forgotten when the page is closed.";
  /** @type {Set<string>} */
  let done = new Set();
  let kept = true;
  /** What was erased last, as long as it can be put back. @type {Set<string> | null} */
  let erased = null;
  /** @type {HTMLElement | undefined} */
  let box;

  function load() {
    try {
      const names = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      done = new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
    } catch (error) {
      // What cannot be read was written by somebody else; where nothing may be stored, nothing is kept.
      if (!(error instanceof SyntaxError)) kept = false;
    }
  }

  function save() {
    if (!kept) return;
    try {
      if (done.size > 0) localStorage.setItem(KEY, JSON.stringify([...done]));
      else localStorage.removeItem(KEY);
    } catch {
      kept = false;
    }
  }

  const rightOf = (names) => names.filter((name) => done.has(name)).length;

  // "ckl_ucb" of a link to ckl_ucb.html; that to the page itself is "#".
  const pageOf = (link) => new URL(link.href).pathname.split("/").pop()?.replace(/\.html$/, "") || "intro";

  function show() {
    const pages = lipbandits.exercisesOf ?? {};
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".bd-links a.reference.internal"))) {
      const names = pages[pageOf(link)];
      const right = names ? rightOf(names) : 0;
      let mark = link.querySelector(".lb-done");
      if (right === 0) mark?.remove();
      if (right === 0) continue;
      if (!mark) link.append((mark = document.createElement("span")));
      mark.className = `lb-done${right === names.length ? " lb-all" : ""}`;
      const words = `${right} of ${names.length} exercises right`;
      mark.innerHTML = `<span aria-hidden="true" title="${words}">${right}/${names.length}</span><span class="lb-unseen">, ${words}</span>`;
    }
    showBox(Object.values(pages).flat());
  }

  // Below the list of contents, once there is something to say.
  function showBox(all) {
    const right = rightOf(all);
    if (!box && right === 0) return;
    if (!box) box = makeBox();
    if (!box) return;
    const words = right > 0 ? `Exercises right: ${right} of ${all.length}. ${kept ? "Kept in this browser only." : UNKEPT}` : "Erased.";
    const [line, button] = /** @type {any} */ (box.children);
    line.textContent = words;
    button.textContent = right > 0 ? "Erase my progress" : "Put it back";
    button.hidden = right === 0 && !erased;
  }

  function makeBox() {
    const nav = document.querySelector(".bd-links");
    if (!nav) return undefined;
    const made = document.createElement("div");
    made.className = "lb-progress";
    made.innerHTML = '<p role="status"></p><button type="button"></button>';
    made.querySelector("button")?.addEventListener("click", () => (done.size > 0 ? erase() : putBack()));
    nav.after(made);
    return made;
  }

  function erase() {
    erased = done;
    done = new Set();
    save();
    show();
  }

  function putBack() {
    done = new Set([...done, ...(erased ?? [])]);
    erased = null;
    save();
    show();
  }

  lipbandits.progress = {
    has: (name) => done.has(name),
    names: () => [...done],
    /** Marks an exercise; what is to be said where that is not kept. */
    mark(name) {
      // Another tab may have added its own.
      if (kept) load();
      done.add(name);
      save();
      show();
      return kept ? "" : `(${UNKEPT})`;
    },
    erase,
  };
  load();
  addEventListener("storage", ({ key }) => {
    if (key !== KEY && key !== null) return;
    load();
    show();
  });
  document.addEventListener("DOMContentLoaded", show);
})();
