/* What the marks on the counters mean: from where they stand a link leads to their key among the units, and opens it. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let isWanted = false;

  // The list of units may still be on its way when its tab is shown (page-delta.js).
  function open() {
    const key = isWanted && find("#desk").dataset.tab === "units" && find("#units .key");
    if (!key) return;
    isWanted = false;
    key.open = true;
    key.scrollIntoView({ block: "start" });
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-key]")) return;
    event.preventDefault();
    isWanted = true;
    if (find("#desk").dataset.tab !== "units") find('.tab[data-tab="units"]').click();
    open();
  });
  document.addEventListener("htmx:after:swap", open);
})();
