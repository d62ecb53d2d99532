"use strict";
// A formula, a table or code wider than the screen scrolls sideways. The keyboard reaches the formulas and tables that do, and only
// those, and a fading right edge (style.css) says that there is more.
{
  const FORMULAS = "mjx-container, .pst-scrollable-table-container";
  // The code's own script looks after its tab stop.
  const CODE = ".bd-article div.highlight pre";
  /** @type {(box: Element) => void} */
  const fade = (box) => void box.classList.toggle("lb-goes-on", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
  /** @type {(box: HTMLElement) => void} */
  const mark = (box) => {
    if (!box.matches(FORMULAS)) return fade(box);
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    // A formula within a line of text has no edge of its own.
    if (box.matches(":not(mjx-container), [display]")) fade(box);
  };
  const all = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const boxes = document.querySelectorAll(`${FORMULAS}, ${CODE}`);
    boxes.forEach(mark);
  };
  // Fonts change the width of what is already typeset.
  addEventListener("load", () => Promise.resolve(window.MathJax?.startup?.promise).then(() => document.fonts.ready).then(all));
  addEventListener("resize", all);
  // Of what is folded the width is not known before it opens.
  addEventListener("toggle", all, true);
  addEventListener("click", ({ target }) => target instanceof Element && target.closest(".toggle-button, .admonition-title") && setTimeout(all), true);
  addEventListener("scroll", ({ target }) => target instanceof Element && target.matches(`${FORMULAS}, ${CODE}`) && fade(target), true);
}
