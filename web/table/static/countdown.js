// The time that runs before all sides in live play, second by second; without this file the page says when it ends.
(() => {
  "use strict";
  let began = 0, shown = null;

  function tick() {
    const clock = document.querySelector(".countdown");
    if (!clock) return;
    if (clock !== shown || clock.dataset.left !== clock.dataset.since) {
      [shown, began] = [clock, performance.now()];
      clock.dataset.since = clock.dataset.left;
    }
    const left = Math.max(0, Math.ceil((Number(clock.dataset.left) - performance.now() + began) / 1000));
    const said = clock.querySelector("strong"), words = left ? `${left} s` : "over";
    if (said.textContent !== words) said.textContent = words;
    clock.classList.toggle("is-short", left <= 3);
  }

  window.setInterval(tick, 200);
  document.addEventListener("htmx:after:swap", tick);
  document.addEventListener("DOMContentLoaded", tick);
})();
