// The map under the hand: drag, pinch, wheel, double tap, keys, buttons; place and zoom outlive swaps and reloads.
// Without this file the map scrolls in its frame and every link on it works.
// Where its sheet lies is in map-sheet.js, where it looks by itself in map-looks.js.
//
// For the rest of the page: an element with data-where="0812" (or several, as "0812|0913") centres the map on them when it is
// tapped; `sitrepMap.where("0812")` does the same, `sitrepMap.placeAt(view, x, y)` says what lies under a finger.
(() => {
  "use strict";
  const TAP = 9; // a finger that stays within so many pixels has tapped
  const maps = new WeakMap(), still = matchMedia("(prefers-reduced-motion: reduce)");

  function start(view) {
    const on = (name, act, how) => view.addEventListener(name, act, how);
    const fingers = new Map(), sheet = window.sitrepSheet(view), looks = window.sitrepLooks(sheet, fingers);
    const { part, spot, show, zoom, glide } = sheet;
    let moved = 0, pinch = 0, lastTap = 0, swallow = false, isEarly = false, stood = null;

    function zoomTo(by, cx = view.clientWidth / 2, cy = view.clientHeight / 2) {
      glide();
      looks.byHand();
      zoom(by, cx, cy);
    }

    function placeAt(clientX, clientY) {
      const box = view.getBoundingClientRect();
      return sheet.nearest(clientX - box.left, clientY - box.top);
    }

    // What has moved since the moment before is shown moving, along its reported track where there is one; any touch or
    // key ends it.
    function moves() {
      const before = stood, live = part("live"), now = { moment: live.dataset.moment, stood: new Map() };
      for (const a of live.querySelectorAll("a.counter")) now.stood.set(a.dataset.unit || a.dataset.handle, a.dataset.place);
      stood = now;
      if (!before || before.moment === now.moment || !view.clientWidth || still.matches) return;
      for (const a of live.querySelectorAll("a.counter")) {
        const was = before.stood.get(a.dataset.unit || a.dataset.handle), track = (a.dataset.track || "").split("|");
        const from = track.indexOf(was), way = from >= 0 ? track.slice(from) : was ? [was, a.dataset.place] : [];
        if (was === a.dataset.place || way.length < 2) continue;
        const [ex, ey] = spot(a.dataset.place);
        const frames = way.map(spot).map(([px, py]) => ({ translate: `${px - ex}px ${py - ey}px` }));
        a.animate(frames, { duration: Math.min(1400, 320 * (way.length - 1)), easing: "ease-in-out" });
      }
    }

    function inside(event) {
      const box = view.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    on("pointerdown", (event) => {
      if (!fingers.size) unmoved();
      if (event.target.closest(".map-picker") || (event.pointerType === "mouse" && event.button)) return;
      isEarly = view.matches(".is-gliding");
      glide(false);
      fingers.set(event.pointerId, inside(event));
      pinch = 0;
    });

    addEventListener("pointermove", (event) => {
      const was = fingers.get(event.pointerId);
      if (!was) return;
      const now = inside(event), count = fingers.size;
      fingers.set(event.pointerId, now);
      moved += count > 1 ? TAP + 1 : Math.hypot(now[0] - was[0], now[1] - was[1]);
      if (moved <= TAP) return;
      view.classList.add("is-moving");
      looks.byHand();
      const by = [(now[0] - was[0]) / count, (now[1] - was[1]) / count];
      if (count === 1) return sheet.lay(sheet.x + by[0], sheet.y + by[1]);
      const [a, b] = [...fingers.values()];
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      zoom(pinch ? apart / pinch : 1, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, ...by);
      pinch = apart;
    });

    function unmoved() {
      moved = 0;
      swallow = false;
      view.classList.remove("was-moved");
    }

    function lift(event) {
      if (!fingers.delete(event.pointerId)) return;
      pinch = 0;
      if (fingers.size) return;
      view.classList.remove("is-moving");
      swallow = moved > TAP || isEarly;
      view.classList.toggle("was-moved", swallow);
      setTimeout(looks.lifted, 60); // when the tap has been taken
      if (swallow || event.type !== "pointerup" || event.target.closest("a,button")) return;
      if (event.timeStamp - lastTap < 320) zoomTo(1.7, ...inside(event));
      lastTap = event.timeStamp;
    }
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);

    // A drag that ends on a link is no tap; a key pressed after it is.
    on("click", (event) => {
      if (!swallow || !event.detail) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    on("dragstart", (event) => event.preventDefault());
    on("wheel", (event) => {
      event.preventDefault();
      view.classList.add("is-zooming");
      looks.byHand();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : event.deltaMode ? 0.03 : 0.0016)), ...inside(event));
    }, { passive: false });

    const by = (left, top) => sheet.lay(sheet.x + left, sheet.y + top);
    on("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const act = {
        ArrowLeft: () => by(80, 0), ArrowRight: () => by(-80, 0), ArrowUp: () => by(0, 80), ArrowDown: () => by(0, -80),
        "+": () => zoomTo(1.4), "=": () => zoomTo(1.4), "-": () => zoomTo(0.7), 0: looks.fit,
      }[event.key];
      if (!act) return;
      if (event.key.startsWith("Arrow")) looks.leaves();
      glide();
      act();
      event.preventDefault();
    });

    // A link reached by keyboard comes into sight by moving the sheet.
    on("focusin", (event) => {
      view.scrollTo(0, 0);
      const link = event.target.closest("a[data-place]:focus-visible");
      if (!link) return;
      const [px, py] = spot(link.dataset.place), sx = sheet.x + px * sheet.scale, sy = sheet.y + py * sheet.scale;
      if (Math.min(sx, sy, view.clientWidth - sx, view.clientHeight - sy) < 40) looks.goTo(link.dataset.place);
    });

    const again = () => { view.classList.add("is-live"); if (view.dataset.zoom) show(); };
    new ResizeObserver(looks.resized).observe(view);
    again();
    moves();
    return { ...looks, spot: (place) => sheet.places.get(place), ground: sheet.ground, placeAt, moves, zoomTo, again, lost: () => !part("sheet").style.transform };
  }

  // Again after a swap, which may bring a new map or take the sheet's place away.
  function attach() {
    for (const view of document.querySelectorAll("[data-map]")) {
      const map = maps.get(view);
      if (!map) maps.set(view, start(view));
      else if (map.lost()) map.again();
      if (document.querySelector("#orders[data-sends]")) map?.unsurvey();
      map?.look();
      map?.moves();
    }
  }

  const shown = () => maps.get([...document.querySelectorAll("[data-map]")].find((view) => view.clientWidth));
  const PLACE = 'a.place[href^="#place-"]', placeOf = (link) => decodeURIComponent(link.getAttribute("href").slice("#place-".length));
  const where = (named) => shown()?.where(String(named).split("|"));
  window.sitrepMap = {
    PLACE,
    placeOf,
    where,
    bring: (...how) => shown()?.bring(...how),
    spot: (place) => shown()?.spot(place),
    placeAt: (view, x, y) => maps.get(view)?.placeAt(x, y),
    ground: (view, place) => maps.get(view)?.ground().get(place) || "",
  };

  document.addEventListener("click", (event) => {
    const there = event.target.closest?.(`[data-map-zoom],[data-where],${PLACE}`), map = there && shown();
    if (!map) return;
    const { mapZoom } = there.dataset, named = there.dataset.where || (there.matches(PLACE) && placeOf(there));
    if (named) { event.preventDefault(); where(named); }
    else if (mapZoom === "fit") map.fit();
    else map.zoomTo(mapZoom === "in" ? 1.5 : 1 / 1.5);
  });

  // Whoever leaves a unit from the whole map is where they were before that.
  document.addEventListener("click", ({ target }) => { if (target.closest?.("[data-map-back]")) shown()?.back(); });

  // A touch or a key is for what is there, not for what is still on its way.
  for (const haste of ["pointerdown", "keydown"]) {
    document.addEventListener(haste, () => {
      for (const counter of document.querySelectorAll(".map-live a.counter")) counter.getAnimations().forEach((one) => one.finish());
    }, true);
  }

  attach();
  document.addEventListener("htmx:after:swap", attach);
  document.addEventListener("focusout", () => setTimeout(attach)); // what waited for the writing
  new MutationObserver(attach).observe(document.body, { childList: true, subtree: true });
})();
