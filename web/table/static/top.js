/* A heading that is new opens at its top: what came, then what is asked. Without this file the panel stays as it was. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let isNew = false;

  document.addEventListener("sitrep:heading", () => { isNew = true; });

  // Not under the hands of who is writing. Whoever reads on another tab, however far down, finds it so when they come to the
  // orders, or are led there.
  function open() {
    if (!isNew || find("#desk").dataset.tab !== "orders") return;
    isNew = false;
    const panels = find("#panels"), isWriting = panels.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
    if (!isWriting) panels.scrollTop = 0;
  }

  // After all that follows a swap, so that nothing of it moves the panel again.
  document.addEventListener("htmx:after:swap", () => {
    // What is asked anew is not hidden behind a panel that was closed for the map.
    if (isNew && find("#desk").dataset.tab === "none" && find(".asked-asked") && !find(".decision")) find('.tab[data-tab="orders"]').click();
    open();
  });
  // Where a swap leads there (coach.js), after all else that follows it.
  document.addEventListener("sitrep:tab", () => queueMicrotask(open));
})();
