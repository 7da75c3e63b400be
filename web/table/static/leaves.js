/* The page says what it has and shows, and is sent the rest: a stub stands for each leaf that it has (web/leaves.py says how).
   Of a leaf of which it has the frame it is told of which leaves to make it. A late part that it does not show keeps what it was, and is fetched when it is opened. Where the page cannot be sure what
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
  const has = () => [...logUpTo(), ...new Set(all("#desk [data-v]").flatMap(({ dataset: { v, f, p } }) => [v, f, p].filter(Boolean)))].join(" ");

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

  // In what is sent the page's own address is written short, and that of a place not at all.
  function lead(fragment) {
    for (const one of fragment.querySelectorAll("a.place:not([href])")) one.setAttribute("href", `#place-${one.textContent}`);
    for (const name of ["href", "action", "hx-get", "hx-post"]) {
      for (const one of fragment.querySelectorAll(`[${name}^="~"]`)) {
        one.setAttribute(name, find("#desk").dataset.page + one.getAttribute(name).slice(1));
      }
    }
  }

  // What a leaf that is made of others is called: what it says itself, with what they say in place of the dots.
  function label(one) {
    const words = [...one.querySelectorAll("[data-says]")].map(({ dataset }) => dataset.says).join(", ");
    one.setAttribute("aria-label", (one.dataset.says ?? "…").replace("…", words));
  }

  // A frame is made of another of its pattern: wherever a value of that one stands as a word, the value of this stands now.
  function refill(one, values) {
    const old = one.dataset.with.split(";"), escape = (value) => value.replace(/[.|/-]/g, "\\$&");
    const either = [...old].sort((a, b) => b.length - a.length).map(escape).join("|");
    const word = new RegExp(`(?<![A-Za-z0-9_.])(?:${either})(?![A-Za-z0-9_.])`, "g");
    const put = (text) => text.replace(word, (found) => values[old.indexOf(found)]);
    for (const part of [one, ...one.querySelectorAll("*")]) {
      for (const attribute of part.attributes) attribute.value = put(attribute.value);
      for (const text of part.childNodes) if (text.nodeType === Node.TEXT_NODE) text.data = put(text.data);
    }
  }

  // A leaf of a frame that the page has, or of a pattern, with these leaves in it.
  function made(there, word, values) {
    const [v, f, ...more] = word, p = values && more.shift(), one = there(values ? "p" : "f", values ? p : f);
    const inner = more.map((part) => there("v", part)), first = one?.querySelector("[data-v]");
    if (!first || inner.includes(undefined)) return undefined;
    while (first.nextElementSibling?.dataset.v) first.nextElementSibling.remove();
    const gap = document.createComment("");
    first.replaceWith(gap);
    if (values) refill(one, values);
    gap.replaceWith(...inner);
    Object.assign(one.dataset, values ? { v, f, p } : { v });
    label(one);
    return one;
  }

  // What stands on the page takes the place of its stub. It is copied: what stands there goes with the swap.
  function fill(fragment, others) {
    const there = (mark, hash) => [find("#desk"), ...others].map((one) => find(`[data-${mark}="${hash}"]`, one)).find(Boolean)?.cloneNode(true);
    const kept = (said) => {
      const [word, values] = said.split("="), parts = word.split(":");
      const one = parts[1] ? made(there, parts, values?.replaceAll("+", " ").split(";")) : there("v", word);
      one?.classList.remove("is-new");
      return one;
    };
    for (const stub of fragment.querySelectorAll("[data-same]")) {
      const found = stub.dataset.same.split(" ").map(kept);
      if (found.includes(undefined)) lookAgain();
      stub.replaceWith(...found.filter(Boolean));
    }
    for (const one of fragment.querySelectorAll("[data-new]")) one.remove();
    for (const one of fragment.querySelectorAll("[data-f]:not([aria-label])")) label(one);
    for (const stub of fragment.querySelectorAll("i[data-late]")) stub.replaceWith(find(late(stub.dataset.late))?.cloneNode(true) ?? "");
  }

  // Of the log come the lines that are new, which are put on top once though they came twice, or the whole: where the page was
  // not sure what it had. Either way a line is marked that the page did not have; and one that was marked stays so.
  function mark({ fragment, swapSpec }) {
    const log = find("#log-lines:not([data-older])");
    if (!log || !fragment?.querySelectorAll) return;
    const newest = Number(find(".log-number", log)?.textContent || 0);
    const marked = [...log.querySelectorAll(".is-new .log-number")].map(({ textContent }) => textContent);
    for (const line of fragment.querySelectorAll(".log-line")) {
      const number = find(".log-number", line).textContent;
      if (swapSpec?.style === "afterbegin" && Number(number) <= newest) line.remove();
      else line.classList.toggle("is-new", Number(number) > newest || marked.includes(number));
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
    for (const fragment of fragments) lead(fragment);
    for (const fragment of fragments) fill(fragment, fragments);
    tasks.forEach(mark);
  });
  document.addEventListener("htmx:after:swap", () => { swaps += 1; });

  window.sitrepLeaves = { isOvertaken: (ctx) => ctx.swapsBefore !== swaps };
})();
