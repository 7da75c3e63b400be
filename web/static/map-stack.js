// Stacks on the map: a long press lists what lies in a hex, and a tap on the unit already selected goes on to the next.
// Without this file the uppermost counter is the one that a tap meets; the others' edges, and the list of units, remain.
(() => {
  "use strict";
  const HOLD = 480; // ms until a press is a long one
  const TAP = 9;
  let timer = 0, from = [0, 0], held = false;

  const close = () => document.querySelector(".map-picker")?.remove();
  const stack = (view, hex) =>
    [...view.querySelectorAll("a.counter")].filter((a) => (a.dataset.hexes || a.dataset.hex).split(" ").includes(hex));

  function follow(link) {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    click.picked = true;
    link.dispatchEvent(click);
  }

  function pick(view, hex, x, y) {
    close();
    const links = [...stack(view, hex).reverse(), ...view.querySelectorAll(`a.reach[data-hex="${hex}"]`)];
    const list = document.createElement("div");
    list.className = "map-picker";
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", `Hex ${hex}`);
    for (const link of links) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = link.getAttribute("aria-label");
      button.addEventListener("click", () => { close(); follow(link); });
      list.append(button);
    }
    view.append(list);
    const box = view.getBoundingClientRect();
    list.style.left = Math.max(8, Math.min(x - box.left, box.width - list.offsetWidth - 8)) + "px";
    list.style.top = Math.max(8, Math.min(y - box.top, box.height - list.offsetHeight - 8)) + "px";
    list.firstChild?.focus({ preventScroll: true });
  }

  document.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    held = false;
    if (event.target.closest(".map-picker")) return;
    close();
    const link = event.target.closest("[data-map] a[data-hex]");
    if (!link || event.button || !event.isPrimary) return;
    from = [event.clientX, event.clientY];
    const view = link.closest("[data-map]");
    timer = setTimeout(() => { held = true; pick(view, link.dataset.hex, ...from); }, HOLD);
  });
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > TAP) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => {
    if (held && event.target.closest("[data-map]")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });

  document.addEventListener("click", (event) => {
    const view = event.target.closest?.("[data-map]");
    if (!view || event.picked || event.target.closest(".map-picker")) return;
    const link = event.target.closest("a.counter.is-selected");
    const own = link && event.detail ? stack(view, link.dataset.hex).filter((a) => a.dataset.unit) : [];
    if (!held && own.length < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!held) follow(own[(own.indexOf(link) + own.length - 1) % own.length]);
    held = false;
  }, true);
})();
