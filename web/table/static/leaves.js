/* The page says what it has and shows, and is sent the rest: a stub stands for each leaf that it has (web/leaves.py says how).
   A late part that it does not show keeps what it was, and is fetched when it is opened. Where the page cannot be sure what
   it has, since two answers crossed on their way, it looks again and is sent all. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);
  const isLook = (ctx) => ctx.sourceElement?.id === "live";
  let swaps = 0, underWay = 0, unsure = false;

  const logUpTo = () => {
    const lines = find("#log-lines:not([data-older])");
    return lines ? [`log:${find(".log-number", lines)?.textContent || 0}`] : [];
  };
  const has = () => [...logUpTo(), ...new Set(all("#desk [data-v]").map((one) => one.dataset.v))].join(" ");

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement?.closest?.("#desk")) return;
    ctx.swapsBefore = swaps;
    ctx.open = open();
    ctx.sure = !underWay && !(isLook(ctx) && unsure);
    ctx.request.headers["Sitrep-Has"] = `open:${ctx.open} ${ctx.sure ? has() : isLook(ctx) && unsure ? "unsure" : ""}`;
  });
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { if (!isLook(ctx)) underWay += 1; });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => { if (!isLook(ctx)) underWay = Math.max(0, underWay - 1); });

  function lookAgain() {
    unsure = true;
    document.dispatchEvent(new CustomEvent("sitrep:news"));
  }

  // What stands on the page takes the place of its stub. It is copied: what stands there goes with the swap.
  function fill(fragment, others) {
    const there = (hash) => [find("#desk"), ...others].map((one) => find(`[data-v="${hash}"]`, one)).find(Boolean);
    for (const stub of fragment.querySelectorAll("[data-same]")) {
      const kept = stub.dataset.same.split(" ").map((hash) => there(hash)?.cloneNode(true));
      if (kept.includes(undefined)) lookAgain();
      for (const one of kept) one?.classList.remove("is-new");
      stub.replaceWith(...kept.filter(Boolean));
    }
    for (const stub of fragment.querySelectorAll("i[data-late]")) stub.replaceWith(find(late(stub.dataset.late))?.cloneNode(true) ?? "");
  }

  // Lines of the log that came twice are put in once.
  function once(fragment) {
    const newest = Number(find("#log-lines .log-number")?.textContent || 0);
    for (const line of fragment.querySelectorAll(".log-line")) {
      if (Number(find(".log-number", line).textContent) <= newest) line.remove();
      else line.classList.add("is-new");
    }
  }

  // ---- late parts: what came while one was not open it does not have

  const late = (name) => `#desk [data-late="${name}"]:not(i)`;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const open = () => all("#desk [data-late]").filter(isOpen).map((one) => one.dataset.late);
  const isOpen = (one) => !one.closest("[hidden], details:not([open])");

  function fetchLate() {
    for (const one of all("#desk [data-late][data-stale][data-htmx-powered]").filter(isOpen)) {
      delete one.dataset.stale;
      one.dispatchEvent(new CustomEvent("sitrep:late", { bubbles: false }));
    }
  }
  for (const sign of ["sitrep:tab", "htmx:after:swap", "htmx:after:process"]) document.addEventListener(sign, fetchLate);
  document.addEventListener("toggle", fetchLate, true);
  for (const sign of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(sign, ({ detail }) => {
      const source = detail.ctx?.sourceElement;
      if (source?.dataset?.late) find(late(source.dataset.late)).dataset.stale = "";
    });
  }

  // After the listener of live.js, which drops a look that was overtaken.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    if (event.defaultPrevented || ctx.swapsBefore === undefined) return;
    if (isLook(ctx)) unsure = false;
    else if (ctx.sure && ctx.swapsBefore !== swaps) lookAgain();
    const fragments = tasks.map(({ fragment }) => fragment).filter((one) => one?.querySelectorAll);
    const closed = fragments.some((one) => find("#state", one)) ? all("#desk [data-late]").filter((one) => !ctx.open.includes(one.dataset.late)) : [];
    for (const one of closed) one.dataset.stale = "";
    for (const fragment of fragments) fill(fragment, fragments);
    for (const { fragment, swapSpec } of tasks) if (swapSpec?.style === "afterbegin") once(fragment);
  });
  document.addEventListener("htmx:after:swap", () => { swaps += 1; });

  window.sitrepLeaves = { isOvertaken: (ctx) => ctx.swapsBefore !== swaps };
})();
