/* Whoever is coached reads the briefing before the first order, once in a window; it stays folded under the aim. */
(() => {
  "use strict";
  const lines = document.querySelector("#briefing .briefing-lines"), coached = document.querySelector("#coach[data-lesson]");
  const key = `briefed:${location.pathname}`;

  function isNew() {
    try {
      if (sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, "yes");
    } catch { /* storage is off: it is read at each visit before the first order */ }
    return true;
  }

  if (!lines || !coached || !isNew()) return;
  const made = (tag, more, ...within) => {
    const one = Object.assign(document.createElement(tag), more);
    one.append(...within);
    return one;
  };
  const dialog = made("dialog", { className: "question briefing-first" },
    made("h2", { className: "question-title", textContent: "Your briefing" }),
    lines.cloneNode(true),
    made("p", { className: "fine", textContent: "You can read it again at any time: tap the line that says how you win." }),
    made("button", { className: "button primary", type: "button", textContent: "To the map", autofocus: true, onclick: () => dialog.close() }));
  dialog.setAttribute("aria-label", "Your briefing");
  dialog.addEventListener("click", ({ target }) => { if (target === dialog || target.closest("a")) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.querySelector("#desk").append(dialog);
  dialog.showModal();
})();
