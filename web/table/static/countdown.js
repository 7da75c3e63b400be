// The time that runs before all sides in live play, second by second, and how soon comes what is days away or hours; without this
// file the page says when.
(() => {
  "use strict";
  const LAST = 800; // ms before 0: what is chosen has to reach the server in time
  let began = 0, shown = null, called = false;

  // What is left was so when the server wrote it, of which the page knows only that it was not before it was asked: over a slow
  // line it would count late, and what is chosen would come when the time is over.
  const written = new WeakMap();
  let since = performance.getEntriesByType("navigation")[0]?.requestStart;
  document.addEventListener("htmx:before:request", ({ detail }) => { if (detail.ctx) written.set(detail.ctx, performance.now()); });
  document.addEventListener("htmx:before:swap", ({ detail }) => { since = written.get(detail.ctx); });

  function tick() {
    const clock = document.querySelector(".countdown");
    if (!clock) return;
    if (clock !== shown || clock.dataset.left !== clock.dataset.since) {
      [shown, began, since] = [clock, since ?? performance.now(), null];
      clock.dataset.since = clock.dataset.left;
    }
    const rest = Number(clock.dataset.left) - performance.now() + began, left = Math.max(0, Math.ceil(rest / 1000));
    const said = clock.querySelector("strong"), words = left ? `${left} s` : "over";
    if (said.textContent !== words) said.textContent = words;
    clock.classList.toggle("is-short", left <= 3);
    if (rest > 0 && rest <= LAST && !called) document.dispatchEvent(new CustomEvent("sitrep:nought"));
    called = rest <= LAST;
  }

  // How long one has waited for the enemy's turn, as this window knows by itself, and whether its own line stands: nothing of
  // the other side.
  const SHORT = 5; // seconds, of which nobody asks
  const KEPT = `waits:${location.pathname}`;
  function waited() {
    const said = document.querySelector("[data-waited]"), heading = said && window.sitrepHeading?.();
    if (!heading) return;
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(KEPT)); } catch { /* storage is off: it counts from when the page came */ }
    if (kept?.heading !== heading) kept = { heading, since: said.dataset.since ? Number(said.dataset.since) : Date.now() };
    try { sessionStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* as above */ }
    said.dataset.since = kept.since;
    const gone = Math.floor((Date.now() - kept.since) / 1000), long = gone < 60 ? `${gone} s` : `${Math.floor(gone / 60)} min ${gone % 60} s`;
    const line = document.documentElement.dataset.link === "on" ? "Your page is connected." : "Your page is connecting again.";
    const words = gone < SHORT ? "" : `${long} so far. ${line}`;
    if (said.textContent !== words) said.textContent = words;
  }
  window.setInterval(waited, 1000);

  // As the page says it (`how_long` in service/matches/times.py).
  const SPANS = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  function soon(until) {
    let left = Math.max(0, Math.floor((until - Date.now()) / 1000));
    const largest = Math.max(0, SPANS.findIndex(([length], at) => left >= 2 * length || at === SPANS.length - 1)), said = [];
    for (const [length, name] of SPANS.slice(largest, largest + 2)) {
      const count = Math.floor(left / length);
      left %= length;
      if (count || !said.length) said.push(`${count} ${name}${count === 1 ? "" : "s"}`);
    }
    return `in ${said.join(" ")}`;
  }

  const MINUTE = 60000;
  window.setInterval(() => {
    for (const one of document.querySelectorAll("[data-soon]")) one.textContent = soon(Date.parse(one.closest("time").dateTime));
  }, MINUTE);

  window.setInterval(tick, 200);
  document.addEventListener("htmx:after:swap", tick);
  document.addEventListener("DOMContentLoaded", tick);
})();
