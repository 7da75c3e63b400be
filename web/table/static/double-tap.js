/* After the heading has changed, or other buttons or forms stand where some stood before, no button takes a tap for a moment: a double
   tap does not close two steps, nor give what has come under the finger. Keys are not held up. */
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

  // What tells what lies under the finger from what lay there: the buttons that commit something, and the forms.
  const UNDER = "#act form, #act details, #orders .group > form, #orders .group-title";
  const sent = (one) => [...one.querySelectorAll("[name=title], [name=kind], [name=fixed], [name=done], [name=pass], [name=unit], [data-gives]")];
  const told = (one) => [one.tagName, one.id, ...sent(one).map((part) => part.dataset.gives || `${part.name}=${part.value}`)].join(" ");
  const under = () => [...document.querySelectorAll(UNDER)].map(told).join("|");
  let lay = under();

  function hold() {
    until = Date.now() + PAUSE;
    desk()?.classList.add("is-fresh");
    setTimeout(() => { if (Date.now() >= until) desk()?.classList.remove("is-fresh"); }, PAUSE);
  }

  function pause() {
    hold();
    document.dispatchEvent(new CustomEvent("sitrep:heading"));
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
  // What was said of a tap that came too late goes with the next heading.
  let warned = null;
  function look() {
    const now = heading(), lies = under(), warns = document.querySelector("#notice > .warn");
    if (now !== was) pause();
    else if (lies !== lay) hold();
    if (now !== was && warns && warns === warned) warns.remove();
    [was, lay, warned] = [now, lies, warns];
  }
  const looked = new MutationObserver(look);
  for (const one of document.querySelectorAll("#desk .side, #tab-orders")) looked.observe(one, { childList: true });

  window.sitrepHeading = heading;
})();
