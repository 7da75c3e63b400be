/* The page says what it has and shows, and is sent the rest: a stub stands for each leaf that it has (web/page_delta.py says how).
   Of a leaf of which it has the frame it is told of which leaves to make it. A late part that it does not show keeps what it was, and is fetched when it is opened. Where the page cannot be sure what
   it has, since two answers crossed on their way, it looks again and is sent all. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);
  const isLook = (ctx) => ctx.sourceElement?.id === "live";
  const isCard = (ctx) => ctx.sourceElement?.matches?.(".result-more"); // it comes whole and always says the same: it crosses nothing
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
    ctx.sure = !underWay && !isCard(ctx) && !(isLook(ctx) && unsure);
    ctx.request.headers["Sitrep-Has"] = `open:${ctx.open} ${ctx.sure ? has() : isLook(ctx) && unsure ? "unsure" : ""}`;
  });
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { if (!isLook(ctx) && !isCard(ctx)) underWay += 1; });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => { if (!isLook(ctx) && !isCard(ctx)) underWay = Math.max(0, underWay - 1); });

  function lookAgain() {
    unsure = true;
    document.dispatchEvent(new CustomEvent("sitrep:news"));
  }

  // What is sent takes the place of elements, of which it says the ids.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    ctx.text = ctx.text?.replace(/<hx-partial id="([\w-]+)">/g, '<hx-partial hx-target="#$1" hx-swap="outerHTML">');
  }, true);

  // In what is sent the page's own address is written short, that of a place not at all, and a rim by the letters of its steps.
  function lead(fragment) {
    let step = [];
    for (const one of fragment.querySelectorAll("[data-d]")) {
      const [steps, ...rings] = one.dataset.d.split(";");
      if (steps) step = steps.split(",");
      const drawn = rings.map((ring) => ring.split(/ (?=[a-z]+$)/)).map(([begins, way]) => `M${begins}l${[...way].map((one) => step[one.charCodeAt() - 97]).join(" ")}z`);
      one.setAttribute("d", drawn.join("").replaceAll(" -", "-"));
      one.removeAttribute("data-d");
    }
    for (const one of fragment.querySelectorAll("[data-costs]")) {
      for (const [x, y, cost, aside] of one.dataset.costs.split("|").map((said) => said.split(" "))) {
        const text = document.createElementNS(one.namespaceURI, "text");
        for (const [name, value] of Object.entries({ x, y, ...(aside && { class: "is-aside" }) })) text.setAttribute(name, value);
        text.textContent = cost;
        one.append(text);
      }
      one.removeAttribute("data-costs");
    }
    for (const one of fragment.querySelectorAll("a.place:not([href])")) one.setAttribute("href", `#place-${one.textContent}`);
    for (const one of fragment.querySelectorAll("a.term:not([href])")) one.setAttribute("href", `~/contacts/${one.textContent}`);
    for (const name of ["href", "action", "hx-get", "hx-post"]) {
      for (const one of fragment.querySelectorAll(`[${name}^="~"]`)) {
        one.setAttribute(name, find("#desk").dataset.page + one.getAttribute(name).slice(1));
      }
    }
  }

  // What a leaf that is made of others is called: what it says itself, with what they say in place of the dots; what figures mean, it tells.
  function label(one) {
    const tells = one.dataset.tells, told = (figures) => tells.replace(/#/g, () => figures.shift());
    const words = [...one.querySelectorAll(tells ? "[data-says], .c-figures" : "[data-says]")].map((part) => part.dataset.says ?? told(part.textContent.split("-")));
    one.setAttribute("aria-label", (one.dataset.says ?? "…").replace("…", words.join(", ")));
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

  // The hash of what is made of others by their hashes, as the server reckons it (sum_of).
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const sum = (words) => [16777213, 16777199].flatMap((most) => {
    const found = [...words.join(":")].reduce((so, letter) => (so * 131 + letter.charCodeAt()) % most, 0);
    return [0, 6, 12, 18].map((shift) => DIGITS[(found >> shift) & 63]);
  }).join("");

  // A leaf of a frame that the page has, or of a pattern, with these leaves in it.
  function made(there, [like, ...parts], said) {
    const values = said?.split(";"), f = said ? sum([like, said]) : like, v = sum([f, ...parts]), one = there(said ? "p" : "f", like);
    const inner = parts.map((part) => there("v", part)), first = one?.querySelector("[data-v]");
    if (!first || inner.includes(undefined)) return undefined;
    while (first.nextElementSibling?.dataset.v) first.nextElementSibling.remove();
    const gap = document.createComment("");
    first.replaceWith(gap);
    if (values) refill(one, values);
    gap.replaceWith(...inner);
    Object.assign(one.dataset, said ? { v, f, p: like } : { v });
    label(one);
    return one;
  }

  // What stands on the page takes the place of its stub. It is copied: what stands there goes with the swap, and what was
  // tapped there, and fetched this, is not waited for in the copy; nor does the copy listen before htmx has gone through it.
  function copied(one) {
    const copy = one?.cloneNode(true);
    for (const part of copy ? [copy, ...copy.querySelectorAll(".htmx-request, [data-htmx-powered]")] : []) {
      part.classList.remove("htmx-request");
      part.removeAttribute("data-htmx-powered");
    }
    return copy;
  }

  function fill(fragment, others) {
    const there = (mark, hash) => copied([find("#desk"), ...others].map((one) => find(`[data-${mark}="${hash}"]`, one)).find(Boolean));
    for (const stub of fragment.querySelectorAll("[data-same]")) {
      const met = []; // a hash that stood in the stub before is said by its number
      const whole = (part) => part.length < 8 ? met[parseInt(part, 16)] : met[met.push(part) - 1];
      const found = stub.dataset.same.split(" ").map((said) => {
        const [word, values] = said.split("="), parts = word.split(":").map(whole);
        const one = parts[1] ? made(there, parts, values?.replaceAll("+", " ")) : there("v", parts[0]);
        one?.classList.remove("is-new");
        return one;
      });
      if (found.includes(undefined)) lookAgain();
      stub.replaceWith(...found.filter(Boolean));
    }
    for (const one of fragment.querySelectorAll("[data-new]")) one.remove();
    for (const one of fragment.querySelectorAll("[data-f]:not([aria-label])")) label(one);
    for (const stub of fragment.querySelectorAll("i[data-late]")) stub.replaceWith(copied(find(late(stub.dataset.late))) ?? "");
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
    if (event.defaultPrevented) return;
    const wasOvertaken = ctx.swapsBefore !== swaps;
    if (!isCard(ctx)) swaps += 1; // at once: what is asked for while this is put in knows of it
    if (ctx.swapsBefore === undefined) return;
    if (isLook(ctx)) unsure = false;
    else if (ctx.sure && wasOvertaken) lookAgain();
    const fragments = tasks.map(({ fragment }) => fragment).filter((one) => one?.querySelectorAll);
    const closed = fragments.some((one) => find("#state", one)) ? all("#desk [data-late]").filter((one) => !ctx.open.includes(one.dataset.late)) : [];
    for (const one of closed) one.dataset.stale = "";
    for (const fragment of fragments) lead(fragment);
    for (const fragment of fragments) fill(fragment, fragments);
    tasks.forEach(mark);
  });

  window.sitrepLeaves = { isOvertaken: (ctx) => ctx.swapsBefore !== swaps };
})();
