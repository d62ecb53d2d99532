"use strict";
// Hover text needs no script to show. This adds what style sheets cannot: a first tap shows the meaning and a second one
// follows the link, and Escape closes a bubble that is in the way.
{
  const closest = (event, selector) => event.target.closest?.(selector);
  let shown = null;
  document.addEventListener("click", (event) => {
    const link = closest(event, ".lb-hover > a");
    if (link && event.pointerType === "touch" && link !== shown) {
      event.preventDefault();
      link.focus();
    }
    shown = link ?? null;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const open of document.querySelectorAll(".lb-hover:hover, .lb-hover:focus-within")) open.classList.add("lb-quiet");
  });
  for (const leave of ["focusout", "pointerout"]) {
    document.addEventListener(leave, (event) => closest(event, ".lb-hover")?.classList.remove("lb-quiet"));
  }
}
