"use strict";
// The theme marks in a page's list of contents where the reader is. Where a page has no such list, it takes every link of the
// page for a part of one, and fails at the first that leads to a state of an explorer, which names no element.
document.addEventListener("DOMContentLoaded", () => {
  if (!document.querySelector(".bd-toc-nav")) document.body.removeAttribute("data-bs-spy");
});
