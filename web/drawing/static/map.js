// The map under the hand: drag, pinch, wheel, double tap, keys, buttons; place and zoom outlive swaps and reloads.
// Without this file the map scrolls in its frame and every link on it works.
//
// For the rest of the page: an element with data-where="0812" (or several, as "0812|0913") centres the map on them when it is
// tapped; `sitrepMap.where("0812")` does the same, `sitrepMap.placeAt(view, x, y)` says what lies under a finger.
(() => {
  "use strict";
  const TAP = 9; // a finger that stays within so many pixels has tapped
  const maps = new WeakMap(), still = matchMedia("(prefers-reduced-motion: reduce)");

  // Where the middle of each place lies. What a place is called is the game's affair: here it is a name and no more.
  const placesOf = (view) => new Map(view.dataset.places.split("|").map((one) => {
    const [, x, y, place] = /^(\S+) (\S+) (.+)$/.exec(one);
    return [place, [+x, +y]];
  }));

  function start(view) {
    const on = (name, act, how) => view.addEventListener(name, act, how);
    const part = (name) => view.querySelector(".map-" + name);
    const wide = part("terrain").width.baseVal.value, high = part("terrain").height.baseVal.value;
    const key = "map:" + view.dataset.map, places = placesOf(view), spot = (name) => places.get(name) || [wide / 2, high / 2];
    const fingers = new Map();
    let x = 0, y = 0, scale = 1, moved = 0, pinch = 0, lastTap = 0, swallow = false, gliding = 0, isEarly = false, saving = 0, lettering = 0, followed = "", lettered = "";
    let words = null, stood = null, room = null, isOverview = false;

    const least = () => Math.min(view.clientWidth / wide, view.clientHeight / high);
    const middle = () => [(view.clientWidth / 2 - x) / scale, (view.clientHeight / 2 - y) / scale, scale];
    const within = (s) => Math.max(Math.min((room ??= clear()).wide / wide, room.high / high, 1), Math.min(4, s));
    // The sheet does not leave its frame, and each edge of it can come clear; a smaller one lies where it lay, as far as it can.
    const kept = (at, paper, frame, from, free) =>
      paper <= frame ? Math.max(0, Math.min(frame - paper, paper <= free ? Math.max(from, Math.min(from + free - paper, at)) : at))
        : Math.max(Math.min(frame - 30, from + free) - paper, Math.min(Math.max(30, from), at));

    // Maps of one group show the same part of their paper; one that is not on show finds it when it is.
    function lead() {
      const group = view.dataset.mapGroup;
      for (const other of group ? document.querySelectorAll(`[data-map-group="${group}"]`) : []) {
        if (other !== view) maps.get(other)?.follow((view.clientWidth / 2 - x) / scale, (view.clientHeight / 2 - y) / scale, scale);
      }
    }

    function show(leading = true) {
      x = kept(x, wide * scale, view.clientWidth, room.left, room.wide);
      y = kept(y, high * scale, view.clientHeight, room.top, room.high);
      part("sheet").style.transform = `translate(${x}px,${y}px) scale(${scale})`;
      if (view.matches(".is-gliding")) arrive();
      // While it is being zoomed it is scaled as it is; it is lettered anew for its new scale when it has come to rest.
      clearTimeout(lettering);
      if (lettered && view.matches(".is-moving, .is-zooming")) lettering = setTimeout(rest, 140);
      else letter();
      view.dataset.zoom = scale < 0.62 ? "far" : scale < 1.5 ? "middle" : "near";
      clearTimeout(saving);
      saving = setTimeout(save, 200);
      if (leading) lead();
    }

    function rest() {
      view.classList.remove("is-zooming");
      letter();
    }

    // In steps, as the whole sheet is lettered anew at each.
    function letter() {
      const step = Math.exp(Math.round(Math.log(scale) * 8) / 8).toFixed(3);
      if (step !== lettered) view.style.setProperty("--s", (lettered = step));
    }

    function save() {
      if (isOverview) return; // where nobody has moved the map to
      try { if (view.clientWidth) sessionStorage.setItem(key, JSON.stringify(middle())); } catch { /* storage is off */ }
    }

    function centre(px, py, s, leading = true) {
      scale = within(s);
      x = view.clientWidth / 2 - px * scale;
      y = view.clientHeight / 2 - py * scale;
      amid();
      show(leading);
    }

    // A sheet that is smaller than what is clear of its frame is laid in the middle of that.
    function amid() {
      if (wide * scale <= room.wide) x = room.left + (room.wide - wide * scale) / 2;
      if (high * scale <= room.high) y = room.top + (room.high - high * scale) / 2;
    }

    function follow(px, py, s) {
      if (view.clientWidth) centre(px, py, s, false);
    }

    function zoom(by, cx, cy) {
      const s = within(scale * by);
      x = cx - ((cx - x) * s) / scale;
      y = cy - ((cy - y) * s) / scale;
      scale = s;
      show();
    }

    // What a button moves glides there (map.css), what a finger moves does not.
    function glide(on = true) {
      view.classList.toggle("is-gliding", on);
      gliding += 1;
    }

    // Marked as gliding until it has arrived, however long the machine takes to show it, and has been seen there: a tap that
    // comes before was for what lay there when the finger set out, and is not taken.
    const SEEN = 150; // ms
    async function arrive() {
      const now = gliding;
      await Promise.allSettled(part("sheet").getAnimations().map((one) => one.finished));
      await Promise.allSettled([view.animate(null, SEEN).finished]);
      if (now === gliding) glide(false);
    }

    function zoomTo(by, cx = view.clientWidth / 2, cy = view.clientHeight / 2) {
      glide();
      byHand();
      zoom(by, cx, cy);
    }

    function goTo(place, flash) {
      const there = spot(place);
      keep(null);
      glide();
      centre(...there, Math.max(scale, 0.8));
      if (flash) ring(there);
    }

    // All places named, as near as they fit.
    function where(named) {
      const spots = named.filter((place) => places.has(place)).map(spot);
      if (!spots.length) return;
      keep(null);
      const [left, right] = [Math.min, Math.max].map((most) => most(...spots.map((p) => p[0])));
      const [top, bottom] = [Math.min, Math.max].map((most) => most(...spots.map((p) => p[1])));
      glide();
      const most = Math.min(view.clientWidth / (right - left + 160), view.clientHeight / (bottom - top + 160));
      centre((left + right) / 2, (top + bottom) / 2, Math.min(Math.max(scale, 0.8), most));
      for (const p of spots) ring(p);
    }

    // Under a finger a place that is to be tapped is so large, as long as all that it is about fits beside it.
    const FINGER = 40;
    const apart = () => {
      const [[ax, ay], ...others] = [...places.values()];
      return Math.min(...others.map(([bx, by]) => Math.hypot(bx - ax, by - ay)));
    };
    const tappable = () => (matchMedia("(pointer: coarse)").matches ? FINGER / apart() : 0);

    // All of these places come into the part of the frame on which nothing lies; it moves no farther than it must.
    // `isTapped`: what lies there is to be tapped.
    // It holds until the player moves the map: the frame may still grow, or a finger lie on it. Returns whether the map is there.
    // It keeps its scale where that can be: what it had to draw farther off comes as near again as the player had it, what it
    // drew nearer for a finger stays so, and it goes no farther off than can be read to show more than two places.
    const READ = 0.5;
    let action = [], held = [], isAsked = false, near = 0;
    function byHand() {
      [isAsked, near, isOverview] = [false, 0, false];
      keep(null);
    }

    // `news` are places that are worth a look as well, as far as they fit beside the others; `isResized`: the frame has changed, and
    // nothing else, for which it comes no nearer.
    function bring(named, isTapped = isAsked, { news = [], isResized = false } = {}) {
      isAsked = isTapped;
      action = [...named, ...news].filter((place) => places.has(place));
      held = named; // what is new is looked at once
      if (isTapped && !action.length) action = [nearest(view.clientWidth / 2, view.clientHeight / 2)].filter(Boolean);
      if (fingers.size || !view.clientWidth || !view.dataset.zoom) return false; // it is not placed yet, or held
      if (!action.length || (action.length === 1 && !isTapped && !isOverview && isOpen(spot(action[0])))) return true;
      isOverview = false;
      const span = (all) => Math.max(...all) - Math.min(...all), around = 42, free = clear();
      const axis = (i) => action.map((place) => spot(place)[i]);
      const most = () => Math.min(free.wide / (span(axis(0)) + 2 * around), free.high / (span(axis(1)) + 2 * around));
      near = Math.max(near || scale, isTapped ? tappable() : 0);
      while (action.length > 2 && most() < Math.min(near, READ)) action.pop();
      while (action.length > 1 && news.includes(action.at(-1)) && most() < Math.min(near, scale)) action.pop();
      const s = Math.max(Math.min(within(0), scale), Math.min(4, isResized ? scale : near, most())), edge = around * s, [xs, ys] = [axis(0), axis(1)];
      const shift = (all, at, from, length) => {
        const [low, high] = [Math.min(...all) * s + at - edge, Math.max(...all) * s + at + edge];
        return low < from ? from - low : high > from + length ? from + length - high : 0;
      };
      // About the middle of the frame, when it has to go farther off.
      const [ax, ay] = s === scale ? [x, y] : [view.clientWidth / 2 - ((view.clientWidth / 2 - x) * s) / scale, view.clientHeight / 2 - ((view.clientHeight / 2 - y) * s) / scale];
      const [dx, dy] = [shift(xs, ax, free.left, free.wide), shift(ys, ay, free.top, free.high)];
      if (s === scale && !dx && !dy) return true;
      keep(null);
      glide();
      [x, y, scale] = [ax + dx, ay + dy, s];
      show();
      return true;
    }

    // Whoever is chosen where they stand in sight is not moved from under the finger.
    const HALF = 22;
    function isOpen([px, py]) {
      const frame = view.getBoundingClientRect(), [left, top] = [px * scale + x, py * scale + y];
      const isInside = left > HALF && left < frame.width - HALF && top > HALF && top < frame.height - HALF;
      return isInside && view.contains(document.elementFromPoint(frame.left + left, frame.top + top));
    }

    // What lies over the frame, such as its buttons, leaves this much of it.
    function clear() {
      const frame = view.getBoundingClientRect(), box = { left: 0, top: 0, right: frame.width, bottom: frame.height };
      for (const over of document.querySelectorAll(".map-tools, .sight > summary, .board > .other-seats")) {
        const one = over.getBoundingClientRect();
        if (!one.width || one.bottom <= frame.top || one.top >= frame.bottom) continue;
        if (over.matches(".map-tools")) box.right = Math.min(box.right, one.left - frame.left);
        else if (one.top - frame.top > frame.height / 2) box.bottom = Math.min(box.bottom, one.top - frame.top);
        else box.top = Math.max(box.top, one.bottom - frame.top);
      }
      return { left: box.left, top: box.top, wide: box.right - box.left, high: box.bottom - box.top };
    }

    function ring([px, py]) {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "use");
      for (const [name, value] of Object.entries({ href: "#m-place", x: px - 10, y: py - 10, class: "map-flash" })) mark.setAttribute(name, value);
      part("live").append(mark);
      setTimeout(() => mark.remove(), 2200);
    }

    // The place under a point of the window: of those near by, the one whose middle is nearest.
    function placeAt(clientX, clientY) {
      const box = view.getBoundingClientRect();
      return nearest(clientX - box.left, clientY - box.top);
    }

    function nearest(left, top) {
      const px = (left - x) / scale, py = (top - y) / scale;
      let best = null, least = 60;
      for (const [place, [hx, hy]] of places) {
        const far = Math.hypot(px - hx, py - hy);
        if (far < least) [best, least] = [place, far];
      }
      return best;
    }

    // What is printed in each place, in words.
    function ground() {
      words ??= new Map((view.dataset.ground || "").split(";").filter(Boolean).flatMap((alike) => {
        const [named, said] = alike.split("=");
        return named.split("|").map((place) => [place, said]);
      }));
      return words;
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

    const standing = (which) => [...view.querySelectorAll(which)].map((a) => spot(a.dataset.place));
    const readable = () => Math.max(view.clientWidth / wide, view.clientHeight / high, least() < 0.62 ? 0.92 : 0);

    function restore() {
      try { return centre(...JSON.parse(sessionStorage.getItem(key))); } catch { /* nothing kept */ }
      const goals = (view.dataset.goals || "").split("|").filter((place) => places.has(place)).map(spot), own = standing("[data-unit]");
      return goals.length && own.length && !part("live").dataset.focus ? survey([...own, ...goals]) : nearby();
    }

    // The first look, before units move: one's own with all that is fought for, however small. It is kept for no other page, and
    // given up as soon as somebody can be sent somewhere, or for what happens.
    function survey(spots) {
      room ??= clear();
      const [[left, right], [top, bottom]] = [0, 1].map((i) => [Math.min, Math.max].map((most) => most(...spots.map((p) => p[i]))));
      const around = 84, fits = Math.min(room.wide / (right - left + around), room.high / (bottom - top + around));
      isOverview = true;
      centre((left + right) / 2, (top + bottom) / 2, Math.min(readable(), fits));
      [x, y] = [x + room.left + room.wide / 2 - view.clientWidth / 2, y + room.top + room.high / 2 - view.clientHeight / 2];
      near = readable();
      show();
    }

    function unsurvey() {
      if (!isOverview || !view.clientWidth) return;
      isOverview = false;
      glide();
      nearby();
    }

    // Around the choice or the middle of one's own units, so near that it can be read and the sheet fills its frame; where little
    // stands there, around that unit about which most stands.
    function nearby() {
      const focus = part("live").dataset.focus, own = standing("[data-unit]"), all = standing("[data-unit], a.counter[data-place]");
      const filled = readable();
      const beside = ([px, py]) => all.filter(([qx, qy]) =>
        Math.abs(qx - px) * filled < view.clientWidth / 2 && Math.abs(qy - py) * filled < view.clientHeight / 2);
      const crowd = (own.length ? own : all).map(beside).reduce((most, one) => (one.length > most.length ? one : most), []);
      const mean = [0, 1].map((i) => own.reduce((sum, p) => sum + p[i], 0) / own.length);
      const around = own.length && beside(mean).length * 2 >= crowd.length ? own : crowd;
      const near = focus ? [spot(focus)] : around.length ? around : [[wide / 2, high / 2]];
      const middle = [[wide, view.clientWidth], [high, view.clientHeight]].map(([paper, frame], i) =>
        Math.max(frame / 2 / filled, Math.min(paper - frame / 2 / filled, near.reduce((sum, p) => sum + p[i], 0) / near.length)));
      centre(...middle, view.dataset.mapGroup ? least() : filled);
    }

    // Where something happens about which one is asked, the map goes there, once: not under a finger that drags it, nor
    // away from what is being written.
    function look() {
      const there = part("live").dataset.follow || "";
      if (there === followed || !view.clientWidth) return;
      if (fingers.size || document.activeElement?.matches("input, select, textarea")) return;
      followed = there;
      const place = there.split("|")[0];
      if (place) (scale < 0.5 ? goTo(place) : bring([place])); // who sees the whole of it keeps the whole
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
      byHand();
      x += (now[0] - was[0]) / count;
      y += (now[1] - was[1]) / count;
      if (count === 1) return show();
      const [a, b] = [...fingers.values()];
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      zoom(pinch ? apart / pinch : 1, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
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
      setTimeout(() => { look(); if (isAsked) bring(held); }, 60); // when the tap has been taken
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
      byHand();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : event.deltaMode ? 0.03 : 0.0016)), ...inside(event));
    }, { passive: false });

    on("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const act = {
        ArrowLeft: () => (x += 80), ArrowRight: () => (x -= 80), ArrowUp: () => (y += 80), ArrowDown: () => (y -= 80),
        "+": () => zoomTo(1.4), "=": () => zoomTo(1.4), "-": () => zoomTo(0.7), 0: fit,
      }[event.key];
      if (!act) return;
      if (event.key.startsWith("Arrow")) keep(null);
      glide();
      act();
      show();
      event.preventDefault();
    });

    // A link reached by keyboard comes into sight by moving the sheet.
    on("focusin", (event) => {
      view.scrollTo(0, 0);
      const link = event.target.closest("a[data-place]:focus-visible");
      if (!link) return;
      const [px, py] = spot(link.dataset.place), sx = x + px * scale, sy = y + py * scale;
      if (Math.min(sx, sy, view.clientWidth - sx, view.clientHeight - sy) < 40) goTo(link.dataset.place);
    });

    // All of it, where nothing lies over it, however the frame changes meanwhile; and from there back to what one saw before,
    // unless the map has been moved since.
    let before = null;
    function whole() {
      room = clear();
      centre(wide / 2, high / 2, 0);
    }

    function fit() {
      if (back()) return;
      const was = middle();
      byHand();
      glide();
      whole();
      keep(was);
    }

    // Whether there was anything to go back to.
    function back() {
      if (!before) return false;
      const was = before;
      byHand();
      glide();
      centre(...was);
      return true;
    }

    function keep(was) {
      before = was;
      for (const name of document.querySelectorAll('[data-map-zoom="fit"] .tool-name')) name.textContent = was ? "Back" : "All";
    }

    const again = () => { view.classList.add("is-live"); if (view.dataset.zoom) show(); };
    // A map not on show yet finds its place when it is first seen.
    new ResizeObserver(() => {
      if (!view.clientWidth) return;
      room = clear();
      if (before) return whole();
      if (view.dataset.zoom && !view.dataset.mapGroup && !isOverview) show();
      else restore();
      look();
      bring(held, isAsked, { isResized: true });
    }).observe(view);
    again();
    moves();
    return { look, unsurvey, follow, goTo, where, bring, spot: (place) => places.get(place), placeAt, ground, moves, fit, back, zoomTo, again, lost: () => !part("sheet").style.transform };
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

  // The list of what the map shows closes like a menu.
  document.addEventListener("pointerdown", ({ target }) => {
    const list = document.querySelector(".layers[open]");
    if (list && !list.contains(target)) list.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    const list = key === "Escape" && document.querySelector(".layers[open]");
    if (!list) return;
    list.open = false;
    list.querySelector("summary").focus();
  });
  document.addEventListener("click", ({ target }) => {
    const list = target.closest("[data-layers-close]")?.closest(".layers");
    if (!list) return;
    list.open = false;
    list.querySelector("summary").focus();
  });

  // What a reader turned off stays off.
  const KEPT = "map-shows";
  const chosen = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { return {}; } };
  for (const [id, on] of Object.entries(chosen())) {
    const box = document.getElementById(id);
    if (box?.matches(".layer-list input")) box.checked = on;
  }
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(".layer-list input")) return;
    try { localStorage.setItem(KEPT, JSON.stringify({ ...chosen(), [target.id]: target.checked })); } catch { /* storage is off */ }
  });

  attach();
  document.addEventListener("htmx:after:swap", attach);
  document.addEventListener("focusout", () => setTimeout(attach)); // what waited for the writing
  new MutationObserver(attach).observe(document.body, { childList: true, subtree: true });
})();
