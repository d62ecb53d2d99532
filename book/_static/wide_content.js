"use strict";
// A formula, a table, a drawn figure or code wider than the screen scrolls sideways. The keyboard reaches those that do, and only
// those, and a fading right edge (style.css) says that there is more.
{
  const BOXES = "mjx-container, .pst-scrollable-table-container, .lb-table-box, .lb-drawn-box";
  // The theme gives it a tab stop, but does not look again when a fold opens.
  const CODE = ".bd-article div.highlight pre";
  /** @type {(box: Element) => void} */
  const fade = (box) => {
    // A hat may stand a little out of a formula within a line of text.
    const least = box.matches("mjx-container:not([display])") ? 4 : 1;
    box.classList.toggle("lb-goes-on", box.scrollWidth - box.clientWidth - box.scrollLeft > least);
  };
  /** @type {(box: HTMLElement) => void} */
  const mark = (box) => {
    if (box.matches(BOXES)) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    } else box.tabIndex = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight ? 0 : -1;
    fade(box);
  };
  const all = () => {
    // Here and not by :has(), at which older browsers would stop.
    for (const table of document.querySelectorAll("table.lb-table")) table.closest(".output.text_html")?.classList.add("lb-table-box");
    /** @type {NodeListOf<HTMLElement>} */
    const boxes = document.querySelectorAll(`${BOXES}, ${CODE}`);
    boxes.forEach(mark);
  };
  // Fonts change the width of what is already typeset.
  addEventListener("load", () => Promise.resolve(window.MathJax?.startup?.promise).then(() => document.fonts.ready).then(all));
  addEventListener("resize", all);
  // Of what is folded the width is not known before it opens.
  addEventListener("toggle", all, true);
  // Nor of an answer, before its question is answered (predictions.js).
  addEventListener("lb-opened", all);
  addEventListener("click", ({ target }) => target instanceof Element && target.closest(".toggle-button, .admonition-title") && setTimeout(all), true);
  addEventListener("scroll", ({ target }) => target instanceof Element && target.matches(`${BOXES}, ${CODE}`) && fade(target), true);
}
