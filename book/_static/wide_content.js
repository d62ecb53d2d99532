"use strict";
// A formula or a table wider than the screen scrolls sideways; this lets the keyboard reach those, and only those.
{
  const mark = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const boxes = document.querySelectorAll("mjx-container, .pst-scrollable-table-container");
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  // Fonts change the width of what is already typeset.
  addEventListener("load", () => Promise.resolve(window.MathJax?.startup?.promise).then(() => document.fonts.ready).then(mark));
  addEventListener("resize", mark);
}
