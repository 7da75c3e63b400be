/* Orders that are begun: what is filled in outlives whatever opens over it, and is left out only when its writer says so.
   The loudest button is that of the form being written in. Without this file the forms work as they are. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const OF_STEP = '#orders form.order[action$="/sheet"]';
  let touched = null;

  // ---- which forms are begun: those that say something else than the page put there

  const fields = (form) => [...form.elements].filter((one) => one.name.includes(":") && one.type !== "hidden");

  function isChanged(one) {
    if (one.options) return one.value !== ([...one.options].find((option) => option.defaultSelected) || one.options[0])?.value;
    return one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
  }

  const isBegun = (form) => "begun" in form.dataset || fields(form).some(isChanged);

  // ---- what is kept of them, under the name of who writes: whoever comes to the seat after them does not find it

  const OF_SEAT = `fill:${location.pathname}:`;
  const mine = () => `${OF_SEAT}${find("[data-keeper]")?.dataset.keeper}:`;
  const said = (form, name) => new FormData(form).getAll(name);

  function keyOf(form) {
    const of = form.matches(OF_STEP) ? `step:${form.dataset.order}:${said(form, "unit")}` : `any:${form.dataset.order}:${said(form, "fixed")}`;
    return mine() + of;
  }

  function stored(start) {
    try { return Object.keys(sessionStorage).filter((key) => key.startsWith(start)); } catch { return []; /* storage is off */ }
  }

  function kept(key) {
    try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
  }

  function forget(keys) {
    try { for (const key of keys) sessionStorage.removeItem(key); } catch { /* as above */ }
  }

  // With what its writer needs to find back to it: whose order it is, of what kind, and where it stands.
  function keep(form) {
    if (!isBegun(form)) return forget([keyOf(form)]);
    const picks = all('[name^="kept-pick"]', form).map(({ name, value }) => [name.slice("kept-".length), value]);
    const units = said(form, "unit").filter(Boolean).map((unit) => ["unit", unit]);
    const what = {
      said: [...new FormData(form)].filter(([name]) => name.includes(":")),
      what: [find("#chosen-title", form.closest(".chosen") || document.createElement("i"))?.textContent, find(".commit-words", form)?.dataset.type],
      at: `?${new URLSearchParams([...units, ...picks])}`,
      heading: window.sitrepHeading(),
    };
    try { sessionStorage.setItem(keyOf(form), JSON.stringify(what)); } catch { /* as above */ }
    return undefined;
  }

  function fill(form, values) {
    for (const one of fields(form)) {
      const held = values.filter(([name]) => name === one.name).map(([, value]) => value);
      if (one.type === "radio" || one.type === "checkbox") one.checked = held.includes(one.value);
      else if (held.length && (!one.options || [...one.options].some(({ value }) => value === held[0]))) one.value = held[0];
    }
  }

  function fillAgain() {
    for (const form of all("#orders form.order")) {
      const was = kept(keyOf(form));
      if (!was || (form.matches(OF_STEP) && was.heading !== window.sitrepHeading())) continue;
      fill(form, was.said);
      form.dispatchEvent(new CustomEvent("sitrep:filled", { bubbles: true }));
    }
  }

  // ---- those that are begun and do not stand on the page are named there

  const here = () => new Set(all(OF_STEP).map(keyOf));
  const called = ({ what }) => what.filter(Boolean).join(": ") || "An order";
  const isOf = (was) => was?.heading === window.sitrepHeading();

  function elsewhere() {
    const shown = here();
    return stored(`${mine()}step:`).filter((key) => !shown.has(key) || !isOf(kept(key))).map((key) => [key, kept(key)]).filter(([, was]) => was);
  }

  function made(tag, words, more = {}) {
    return Object.assign(document.createElement(tag), { textContent: words, ...more });
  }

  function line([key, was]) {
    const row = made("p", "", { className: "begun-line" });
    row.append(made("span", isOf(was) ? `Half written: ${called(was)}` : `Half written when its step ended: ${called(was)}`));
    if (isOf(was)) {
      const there = find("#desk").dataset.page + was.at;
      const link = made("a", "Go on", { className: "chip", href: `${there}#tab-orders` });
      link.setAttribute("hx-get", there);
      row.append(link);
    }
    const drop = made("button", "Drop it", { className: "chip", type: "button" });
    drop.addEventListener("click", () => { forget([key]); show(); });
    row.append(drop);
    return row;
  }

  function show() {
    const place = find("#begun"), lines = elsewhere(), now = JSON.stringify(lines);
    if (!place) return;
    if (place.dataset.of !== now) {
      place.dataset.of = now;
      place.replaceChildren(...lines.map(line));
      window.htmx?.process(place);
    }
    place.hidden = !lines.length;
    loud();
  }

  // ---- the loudest button is that of what is being written, or else of what the coach has filled in; that of the step is, where there is neither

  function loud() {
    const begun = all(OF_STEP).filter(isBegun), latest = begun.includes(touched) ? touched : begun.at(-1) || find(`${OF_STEP}[data-led]`);
    for (const button of all(`#act .button:not(.way-back), ${OF_STEP} .commit`)) {
      button.dataset.loud ??= button.matches(".primary") ? "yes" : "";
      button.classList.toggle("primary", latest ? button.form === latest : Boolean(button.dataset.loud));
    }
    sayChosen();
  }

  for (const filling of ["change", "input"]) {
    document.addEventListener(filling, ({ target }) => {
      if (!target.form?.matches("#orders .order")) return;
      touched = target.form;
      keep(touched);
      loud();
    });
  }

  // ---- what is chosen when a time that runs by the second is over is given as it stands, where the game has it so

  // Whom its player has aimed, at this question: by a tap on an enemy, or by naming the target in the list; and who has fired since.
  const ALL = "*"; // who had fired by one tap for all: of none of them another shot was chosen
  let aimedAt = "", aimed = new Set(), spent = new Set();
  const unitOf = () => find("#orders > [name=unit][data-chosen]")?.value || "";
  const isAimed = () => aimedAt === window.sitrepHeading() && aimed.has(unitOf());
  const hasFired = () => aimedAt === window.sitrepHeading() && (spent.has(unitOf()) || spent.has(ALL));

  function atThis() {
    if (aimedAt !== window.sitrepHeading()) [aimedAt, aimed, spent] = [window.sitrepHeading(), new Set(), new Set()];
  }

  function aim(by) {
    if (!by?.closest(".chosen, .map-live")) return;
    atThis();
    aimed.add(unitOf());
    sayChosen();
  }
  document.addEventListener("sitrep:aimed", ({ detail }) => aim(detail));
  document.addEventListener("click", ({ target }) => aim(target.closest?.('.map-live a.contact[href*="pick."]')), true);
  document.addEventListener("change", ({ target }) => { if (target.form?.matches("#orders form.picks")) aim(target.form); });
  document.addEventListener("submit", ({ target }) => {
    if (target.matches('form[action$="/sheet/at-once"]')) {
      atThis();
      aimed.clear();
      spent.add(ALL);
    }
    if (!target.matches(OF_STEP)) return;
    atThis();
    aimed.delete(unitOf());
    spent.add(unitOf());
  });

  // The button that gives it: of the form being written in, or of a shot of the unit that its player has chosen; of one that has
  // fired, or that is not to fire while it is only looked at, where it was aimed.
  function chosenNow() {
    const { takes } = find(".countdown")?.dataset || {};
    if (!takes) return null;
    const begun = all(OF_STEP).filter(isBegun), form = begun.includes(touched) ? touched : begun.at(-1);
    const picked = !form && ((takes === "chosen" && !hasFired()) || isAimed()) && find("#orders > .chosen:not(.by-itself)");
    const button = form ? find(".button.commit", form)
      : picked && (find("#act .decision [data-gives]") || find("form.order[data-aimed] .button.commit", picked));
    return button?.form?.checkValidity() ? button : null;
  }

  function sayChosen() {
    const clock = find(".countdown"), button = chosenNow(), usual = clock && find(".fine:not(.at-nought)", clock);
    if (!usual) return;
    const said = find(".at-nought", clock) || made("span", "", { className: "fine at-nought" });
    const words = button && `At 0 what is chosen goes: ${button.dataset.gives || find(".commit-words", button).textContent}.`;
    [usual.hidden, said.hidden] = [Boolean(words), !words];
    if (words && said.textContent !== words) said.textContent = words;
    if (!said.isConnected) clock.append(said);
  }

  document.addEventListener("sitrep:nought", () => {
    const button = chosenNow();
    if (!button || find("#desk.is-held")) return;
    sure = button.form;
    button.form.requestSubmit(button);
  });

  // ---- closing a step, and sending, leave nothing behind unasked

  const closes = (form, submitter) => form.matches("form:has([name=done], [name=pass])") || submitter?.name === "then";
  const sends = (form, submitter) => form.matches('#act form, #sheet form[action$="/orders"], #notice form') || closes(form, submitter);
  let sure = null, leaving = { form: null, keys: [] };

  const left = (form) => [...all(OF_STEP).filter((one) => one !== form && isBegun(one)).map((one) => { keep(one); return keyOf(one); }),
    ...elsewhere().filter(([, was]) => isOf(was)).map(([key]) => key)];

  window.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("#desk form")) return;
    const open = sends(form, submitter) ? left(form) : [], isSure = sure === form, led = closes(form, submitter) && leftOfCoach(form);
    const keys = closes(form, submitter) ? stored(`${mine()}step:`) : form.matches("#orders .order") ? [keyOf(form)] : [];
    [sure, leaving] = [null, { form, keys }];
    if (!(open.length || led) || isSure) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(open, form, submitter, led);
  }, true);

  // What the coach has filled in is not passed over unseen: it may lie out of sight.
  const leftOfCoach = (form) => !find("#sheet .written-line") && form.closest("#act") && find(`${OF_STEP}[data-led]`);

  function ask(keys, form, submitter, led) {
    const dialog = made("dialog", "", { className: "question" }), begun = keys.map(kept).filter(Boolean), it = begun.length > 1 ? "them" : "it";
    const title = begun.length ? "You started an order but have not given it" : "Filled in by the coach, and not ordered yet";
    const list = made("ul", ""), answers = made("div", "", { className: "actions" });
    const button = (words, look, does) => made("button", words, { className: look, type: "button", onclick: () => { dialog.close(); does(); } });
    list.append(...(begun.length ? begun.map(called) : [find(".commit-words", led).textContent]).map((words) => made("li", words)));
    answers.append(
      button(begun.length ? "Go back to it" : "Look at it", "button primary", goOn),
      button(`Leave ${it} out and ${closes(form, submitter) ? "close the step" : "send"}`, "button", () => {
        sure = form;
        if (form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
      }),
    );
    dialog.append(made("h2", title, { className: "question-title" }), list, answers);
    dialog.setAttribute("aria-label", title);
    dialog.addEventListener("close", () => dialog.remove());
    find("#desk").append(dialog);
    dialog.showModal();
  }

  function goOn() {
    const first = all(OF_STEP).find(isBegun) || find(`${OF_STEP}[data-led]`);
    if (first) {
      document.dispatchEvent(new CustomEvent("sitrep:form", { detail: first }));
      fields(first)[0]?.focus({ preventScroll: true });
    }
    else find("#begun a")?.click();
  }

  // ---- another heading has its own forms at once, or none; what is being written for any time stays, under the writer's hands

  let drawn = null, drawnFor = "", hands = null;
  const folds = (form) => {
    const around = [];
    for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) around.push(fold);
    return [...around, ...all("details", form)];
  };

  document.addEventListener("htmx:before:swap", () => {
    const at = document.activeElement;
    hands = {
      standing: Boolean(find("#standing[open]")),
      folds: new Map(all("#orders form.order").filter(isBegun).map((form) => [keyOf(form), folds(form).map((fold) => fold.open)])),
      in: at?.form?.matches("#orders form.order") ? { key: keyOf(at.form), place: [...at.form.elements].indexOf(at), y: at.getBoundingClientRect().top } : null,
    };
  });

  function takeUp() {
    const { folds: open, in: at, standing } = hands, plan = find("#standing");
    if (standing && plan) plan.open = true;
    for (const form of all("#orders form.order").filter((one) => open.has(keyOf(one)))) {
      const was = open.get(keyOf(form));
      folds(form).forEach((fold, place) => { fold.open = was[place] ?? fold.open; });
      if (isBegun(form)) find("#orders").dataset.dirty = "yes";
      const field = at?.key === keyOf(form) && form.elements[at.place];
      if (!field) continue;
      field.focus({ preventScroll: true });
      find("#panels").scrollTop += field.getBoundingClientRect().top - at.y;
    }
  }

  function draw() {
    const orders = find("#orders"), isFresh = orders !== drawn;
    if (isFresh) [drawn, drawnFor] = [orders, window.sitrepHeading()];
    else if (drawnFor !== window.sitrepHeading() && find("#stale:not([hidden])")) find("#stale [data-refresh]").click();
    if (isFresh && hands) takeUp();
  }
  document.addEventListener("sitrep:stale", draw);

  // What was taken is kept no longer; with the step all that was begun for it goes, once its writer has said so.
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const { sourceElement, response } = detail.ctx || {};
    if (leaving.form && sourceElement === leaving.form && response?.status < 400) {
      forget(leaving.keys);
      leaving = { form: null, keys: [] };
    }
    if (!find("#orders")?.dataset.dirty) fillAgain();
    draw();
    show();
  });

  function begin() {
    forget(stored(OF_SEAT).filter((key) => !key.startsWith(mine())));
    fillAgain();
    draw();
    show();
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
