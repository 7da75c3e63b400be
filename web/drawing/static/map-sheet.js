// A map's sheet in its frame: where it lies and how large, which part of the frame is clear of it, and what lies at a point.
// map.js moves it by hand, map-looks.js to where something happens.
(() => {
  "use strict";
  const sheets = new WeakMap();
  const SEEN = 150; // ms

  // Where the middle of each place lies. What a place is called is the game's affair: here it is a name and no more.
  const placesOf = (view) => new Map(view.dataset.places.split("|").map((one) => {
    const [, x, y, place] = /^(\S+) (\S+) (.+)$/.exec(one);
    return [place, [+x, +y]];
  }));

  // The sheet does not leave its frame, and each edge of it can come clear; a smaller one lies where it lay, as far as it can.
  const kept = (at, paper, frame, from, free) =>
    paper <= frame ? Math.max(0, Math.min(frame - paper, paper <= free ? Math.max(from, Math.min(from + free - paper, at)) : at))
      : Math.max(Math.min(frame - 30, from + free) - paper, Math.min(Math.max(30, from), at));

  function laid(view) {
    const part = (name) => view.querySelector(".map-" + name);
    const wide = part("terrain").width.baseVal.value, high = part("terrain").height.baseVal.value, places = placesOf(view);
    const spot = (name) => places.get(name) || [wide / 2, high / 2];
    const key = "map:" + view.dataset.map;
    let x = 0, y = 0, scale = 1, gliding = 0, saving = 0, lettering = 0, lettered = "", room = null, words = null;

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

    const within = (s) => Math.max(Math.min((room ??= clear()).wide / wide, room.high / high, 1), Math.min(4, s));
    const middle = () => [(view.clientWidth / 2 - x) / scale, (view.clientHeight / 2 - y) / scale, scale];

    // Maps of one group show the same part of their paper; one that is not on show finds it when it is.
    function lead() {
      const group = view.dataset.mapGroup;
      for (const other of group ? document.querySelectorAll(`[data-map-group="${group}"]`) : []) {
        if (other !== view) sheets.get(other)?.follow(...middle());
      }
    }

    function show(leading = true) {
      room ??= clear();
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
      if (sheet.isOverview) return; // where nobody has moved the map to
      try { if (view.clientWidth) sessionStorage.setItem(key, JSON.stringify(middle())); } catch { /* storage is off */ }
    }

    function centre(px, py, s, leading = true) {
      scale = within(s);
      x = view.clientWidth / 2 - px * scale;
      y = view.clientHeight / 2 - py * scale;
      // One that is smaller than what is clear of its frame is laid in the middle of that.
      if (wide * scale <= room.wide) x = room.left + (room.wide - wide * scale) / 2;
      if (high * scale <= room.high) y = room.top + (room.high - high * scale) / 2;
      show(leading);
    }

    // Laid there as it is, or shifted by so much.
    function lay(left, top, s = scale) {
      [x, y, scale] = [left, top, s];
      show();
    }

    // About a point of the frame, when it has been shifted by so much.
    function zoom(by, cx, cy, dx = 0, dy = 0) {
      const s = within(scale * by);
      lay(cx - ((cx - x - dx) * s) / scale, cy - ((cy - y - dy) * s) / scale, s);
    }

    // What a button moves glides there (map.css), what a finger moves does not.
    function glide(on = true) {
      view.classList.toggle("is-gliding", on);
      gliding += 1;
    }

    // Marked as gliding until it has arrived, however long the machine takes to show it, and has been seen there: a tap that
    // comes before was for what lay there when the finger set out, and is not taken.
    async function arrive() {
      const now = gliding;
      await Promise.allSettled(part("sheet").getAnimations().map((one) => one.finished));
      await Promise.allSettled([view.animate(null, SEEN).finished]);
      if (now === gliding) glide(false);
    }

    function ring([px, py]) {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "use");
      for (const [name, value] of Object.entries({ href: "#m-place", x: px - 10, y: py - 10, class: "map-flash" })) mark.setAttribute(name, value);
      part("live").append(mark);
      setTimeout(() => mark.remove(), 2200);
    }

    // The place under a point of the frame: of those near by, the one whose middle is nearest.
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

    const sheet = {
      view, part, wide, high, key, places, spot, clear, within, middle, show, centre, lay, zoom, glide, ring, nearest, ground,
      isOverview: false, // whether it lies where the first look laid it (map-looks.js)
      get x() { return x; },
      get y() { return y; },
      get scale() { return scale; },
      get room() { return (room ??= clear()); },
      measure: () => (room = clear()),
      follow: (px, py, s) => { if (view.clientWidth) centre(px, py, s, false); },
    };
    sheets.set(view, sheet);
    return sheet;
  }

  window.sitrepSheet = laid;
})();
