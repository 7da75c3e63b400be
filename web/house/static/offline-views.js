// Registers the service worker; and, where a player switches it on, keeps the last view of their seat on this device.
// Each account has a cache of its own. They are erased at signing out, and where somebody else comes to a seat.
"use strict";

(() => {
  if (!navigator.serviceWorker || !window.caches || !navigator.locks) return;
  const VIEWS = "sitrep-view-";
  const PAUSE = 3000;
  const here = location.pathname;
  const offline = document.body.hasAttribute("data-kept");
  const keeper = () => document.querySelector("[data-keeper]")?.dataset.keeper;
  const views = async () => (await caches.keys()).filter((name) => name.startsWith(VIEWS));
  // One at a time in all windows, or a view that is still on its way would be kept after it was given up.
  const inTurn = (work) => navigator.locks.request(VIEWS, work);

  async function isKept() {
    return (await caches.has(VIEWS + keeper())) && Boolean(await (await caches.open(VIEWS + keeper())).match(here));
  }

  const drop = (path, except = "") => inTurn(async () => {
    for (const name of await views()) {
      if (name !== except) await (await caches.open(name)).delete(path);
      if (!(await (await caches.open(name)).keys()).length) await caches.delete(name);
    }
  });

  // The page as the server has it now, its letters on it, with a line that says of when it is; anew: only where it is still kept by then.
  async function keep({ anew = false } = {}) {
    const answer = await fetch(`${here}?letters=1`, { cache: "no-store" });
    if (!answer.ok) return drop(here);
    const whole = await answer.text();
    const now = new Date();
    const said = now.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
    const line = `<div class="kept-line" role="status"><p class="notice warn"><span>No connection. This is the page as it was on <time datetime="${now.toISOString()}">${said}</time>; nothing can be sent.</span></p></div>`;
    const kept = whole.replace("<body ", "<body data-kept ").replace('<div id="trouble"></div>', `${line}<div id="trouble"></div>`);
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    for (const name of ["Content-Security-Policy", "X-Content-Type-Options"]) headers[name] = answer.headers.get(name) || "";
    await inTurn(async () => {
      if (anew && !(await isKept())) return;
      await (await caches.open(VIEWS + keeper())).put(here, new Response(kept, { headers }));
    });
  }

  const erase = () => inTurn(async () => {
    for (const name of await views()) await caches.delete(name);
  });

  async function keepAnew() {
    if (await isKept()) await keep({ anew: true });
  }

  // ---- the switch on the match page

  async function showSwitch() {
    const place = document.querySelector("[data-keep]");
    if (!place) return;
    place.hidden = offline;
    place.querySelector("input").checked = await isKept();
  }

  document.addEventListener("change", async (event) => {
    if (!event.target.closest("[data-keep]")) return;
    event.target.disabled = true;
    try {
      await (event.target.checked ? keep() : drop(here));
    } finally {
      event.target.disabled = false;
      showSwitch(); // as it is, also where that did not go
    }
  });

  let pause = 0;
  document.addEventListener("htmx:after:swap", () => {
    if (!keeper() || offline) return;
    showSwitch();
    window.clearTimeout(pause);
    pause = window.setTimeout(keepAnew, PAUSE);
  });

  // ---- the list on the account's page, and on the page that says that there is no connection

  async function showList() {
    const place = document.querySelector("[data-kept-views]");
    if (!place) return;
    const lines = [];
    for (const name of await views()) {
      for (const request of await (await caches.open(name)).keys()) {
        const path = new URL(request.url).pathname;
        const page = new DOMParser().parseFromString(await (await caches.match(request)).text(), "text/html");
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = path;
        link.textContent = page.title.replace(" · Sitrep", "");
        item.append(link);
        lines.push(item);
      }
    }
    place.hidden = !lines.length;
    place.querySelector("ul").replaceChildren(...lines);
  }

  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-erase-views]")) return;
    await erase();
    showList();
  });

  document.addEventListener("submit", (event) => {
    if (["/sign-out", "/account/deletion"].includes(new URL(event.target.action).pathname)) erase();
  });

  // ---- the start

  if (offline) {
    for (const button of document.querySelectorAll("form button")) button.disabled = true;
    return;
  }
  navigator.serviceWorker.register("/sw.js").catch(() => {}); // a browser may forbid it
  showList();
  if (keeper()) drop(here, VIEWS + keeper()).then(showSwitch).then(keepAnew);
})();
