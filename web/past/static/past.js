// Looking back: arrow keys step as the buttons do; letters are copied and printed.
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

  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    const busy = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, [data-map]");
    const step = way && !busy && document.querySelector(`[data-step="${way}"]:not([aria-disabled])`);
    if (!step) return;
    event.preventDefault();
    step.click();
  });
})();
