"use strict";
// The excerpts below search results are fetched from the pages found, which no browser allows for a page opened from disk.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
