/* Result cards: one that is opened, or looked at on the map, is fetched; and what happened there is drawn on the map, until
   another is looked at or something new comes. The gravest of those that this page has not shown yet is drawn by itself, and the
   map goes there (map-choices.js). Without this file a card's links lead to all of it, and to the history. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const card = (one) => one?.closest?.(".result"), body = (of) => of.querySelector(".result-more");
  const numberOf = (one) => Number(one.querySelector("[id^=card-]").id.slice("card-".length));

  function fetch(of) {
    body(of)?.dispatchEvent(new CustomEvent("sitrep:card"));
  }

  // A swap that brings the map anew takes off what is drawn there. It is put on again as long as its card is on the page and
  // nobody has chosen another unit since: the forms of the one that was chosen are brought anew by themselves. Once it could be
  // looked at it gives the map up to the next question, and to what is waited for next.
  const SEEN = 4000; // ms
  let marks = null, marked = 0, choosing = "", asking = "", since = 0;
  const question = () => document.querySelector("#asked-title")?.textContent;
  const chosen = () => document.querySelector(".map-live .counter.is-selected")?.dataset.unit || "";

  function draw(of) {
    marks?.remove();
    marks = of?.querySelector(".result-drawn > g")?.cloneNode(true);
    [marked, choosing, asking, since] = [numberOf(of), chosen(), question(), performance.now()];
    if (!marks) return;
    marks.classList.add("result-marks");
    document.querySelector(".map-live")?.append(marks);
  }

  function put() {
    const isPast = question() !== asking && performance.now() - since > SEEN;
    const isOver = !document.querySelector(`#card-${marked}`) || ![choosing, ""].includes(chosen());
    if (isPast) {
      marks?.remove();
      marks = null;
    } else if (marks && !marks.isConnected && !isOver) document.querySelector(".map-live")?.append(marks);
  }

  // Of a card whose place was swapped while it was under way nothing comes, nor of one that was refused: with the next swap it
  // is asked for again. One of which more was told meanwhile has another number (204), and comes with that.
  let wanted = 0;
  const asked = new WeakSet();
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.response?.status !== 204) asked.delete(ctx.sourceElement);
  });

  function look(of) {
    wanted = numberOf(of);
    asked.delete(body(of));
    show();
  }

  function show() {
    const of = wanted && card(document.querySelector(`#card-${wanted}`)), more = of && body(of);
    if (of && !more) draw(of);
    if (!more) wanted = 0;
    else if (more.matches("[data-htmx-powered]") && !asked.has(more)) {
      asked.add(more);
      fetch(of);
    }
    put();
  }

  // ---- what this page has not shown yet

  const KEPT = `cards:${location.pathname}`;
  // Whoever has opened a card goes on reading it. On a phone what comes meanwhile is counted beside it, and takes neither its place
  // nor the map.
  let shown = 0, news = null, opened = 0, waiting = 0;
  try { shown = Number(localStorage.getItem(KEPT)); } catch { /* storage is off: each visit shows the latest */ }

  function meet() {
    const unread = [...document.querySelectorAll("#news .result")].filter((one) => numberOf(one) > shown);
    const isThere = opened && card(document.querySelector(`#card-${opened}`)), isRead = isThere && turn()?.offsetParent && isThere;
    if (!isThere) [opened, waiting] = [0, 0];
    else isThere.querySelector("details")?.setAttribute("open", "");
    if (unread.length) {
      const first = !isRead && unread.find((one) => one.querySelector("[data-where]"));
      shown = Math.max(...unread.map(numberOf));
      try { localStorage.setItem(KEPT, shown); } catch { /* as above */ }
      news = first ? first.querySelector("[data-where]").dataset.where.split("|") : null;
      if (first) {
        look(first);
        turnTo(first);
      } else if (isRead) {
        waiting += unread.length;
        turnTo(isRead);
      }
    }
    show();
    const still = !unread.length && read && card(document.querySelector(`#card-${read}`));
    if (still && inRow()[placeInRow()] !== still) turnTo(still);
  }

  for (const sign of ["DOMContentLoaded", "htmx:after:swap", "htmx:after:process"]) document.addEventListener(sign, meet);

  /* Where the card lies that has just come: once, for whoever moves the map. */
  window.sitrepCards = { came: () => news, went: () => { news = null; } };

  // On a phone they stand in a row, which is as high as the highest: one that is out of sight is folded again.
  // One that is taller than the panel is not: it is out of sight when the row has moved on, or the panel.
  const seen = new IntersectionObserver((all) => {
    for (const { target, intersectionRect: part, boundingClientRect: box } of all) {
      if (part.width < 0.2 * box.width) target.open = false;
    }
  }, { threshold: [0, 0.2] });

  // What a tap opens below the edge of a phone's panel is gone to, and once more when it has come.
  let tapped = null;
  function reach() {
    const more = tapped?.open && tapped.querySelector("summary").nextElementSibling, panels = find("#panels");
    if (!more || panels.clientHeight > 360) return;
    const isLow = more.getBoundingClientRect().top > panels.getBoundingClientRect().bottom - 120;
    if (isLow) more.scrollIntoView({ block: "start", inline: "nearest" });
  }
  document.addEventListener("htmx:after:swap", () => {
    if (tapped && !body(card(tapped))) {
      reach();
      tapped = null;
    }
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.(".result summary")) tapped = target.closest("details");
  }, true);

  document.addEventListener("toggle", ({ target }) => {
    if (!card(target)) return;
    if (!target.open) {
      if (numberOf(card(target)) === opened && target.isConnected) [opened, waiting] = [0, 0];
      return seen.unobserve(target);
    }
    opened = numberOf(card(target));
    fetch(card(target));
    if (target === tapped) reach();
    if (!body(card(target))) tapped = null;
    if (getComputedStyle(card(target).parentElement).display === "flex") seen.observe(target);
  }, true);

  document.addEventListener("click", ({ target }) => {
    const of = card(target.closest?.(".result [data-where], .result a.place"));
    if (of) look(of);
  });

  // What came is named where a question or the map has the room: a tap goes to its card, and opens it.
  document.addEventListener("click", (event) => {
    const came = event.target.closest?.("[data-came]"), of = came && card(document.querySelector(`#card-${came.dataset.came}`));
    if (!of) return;
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("sitrep:form", { detail: of }));
    const fold = of.querySelector("details");
    if (fold) fold.open = true;
    of.scrollIntoView({ block: "start" });
  });

  // Side by side on a phone: which of them is in sight, and the way to those beside it.
  const row = () => find("#news .results"), turn = () => find("#news .results-turn");
  const inRow = () => [...row().children], width = () => (row().scrollWidth - row().clientWidth) / Math.max(1, inRow().length - 1);
  const placeInRow = () => Math.round(row().scrollLeft / Math.max(1, width()));

  // What the map shows is what is read.
  // A swap brings the row anew: it stays at the card that was read.
  let read = 0;
  function turnTo(of) {
    read = numberOf(of);
    if (turn()?.offsetParent) row().scrollLeft = Math.max(0, inRow().indexOf(of)) * width();
  }

  const whereOf = (of) => of.querySelector("[data-where]")?.dataset.where;

  function turned() {
    if (!turn()?.offsetParent) return;
    const at = placeInRow(), last = inRow().length - 1;
    turn().querySelector("[data-turned]").textContent = `${at + 1} of ${last + 1}${waiting ? `, ${waiting} new` : ""}`;
    const ends = { "-1": at === 0, 0: !whereOf(inRow()[at]), 1: at === last };
    for (const button of turn().querySelectorAll("button")) button.disabled = ends[button.dataset.turn];
  }
  // The one to which a hand has turned is drawn, and the map goes there.
  const SETTLED = 160; // ms
  // A button says to which at once: where a page is busy the row may stand still on its way there.
  let isTurned = false, leadsTo = null, settling = 0;
  const turnedTo = () => inRow()[leadsTo ?? placeInRow()];
  function settle() {
    const of = isTurned && row() && turnedTo(), where = of && whereOf(of);
    [isTurned, leadsTo] = [false, null];
    if (!where) return;
    look(of);
    window.sitrepMap?.bring(where.split("|"), false);
  }
  document.addEventListener("pointerdown", ({ target }) => {
    if (!row()?.contains(target)) return;
    [isTurned, leadsTo] = [true, null];
  });

  document.addEventListener("scroll", ({ target }) => {
    if (target !== row()) return;
    turned();
    if (isTurned) read = numberOf(turnedTo());
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLED);
  }, true);
  for (const sign of ["DOMContentLoaded", "htmx:after:swap"]) document.addEventListener(sign, turned);
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-turn]"), by = Number(button?.dataset.turn);
    if (!button) return;
    isTurned = true;
    if (!by) return void settle();
    const to = Math.max(0, Math.min(inRow().length - 1, (leadsTo ?? placeInRow()) + by));
    [leadsTo, read] = [to, numberOf(inRow()[to])];
    // What is turned to is read from its top. The way to the next one stays under the finger (table-cards.css).
    find("#panels").scrollTop -= Math.max(0, turn().getBoundingClientRect().bottom - row().getBoundingClientRect().top);
    row().scrollTo({ left: to * width(), behavior: "smooth" });
  });
})();
