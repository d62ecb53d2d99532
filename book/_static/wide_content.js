"use strict";
// A formula or a table wider than the screen scrolls sideways; this lets the keyboard reach those, and only those.
{
  const mark = () => {
    for (const box of document.querySelectorAll("mjx-container, .pst-scrollable-table-container")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("load", () => (window.MathJax?.startup?.promise ?? Promise.resolve()).then(mark));
  addEventListener("resize", mark);
}
