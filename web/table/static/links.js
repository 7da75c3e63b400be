/* What a script adds to what is sent: a link to a part of this page fetches it, and a line of the log can be shown on the map. */
(() => {
  "use strict";
  const PLACE = 'a.place[href^="#place-"]';

  // Before htmx goes through what came. A link bears one address, and leads there without this file.
  function equip(part) {
    const page = document.querySelector("#desk")?.dataset.page;
    if (!page) return;
    const fetched = `a:is(.chip, .close, .coach-shows, .counter, .present, .row-name, .term):is([href^="${page}?unit="], [href^="${page}?here="], [href^="${page}?target="], [href^="${page}/contacts/"])`;
    for (const link of [part, ...part.querySelectorAll(fetched)]) {
      if (link.matches(`#desk ${fetched}:not(#dossier *)`)) link.setAttribute("hx-get", link.getAttribute("href").split("#")[0]);
    }
    for (const line of part.querySelectorAll(`.log-line:has(${PLACE}):not(:has(.log-where))`)) line.append(where(line));
  }

  function where(line) {
    const places = [...new Set([...line.querySelectorAll(PLACE)].map((link) => decodeURIComponent(link.getAttribute("href").slice("#place-".length))))];
    const button = Object.assign(document.createElement("button"), { type: "button", className: "log-where", textContent: "Where" });
    button.dataset.where = places.join("|");
    button.setAttribute("aria-label", `Where: show ${places.join(", ")} on the map`);
    return button;
  }

  document.addEventListener("htmx:before:process", ({ target }) => { if (target.querySelectorAll) equip(target); });
})();
