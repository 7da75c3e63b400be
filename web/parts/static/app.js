/* What forms and links cannot do by themselves: tabs, whether a form is being filled in, the map's taps into forms.
   Everything here is a comfort; each page works without it. */
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector, from = document) => from.querySelector(selector);
  root.classList.add("js");

  // ---- tabs

  const desk = () => find("#desk");
  const READ = ["units", "letters", "log"]; // what is in these is text, and has room

  // A second tap on a tab closes the panel; not where the tab has opened by itself meanwhile, under the finger.
  let isByItself = false;

  function openTab(name) {
    const page = desk();
    if (!page) return;
    isByItself ||= page.dataset.tab !== name;
    page.dataset.tab = name;
    if (name !== "orders") stopAt(small() && READ.includes(name) ? "tall" : "half");
    for (const panel of page.querySelectorAll(".panel")) panel.hidden = panel.id !== `tab-${name}`;
    page.dispatchEvent(new CustomEvent("sitrep:tab", { bubbles: true }));
    markTab();
  }

  // The number beside the letters counts those not yet looked at in this browser.
  function markLetters() {
    const tab = find("[data-letters]");
    const badge = tab && find(".badge", tab);
    if (!badge) return;
    const all = Number(tab.dataset.letters), key = `letters:${location.pathname}`;
    let seen = 0;
    try {
      if (desk().dataset.tab === "letters") localStorage.setItem(key, all);
      seen = Number(localStorage.getItem(key));
    } catch { /* storage is off: all of them count */ }
    badge.textContent = all - seen;
    badge.hidden = all <= seen;
  }

  function markTab() {
    markLetters();
    for (const tab of document.querySelectorAll(".tab")) {
      if (tab.dataset.tab === desk().dataset.tab) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  // How far the sheet of a phone is up: a strip with the chosen unit, half, or tall. No drag is needed for it.
  function stopAt(stop) {
    const grip = find(".grip");
    desk().dataset.stop = stop;
    grip?.setAttribute("aria-expanded", String(stop === "tall"));
    grip?.setAttribute("aria-label", stop === "tall" ? "Less room for the panel" : "More room for the panel");
  }

  function tapGrip() {
    if (desk().dataset.tab === "none") openTab("orders");
    else stopAt(desk().dataset.stop === "tall" ? "half" : "tall");
  }

  // What a unit can be ordered, from the strip: the panel opens at that form.
  function openKind(kind) {
    stopAt("half");
    find(`#group-${kind}`)?.scrollIntoView({ block: "start" });
  }

  // Its moves are tapped on the map: the panel makes room for it (and the map goes to where the unit stands, map-choices.js).
  function lookAtChosen() {
    const reach = small() && find(".map-live a.reach"), unit = find("#orders .chosen");
    if (!unit) return stopAt("half");
    if (reach && desk().dataset.tab === "orders") stopAt("strip");
  }

  // A form that is to be gone on with, wherever the page stands; one with which a heading opens leaves it where it is.
  for (const sign of ["sitrep:form", "sitrep:led"]) {
    document.addEventListener(sign, ({ detail: form }) => {
      openTab("orders");
      stopAt("half");
      const first = find(".field", form) || form, [box, frame] = [first, find("#panels")].map((one) => one.getBoundingClientRect());
      // What lies over the lower part of the panel: the form's own foot, and on a wide screen the sheet (writing.js).
      const sheet = parseFloat(getComputedStyle(find("#panels")).getPropertyValue("--sheet")) || 0;
      const foot = (find(".foot-stays", form)?.offsetHeight || 0) + sheet;
      if (sign !== "sitrep:led" && (box.bottom < frame.top + 60 || box.top > frame.bottom - Math.max(60, foot))) first.scrollIntoView({ block: foot ? "start" : "nearest" });
    });
  }

  // A unit that came chosen.
  document.addEventListener("sitrep:unit", lookAtChosen);

  // On a phone these lie, as long as they are open, where the panel does.
  const covering = () => (small() ? [...document.querySelectorAll(".side :is(.aim, .where, .act-choice)[open]")] : []);

  function tapTab(tab) {
    const over = covering();
    over.forEach((one) => { one.open = false; });
    const open = tab.dataset.tab === desk().dataset.tab && desk().dataset.stop !== "strip" && !isByItself && !over.length;
    stopAt("half");
    openTab(small() && open ? "none" : tab.dataset.tab);
    isByItself = false;
    find("#panels")?.scrollTo(0, 0);
  }

  // ---- forms that are being filled in are not swapped under the writer's hands

  const forms = () => find("#orders");
  const dirty = () => Boolean(forms()?.dataset.dirty) || Boolean(forms()?.contains(document.activeElement)
    && document.activeElement.matches("select, input:not([type=hidden], .here *)"));

  document.addEventListener("input", (event) => {
    const panel = event.target.closest("#orders");
    if (!panel || event.target.closest(".picks, .here")) return;
    panel.dataset.dirty = "yes";
  });

  document.addEventListener("sitrep:stale", () => {
    const note = find("#stale");
    if (!note) return;
    if (dirty()) note.hidden = false;
    else find("[data-refresh]", note).click();
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx?.text?.includes('hx-target="#orders"')) find("#stale").hidden = true;
  });

  document.addEventListener("toggle", ({ target }) => {
    const kept = find('#orders > [name="at"]');
    if (kept && target.id === "standing") kept.value = target.open ? "standing" : "";
  }, true);

  // ---- the map's taps

  const small = () => window.matchMedia("(width < 640px), (width < 1000px) and (height >= 500px)").matches;

  function takeRoute(place) {
    const route = find("#orders select[data-route]");
    const step = route && [...route.options].find((option) => option.dataset.place === place);
    if (!step) return false;
    route.value = step.value;
    // From the strip of a phone the next unit comes by itself: its hexes are tapped as soon as this one's are.
    if (desk().dataset.stop === "strip") route.form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "on", value: "next" }));
    route.form.requestSubmit();
    return true;
  }

  // A field in which a place is written takes one that was pointed out.
  function point(field, place) {
    field.value = place;
    for (const said of ["input", "change"]) field.dispatchEvent(new Event(said, { bubbles: true }));
    openTab("orders");
    stopAt("half");
    field.closest("form").scrollIntoView({ block: "nearest" });
  }

  function arm(button) {
    const on = button && button.getAttribute("aria-pressed") !== "true";
    for (const other of document.querySelectorAll("[data-arm]")) other.setAttribute("aria-pressed", "false");
    root.classList.toggle("armed", Boolean(on));
    if (!on) return;
    button.setAttribute("aria-pressed", "true");
    if (small()) openTab("none");
  }

  function fillPlace(place) {
    const form = find('[data-arm][aria-pressed="true"]')?.closest("form");
    const field = form && find("input[data-asks-place]", form);
    arm(null);
    if (field && place) point(field, place);
  }

  const placeAt = (event, view = event.target.closest("[data-map]")) => window.sitrepMap?.placeAt(view, event.clientX, event.clientY);

  // While the line-of-sight check is open, two taps on the map ask about the places between which they lie.
  document.addEventListener("click", (event) => {
    const form = find("#sight[open] form"), view = event.target.closest("[data-map]");
    if (!form || !view || view.classList.contains("was-moved") || root.classList.contains("armed")) return;
    event.preventDefault();
    event.stopPropagation();
    const { a, b } = form.elements, place = placeAt(event, view);
    if (!place) return;
    if (!a.value || b.value) {
      [a.value, b.value] = [place, ""];
      find("#sight-words").textContent = `From ${place}: tap the other one.`;
      return;
    }
    b.value = place;
    form.requestSubmit();
  }, true);

  // Closed, it takes its line off the map.
  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "sight" || event.target.open) return;
    const form = find("form", event.target), { a, b } = form.elements;
    if (!a.value && !b.value) return;
    [a.value, b.value] = ["", ""];
    form.noValidate = true;
    form.requestSubmit();
    form.noValidate = false;
  }, true);

  document.addEventListener("click", (event) => {
    if (!root.classList.contains("armed") || !event.target.closest("[data-map]")) return;
    event.preventDefault();
    event.stopPropagation();
    fillPlace(placeAt(event));
  }, true);

  // A unit that was chosen is looked at from its top.
  let chosen = false;
  let sending = false;
  let leftOff = "";

  document.addEventListener("click", (event) => {
    leftOff = event.target.closest("#orders, #asked, #sheet, #units")?.id || leftOff;
    if (!event.target.closest("a:is(.chip, .coach-shows)[hx-get], a.row-name, a.counter")) return;
    chosen = true;
    desk()?.classList.add("choosing"); // the reach of the unit before takes no more taps
  });

  document.addEventListener("submit", (event) => {
    if (/\/(sign-out|account\/deletion)(#.*)?$/.test(event.target.action)) sessionStorage.clear(); // what was half written goes with its writer
    chosen ||= event.target.matches(".order, .placed");
    sending = event.target.matches('#act form, #sheet form[action$="/orders"]');
  });

  // What did not arrive is on the sheet still, and is looked at there when the server is there again.
  document.addEventListener("htmx:error", ({ detail }) => {
    if (detail.ctx?.sourceElement?.closest?.("#act")) sending = false;
  });

  document.addEventListener("htmx:after:swap", () => {
    if (chosen && find("#panels")) {
      find("#panels").scrollTop = 0;
      lookAtChosen();
    }
    // What was sent is off the sheet: what is asked next, and what was told, stand among the orders.
    // A nudge may come before the answer, and says nothing of it.
    if (sending && find("#notice .notice.good") && desk().dataset.tab === "sheet") {
      openTab("orders");
      find("#panels").scrollTop = 0;
    }
    if (find("#notice .notice")) sending = false;
    // A strip shows who is chosen alone; once nobody is, it would hide what is asked and told.
    if (desk()?.dataset.stop === "strip" && !find("#orders .chosen")) stopAt("half");
    chosen = false;
    desk()?.classList.remove("choosing");
    // What was pressed is gone with the swap: the keyboard goes on from the heading of what took its place.
    if (leftOff && document.activeElement === document.body) {
      (find(`#${leftOff} [tabindex="-1"]`) || find("#asked-title"))?.focus({ preventScroll: true });
      leftOff = "";
    }
    sayNeeding();
  });

  // ---- how many matches need the player: in the title, and on the app's sign where a device has one

  const title = document.title.replace(/^\(\d+\) /, "");
  let needed = null;

  function sayNeeding() {
    const others = find("[data-needing]");
    if (!others) return;
    const many = Number(others.dataset.needing) + (find(".asked-asked") ? 1 : 0);
    document.title = many ? `(${many}) ${title}` : title;
    if (many === needed) return;
    needed = many;
    (many ? navigator.setAppBadge?.(many) : navigator.clearAppBadge?.())?.catch(() => {}); // a browser may forbid it
  }

  document.addEventListener("sitrep:needing", sayNeeding);

  // ---- a link to send on

  async function copy(button) {
    const field = find("[data-copy]", button.closest(".notice"));
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Selected: copy it by hand"; // the clipboard is not ours to write
    }
  }

  // The device's own sheet for sending on; whoever closes it has sent nothing.
  const share = (button) => navigator.share({ title: document.title, url: find("[data-copy]", button.closest(".notice")).value })
    .catch(() => {});

  function showShares() {
    if (navigator.share) for (const button of document.querySelectorAll("[data-shares]")) button.hidden = false;
  }

  // ---- opening a match: the sides and options of the game that is chosen

  function ofGame() {
    const chosen = find("#open-form [name=scenario]:checked");
    for (const part of document.querySelectorAll("#open-form .of-game")) part.hidden = part.dataset.game !== chosen?.dataset.of;
    for (const part of document.querySelectorAll("#open-form [data-scenarios]")) {
      part.hidden = part.disabled = !part.dataset.scenarios.split(" ").includes(chosen?.value);
    }
  }
  document.addEventListener("change", (event) => { if (event.target.name === "scenario") ofGame(); });

  // ---- clicks

  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".tab");
    if (tab) {
      event.preventDefault();
      tapTab(tab);
      return;
    }
    const place = event.target.closest(`[data-where],${window.sitrepMap?.PLACE || "[data-where]"}`);
    // A result is read beside the map that shows it.
    if (place && small() && !place.matches(".result [data-where]")) openTab("none");
    if (event.target.closest("[data-grip]")) tapGrip();
    const kind = event.target.closest("[data-kind]");
    if (kind && small()) openKind(kind.dataset.kind);
    if (kind) event.preventDefault();
    if (event.target.closest("[data-review]")) {
      event.preventDefault();
      openTab("sheet");
      find("#panels").scrollTop = 0;
      // The order that was written last, and below it what is to be known before one sends.
      find("#sheet .written-line:last-child")?.scrollIntoView({ block: "start" });
    }
    const reach = event.target.closest("a.reach[data-place]");
    if (reach && takeRoute(reach.dataset.place)) event.preventDefault();
    const opener = event.target.closest("a:is(.counter, .present, .row-name, .term)[hx-get]");
    if (opener) {
      openTab(opener.getAttribute("hx-get").includes("/contacts/") ? "units" : "orders");
      if (find("#panels")) find("#panels").scrollTop = 0; // what is opened comes at the top
    }
    const armer = event.target.closest("[data-arm]");
    if (armer) arm(armer);
    if (event.target.matches("[data-copy]")) event.target.select();
    if (event.target.matches("[data-copies]")) copy(event.target);
    if (event.target.matches("[data-shares]")) share(event.target);
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!desk()) return;
    markTab();
  });

  // ---- the start

  function begin() {
    ofGame();
    showShares();
    sayNeeding();
    if (!desk()) return;
    const asked = location.hash.match(/^#tab-(\w+)$/);
    openTab(asked && find(asked[0]) ? asked[1] : "orders");
  }
  begin();
})();
