/* A heading that is new opens at its top: what came, then what is asked. Without this file the panel stays as it was. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let isNew = false;

  document.addEventListener("sitrep:heading", () => { isNew = true; });

  // After all that follows a swap, so that nothing of it moves the panel again; not under the hands of who is writing.
  document.addEventListener("htmx:after:swap", () => {
    if (!isNew) return;
    isNew = false;
    // What is asked anew is not hidden behind a panel that was closed for the map.
    if (find("#desk").dataset.tab === "none" && find(".asked-asked") && !find(".decision")) find('.tab[data-tab="orders"]').click();
    const panels = find("#panels"), isWriting = panels.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
    if (find("#desk").dataset.tab === "orders" && !isWriting) panels.scrollTop = 0;
  });
})();
