// What is settled before the page is painted for the first time, so that nothing moves afterwards.
"use strict";
(() => {
  const root = document.documentElement;
  // The theme's own script comes late, and until then both logos would be there, on light paper.
  if (root.dataset.theme === "auto") root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

  // Formulas in the window are typeset first, all others after them. Until then the text from the first formula on is unseen
  // (style.css), which takes its room: typeset, a formula is narrower than its TeX, and lines break elsewhere.
  if (!window.MathJax) return;
  // Where a link leads to a place, and in class mode, the place must be there: what is unseen takes no focus.
  if (!location.hash) root.classList.add("lb-untypeset");
  const near = (formula) => {
    const { top, bottom } = formula.getBoundingClientRect();
    // What is folded has no place.
    return formula.getClientRects().length > 0 && bottom > -innerHeight && top < 2 * innerHeight;
  };
  const show = () => root.classList.remove("lb-untypeset");
  window.MathJax.startup = {
    // The page is read when MathJax comes, which is deferred; by itself it would wait for all pictures and scripts as well.
    ready: () => {
      window.MathJax.startup.pagePromise = Promise.resolve();
      window.MathJax.startup.defaultReady();
    },
    pageReady: () => {
      const first = [...document.querySelectorAll(".math")].filter(near);
      const typeset = first.length > 0 ? window.MathJax.typesetPromise(first) : Promise.resolve();
      return typeset.catch(() => {}).then(show).then(() => window.MathJax.startup.defaultPageReady());
    },
  };
})();
