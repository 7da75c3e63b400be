// What a place is and who is in it, in words at the head of the map: under a mouse, and after a tap on a place.
// Without this file a long press says so (map-stack.js).
(() => {
  "use strict";
  const REST = 120; // ms that a mouse rests before it is told
  const TAP = 9;
  let timer = 0, shown = "", refused = "", from = [0, 0];

  const standsIn = (counter) => (counter.dataset.stands || counter.dataset.place).split("|");

  // Who is there, from the uppermost down, without what the place says already.
  function there(view, place) {
    const counters = [...view.querySelectorAll("a.counter")].filter((one) => one.checkVisibility() && standsIn(one).includes(place));
    const about = [...view.querySelectorAll(".map-live [data-about]")].filter(({ dataset }) => dataset.about.split("|").includes(place));
    return about.map((one) => one.querySelector("title").textContent).concat(counters.reverse().map((one) => one.getAttribute("aria-label").replace(new RegExp(`, \\S+ ${place}(, on top of \\d+)?`, "i"), "")));
  }

  function show(view, place, more = "") {
    const key = place && `${place} ${view.querySelector(".map-live")?.dataset.moment} ${more}`;
    if (key === shown && view.querySelector(".map-tip")) return;
    shown = key;
    document.querySelector(".map-tip")?.remove();
    if (!place) return;
    const tip = document.createElement("div");
    tip.className = "map-tip";
    tip.setAttribute("role", "status");
    const lines = [[place, window.sitrepMap.ground(view, place)].filter(Boolean).join(": "), ...there(view, place), more].filter(Boolean);
    tip.append(...lines.map((words) => Object.assign(document.createElement("p"), { textContent: words })));
    view.append(tip);
  }

  const under = (event) => {
    const view = event.target.closest?.("[data-map].is-live");
    return view && !event.target.closest(".map-picker") ? [view, window.sitrepMap?.placeAt(view, event.clientX, event.clientY)] : [null];
  };

  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || event.buttons) return;
    clearTimeout(timer);
    const [view, place] = under(event);
    if (!view) return show(document.body, null);
    if (place !== refused) refused = "";
    timer = setTimeout(() => { if (!refused) show(view, place); }, REST);
    return undefined;
  });

  document.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });

  // A tap that chose, aimed or ordered something has said what it did; one on the ground is told what lies there.
  document.addEventListener("click", (event) => {
    const [view, place] = under(event), far = Math.hypot(event.clientX - from[0], event.clientY - from[1]);
    if (!event.detail) return;
    const isRead = event.pointerType === "touch" && event.target.closest("a.counter"); // in the panel, which it opens
    if (!view || isRead || far > TAP || view.classList.contains("was-moved")) show(document.body, null);
    else if (!event.target.closest("a.reach, a.choice")) show(view, place);
    else if (event.pointerType === "touch") show(view, null); // what was said of another place is over
  });

  document.addEventListener("sitrep:no-target", ({ detail }) => {
    clearTimeout(timer);
    const { enemy, why } = detail;
    refused = enemy.dataset.place;
    show(enemy.closest("[data-map]"), enemy.dataset.place, `${why} A second tap opens all that you were told of it.`);
  });

  // Who was seen where one goes now.
  document.addEventListener("sitrep:ghost", ({ detail }) => show(detail.closest("[data-map]"), detail.dataset.place));

  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") show(document.body, null); });
})();
