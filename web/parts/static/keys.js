// The keyboard on the match page: Space does on the map what Enter does, Escape leaves what was opened last.
"use strict";

(() => {
  if (!document.querySelector("#desk")) return;

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const link = event.target.closest?.("[data-map] a");
    if (event.key === " " && link) {
      event.preventDefault();
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    if (event.key !== "Escape" || document.querySelector(".map-picker")) return; // which closes itself
    const open = event.target.closest?.("details[open]:not(.where)") || document.querySelector(".layers[open], .sight[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    } else {
      document.querySelector("#orders a.close")?.click();
    }
  });
})();
