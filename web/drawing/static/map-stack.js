// Stacks on the map: a tap on one lists what lies there, to choose from; a long press (or Enter on the map, for its middle)
// does so anywhere, and says what the place is. Units that may move together are chosen together, and need no list.
// Without this file the uppermost counter is the one that a tap meets; the others' edges, and the list of units, remain.
(() => {
  "use strict";
  const HOLD = 480; // ms until a press is a long one
  const TAP = 9;
  const TAKES_ALL = ":root:is(.waypoints, .armed), #sight[open]"; // any tap on the map is for a place
  let timer = 0, from = [0, 0], held = false;

  const close = () => document.querySelector(".map-picker")?.remove();
  const standsIn = (counter) => (counter.dataset.stands || counter.dataset.place).split("|");
  const stack = (view, place) => [...view.querySelectorAll("a.counter")].filter((a) => standsIn(a).includes(place));

  // Of the places of a counter the one that was tapped.
  function placeUnder(view, counter, event) {
    const places = standsIn(counter), place = window.sitrepMap?.placeAt(view, event.clientX, event.clientY);
    return places.includes(place) ? place : places[0];
  }

  const reach = (view, place) => [...view.querySelectorAll(`a.reach[data-place="${CSS.escape(place)}"]`)];
  const leads = (link) => link.getAttribute("href");

  // Whether a tap on a counter has to ask what is meant: which of several, or, for units that move together and where the
  // coach leads somebody, whether they go there. What is aimed at needs no choice.
  function asks(view, link, place) {
    if (!link.dataset.unit && document.querySelector("#orders [data-asks-place]")) return false;
    const ways = reach(view, place), isLed = ways.some((way) => way.classList.contains("is-chosen"));
    // A pale counter is where somebody will be: a tap there may be for the place.
    const joins = isLed || (ways.length > 0 && (document.querySelector("#orders [data-party]") || link.matches(".is-ordered")));
    return joins || new Set(stack(view, place).map(leads)).size > 1;
  }

  function follow(link) {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    click.picked = true;
    link.dispatchEvent(click);
  }

  function pick(view, place, x, y) {
    close();
    const links = [...reach(view, place), ...stack(view, place).reverse()];
    const list = document.createElement("div");
    list.className = "map-picker";
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", `${view.dataset.noun} ${place}`);
    const title = document.createElement("p");
    title.textContent = [place, window.sitrepMap?.ground(view, place)].filter(Boolean).join(": ");
    title.tabIndex = -1;
    list.append(title);
    for (const link of links) {
      const button = document.createElement("button"), alike = links.filter((other) => leads(other) === leads(link));
      if (alike[0] !== link) continue;
      button.type = "button";
      button.textContent = alike[1] ? `Choose among the ${alike.length} here` : link.getAttribute("aria-label");
      if (link.dataset.unit) button.dataset.unit = link.dataset.unit;
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
    const view = event.target.closest("[data-map]"), link = event.target.closest("a[data-place]");
    const place = view && (link ? link.dataset.place : window.sitrepMap?.placeAt(view, event.clientX, event.clientY));
    if (!place || event.button || !event.isPrimary) return;
    from = [event.clientX, event.clientY];
    timer = setTimeout(() => { held = true; pick(view, place, ...from); }, HOLD);
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
    const place = window.sitrepMap?.placeAt(event.target, ...middle);
    if (!place) return;
    event.preventDefault();
    pick(event.target, place, ...middle);
  });

  document.addEventListener("click", (event) => {
    const view = event.target.closest?.("[data-map]");
    if (!view || event.picked || event.target.closest(".map-picker") || document.querySelector(TAKES_ALL)) return;
    const link = event.target.closest("a.counter");
    const place = link && placeUnder(view, link, event);
    if (!held && !(link && event.detail && asks(view, link, place))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!held) pick(view, place, event.clientX, event.clientY);
    held = false;
  }, true);
})();
