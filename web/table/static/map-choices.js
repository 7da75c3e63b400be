/* The place of action: what a form lets one choose lights up on the map and is tapped there, and the map shows who acts on whom.
   Without this file the forms have their lists, and the map is moved by hand. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const FIELD = "[data-asks-place]", MARGIN = 10; // of the drawing, round the sheet
  const SVG = "http://www.w3.org/2000/svg";

  // ---- what a field offers, and what is chosen of it: places by what stands for them

  const items = (field) => (field.options ? [...field.options] : all("input[data-place]", field));
  const placesOf = (item) => (item.dataset.place || "").split("|").filter(Boolean);
  const isChosen = (item) => item.selected || item.checked;
  const offered = (field) => (field.dataset.places ? field.dataset.places.split("|") : items(field).flatMap(placesOf));
  const chosen = (field) => (field.matches("input") ? [window.sitrepMap?.spot(field.value.trim()) && field.value.trim()].filter(Boolean)
    : items(field).filter(isChosen).flatMap(placesOf));

  // ---- the form at which the player is: the one that they touched, or the only one that asks for a place, unless the unit has its order

  let touched = "", brought = "";

  // The choices on which the rest of a form depends stand in one of their own before it.
  const fieldsOf = (form) => all(FIELD, form.parentElement).filter((field) => field.form === form || field.closest("form.picks")?.nextElementSibling === form);
  const aims = (form) => (form.dataset.aims || "").split("|").filter(Boolean); // where nothing is left to choose of it
  const forms = () => all("#orders form.order").filter((form) => (fieldsOf(form).length || aims(form).length) && !form.closest("details:not([open])"));

  function current() {
    const open = forms(), one = open.find((form) => form.dataset.order === touched);
    const ofUnit = open.filter((form) => form.closest(".chosen")), meant = ofUnit.length ? ofUnit : open;
    return one || (meant.length === 1 && !find("#orders [data-route], #orders .placed") ? meant[0] : null);
  }

  function touch(form) {
    leave();
    if (!form || form.dataset.order === touched) return;
    touched = form.dataset.order;
    draw();
  }

  for (const sign of ["focusin", "input", "click"]) {
    document.addEventListener(sign, ({ target }) => touch(target.closest?.("#orders form.order") || target.closest?.("#orders form.picks")?.nextElementSibling));
  }
  document.addEventListener("click", ({ target }) => {
    const kind = target.closest?.("[data-kind]");
    if (kind) touch(find(`#order-${CSS.escape(kind.dataset.kind)}`));
  });

  for (const sign of ["sitrep:form", "sitrep:led"]) document.addEventListener(sign, ({ detail }) => touch(detail.closest?.("#orders form.order")));

  // Whoever chooses another unit, or follows the coach to a way, is at no form any more: what lights up is where it can go.
  const who = () => all("#orders [name=unit][data-chosen], #orders [name=here][data-chosen]").map(({ value }) => value).join("|");
  let whose = "";
  function leave() {
    const now = who();
    if (now !== whose && find("#orders [data-route]")) touched = "";
    whose = now;
  }
  document.addEventListener("click", ({ target }) => { if (target.closest?.(".coach-shows")) touched = ""; }, true);

  // ---- they light up

  function made(name, marks, ...inner) {
    const one = document.createElementNS(SVG, name);
    for (const [mark, value] of Object.entries(marks)) one.setAttribute(mark, value);
    one.append(...inner);
    return one;
  }

  const at = (place) => window.sitrepMap.spot(place)?.map((way) => way - MARGIN);
  const actor = () => find(".map-live a.counter.is-selected")?.dataset.place || "";

  // A tap on an enemy there is for that enemy, who may lead to more than to this form. Where most of the map may be chosen, one on
  // a unit of one's own is for that.
  const MANY = 24;
  const taken = (isMany) => new Set(all(`.map-live a.counter${isMany ? "" : ".contact"}`).map(({ dataset }) => dataset.place));

  function lit(place, isOn, isTaken) {
    const [x, y] = at(place);
    return made("a", { class: `choice${isOn ? " is-chosen" : ""}${isTaken ? " is-taken" : ""}`, "data-place": place }, made("use", { href: "#m-small-place", x, y }));
  }

  // From who acts to what is chosen, where there is one of each.
  function line(from, to) {
    if (!from || !to || from === to || !at(from) || !at(to)) return [];
    return [made("path", { class: "choice-line", d: `M${at(from).join(" ")}L${at(to).join(" ")}` })];
  }

  // Where the last rounds fell, as long as that is news.
  const fallen = () => (find("#news")?.dataset.falls || "").split("|").filter((place) => place && at(place));

  function burst(place) {
    const [x, y] = at(place);
    return made("path", { class: "fall", d: `M${x - 11} ${y}h22M${x} ${y - 11}v22M${x - 8} ${y - 8}l16 16m0-16l-16 16` });
  }

  // Of many places none of which is in sight the nearest is gone to, so that it is seen where they light up.
  function outOfSight(live, places) {
    const frame = live.closest("[data-map]").getBoundingClientRect(), marks = new Map(all("a.choice").map((one) => [one.dataset.place, one]));
    const far = (place) => {
      const box = marks.get(place).getBoundingClientRect();
      return [(box.left + box.right - frame.left - frame.right) / 2, (box.top + box.bottom - frame.top - frame.bottom) / 2];
    };
    const ways = places.map((place) => [place, ...far(place)]);
    if (ways.some(([, x, y]) => Math.abs(x) < frame.width / 2 && Math.abs(y) < frame.height / 2)) return [];
    return [ways.reduce((least, one) => (Math.hypot(one[1], one[2]) < Math.hypot(least[1], least[2]) ? one : least))[0]];
  }

  function draw() {
    leave();
    const live = find("#map-live[viewBox]"), form = current();
    find(".map-choices")?.remove();
    if (!live || !window.sitrepMap) return;
    const fields = form ? fieldsOf(form) : [];
    // A hexside, as of a bridge, has no place of its own on the sheet.
    const on = [...new Set([...fields.flatMap(chosen), ...(form ? aims(form) : [])])].filter(at), places = [...new Set(fields.flatMap(offered))].filter(at);
    const falls = fallen();
    if (places.length || on.length || falls.length) {
      const isMany = places.length > MANY, units = taken(isMany);
      const layer = made("svg", { class: `map-choices${isMany ? " is-many" : ""}`, "aria-hidden": "true" });
      for (const size of ["viewBox", "width", "height"]) layer.setAttribute(size, live.getAttribute(size));
      // Where nothing is left to choose, a tap is for what lies below.
      layer.append(...[...new Set([...places, ...on])].map((place) => lit(place, on.includes(place), units.has(place) || !places.includes(place))), ...(on.length === 1 ? line(actor(), on[0]) : []));
      layer.append(...falls.map(burst));
      live.after(layer);
    }
    const asked = all("#asked .ask-facts a.place").map(window.sitrepMap.placeOf);
    const who = find("#orders .chosen:not(.by-itself)") || form ? [actor()] : [];
    // Once for each form and choice: who looks round meanwhile is not taken back.
    // Nor does the map come nearer for a form that is only there among others, and that nobody has gone to.
    const isMeant = form && (form.dataset.order === touched || asked.length || find("#orders .chosen:not(.by-itself)") || form.matches("[data-led], [data-begun]"));
    // Where somebody is known among them, they are what is looked at; who attacks an empty hex beside them taps that too.
    const foes = taken(false), met = places.filter((place) => foes.has(place));
    const few = places.length <= 8 ? (met.length ? met : places) : falls.length || !isMeant || on.length ? falls : outOfSight(live, places);
    const now = places.length && isMeant ? `${form.dataset.order} ${actor()} ${on}` : "";
    const goal = all(".map-live a.reach.is-chosen").map(({ dataset }) => dataset.place);
    const came = news(Boolean(form || who.length), asked.length);
    const isThere = window.sitrepMap.bring([...new Set([...asked, ...who, ...goal, ...(on.length ? on : few)])].filter(Boolean), now ? now !== brought || undefined : false, { news: came, isPassing: !who.length && Boolean(find(".countdown")) });
    if (came.length && isThere) window.sitrepCards.went();
    brought = now;
  }

  // What has just come is gone to, once (cards.js). Nobody who is choosing or writing loses the map to it; a question that has its
  // own place keeps it, and what came is gone to when that is answered.
  const BUSY = "#orders[data-dirty], .map-live a.counter.is-selected, .map-picker, #sight[open], .armed [data-map]";

  function news(isChoosing, isAsked) {
    if (isChoosing || find(BUSY) || document.activeElement?.matches("input, select, textarea")) window.sitrepCards.went();
    return (!isAsked && !find(".map-live[data-follow]") && window.sitrepCards.came()) || [];
  }

  // ---- and are tapped

  function take(field, item) {
    if (item.type === "checkbox") item.checked = !item.checked;
    else if (field.options) field.value = item.value;
    else item.checked = true;
    for (const said of ["input", "change"]) (field.options ? field : item).dispatchEvent(new Event(said, { bubbles: true }));
  }

  // What was chosen on the map is committed by a button, which is then in sight, however much was read above the form.
  function chosenThere(form) {
    const foot = find(".foot", form), panels = find("#panels");
    const isBelow = foot && panels && foot.getBoundingClientRect().bottom > panels.getBoundingClientRect().bottom + 1;
    if (isBelow) foot.scrollIntoView({ block: "nearest" });
    document.dispatchEvent(new CustomEvent("sitrep:form", { detail: form }));
  }

  // Of several things in one place each tap takes the next.
  function point(form, place) {
    for (const field of fieldsOf(form)) {
      if (field.dataset.places?.split("|").includes(place)) {
        field.value = place;
        for (const said of ["input", "change"]) field.dispatchEvent(new Event(said, { bubbles: true }));
        return true;
      }
      const there = items(field).filter((item) => placesOf(item).includes(place));
      if (!there.length) continue;
      take(field, there[(there.findIndex(isChosen) + 1) % there.length]);
      return true;
    }
    return false;
  }

  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("a.choice")?.dataset.place, form = place && current();
    if (!form || !point(form, place)) return undefined;
    event.preventDefault();
    // Where a tap is the order, as it is of a move, it goes on the sheet, from where it is taken back.
    if ("byTap" in form.dataset && form.checkValidity()) return form.requestSubmit(find('[type="submit"]:not([name])', form));
    chosenThere(form);
    document.dispatchEvent(new CustomEvent("sitrep:aimed", { detail: form }));
    return undefined;
  });

  document.addEventListener("change", ({ target }) => { if (target.closest?.(`#orders ${FIELD}`)) draw(); });
  for (const sign of ["htmx:after:swap", "sitrep:filled", "sitrep:unit"]) document.addEventListener(sign, draw);
  document.addEventListener("DOMContentLoaded", draw);

  // A tap on an enemy, while there is a form that may have them for its target, makes them that, and opens nothing else. Of one
  // who cannot be the target of any form it says so; a second tap opens what is known of them, as if there were no form.
  // Where there is also what units can be ordered, a form of nobody is meant only by who is at it.
  // Who can be ordered something that is folded away is not looked for there.
  const isOfUnits = () => find("#orders .chosen:not(.by-itself)") || all("#orders .chips a.chip").some((chip) => !chip.closest("details:not([open])"));
  const isOfNobody = (form) => !form.closest(".chosen") && isOfUnits();
  const mayTake = () => [current(), ...forms()].filter((form) => form && (!isOfNobody(form) || form.dataset.order === touched || form.matches("[data-led], [data-begun]")));
  const aim = (place) => mayTake().find((form) => point(form, place) || aims(form).includes(place));
  const asksFor = () => forms().find((form) => "aimed" in form.dataset || aims(form).length);
  // Why the unit that is chosen has no shot at one, where its game says so.
  function noShot(handle) {
    const said = handle && find(`#orders .chosen [data-no-shot~="${CSS.escape(handle)}"]`);
    return said ? (find("strong + span", said) || find("span", said) || said).textContent : "";
  }
  let refused = "";

  // Where one can go, a tap is for the way, though somebody was seen there earlier: who that was is said (map-tip.js).
  function goes(event) {
    const ghost = event.detail && !current() && event.target.closest?.('a.counter.contact[href*="/contacts/"]');
    if (!ghost || find(".map-picker, #sight[open], .armed [data-map], .waypoints") || ghost.closest(".was-moved")) return false;
    const way = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("a.reach")).find(Boolean);
    if (!way) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    way.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    document.dispatchEvent(new CustomEvent("sitrep:ghost", { detail: ghost }));
    return true;
  }

  window.addEventListener("click", (event) => {
    if (goes(event)) return;
    const enemy = event.target.closest?.('a.counter.contact[href*="/contacts/"]');
    const isOther = !enemy || find(".map-picker, #sight[open], .armed [data-map]") || enemy.closest(".was-moved");
    const form = isOther ? null : aim(enemy.dataset.place), handle = enemy?.dataset.handle || "";
    const isRefused = !isOther && !form && (asksFor() || noShot(handle)) && refused !== handle;
    refused = isRefused ? handle : "";
    if (!form && !isRefused) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form) {
      document.dispatchEvent(new CustomEvent("sitrep:no-target", { detail: { enemy, why: noShot(handle) || "No target for this order." } }));
      return;
    }
    touch(form);
    chosenThere(form);
    document.dispatchEvent(new CustomEvent("sitrep:aimed", { detail: form }));
  }, true);
})();
