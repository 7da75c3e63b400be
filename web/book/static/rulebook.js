/* The rulebook's search as one types, and a table of contents that is folded on a phone. Without this file the search
   is a form that the server answers, and the contents stand open. */
(() => {
  "use strict";
  const form = document.querySelector("[data-book-search]");
  if (!form) return;
  const field = form.querySelector("input[type=search]");
  const said = form.querySelector("[data-book-found]");
  const contents = document.querySelector(".book-contents");
  const cases = [...document.querySelectorAll(".case")].map((place) => ({
    place, words: `${place.closest(".book-section").querySelector("h2").textContent} ${place.textContent}`.toLowerCase(),
  }));
  const lines = new Map([...document.querySelectorAll("[data-to]")].map((line) => [line.dataset.to, line.parentElement]));

  if (window.matchMedia("(width < 1000px)").matches) contents.open = false;
  form.querySelector("button").hidden = true;
  document.querySelector(".book-hits")?.remove();

  function look() {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { place, words } of cases) {
      const fits = wanted.every((word) => words.includes(word));
      place.hidden = !fits;
      lines.get(place.id).hidden = !fits;
      found += fits;
    }
    for (const section of document.querySelectorAll(".book-section")) {
      const some = !wanted.length || section.querySelector(".case:not([hidden])");
      section.hidden = !some;
      const line = contents.querySelector(`a[href="#${section.id}"]`);
      line.closest("details").parentElement.hidden = !some;
      line.closest("details").open = wanted.length > 0 && Boolean(some);
    }
    if (wanted.length) contents.open = true;
    said.textContent = wanted.length ? `${found} ${found === 1 ? "case" : "cases"}` : "";
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = cases.find(({ place }) => !place.hidden);
    if (first) location.hash = first.place.id;
  });
  field.addEventListener("input", look);

  // A link to a case that the filter hides shows it.
  window.addEventListener("hashchange", () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place || !place.closest("[hidden]")) return;
    field.value = "";
    look();
    place.scrollIntoView();
  });
  if (field.value) look();
})();
