// The coach's notes: what one shows is opened, one that was followed goes, and the keyboard goes on where one was put away.
"use strict";

(() => {
  const find = (selector) => document.querySelector(selector);
  let answered = false;
  let showing = false;

  document.addEventListener("submit", (event) => {
    answered = Boolean(event.target.closest("#coach"));
  });

  // In the capture phase: the tap is told of before htmx fetches what it asks for.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".coach-shows");
    if (!link) return;
    showing = link.hasAttribute("hx-get");
    if (link.hash && !showing) find(`.tab[href="${link.hash}"]`)?.click();
    if (link.hash && !showing && find(link.hash)) event.preventDefault();
    if (showing && find("#desk").dataset.tab !== "orders") find('.tab[data-tab="orders"]').click();
  }, true);

  // The rest of a note is closed by its button, by Escape, and by a tap anywhere else.
  document.addEventListener("click", ({ target }) => {
    const note = find(".coach-more[open]");
    if (note && (target.closest("[data-closes]") || !target.closest(".coach-more, .rule-beside"))) note.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    const note = key === "Escape" && !find("dialog[open]") && find(".coach-more[open]");
    if (note) note.open = false;
  });

  // It lies over what is below the note, or above it, where there is more room, and moves neither map nor panel.
  document.addEventListener("toggle", ({ target }) => {
    if (!target.matches?.(".coach-more") || !target.open) return;
    const note = target.closest(".coach-note").getBoundingClientRect(), tabs = find("#tabs").getBoundingClientRect();
    const foot = tabs.top >= note.bottom ? tabs.top : innerHeight; // on a phone the tabs lie over the foot of the window
    const [below, above] = [foot - note.bottom, note.top - find("header").getBoundingClientRect().bottom];
    target.classList.toggle("is-above", above > below);
    target.style.setProperty("--room", `${Math.max(below, above) - 8}px`);
    find(".coach-rest").scrollTop = 0;
  }, true);

  // Whoever reads their letters has done what the note on the first of them says.
  let hasRead = false;
  document.addEventListener("sitrep:tab", () => {
    const coach = find("#coach[data-lesson]"), isThere = Number(find('.tab[data-tab="letters"]')?.dataset.letters);
    if (find("#desk").dataset.tab !== "letters" || !coach || !isThere || hasRead) return;
    hasRead = true;
    if (coach.dataset.lesson === "letter") find("#coach form:has([name=lesson])").requestSubmit();
    else fetch(find("#coach form").action, { method: "POST", redirect: "manual", body: new URLSearchParams({ do: "read", lesson: "letter" }) }).catch(() => { hasRead = false; });
  });

  // A heading that opened with what the coach advises shows that: its form, or on a phone the map that is tapped.
  let drawn = null;
  function lead() {
    const orders = find("#orders");
    if (!orders || orders === drawn) return;
    drawn = orders;
    if (!find('#orders > [name="drawn"][value=""]')) return;
    const form = find("#orders form.order[data-led]");
    if (form) document.dispatchEvent(new CustomEvent("sitrep:led", { detail: form }));
    else document.dispatchEvent(new CustomEvent("sitrep:unit"));
  }
  document.addEventListener("DOMContentLoaded", lead);

  // What is said to whoever waits comes when they have waited a while: a question that follows at once has it flash up no more.
  const SOON = 3000; // ms
  const said = () => find("#coach")?.dataset.lesson || "";
  let last = said(), from = 0;
  function hold() {
    const now = said();
    if (now !== last) {
      [last, from] = [now, performance.now()];
      if (/^(waiting|letter)$/.test(now)) setTimeout(hold, SOON);
      else from = 0;
    }
    find("#coach")?.classList.toggle("is-early", Boolean(from) && performance.now() - from < SOON - 50);
  }
  for (const sign of ["htmx:after:swap", "htmx:after:process"]) document.addEventListener(sign, hold);

  // What was advised and stood in its form has been looked at: whoever leaves it is advised something else at this heading.
  let asked = "", looked = new Set();
  function look() {
    const one = find("#coach")?.dataset.shown, now = window.sitrepHeading?.() || "";
    if (now !== asked) [asked, looked] = [now, new Set()];
    if (one) looked.add(one);
  }
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    look();
    if (looked.size && ctx.sourceElement?.closest?.("#desk")) ctx.request.headers["Sitrep-Advised"] = [...looked].join(" ");
  });

  // What is filled in is to be seen: as many of a unit's fields as have room over the button that commits them.
  function show(form) {
    document.dispatchEvent(new CustomEvent("sitrep:form", { detail: form }));
    const fields = form.closest(".chosen") ? [...form.querySelectorAll(".field")] : [], foot = form.querySelector(".foot-stays");
    if (foot && fields.at(-1)?.getBoundingClientRect().bottom > foot.getBoundingClientRect().top) fields[0].scrollIntoView({ block: "start" });
  }

  document.addEventListener("htmx:after:swap", () => {
    lead();
    const form = showing && (find("#orders form.order[data-begun]") || (!find(".map-live a.reach") && find('#orders .chosen form.order')));
    if (form) show(form);
    showing = false;
    if (answered && document.activeElement === document.body) {
      (find(".coach-more > summary") || find("#asked-title"))?.focus({ preventScroll: true });
    }
    answered = false;
  });
})();
