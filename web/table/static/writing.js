// Orders being written: sums that follow what is filled in, numbers by taps, and nothing typed that is lost.
// Everything here is a comfort; the forms work without it.
(() => {
  "use strict";

  // ---- what an order comes to is reckoned anew with each thing that is filled in

  const ask = (weighing) => weighing.dispatchEvent(new CustomEvent("sitrep:weigh"));

  function weigh(form) {
    const weighing = form.querySelector(".weighing");
    if (!weighing) return;
    weighing.firstElementChild.setAttribute("aria-busy", "true"); // until the sum comes that takes its place
    ask(weighing);
  }

  // What was filled in before htmx came is reckoned as soon as it is there.
  document.addEventListener("htmx:after:process", ({ target }) => {
    if (target === document.body) document.querySelectorAll('.weighing:has(> [aria-busy="true"])').forEach(ask);
  });

  document.addEventListener("htmx:finally:request", ({ detail }) => {
    const source = detail.ctx?.sourceElement;
    if (source?.matches(".weighing")) source.firstElementChild.removeAttribute("aria-busy");
  });

  for (const filling of ["change", "input"]) {
    document.addEventListener(filling, ({ target }) => {
      if (!target.form?.matches("#orders .order")) return;
      weigh(target.form);
      keepForm(target.form);
    });
  }

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

  // ---- at most so many of these

  document.addEventListener("change", (event) => {
    const set = event.target.closest("fieldset[data-most]");
    if (!set) return;
    const boxes = [...set.querySelectorAll("input[type=checkbox]")];
    const full = boxes.filter((box) => box.checked).length >= Number(set.dataset.most);
    for (const box of boxes) box.disabled = full && !box.checked;
  });

  // ---- what is being filled in outlives a reload, a lost session and a dead battery

  // Under the name of who writes: whoever comes to the seat after him does not find it.
  const OF_SEAT = `fill:${location.pathname}:`;
  const mine = () => `${OF_SEAT}${document.querySelector("[data-keeper]")?.dataset.keeper}:`;
  const keptAs = (form) => `${mine()}${form.elements.kind?.value}:${form.elements.fixed?.value}`;
  const keptForms = (start = mine()) => Object.keys(sessionStorage).filter((key) => key.startsWith(start));

  function keepForm(form) {
    const said = [...new FormData(form)].filter(([name]) => name.includes(":"));
    try { sessionStorage.setItem(keptAs(form), JSON.stringify(said)); } catch { /* storage is off */ }
  }

  function forget(keys) {
    try { for (const key of keys()) sessionStorage.removeItem(key); } catch { /* as above */ }
  }

  function fillAgain() {
    for (const form of document.querySelectorAll("#orders form.order")) {
      let said = null;
      try { said = JSON.parse(sessionStorage.getItem(keptAs(form))); } catch { /* as above */ }
      for (const [name, value] of said || []) {
        const one = form.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:is([type=radio], [type=checkbox])`);
        const field = form.querySelector(`[name="${CSS.escape(name)}"]:not([type=radio], [type=checkbox], [type=hidden])`);
        if (one) one.checked = true;
        else if (field && (!field.options || [...field.options].some((option) => option.value === value))) field.value = value;
      }
      if (said) weigh(form);
    }
  }

  // ---- two windows of one player tell each other when one of them has written or sent

  const windows = window.BroadcastChannel ? new BroadcastChannel(`sitrep:${location.pathname}`) : null;
  if (windows) windows.onmessage = () => document.dispatchEvent(new CustomEvent("sitrep:news"));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) document.querySelector("#others")?.dispatchEvent(new CustomEvent("sitrep:others"));
  });

  // ---- what was sent is kept no longer; with the step all that was filled in for it goes

  let sent = null;
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".order, #act form, #sheet form, .placed")) sent = target;
  });

  document.addEventListener("htmx:after:swap", (event) => {
    const source = event.detail?.ctx?.sourceElement;
    if (sent && source && source !== sent) return;
    if (sent && document.querySelector("#notice .notice:is(.good, .warn)")) {
      if (sent.matches("#act form")) forget(() => keptForms());
      else if (sent.matches(".order")) forget(() => [keptAs(sent)]);
      windows?.postMessage("written");
    }
    sent = null;
    if (!document.querySelector("#orders")?.dataset.dirty) fillAgain();
  });

  forget(() => keptForms(OF_SEAT).filter((key) => !key.startsWith(mine())));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fillAgain);
  else fillAgain();
})();
