/* While a card, the score, a letter or the map is looked at, the button that gives an order and closes the step is out of sight. What passes
   without it is then not alone at hand: beside it stands the way to that button, called by what it says; whoever reads may not have been there yet. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const desk = () => find("#desk"), chosen = "#orders .chosen:not(.by-itself) .button.primary.commit"; // of who is at one that is theirs
  const answer = () => find(chosen) || find('#orders > .group .button.primary.commit, #orders .button.primary.commit[value="close"]');
  let watched = null;

  const eye = new IntersectionObserver((all) => {
    for (const { target, isIntersecting } of all) if (target === watched) mark(!isIntersecting);
  }, { threshold: 0.5 });

  function mark(isAway) {
    desk().classList.toggle("is-away", isAway);
    const way = find("[data-way-back]"), words = watched && watched.querySelector(".commit-words").textContent;
    way?.classList.toggle("primary", isAway); // what passes is pale then (table-action.css)
    if (way && words) way.textContent = `Go to: ${words}`;
  }

  // On a wide screen a foot that would be cut off by the panel's edge stands whole over it, as long as nobody has read on.
  function whole(foot) {
    const panels = find("#panels"), edge = panels.getBoundingClientRect().bottom - (parseFloat(getComputedStyle(panels).getPropertyValue("--sheet")) || 0);
    const { top, bottom } = foot.getBoundingClientRect();
    if (matchMedia("(width >= 1000px)").matches && !panels.scrollTop && top < edge && bottom > edge) panels.scrollTop = bottom - edge;
  }

  function look() {
    if (!desk()) return;
    const now = answer();
    if (now !== watched) {
      eye.disconnect();
      watched = now;
      if (now) eye.observe(now);
      if (now?.closest(".chosen")) whole(now.closest(".foot"));
    }
    mark(Boolean(now) && desk().classList.contains("is-away"));
  }
  for (const sign of ["DOMContentLoaded", "htmx:after:swap", "sitrep:tab", "input"]) document.addEventListener(sign, look);

  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-way-back]") || !watched) return;
    for (const open of document.querySelectorAll("#aim details[open], #asked .where[open]")) open.open = false;
    const form = watched.form;
    document.dispatchEvent(new CustomEvent("sitrep:form", { detail: form }));
    requestAnimationFrame(() => watched?.focus({ preventScroll: true }));
  });
})();
