// Looking back: arrow keys step as the buttons do; letters are opened, copied and printed.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copy], [data-print]")) button.hidden = false;

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (event.target.closest("[data-print]")) window.print();
    if (!copy) return;
    const text = document.querySelector(copy.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.value);
      copy.textContent = "Copied";
    } catch {
      text.closest("details").open = true;
      text.select();
    }
  });

  // A letter of before is fetched when it is opened for the first time; without that its link leads to it.
  document.addEventListener("toggle", async (event) => {
    const { letter } = event.target.dataset;
    if (!letter || !event.target.open) return;
    try {
      const answer = await fetch(letter);
      const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("article.sitrep");
      if (!answer.ok || !found) return;
      delete event.target.dataset.letter;
      event.target.querySelector(".letter-room").replaceChildren(document.adoptNode(found));
    } catch {
      // The line is down: the link is there still.
    }
  }, true);

  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    const busy = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, [data-map]");
    const step = way && !busy && document.querySelector(`[data-step="${way}"]:not([aria-disabled])`);
    if (!step) return;
    event.preventDefault();
    step.click();
  });
})();
