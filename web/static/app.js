/* What forms and links cannot do by themselves: tabs, whether a form is being filled in, the map's taps into forms.
   Everything here is a comfort; each page works without it. */
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector, from = document) => from.querySelector(selector);
  root.classList.add("js");

  // ---- tabs

  const desk = () => find("#desk");

  function openTab(name) {
    const page = desk();
    if (!page) return;
    page.dataset.tab = name;
    for (const panel of page.querySelectorAll(".panel")) panel.hidden = panel.id !== `tab-${name}`;
    markTab();
  }

  function markTab() {
    for (const tab of document.querySelectorAll(".tab")) {
      if (tab.dataset.tab === desk().dataset.tab) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  function tapTab(tab) {
    const small = window.matchMedia("(width < 1000px)").matches;
    openTab(small && tab.dataset.tab === desk().dataset.tab ? "none" : tab.dataset.tab);
    const panels = find("#panels");
    if (panels) panels.scrollTop = 0;
  }

  // ---- forms that are being filled in are not swapped under the writer's hands

  const forms = () => find("#orders");
  const dirty = () => Boolean(forms()?.dataset.dirty) || Boolean(forms()?.contains(document.activeElement)
    && document.activeElement.matches("select, input:not([type=hidden])"));

  document.addEventListener("input", (event) => {
    const panel = event.target.closest("#orders");
    if (panel && !event.target.closest(".picks")) panel.dataset.dirty = "yes";
  });

  document.addEventListener("sitrep:stale", () => {
    const note = find("#stale [data-refresh]");
    if (note && !dirty()) note.click();
  });

  // ---- the map's taps

  function fillHex(hex) {
    const route = find("#orders select[data-route]");
    const step = route && [...route.options].find((option) => option.dataset.hex === hex);
    if (step) {
      route.value = step.value;
      route.form.requestSubmit();
      return true;
    }
    for (const select of document.querySelectorAll("#orders .chosen select[data-hexes], #orders select[data-hexes]")) {
      if ([...select.options].some((option) => option.value === hex)) {
        select.value = hex;
        select.dispatchEvent(new Event("input", { bubbles: true }));
        select.scrollIntoView({ block: "nearest" });
        return true;
      }
    }
    return false;
  }

  // ---- clicks

  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".tab");
    if (tab) {
      event.preventDefault();
      tapTab(tab);
      return;
    }
    const opener = event.target.closest("[data-open]");
    if (opener) openTab(opener.dataset.open);
    if (event.target.closest("[data-map-hex]") && window.matchMedia("(width < 1000px)").matches) openTab("none");
    const reach = event.target.closest("a.reach[data-hex]");
    if (reach && fillHex(reach.dataset.hex)) event.preventDefault();
    if (event.target.matches("[data-copy]")) event.target.select();
  });

  // ---- the socket's state, and the server that cannot be reached

  function linkState(state, words) {
    const sign = find("#link-state");
    if (!sign) return;
    root.dataset.link = state;
    sign.dataset.state = state;
    find(".link-words", sign).textContent = words;
  }

  document.addEventListener("htmx:ws:after:connection", () => linkState("on", "live"));
  document.addEventListener("htmx:ws:close", () => linkState("lost", "connecting again"));

  document.addEventListener("htmx:error", (event) => {
    if (!event.detail.ctx) return;
    const place = find("#trouble");
    const note = document.createElement("div");
    note.className = "notice bad";
    note.setAttribute("role", "alert");
    note.textContent = "The server cannot be reached just now. What is on your sheet is kept; try again in a moment.";
    place.className = "trouble";
    place.replaceChildren(note);
    window.setTimeout(() => place.replaceChildren(), 8000);
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!desk()) return;
    markTab();
    const state = root.dataset.link;
    if (state) linkState(state, state === "on" ? "live" : "connecting again");
  });

  // ---- the start

  const begin = () => {
    if (!desk()) return;
    const asked = location.hash.match(/^#tab-(\w+)$/);
    openTab(asked ? asked[1] : "orders");
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
