// Stacks on the map: a long press (or Enter on the map, for its middle) says what a hex is and lists what lies in it; a tap
// on the unit already selected goes on to the next.
// Without this file the uppermost counter is the one that a tap meets; the others' edges, and the list of units, remain.
(() => {
  "use strict";
  const HOLD = 480; // ms until a press is a long one
  const TAP = 9;
  let timer = 0, from = [0, 0], held = false;

  const close = () => document.querySelector(".map-picker")?.remove();
  const stack = (view, hex) =>
    [...view.querySelectorAll("a.counter")].filter((a) => (a.dataset.hexes || a.dataset.hex).split("|").includes(hex));

  function follow(link) {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    click.picked = true;
    link.dispatchEvent(click);
  }

  function pick(view, hex, x, y) {
    close();
    const links = [...stack(view, hex).reverse(), ...view.querySelectorAll(`a.reach[data-hex="${CSS.escape(hex)}"]`)];
    const list = document.createElement("div");
    list.className = "map-picker";
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", `Hex ${hex}`);
    const title = document.createElement("p");
    title.textContent = [hex, window.sitrepMap?.ground(view, hex)].filter(Boolean).join(": ");
    title.tabIndex = -1;
    list.append(title);
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
    (list.querySelector("button") || title).focus({ preventScroll: true });
  }

  document.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    held = false;
    if (event.target.closest(".map-picker")) return;
    close();
    const view = event.target.closest("[data-map]"), link = event.target.closest("a[data-hex]");
    const hex = view && (link ? link.dataset.hex : window.sitrepMap?.hexAt(view, event.clientX, event.clientY));
    if (!hex || event.button || !event.isPrimary) return;
    from = [event.clientX, event.clientY];
    timer = setTimeout(() => { held = true; pick(view, hex, ...from); }, HOLD);
  });
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > TAP) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => {
    if (held && event.target.closest("[data-map]")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.querySelector(".map-picker")) {
      const view = document.querySelector(".map-picker").closest("[data-map]");
      close();
      view.focus({ preventScroll: true });
    }
    if (event.key !== "Enter" || !event.target.matches?.("[data-map]")) return;
    const box = event.target.getBoundingClientRect(), middle = [box.left + box.width / 2, box.top + box.height / 2];
    const hex = window.sitrepMap?.hexAt(event.target, ...middle);
    if (!hex) return;
    event.preventDefault();
    pick(event.target, hex, ...middle);
  });

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
