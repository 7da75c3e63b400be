/* The match page's line to the server: whether it stands, what it brings, and how that is shown and said.
   The socket says only that there is something; the page then looks, and is shown all that it has not shown yet. */
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector, from = document) => from.querySelector(selector);
  const number = (name) => Number(find(`#state [name="${name}"]`)?.value || 0);

  // ---- how the line stands, in a word at the head of the page

  const WORDS = { on: "live", lost: "connecting again", out: "signed out", gone: "not your seat" };
  const ENDED = ["out", "gone"];
  const has = (...states) => states.includes(root.dataset.link);

  function linkState(state) {
    const sign = find("#link-state");
    if (!sign) return;
    root.dataset.link = state;
    sign.dataset.state = state;
    find(".link-words", sign).textContent = WORDS[state];
  }

  // ---- looking for what is new: one look at a time, and none beside what the player is sending

  const TICK = 1000, AT_MOST = 12000; // the latter longer than a look may take
  let looked = 0, looking = false, others = 0, again = false;

  function look() {
    if (others || held() || (looking && Date.now() - looked < AT_MOST)) {
      again = true;
      return;
    }
    [looked, again] = [Date.now(), true];
    find("#live")?.dispatchEvent(new CustomEvent("sitrep:look"));
  }

  // Where htmx has not come yet nobody looks: it is made good as soon as it has gone through the page.
  document.addEventListener("htmx:after:process", () => { if (again) look(); });

  const isLook = (event) => event.detail.ctx?.sourceElement?.id === "live";

  document.addEventListener("htmx:before:request", (event) => {
    if (isLook(event)) [looking, again] = [true, false];
    else others += 1;
  });

  document.addEventListener("htmx:finally:request", (event) => {
    if (isLook(event)) {
      looking = false;
      if (event.detail.ctx.response?.status < 400) putOff = 0;
    } else others = Math.max(0, others - 1);
    if (again) look();
  });

  document.addEventListener("sitrep:news", look);

  // Nothing is swapped between press and click: a button that is replaced meanwhile takes no tap. No press lasts for ever.
  const PRESS = 3 * TICK, CLICK_AFTER = 300;
  let pressed = 0, letting = 0;
  const held = () => Date.now() - pressed < PRESS;

  function letGo() {
    pressed = 0;
    if (again) look();
  }

  function letGoIn(pause) {
    window.clearTimeout(letting);
    letting = window.setTimeout(letGo, pause);
  }

  document.addEventListener("pointerdown", () => {
    window.clearTimeout(letting);
    pressed = Date.now();
  }, true);
  document.addEventListener("pointerup", () => letGoIn(CLICK_AFTER), true);
  for (const end of ["click", "pointercancel"]) document.addEventListener(end, () => letGoIn(0), true);

  // What a dead line had open would be tried first, one connection after the other: each has little time until one answers.
  let suspect = false;
  document.addEventListener("htmx:config:request", (event) => {
    if (isLook(event)) event.detail.ctx.request.timeout = suspect ? "3s" : "10s";
  });
  document.addEventListener("htmx:error", (event) => {
    if (!isLook(event)) return;
    if (event.detail.error === "timeout") again = suspect = true;
    else if (has("on")) window.setTimeout(look, 2 * TICK);
  });

  // A server that is busy says for how long, and the page looks again then, the later the oftener it was put off. Where the
  // server itself is at fault (500), looking again at once would only meet that again: the next news, or the player, does.
  let putOff = 0;
  function lookLater(response) {
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    window.setTimeout(look, TICK * seconds * 2 ** Math.min(putOff, 5));
    putOff += 1;
  }

  // Orders that were sent are with the umpire for so many milliseconds: then the page looks whether it still says so.
  let settling = 0;
  function settle() {
    window.clearTimeout(settling);
    const left = number("settles");
    if (left) settling = window.setTimeout(look, left);
  }

  // Meanwhile the page keeps its shape: what is asked next comes in a moment, and takes the same room.
  const SHAPED = ["asked", "coach", "act"];
  let heights = [];
  function shape() {
    const isHeld = number("settles") > 0;
    find("#desk")?.classList.toggle("is-held", isHeld);
    SHAPED.forEach((id, at) => { find(`#${id}`)?.style.setProperty("min-height", isHeld && heights[at] ? `${heights[at]}px` : ""); });
  }
  document.addEventListener("htmx:before:swap", () => {
    if (!number("settles")) heights = SHAPED.map((id) => find(`#${id}`)?.getBoundingClientRect().height || 0);
  });
  // From the very moment in which it stands there, which is before htmx says that it has put it there.
  const side = find("#desk .side"), state = find("#state")?.parentElement;
  const shaped = new MutationObserver(shape);
  for (const one of [side, state]) if (one) shaped.observe(one, { childList: true });

  // ---- the line

  const ASK_EVERY = 10000, ANSWERED_WITHIN = 4000, LOOK_EVERY = 10000;
  let line = null, unanswered = 0, asked = Date.now(), ticked = Date.now();

  // A line may be dead without anybody being told: no answer, and another is called.
  function ask() {
    asked = Date.now();
    if (line?.socket?.readyState !== WebSocket.OPEN) {
      callAnew();
    } else if (!unanswered) {
      unanswered = window.setTimeout(callAnew, ANSWERED_WITHIN);
      line.socket.send("?");
    }
  }

  function answered() {
    window.clearTimeout(unanswered);
    unanswered = 0;
  }

  // What is on a page that is looked at need not come by mail at once: the server is told what it shows, and nobody else.
  let seen = 0;
  function saySeen() {
    const shows = number("after");
    if (document.hidden || shows === seen || line?.socket?.readyState !== WebSocket.OPEN) return;
    seen = shows;
    line.socket.send(`seen ${shows}`);
  }

  // The extension calls anew when a socket has closed. One that is dead takes a minute for that, and is not waited for.
  function callAnew() {
    suspect ||= Boolean(unanswered);
    answered();
    if (!line?.socket) return;
    window.clearTimeout(line.timer);
    line.attempt = 0;
    line.socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  }

  function wake() {
    if (document.hidden || !find("#live")) return;
    ask();
    look();
  }

  window.setInterval(() => {
    const now = Date.now(), slept = now - ticked > 5 * TICK;
    ticked = now;
    if (!find("#live") || !window.htmx || has(...ENDED)) return;
    saySeen();
    if (again && !held()) look();
    if (slept) wake();
    else if (now - asked > ASK_EVERY) ask();
    // Nor does a socket say that it never stood: the page then looks by itself.
    if (has("on") || now - Math.max(looked, began) < LOOK_EVERY) return;
    linkState("lost");
    look();
  }, TICK);
  const began = Date.now();

  document.addEventListener("resume", wake);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => { if (has("on")) linkState("lost"); });
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted && find("#live")) location.reload(); });

  document.addEventListener("htmx:ws:before:connection", ({ detail }) => { line = detail.connection; });

  document.addEventListener("htmx:ws:after:connection", () => {
    if (root.dataset.link) look();
    linkState("on");
    asked = Date.now();
    seen = 0;
  });

  document.addEventListener("htmx:ws:after:message:incoming", ({ detail }) => {
    answered();
    const isBack = !has("on"); // the look as it came back may have failed, and nothing else would ask again
    linkState("on");
    if (isBack || JSON.parse(detail.message.data).type === "nudge") look();
  });

  // A socket does not say why it is refused; a request for what is new does.
  document.addEventListener("htmx:ws:close", () => {
    if (has(...ENDED)) return;
    linkState("lost");
    look();
  });

  document.addEventListener("htmx:response:error", (event) => {
    const { sourceElement, response } = event.detail.ctx || {};
    if (isLook(event) && [429, 503].includes(response?.status)) lookLater(response);
    if (response?.status === 401) linkState("out");
    if (response?.status === 404 && sourceElement?.closest("#desk")) linkState("gone");
  });

  // ---- the letters are fetched when their tab is shown, and again when one more has come while it is

  let askedUpTo = 0, known = 0;

  function fetchLetters() {
    const place = find("#letters"), tab = find("[data-letters]"), badge = tab && find(".badge", tab);
    if (!place?.matches("[data-htmx-powered]") || find("#desk").dataset.tab !== "letters") return;
    const all = Number(tab.dataset.letters), shown = Number(place.dataset.shown || 0);
    if (all <= Math.max(shown, askedUpTo)) return;
    [askedUpTo, known] = [all, shown || all - (badge && !badge.hidden ? Number(badge.textContent) : 0)];
    place.dispatchEvent(new CustomEvent("sitrep:letters"));
  }

  const isLetters = (event) => event.detail.ctx?.sourceElement?.id === "letters";

  for (const sign of ["sitrep:tab", "htmx:after:swap", "htmx:after:process"]) document.addEventListener(sign, fetchLetters);
  for (const sign of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(sign, (event) => { if (isLetters(event)) askedUpTo = 0; });
  }
  document.addEventListener("htmx:after:swap", (event) => {
    if (!isLetters(event)) return;
    for (const one of document.querySelectorAll("#letters .sitrep")) {
      one.classList.toggle("is-new", Number(one.id.split("-").pop()) > known);
    }
  });

  // ---- what came is put in under the reader's eyes and hands without moving either

  const keyed = () => {
    const found = new Map();
    for (const one of document.querySelectorAll("#log .log-line")) found.set(`log ${find(".log-number", one).textContent}`, one);
    for (const one of document.querySelectorAll("#news .news-lines li")) found.set(`news ${one.textContent}`, one);
    for (const one of document.querySelectorAll(".map-live a.counter")) {
      found.set(one.dataset.unit ? `unit ${one.dataset.unit}` : `contact ${one.dataset.handle}`, one);
    }
    const title = find("#asked-title");
    if (title) found.set(`asked ${title.textContent}`, title.closest("#asked"));
    return found;
  };
  const cards = () => [...document.querySelectorAll("#news .result")].map((one) => [`card ${find("[id^=card-]", one).id}`, one]);
  const named = (one) => `${one.tagName} ${one.getAttribute("aria-label") || one.name || one.textContent.trim()}`;
  const openOnes = () => [...document.querySelectorAll("#aim details, #asked details, #act details, #units details, #orders .no-shots")];
  let before = null;

  function remember() {
    const panels = find("#panels"), top = panels.getBoundingClientRect().top, now = keyed();
    const reading = panels.scrollTop > 0 && [...now, ...cards()].find(([, one]) => panels.contains(one)
      && one.getBoundingClientRect().height && one.getBoundingClientRect().bottom > top);
    const at = document.activeElement, block = at?.closest?.("#desk [id]");
    before = {
      after: number("after"),
      shown: new Map([...now].map(([key, one]) => [key, one.getAttribute("aria-label")])),
      marked: [...now].filter(([, one]) => one.matches("li.is-new")).map(([key]) => key),
      reading: reading && { key: reading[0], y: reading[1].getBoundingClientRect().top },
      hands: block && !block.matches("#panels, .panel") && { block: block.id, name: named(at) },
      title: find("#asked-title")?.textContent,
      open: openOnes().filter((one) => one.open).map((one) => `${one.closest("[id]").id} ${one.className}`),
    };
  }

  function show() {
    const { after, shown, marked, reading, hands, title, open } = before, panels = find("#panels");
    before = null;
    for (const one of openOnes()) {
      const same = !one.closest("#act") || find("#asked-title")?.textContent === title;
      if (same && open.includes(`${one.closest("[id]").id} ${one.className}`)) one.open = true;
    }
    const block = hands && document.activeElement === document.body ? document.getElementById(hands.block) : null;
    const near = block ? [block, ...block.querySelectorAll("a, button, summary, [tabindex]")] : [];
    near.find((one) => named(one) === hands.name)?.focus({ preventScroll: true });
    const now = keyed(), line = reading && new Map([...now, ...cards()]).get(reading.key);
    if (line) panels.scrollTop += line.getBoundingClientRect().top - reading.y;
    if (number("after") === after) { // the sheet alone has changed, or the page was not sure and was sent all of it anew
      for (const key of marked) now.get(key)?.classList.add("is-new");
      return;
    }
    for (const one of document.querySelectorAll(".desk .is-new:not(.sitrep)")) one.classList.remove("is-new");
    for (const [key, one] of now) {
      const isChanged = one.matches(".counter") && shown.get(key) !== one.getAttribute("aria-label");
      if (!shown.has(key) || isChanged) one.classList.add("is-new");
    }
  }

  // An answer that was overtaken, by what the player sent meanwhile, does not put the page back; nor does one come under a
  // finger.
  document.addEventListener("htmx:before:swap", (event) => {
    if (!isLook(event)) return;
    const said = (name) => Number(event.detail.ctx.text.match(new RegExp(`name="${name}" value="(\\d+)"`))?.[1] ?? NaN);
    const [after, written] = [said("after"), said("written")];
    const isOvertaken = after < number("after") || (after === number("after") && written < number("written"))
      || others > 0 || window.sitrepLeaves.isOvertaken(event.detail.ctx);
    if (isOvertaken || held()) {
      event.preventDefault();
      again = true;
      return;
    }
    remember();
    const spoken = event.detail.tasks.find(({ target }) => (target?.id ?? target) === "announce" || target === "#announce");
    if (spoken?.fragment.textContent.trim() && find("#orders")?.dataset.dirty) spoken.fragment.append(" What you are writing is kept.");
  });

  document.addEventListener("htmx:after:swap", (event) => {
    settle();
    if (isLook(event)) suspect = false;
    if (isLook(event) && before) show();
    if (root.dataset.link) linkState(root.dataset.link);
  });

  // htmx begins as soon as it has come itself; where its sockets come after that, it has passed the page's own by.
  document.addEventListener("DOMContentLoaded", settle);
  document.addEventListener("DOMContentLoaded", () => window.htmx?.process(find("#socket")));
})();
