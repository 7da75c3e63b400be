// The map under the hand: drag, pinch, wheel, double tap, keys, buttons; place and zoom outlive swaps and reloads.
// Without this file the map scrolls in its frame and every link on it works.
(() => {
  "use strict";
  const TAP = 9; // a finger that stays within so many pixels has tapped
  const maps = new WeakMap();

  // Flat-topped hexes of size 40, odd columns half a hex higher; the paper begins 10 units outside of them.
  const place = (hex) => {
    const column = +hex.slice(0, 2);
    return [60 * column - 10, 10 + 69.282 * (hex.slice(2) - (column % 2 ? 0.5 : 0))];
  };

  function start(view) {
    const part = (name) => view.querySelector(".map-" + name);
    const wide = part("terrain").width.baseVal.value, high = part("terrain").height.baseVal.value;
    const key = "map:" + view.dataset.map;
    const fingers = new Map();
    let x = 0, y = 0, scale = 1, moved = 0, pinch = 0, lastTap = 0, swallow = false, gliding = 0, saving = 0;
    let seen = view.clientWidth;

    const whole = () => Math.min(view.clientWidth / wide, view.clientHeight / high);
    const within = (s) => Math.max(Math.min(whole(), 1), Math.min(4, s));
    // The sheet does not leave its frame; where it is the smaller one, it lies in the middle.
    const kept = (at, paper, frame) =>
      paper <= frame ? (frame - paper) / 2 : Math.max(frame - paper - 30, Math.min(30, at));

    function show() {
      x = kept(x, wide * scale, view.clientWidth);
      y = kept(y, high * scale, view.clientHeight);
      part("sheet").style.transform = `translate(${x}px,${y}px) scale(${scale})`;
      view.dataset.zoom = scale < 0.62 ? "far" : scale < 1.5 ? "middle" : "near";
      clearTimeout(saving);
      saving = setTimeout(save, 200);
    }

    function save() {
      if (!view.isConnected || !view.clientWidth) return;
      const kept = [(view.clientWidth / 2 - x) / scale, (view.clientHeight / 2 - y) / scale, scale];
      try { sessionStorage.setItem(key, JSON.stringify(kept)); } catch { /* storage is off */ }
    }

    function centre(px, py, s) {
      scale = within(s);
      x = view.clientWidth / 2 - px * scale;
      y = view.clientHeight / 2 - py * scale;
      show();
    }

    function zoom(by, cx, cy) {
      const s = within(scale * by);
      x = cx - ((cx - x) * s) / scale;
      y = cy - ((cy - y) * s) / scale;
      scale = s;
      show();
    }

    // What a button or a tap moves glides there (map.css); what a finger moves does not.
    function glide(on = true) {
      view.classList.toggle("is-gliding", on);
      clearTimeout(gliding);
      if (on) gliding = setTimeout(glide, 250, false);
    }

    function zoomTo(by, cx = view.clientWidth / 2, cy = view.clientHeight / 2) {
      glide();
      zoom(by, cx, cy);
    }

    function goTo(hex, flash) {
      const [px, py] = place(hex);
      glide();
      centre(px, py, Math.max(scale, 0.8));
      if (!flash) return;
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "use");
      const marks = { href: "#m-hex", x: px - 10, y: py - 10, class: "map-flash" };
      for (const name in marks) ring.setAttribute(name, marks[name]);
      part("live").append(ring);
      setTimeout(() => ring.remove(), 2200);
    }

    function restore() {
      try {
        const was = JSON.parse(sessionStorage.getItem(key));
        if (was?.length === 3 && was.every(Number.isFinite)) return centre(...was);
      } catch { /* storage is off, or holds something else */ }
      // First sight: all of it where there is room, else near enough to read, around what is chosen or the own units.
      if (whole() >= 0.62) return centre(wide / 2, high / 2, whole());
      const focus = part("live").dataset.focus;
      const own = [...view.querySelectorAll("[data-unit]")].map((a) => a.dataset.hex);
      const places = (focus ? [focus] : own).map(place);
      const mean = (i, none) => places.reduce((sum, p) => sum + p[i] / places.length, places.length ? 0 : none);
      centre(mean(0, wide / 2), mean(1, high / 2), 0.92);
    }

    const inside = (event) => {
      const box = view.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };

    view.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".map-picker") || (event.pointerType === "mouse" && event.button)) return;
      glide(false);
      if (!fingers.size) { moved = 0; swallow = false; }
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
      x += (now[0] - was[0]) / count;
      y += (now[1] - was[1]) / count;
      if (count === 1) return show();
      const [a, b] = [...fingers.values()];
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      zoom(pinch ? apart / pinch : 1, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = apart;
    });

    function lift(event) {
      if (!fingers.delete(event.pointerId)) return;
      pinch = 0;
      if (fingers.size) return;
      view.classList.remove("is-moving");
      if (moved > TAP) { swallow = true; lastTap = 0; setTimeout(() => { swallow = false; }, 60); return; }
      if (event.type !== "pointerup" || event.target.closest("a,button")) return;
      if (event.timeStamp - lastTap < 320) zoomTo(1.7, ...inside(event));
      lastTap = event.timeStamp;
    }
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);

    // A drag that ends on a link is no tap.
    view.addEventListener("click", (event) => {
      if (!swallow) return;
      swallow = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    view.addEventListener("dragstart", (event) => event.preventDefault());
    view.addEventListener("wheel", (event) => {
      event.preventDefault();
      const turn = event.deltaY * (event.deltaMode ? 16 : 1);
      zoom(Math.exp(-turn * (event.ctrlKey ? 0.01 : 0.0016)), ...inside(event));
    }, { passive: false });

    view.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest(".map-picker")) return;
      const act = {
        ArrowLeft: () => { x += 80; }, ArrowRight: () => { x -= 80; },
        ArrowUp: () => { y += 80; }, ArrowDown: () => { y -= 80; },
        "+": () => zoomTo(1.4), "=": () => zoomTo(1.4), "-": () => zoomTo(1 / 1.4), 0: fit,
      }[event.key];
      if (!act) return;
      glide();
      act();
      show();
      event.preventDefault();
    });

    // A link reached by keyboard comes into sight by moving the sheet, not by scrolling the frame.
    view.addEventListener("focusin", (event) => {
      view.scrollTo(0, 0);
      const link = event.target.closest("a[data-hex]:focus-visible");
      if (!link) return;
      const [px, py] = place(link.dataset.hex), sx = x + px * scale, sy = y + py * scale;
      if (Math.min(sx, sy, view.clientWidth - sx, view.clientHeight - sy) < 40) goTo(link.dataset.hex);
    });

    const fit = () => { glide(); centre(wide / 2, high / 2, whole()); };
    const again = () => { view.classList.add("is-live"); show(); };
    new ResizeObserver(() => {
      if (seen) show(); else if (view.clientWidth) restore();
      seen = seen || view.clientWidth;
    }).observe(view);
    again();
    restore();
    return { goTo, fit, zoomTo, again, lost: () => !part("sheet").style.transform };
  }

  // Also after a swap, which may have brought a new map or taken the sheet's place away.
  function attach() {
    for (const view of document.querySelectorAll("[data-map]")) {
      const map = maps.get(view);
      if (!map) maps.set(view, start(view));
      else if (map.lost()) map.again();
    }
  }

  // Buttons and "where" links may stand anywhere on the page.
  document.addEventListener("click", (event) => {
    const there = event.target.closest?.("[data-map-zoom],[data-map-hex]");
    const map = there && maps.get(document.querySelector("[data-map]"));
    if (!map) return;
    const { mapZoom, mapHex } = there.dataset;
    if (mapHex) { event.preventDefault(); map.goTo(mapHex, true); }
    else if (mapZoom === "fit") map.fit();
    else map.zoomTo(mapZoom === "in" ? 1.5 : 1 / 1.5);
  });

  attach();
  document.addEventListener("htmx:after:swap", attach);
  new MutationObserver(attach).observe(document.body, { childList: true, subtree: true });
})();
