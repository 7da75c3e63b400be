/* What a script adds to what is sent: a link to a part of this page fetches it, and a line of the log can be shown on the map. */
(() => {
  "use strict";
  const HEX = 'a.hex[href^="#hex-"]';

  // Before htmx goes through what came. A link bears one address, and leads there without this file.
  function equip(part) {
    const page = document.querySelector("#desk")?.dataset.page;
    if (!page) return;
    const fetched = `a:is(.chip, .close, .counter, .present, .row-name, .term):is([href^="${page}?unit="], [href^="${page}?here="], [href^="${page}/contacts/"])`;
    for (const link of [part, ...part.querySelectorAll(fetched)]) {
      if (link.matches(`#desk ${fetched}:not(#dossier *)`)) link.setAttribute("hx-get", link.getAttribute("href").split("#")[0]);
    }
    for (const line of part.querySelectorAll(`.log-line:has(${HEX}):not(:has(.log-where))`)) line.append(where(line));
  }

  function where(line) {
    const hexes = [...new Set([...line.querySelectorAll(HEX)].map((link) => decodeURIComponent(link.getAttribute("href").slice(5))))];
    const button = Object.assign(document.createElement("button"), { type: "button", className: "log-where", textContent: "Where" });
    button.dataset.where = hexes.join("|");
    button.setAttribute("aria-label", `Where: show ${hexes.join(", ")} on the map`);
    return button;
  }

  document.addEventListener("htmx:before:process", ({ target }) => { if (target.querySelectorAll) equip(target); });
})();
