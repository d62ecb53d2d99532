"use strict";
// In the list of pages the theme gives the folds of deeper pages no name.
document.addEventListener("DOMContentLoaded", () => {
  for (const fold of document.querySelectorAll(".has-children > details > summary")) {
    fold.setAttribute("aria-label", `Pages below ${fold.closest("li")?.querySelector("a")?.textContent?.trim()}`);
  }
});
// Above the first exercise of a page: one button for all hints and solutions, which stand all over the page, and a word on
// what is printed. Each of them folds by itself.
document.addEventListener("DOMContentLoaded", () => {
  const folds = [...document.querySelectorAll(".admonition.dropdown.solution, .admonition.dropdown.tip")];
  const first = document.querySelector(".admonition.exercise");
  if (!folds.length || !first) return;
  const closed = () => folds.filter((fold) => fold.classList.contains("toggle-hidden"));
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Open all hints and solutions";
  const name = () => (button.textContent = `${closed().length ? "Open" : "Fold"} all hints and solutions`);
  button.addEventListener("click", () => {
    for (const fold of closed().length ? closed() : folds) {
      /** @type {HTMLElement | null} */
      const toggle = fold.querySelector(".toggle-button");
      toggle?.click();
    }
    name();
  });
  // The ones that a reader opens and closes by hand count, too.
  for (const fold of folds) fold.addEventListener("click", () => setTimeout(name));
  const line = document.createElement("p");
  line.className = "lb-folds";
  line.append(button, "of this page. Those that are open are printed.");
  first.before(line);
  // After the script that folds them, which waits for the same event.
  addEventListener("load", name);
});
