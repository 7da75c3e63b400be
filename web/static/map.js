// The map under the hand: drag, pinch, wheel, double tap, keys and buttons; place and zoom outlive swaps and reloads.
// Without this file the map scrolls in its frame and every link on it works.
(() => {
  "use strict";
  const TAP = 9; // a finger that stays within so many pixels has tapped
  const HOLD = 480; // ms until a press is a long one
  const maps = new WeakMap();
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function start(view) {
    const sheet = view.querySelector(".map-sheet");
    const paper = view.querySelector(".map-terrain");
    const store = "map:" + view.dataset.map;
    const wide = paper.width.baseVal.value;
    const high = paper.height.baseVal.value;
    const fingers = new Map();
    let x = 0, y = 0, scale = 1, moved = 0, pinch = 0, lastTap = 0, hold = 0, swallow = false, glide = 0, saving = 0;

    const fitting = () => Math.min(view.clientWidth / wide, view.clientHeight / high);
    const limits = (s) => Math.max(Math.min(fitting(), 1), Math.min(4, s));

    function show() {
      // The sheet may not leave its frame; where it is the smaller one, it lies in the middle.
      const w = wide * scale, h = high * scale, cw = view.clientWidth, ch = view.clientHeight;
      x = w <= cw ? (cw - w) / 2 : Math.max(cw - w - 30, Math.min(30, x));
      y = h <= ch ? (ch - h) / 2 : Math.max(ch - h - 30, Math.min(30, y));
      sheet.style.transform = `translate(${x}px,${y}px) scale(${scale})`;
      view.dataset.zoom = scale < 0.62 ? "far" : scale < 1.5 ? "middle" : "near";
      clearTimeout(saving);
      saving = setTimeout(save, 200);
    }

    function save() {
      if (!view.isConnected || !view.clientWidth) return;
      const middle = [(view.clientWidth / 2 - x) / scale, (view.clientHeight / 2 - y) / scale, scale];
      try { sessionStorage.setItem(store, JSON.stringify(middle.map((n) => Math.round(n * 1000) / 1000))); } catch { /* private mode */ }
    }

    function centre(px, py, s = scale) {
      scale = limits(s);
      x = view.clientWidth / 2 - px * scale;
      y = view.clientHeight / 2 - py * scale;
      show();
    }

    function zoom(by, cx = view.clientWidth / 2, cy = view.clientHeight / 2) {
      const s = limits(scale * by);
      x = cx - ((cx - x) * s) / scale;
      y = cy - ((cy - y) * s) / scale;
      scale = s;
      show();
    }

    function ease(step) {
      cancelAnimationFrame(glide);
      if (still.matches) return step(1);
      const begun = performance.now();
      const frame = (now) => {
        const t = Math.min(1, (now - begun) / 220);
        step(1 - (1 - t) ** 3);
        if (t < 1) glide = requestAnimationFrame(frame);
      };
      glide = requestAnimationFrame(frame);
    }

    function zoomSoftly(by, cx, cy) {
      const from = scale;
      ease((t) => zoom((from * by ** t) / scale, cx, cy));
    }

    function place(hex) {
      // Flat-topped hexes of size 40, odd columns half a hex higher; the paper begins 10 units outside of them.
      const column = +hex.slice(0, 2), row = +hex.slice(2);
      return [50 + 60 * (column - 1), 10 + 69.282 * (row - (column % 2 ? 0.5 : 0))];
    }

    function goTo(hex, flash = true) {
      const [px, py] = place(hex);
      const fx = (view.clientWidth / 2 - x) / scale, fy = (view.clientHeight / 2 - y) / scale, fs = scale;
      const ts = Math.max(scale, 0.8);
      ease((t) => centre(fx + (px - fx) * t, fy + (py - fy) * t, fs + (ts - fs) * t));
      if (!flash) return;
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "use");
      ring.setAttribute("href", "#m-hex");
      ring.setAttribute("x", px - 10);
      ring.setAttribute("y", py - 10);
      ring.setAttribute("class", "map-flash");
      view.querySelector(".map-live").append(ring);
      setTimeout(() => ring.remove(), 2200);
    }

    function restore() {
      let kept = null;
      try { kept = JSON.parse(sessionStorage.getItem(store)); } catch { /* nothing kept */ }
      if (Array.isArray(kept) && kept.length === 3 && kept.every(Number.isFinite)) return centre(...kept);
      // First sight: all of it where there is room, else close enough to read, around the seat's own units.
      const whole = fitting();
      if (whole >= 0.62) return centre(wide / 2, high / 2, whole);
      const live = view.querySelector(".map-live");
      const own = [...live.querySelectorAll("[data-unit]")].map((link) => place(link.dataset.hex));
      const middle = live.dataset.focus ? place(live.dataset.focus)
        : own.length ? [0, 1].map((i) => own.reduce((sum, p) => sum + p[i], 0) / own.length) : [wide / 2, high / 2];
      centre(...middle, 0.92);
    }

    // ---- stacks

    const closePicker = () => view.querySelector(".map-picker")?.remove();
    const hexesOf = (link) => (link.dataset.hexes || link.dataset.hex).split(" ");
    const stackAt = (hex) => [...view.querySelectorAll("a.counter")].filter((link) => hexesOf(link).includes(hex));

    function follow(link) {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0 });
      click.picked = true;
      link.dispatchEvent(click);
    }

    function pick(hex, cx, cy) {
      const links = [...stackAt(hex).reverse(), ...view.querySelectorAll(`a.reach[data-hex="${hex}"]`)];
      closePicker();
      if (!links.length) return;
      const list = document.createElement("div");
      list.className = "map-picker";
      list.setAttribute("role", "group");
      list.setAttribute("aria-label", `Hex ${hex}`);
      for (const link of links) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = link.getAttribute("aria-label");
        button.addEventListener("click", () => { closePicker(); follow(link); });
        list.append(button);
      }
      view.append(list);
      list.style.left = Math.max(8, Math.min(cx, view.clientWidth - list.offsetWidth - 8)) + "px";
      list.style.top = Math.max(8, Math.min(cy, view.clientHeight - list.offsetHeight - 8)) + "px";
      list.firstChild.focus({ preventScroll: true });
    }

    // ---- fingers

    const inside = (event) => {
      const box = view.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };

    view.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".map-picker") || (event.pointerType === "mouse" && event.button)) return;
      closePicker();
      cancelAnimationFrame(glide);
      if (!fingers.size) { moved = 0; swallow = false; }
      fingers.set(event.pointerId, inside(event));
      pinch = 0;
      clearTimeout(hold);
      const link = event.target.closest("a[data-hex]");
      if (link && fingers.size === 1) {
        const [cx, cy] = inside(event);
        const hex = link.dataset.hex;
        hold = setTimeout(() => { if (moved <= TAP) { swallow = true; fingers.clear(); pick(hex, cx, cy); } }, HOLD);
      }
    });

    addEventListener("pointermove", (event) => {
      const was = fingers.get(event.pointerId);
      if (!was) return;
      const now = inside(event);
      fingers.set(event.pointerId, now);
      if (fingers.size === 1) {
        moved += Math.hypot(now[0] - was[0], now[1] - was[1]);
        if (moved <= TAP) return;
        view.classList.add("is-moving");
        x += now[0] - was[0];
        y += now[1] - was[1];
      } else {
        const [a, b] = [...fingers.values()];
        const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
        moved = TAP + 1;
        view.classList.add("is-moving");
        x += (now[0] - was[0]) / 2;
        y += (now[1] - was[1]) / 2;
        if (pinch) zoom(apart / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
        pinch = apart;
      }
      clearTimeout(hold);
      show();
    });

    function lift(event) {
      if (!fingers.delete(event.pointerId)) return;
      clearTimeout(hold);
      pinch = 0;
      if (fingers.size) return;
      view.classList.remove("is-moving");
      if (moved > TAP) { swallow = true; lastTap = 0; setTimeout(() => { swallow = false; }, 60); return; }
      if (event.pointerType === "mouse" || event.type !== "pointerup" || event.target.closest("a")) return;
      if (event.timeStamp - lastTap < 320) { lastTap = 0; zoomSoftly(1.7, ...inside(event)); } else lastTap = event.timeStamp;
    }
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);

    // A drag that ends on a link is no tap; a tap on the unit that is selected already goes on to the next of its stack.
    view.addEventListener("click", (event) => {
      if (event.picked) return;
      if (swallow) { swallow = false; event.preventDefault(); event.stopPropagation(); return; }
      const link = event.target.closest("a.counter.is-selected");
      const stack = link ? stackAt(link.dataset.hex).filter((other) => other.dataset.unit) : [];
      if (stack.length < 2 || !event.detail) return;
      event.preventDefault();
      event.stopPropagation();
      follow(stack[(stack.indexOf(link) + stack.length - 1) % stack.length]);
    }, true);
    view.addEventListener("dragstart", (event) => event.preventDefault());
    view.addEventListener("contextmenu", (event) => { if (event.target.closest("a[data-hex]") && event.pointerType !== "mouse") event.preventDefault(); });
    view.addEventListener("dblclick", (event) => { if (!event.target.closest("a, button")) zoomSoftly(1.7, ...inside(event)); });
    view.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode ? 16 : 1;
      zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...inside(event));
    }, { passive: false });

    view.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return closePicker();
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest(".map-picker")) return;
      const step = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }[event.key];
      if (step) { x += step[0]; y += step[1]; show(); }
      else if (event.key === "+" || event.key === "=") zoomSoftly(1.4);
      else if (event.key === "-") zoomSoftly(1 / 1.4);
      else if (event.key === "0") fit();
      else return;
      event.preventDefault();
    });
    // A link reached by keyboard comes into sight by moving the sheet, not by scrolling the frame.
    view.addEventListener("focusin", (event) => {
      view.scrollTo(0, 0);
      const link = event.target.closest("a[data-hex]");
      if (!link || !link.matches(":focus-visible")) return;
      const [px, py] = place(link.dataset.hex);
      const sx = x + px * scale, sy = y + py * scale;
      if (sx < 40 || sy < 40 || sx > view.clientWidth - 40 || sy > view.clientHeight - 40) goTo(link.dataset.hex, false);
    });

    const fit = () => { const s = fitting(); ease(() => centre(wide / 2, high / 2, s)); };
    let width = view.clientWidth;
    new ResizeObserver(() => {
      if (!view.clientWidth) return;
      if (width) show(); else restore();
      width = view.clientWidth;
    }).observe(view);

    view.classList.add("is-live");
    view.scrollTo(0, 0);
    restore();
    return {
      goTo, fit, zoom: zoomSoftly,
      again() { view.classList.add("is-live"); show(); },
    };
  }

  function attach() {
    for (const view of document.querySelectorAll("[data-map]")) {
      const known = maps.get(view);
      if (known && view.querySelector(".map-sheet").style.transform) continue;
      if (known) known.again(); else maps.set(view, start(view));
    }
  }

  // Buttons and "where" links may stand anywhere on the page.
  document.addEventListener("click", (event) => {
    const there = event.target.closest?.("[data-map-zoom], [data-map-hex]");
    const map = there && maps.get(document.querySelector("[data-map]"));
    if (!map) return;
    const { mapZoom, mapHex } = there.dataset;
    if (mapHex) { event.preventDefault(); map.goTo(mapHex); }
    else if (mapZoom === "fit") map.fit();
    else map.zoom(mapZoom === "in" ? 1.5 : 1 / 1.5);
  });

  attach();
  document.addEventListener("htmx:after:swap", attach);
  new MutationObserver(attach).observe(document.body, { childList: true, subtree: true });
})();
