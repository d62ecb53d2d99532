// Says that an explorer cannot move, where explorer.js could not run at all. This is in the oldest words of the language: what a
// browser cannot read is skipped whole, without a word to the reader.
window.addEventListener("load", function () {
  var figures = document.querySelectorAll("figure.lb-explorer[data-explorer]");
  for (var i = 0; i < figures.length; i++) {
    var words = figures[i].querySelector(".lb-status > *");
    if (words && !figures[i].querySelector(".lb-controls")) {
      words.textContent += " " + figures[i].getAttribute("data-still");
    }
  }
});
