// Orders being written: sums and buttons that follow what is filled in, and numbers by taps.
// Everything here is a comfort; the forms work without it.
(() => {
  "use strict";

  // ---- what an order comes to is reckoned anew with each thing that is filled in

  const ask = (weighing) => weighing.dispatchEvent(new CustomEvent("sitrep:weigh"));

  const said = (form) => form.querySelectorAll(".weighed, .commit-words");

  function weigh(form) {
    const weighing = form.querySelector(".weighing");
    if (!weighing) return;
    for (const one of said(form)) one.setAttribute("aria-busy", "true"); // until what is said anew takes its place
    ask(weighing);
  }

  // What was filled in before htmx came is reckoned as soon as it is there.
  document.addEventListener("htmx:after:process", ({ target }) => {
    if (target === document.body) document.querySelectorAll('.order:has([aria-busy="true"]) .weighing').forEach(ask);
  });

  document.addEventListener("htmx:finally:request", ({ detail }) => {
    const source = detail.ctx?.sourceElement;
    if (!source?.matches(".weighing") || !source.closest("form")) return;
    for (const one of said(source.closest("form"))) one.removeAttribute("aria-busy");
  });

  // Where nobody says what the button would do, it says no more than what kind of order it gives.
  document.addEventListener("htmx:error", ({ detail }) => {
    const words = detail.ctx?.sourceElement?.matches?.(".weighing") && detail.ctx.sourceElement.closest("form")?.querySelector(".commit-words");
    if (words) words.textContent = words.dataset.type;
  });

  for (const filling of ["change", "input"]) {
    document.addEventListener(filling, ({ target }) => {
      if (!target.form?.matches("#orders .order")) return;
      weigh(target.form);
    });
  }

  document.addEventListener("sitrep:filled", ({ target }) => weigh(target));

  // Orders as text are judged anew when they are opened, and when what they would stand below has changed.
  const read = () => document.querySelector("#order-lines[open] textarea")?.dispatchEvent(new CustomEvent("sitrep:read"));
  document.addEventListener("toggle", ({ target }) => { if (target.id === "order-lines") read(); }, true);
  document.addEventListener("sitrep:stale", read);

  // A number goes up and down by taps.
  function stepBy(button) {
    const number = button.parentElement.querySelector("input");
    if (button.dataset.step > 0) number.stepUp();
    else number.stepDown();
    for (const said of ["input", "change"]) number.dispatchEvent(new Event(said, { bubbles: true }));
  }

  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) stepBy(step);
  });

  // ---- how high the sheet stands over the foot of the forms, where it does

  const sheet = document.querySelector("#tab-sheet");
  if (sheet) {
    new ResizeObserver(() => {
      const stands = getComputedStyle(sheet).position === "sticky";
      document.querySelector("#panels").style.setProperty("--sheet", `${stands ? sheet.offsetHeight : 0}px`);
    }).observe(sheet);
  }

  // ---- all of these, and at most so many

  document.addEventListener("click", ({ target }) => {
    const boxes = target.closest("[data-all]")?.parentElement.querySelectorAll("input[type=checkbox]") || [];
    for (const box of boxes) box.checked = true;
    for (const said of boxes.length ? ["input", "change"] : []) boxes[0].dispatchEvent(new Event(said, { bubbles: true }));
  });

  document.addEventListener("change", (event) => {
    const set = event.target.closest("fieldset[data-most]");
    if (!set) return;
    const boxes = [...set.querySelectorAll("input[type=checkbox]")];
    const full = boxes.filter((box) => box.checked).length >= Number(set.dataset.most);
    for (const box of boxes) box.disabled = full && !box.checked;
  });

  // ---- two windows of one player tell each other when one of them has written or sent

  const windows = window.BroadcastChannel ? new BroadcastChannel(`sitrep:${location.pathname}`) : null;
  if (windows) windows.onmessage = () => document.dispatchEvent(new CustomEvent("sitrep:news"));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) document.querySelector("#others")?.dispatchEvent(new CustomEvent("sitrep:others"));
  });

  let sent = null;
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".order, .placed, #act form, #sheet form")) sent = target;
  });

  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const { sourceElement, response } = detail.ctx || {};
    if (!sent || sourceElement !== sent) return;
    if (response?.status < 400) windows?.postMessage("written");
    sent = null;
  });
})();
