/* The page says what it has, and is sent the rest: a stub stands for each leaf that it has (web/leaves.py says how).
   Where it cannot be sure, since two answers crossed on their way, it looks again and is sent all. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);
  const isLook = (ctx) => ctx.sourceElement?.id === "live";
  let swaps = 0, underWay = 0, unsure = false;

  const logUpTo = () => {
    const lines = find("#log-lines"), after = find('#state [name="after"]')?.value;
    return lines && !("older" in lines.dataset) && after ? [`log:${after}`] : [];
  };
  const has = () => [...logUpTo(), ...[...document.querySelectorAll("#desk [data-v]")].map((one) => one.dataset.v)].join(" ");

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement?.closest?.("#desk")) return;
    ctx.swapsBefore = swaps;
    const said = isLook(ctx) && unsure ? "unsure" : underWay ? "" : has();
    if (said) ctx.request.headers["Sitrep-Has"] = said;
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
  }

  // Lines of the log that came twice are put in once.
  function once(fragment) {
    const newest = Number(find("#log-lines .log-number")?.textContent || 0);
    for (const line of fragment.querySelectorAll(".log-line")) {
      if (Number(find(".log-number", line).textContent) <= newest) line.remove();
    }
  }

  // After the listener of live.js, which drops a look that was overtaken.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    if (event.defaultPrevented || ctx.swapsBefore === undefined) return;
    if (isLook(ctx)) unsure = false;
    else if (ctx.request.headers["Sitrep-Has"] && ctx.swapsBefore !== swaps) lookAgain();
    const fragments = tasks.map(({ fragment }) => fragment).filter((one) => one?.querySelectorAll);
    for (const fragment of fragments) fill(fragment, fragments);
    for (const { fragment, swapSpec } of tasks) if (swapSpec?.style === "afterbegin") once(fragment);
  });
  document.addEventListener("htmx:after:swap", () => { swaps += 1; });

  window.sitrepLeaves = { isOvertaken: (ctx) => ctx.swapsBefore !== swaps };
})();
