// The list of what the map shows: it closes like a menu, and what a reader turned off stays off.
// Without this file it is a fold with boxes, which hide and show by themselves (map.css).
(() => {
  "use strict";

  function close(list) {
    if (!list) return;
    list.open = false;
    list.querySelector("summary").focus();
  }

  document.addEventListener("pointerdown", ({ target }) => {
    const list = document.querySelector(".layers[open]");
    if (list && !list.contains(target)) list.open = false;
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(document.querySelector(".layers[open]")); });
  document.addEventListener("click", ({ target }) => close(target.closest("[data-layers-close]")?.closest(".layers")));

  const KEPT = "map-shows";
  const chosen = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { return {}; } };
  for (const [id, on] of Object.entries(chosen())) {
    const box = document.getElementById(id);
    if (box?.matches(".layer-list input")) box.checked = on;
  }
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(".layer-list input")) return;
    try { localStorage.setItem(KEPT, JSON.stringify({ ...chosen(), [target.id]: target.checked })); } catch { /* storage is off */ }
  });
})();
