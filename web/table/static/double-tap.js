/* After the heading has changed no button takes a tap for a moment: a double tap does not close two steps. Keys are not held up. */
(() => {
  "use strict";
  const PAUSE = 700; // ms
  const BUTTONS = "#act :is(.button, summary), :is(#orders, #sheet, #coach, #notice) button:not([data-step])";
  const desk = () => document.querySelector("#desk");
  let until = 0;

  // What tells one heading from the next: where one stands and what is asked there; of a decision its words too.
  const WHERE = "#asked :is(.ask-title, .whose, .crumbs, .ask-facts), #asked:has(~ #act .decision) .ask-lead";
  const heading = () => [...document.querySelectorAll(WHERE)].map((one) => one.textContent.trim()).join("|");
  let was = heading();

  function pause() {
    until = Date.now() + PAUSE;
    desk()?.classList.add("is-fresh");
    document.dispatchEvent(new CustomEvent("sitrep:heading"));
    setTimeout(() => { if (Date.now() >= until) desk()?.classList.remove("is-fresh"); }, PAUSE);
  }

  // A tap has a count of clicks; what a key presses has none.
  window.addEventListener("click", (event) => {
    if (Date.now() >= until || !event.detail || !event.target.closest?.(BUTTONS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // The next heading may be called as this one is: where the player has closed it, it has changed all the same.
  let closing = null;
  document.addEventListener("submit", ({ target, submitter }) => {
    closing = target.matches("form:has([name=done], [name=pass])") || submitter?.name === "then" ? target : null;
  });

  document.addEventListener("htmx:before:swap", ({ detail }) => {
    const { sourceElement, response } = detail.ctx || {};
    if (!closing || sourceElement !== closing || response?.status >= 400) return;
    closing = null;
    pause();
  });

  // From the very moment in which another heading stands there, which is before htmx says that it has put it there.
  function look() {
    const now = heading();
    if (now !== was) pause();
    was = now;
  }
  const side = document.querySelector("#desk .side");
  if (side) new MutationObserver(look).observe(side, { childList: true });

  window.sitrepHeading = heading;
})();
