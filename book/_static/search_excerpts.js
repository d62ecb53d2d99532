"use strict";
// The excerpts below search results are fetched from the pages found, which no browser allows for a page opened from disk.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
// A meaning that shows on hover stands in the page right before its word; an excerpt would run the two together.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const tip of page.querySelectorAll(".lb-tip")) tip.remove();
    return textOf(page.documentElement.outerHTML, anchor);
  };
});
