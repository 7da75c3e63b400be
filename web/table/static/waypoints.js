// A way that is led through places by taps on the map; without this file they are written.
(() => {
  "use strict";
  const root = document.documentElement, button = () => document.querySelector("[data-waypoints]");
  const isOn = () => root.classList.contains("waypoints");

  function mark(on) {
    root.classList.toggle("waypoints", Boolean(on && button()));
    const one = button();
    if (!one) return;
    one.setAttribute("aria-pressed", String(isOn()));
    one.textContent = isOn() ? "Done" : "Tap the way on the map";
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-waypoints]")) mark(!isOn());
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") mark(false); });

  // Each tap leads the way through one place more, in the order of the taps.
  document.addEventListener("click", (event) => {
    const view = isOn() && event.target.closest("[data-map]"), form = view && button()?.closest("form");
    if (!form || view.classList.contains("was-moved")) return;
    event.preventDefault();
    event.stopPropagation();
    const place = window.sitrepMap?.placeAt(view, event.clientX, event.clientY), via = form.elements.via;
    if (!place) return;
    via.value = via.value.trim() ? `${via.value}, ${place}` : place;
    form.requestSubmit();
  }, true);

  document.addEventListener("htmx:after:swap", () => mark(isOn()));
})();
