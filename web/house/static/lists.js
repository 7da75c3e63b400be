/* Lists of matches and of seats are kept as they are now, without a reload; nothing is swapped under a finger or a cursor. */
(() => {
  "use strict";
  const EVERY = 20000;
  const list = () => document.querySelector("[data-live]");

  async function look() {
    const old = list();
    if (!old || document.hidden || old.matches(":active") || old.contains(document.activeElement)) return;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const now = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
      if (!now || now.id !== old.id || now.isEqualNode(old) || list() !== old) return;
      old.replaceWith(document.adoptNode(now));
      document.dispatchEvent(new CustomEvent("sitrep:needing"));
    } catch { /* the server is away: the list stays as it was */ }
  }

  window.setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
})();
