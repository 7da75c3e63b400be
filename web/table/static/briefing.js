/* Whoever sits at a seat reads its briefing before the first order, once on a device; it stays folded under the aim. With it stands who can
   see both sides, where that is so, and a coach for whoever wants one and has none. */
(() => {
  "use strict";
  const KEY = "briefed", AT_MOST = 60; // seats whose briefing was read here, the latest first
  const find = (selector) => document.querySelector(selector);
  const lines = find("#briefing .briefing-lines"), seat = find("#desk").dataset.page;

  function isNew() {
    try {
      const read = JSON.parse(localStorage.getItem(KEY)) || [];
      localStorage.setItem(KEY, JSON.stringify([...new Set([seat, ...read])].slice(0, AT_MOST)));
      return !read.includes(seat);
    } catch { return true; } // storage is off: it is read at each visit before the first order
  }

  if (!lines || document.body.matches("[data-kept]") || !isNew()) return;
  const made = (tag, more, ...within) => {
    const one = Object.assign(document.createElement(tag), more);
    one.append(...within);
    return one;
  };
  const company = find("#company .company.warn"), said = company?.cloneNode(true);
  if (said) said.open = true;
  const calls = find("[data-calls-coach]"), to = (more) => made("button", { type: "button", ...more });
  const dialog = made("dialog", { className: "question briefing-first" },
    made("h2", { className: "question-title", textContent: "Your briefing" }),
    lines.cloneNode(true),
    ...(said ? [said] : []),
    made("p", { className: "fine", textContent: "You can read it again at any time: tap the line that says how you win." }),
    made("div", { className: "briefing-ways" },
      to({ className: "button primary", textContent: "To the map", autofocus: true, onclick: () => dialog.close() }),
      ...(calls ? [
        to({ className: "button", textContent: "Explain each step to me", onclick: () => { dialog.close(); calls.requestSubmit(); } }),
        made("p", { className: "fine", textContent: "A coach goes by what your side knows. Nobody else is told that you have one." }),
      ] : [])));
  dialog.setAttribute("aria-label", "Your briefing");
  dialog.addEventListener("click", ({ target }) => { if (target === dialog || target.closest("a")) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  find("#desk").append(dialog);
  dialog.showModal();
})();
