/* The menu of a match closes when something else is tapped, and by Escape. */
(() => {
  "use strict";
  const menu = () => document.querySelector("#menu[open]");
  document.addEventListener("click", ({ target }) => {
    const open = menu();
    if (open && (!open.contains(target) || target.closest("a[href]"))) open.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    const open = key === "Escape" && menu();
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
})();
