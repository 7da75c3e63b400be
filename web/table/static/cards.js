/* Result cards: one that is opened, or looked at on the map, is fetched; and what happened there is drawn on the map, until
   another is looked at or something new comes. Without this file a card's links lead to all of it, and to the history. */
(() => {
  "use strict";
  const card = (one) => one?.closest?.(".result"), body = (of) => of.querySelector(".result-more");
  let wanted = "";

  function fetch(of) {
    body(of)?.dispatchEvent(new CustomEvent("sitrep:card"));
  }

  function draw(of) {
    for (const old of document.querySelectorAll(".map-live > .result-marks")) old.remove();
    const drawn = of?.querySelector(".result-drawn > g")?.cloneNode(true);
    if (!drawn) return;
    drawn.classList.add("result-marks");
    document.querySelector(".map-live")?.append(drawn);
  }

  // On a phone they stand in a row, which is as high as the highest: one that is out of sight is folded again.
  const seen = new IntersectionObserver((all) => {
    for (const { target, intersectionRatio } of all) if (intersectionRatio < 0.2) target.open = false;
  }, { threshold: [0, 0.2] });

  document.addEventListener("toggle", ({ target }) => {
    if (!card(target)) return;
    if (!target.open) return seen.unobserve(target);
    fetch(card(target));
    if (getComputedStyle(card(target).parentElement).display === "flex") seen.observe(target);
  }, true);

  document.addEventListener("click", ({ target }) => {
    const shown = card(target.closest?.(".result [data-where], .result a.place"));
    if (!shown) return;
    wanted = body(shown)?.id || "";
    if (wanted) fetch(shown);
    draw(shown);
  });

  // What came is named where a question or the map has the room: a tap goes to its card, and opens it.
  document.addEventListener("click", (event) => {
    const came = event.target.closest?.("[data-came]"), of = came && document.querySelector(`#card-${came.dataset.came}`)?.closest("details");
    if (!of) return;
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("sitrep:form", { detail: of }));
    of.open = true;
    of.scrollIntoView({ block: "start" });
  });

  document.addEventListener("htmx:after:swap", () => {
    const came = wanted && document.querySelector(`#${wanted}:not(.result-more)`);
    if (!came) return;
    wanted = "";
    draw(card(came));
  });
})();
