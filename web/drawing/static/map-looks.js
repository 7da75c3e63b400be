// Where a map looks: at first, to what is asked or has come, to a place that is named, to the whole of it and back.
// It holds until the player moves the map by hand (map.js).
(() => {
  "use strict";
  const READ = 0.5; // so far off it can still be read
  const FINGER = 40; // under a finger a place that is to be tapped is so large, as long as all that it is about fits beside it
  const HALF = 22; // of a counter

  // `fingers` are those that lie on the map.
  window.sitrepLooks = (sheet, fingers) => {
    const { view, part, wide, high, key, places, spot, clear, within, middle, show, centre, lay, glide, ring } = sheet;
    let action = [], held = [], isAsked = false, near = 0, followed = "", before = null;

    const least = () => Math.min(view.clientWidth / wide, view.clientHeight / high);
    const readable = () => Math.max(view.clientWidth / wide, view.clientHeight / high, least() < 0.62 ? 0.92 : 0);
    const standing = (which) => [...view.querySelectorAll(which)].map((a) => spot(a.dataset.place));

    // ---- by hand, and back

    function byHand() {
      [isAsked, near, sheet.isOverview] = [false, 0, false];
      keep(null);
    }

    // All of it, where nothing lies over it, however the frame changes meanwhile; and from there back to what one saw before,
    // unless the map has been moved since.
    function whole() {
      sheet.measure();
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

    // ---- to places that are named

    function goTo(place, flash) {
      const there = spot(place);
      sheet.isOverview = false;
      keep(null);
      glide();
      centre(...there, Math.max(sheet.scale, 0.8));
      near = 0; // what is brought there next is shown so near
      if (flash) ring(there);
    }

    // All places named, as near as they fit.
    function where(named) {
      const spots = named.filter((place) => places.has(place)).map(spot);
      if (!spots.length) return;
      sheet.isOverview = false;
      keep(null);
      const [[left, right], [top, bottom]] = bounds(spots);
      glide();
      const most = Math.min(view.clientWidth / (right - left + 160), view.clientHeight / (bottom - top + 160));
      centre((left + right) / 2, (top + bottom) / 2, Math.min(Math.max(sheet.scale, 0.8), most));
      near = 0;
      for (const p of spots) ring(p);
    }

    const bounds = (spots) => [0, 1].map((i) => [Math.min, Math.max].map((most) => most(...spots.map((p) => p[i]))));

    // ---- to the place of action

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
    // `news` are places that are worth a look as well, as far as they fit beside the others; `isResized`: the frame has changed, and
    // nothing else, for which it comes no nearer.
    function bring(named, isTapped = isAsked, { news = [], isResized = false, isPassing = false } = {}) {
      const { x, y, scale } = sheet;
      isAsked = isTapped;
      action = [...named, ...news].filter((place) => places.has(place));
      held = named; // what is new is looked at once
      if (isTapped && !action.length) action = [sheet.nearest(view.clientWidth / 2, view.clientHeight / 2)].filter(Boolean);
      if (fingers.size || !view.clientWidth || !view.dataset.zoom) return false; // it is not placed yet, or held
      if (before && !isTapped && !isResized && isPassing) return true; // who wants to see all of it sees this too
      if (!action.length || (action.length === 1 && !isTapped && !sheet.isOverview && isOpen(spot(action[0])))) return true;
      sheet.isOverview = false;
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
      lay(ax + dx, ay + dy, s);
      return true;
    }

    // Whoever is chosen where they stand in sight is not moved from under the finger.
    function isOpen([px, py]) {
      const frame = view.getBoundingClientRect(), [left, top] = [px * sheet.scale + sheet.x, py * sheet.scale + sheet.y];
      const isInside = left > HALF && left < frame.width - HALF && top > HALF && top < frame.height - HALF;
      return isInside && view.contains(document.elementFromPoint(frame.left + left, frame.top + top));
    }

    // Where something happens about which one is asked, the map goes there, once: not under a finger that drags it, nor
    // away from what is being written.
    function look() {
      const there = part("live").dataset.follow || "";
      if (there === followed || !view.clientWidth || !view.dataset.zoom) return; // it is not placed yet
      if (fingers.size || document.activeElement?.matches("input, select, textarea")) return;
      followed = there;
      const place = there.split("|")[0];
      if (!place) return;
      if (before && document.querySelector(".countdown")) ring(spot(place)); // step by step, who wants to see the whole keeps the whole
      else if (sheet.scale < 0.5) goTo(place);
      else bring([place]);
    }

    // ---- at first

    function restore() {
      try { return centre(...JSON.parse(sessionStorage.getItem(key))); } catch { /* nothing kept */ }
      const goals = (view.dataset.goals || "").split("|").filter((place) => places.has(place)).map(spot), own = standing("[data-unit]");
      return goals.length && own.length && !part("live").dataset.focus ? survey([...own, ...goals]) : nearby();
    }

    // The first look, before units move: one's own with all that is fought for, however small. It is kept for no other page, and
    // given up as soon as somebody can be sent somewhere, or for what happens.
    function survey(spots) {
      const { room } = sheet, [[left, right], [top, bottom]] = bounds(spots);
      const around = 84, fits = Math.min(room.wide / (right - left + around), room.high / (bottom - top + around));
      sheet.isOverview = true;
      centre((left + right) / 2, (top + bottom) / 2, Math.min(readable(), fits));
      near = readable();
      lay(sheet.x + room.left + room.wide / 2 - view.clientWidth / 2, sheet.y + room.top + room.high / 2 - view.clientHeight / 2);
    }

    function unsurvey() {
      if (!sheet.isOverview || !view.clientWidth) return;
      sheet.isOverview = false;
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
      const amid = [[wide, view.clientWidth], [high, view.clientHeight]].map(([paper, frame], i) =>
        Math.max(frame / 2 / filled, Math.min(paper - frame / 2 / filled, near.reduce((sum, p) => sum + p[i], 0) / near.length)));
      centre(...amid, view.dataset.mapGroup ? least() : filled);
    }

    // A map not on show yet finds its place when it is first seen. Who sees the whole of it, after a reload too, has it in the
    // middle of the new frame.
    function resized() {
      if (!view.clientWidth) return;
      const { room } = sheet, isWhole = wide * sheet.scale <= room.wide && high * sheet.scale <= room.high + 1;
      sheet.measure();
      if (before) return whole();
      if (!view.dataset.zoom || view.dataset.mapGroup || sheet.isOverview) restore();
      else if (isWhole) centre(wide / 2, high / 2, sheet.scale);
      else show();
      look();
      bring(held, isAsked, { isResized: true });
    }

    // When a finger has been lifted, and its tap taken.
    function lifted() {
      look();
      if (isAsked) bring(held);
    }

    return { byHand, fit, back, goTo, where, bring, look, unsurvey, resized, lifted, leaves: () => keep(null) };
  };
})();
