/* Lists of matches and of seats are kept as they are now, without a reload; nothing is swapped under a finger or a cursor.
   A socket for all seats says when there is something; what no seat is told of, such as the hours, is looked for now and then. */
(() => {
  "use strict";
  const EVERY = 60000, TOGETHER = 100, AGAIN = 1000;
  const SOCKET = "[hx-ws\\:connect]", GONE = [401, 403, 404];
  const list = () => document.querySelector("[data-live]");
  let due = 0;

  function lookIn(pause) {
    window.clearTimeout(due);
    due = window.setTimeout(look, pause);
  }

  async function look() {
    const old = list();
    lookIn(EVERY);
    if (!old || document.hidden) return;
    if (old.matches(":active") || old.contains(document.activeElement)) {
      lookIn(AGAIN);
      return;
    }
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      // Whoever is signed out, or sits nowhere any more, would be refused for ever: the socket goes, and calls no more.
      if (GONE.includes(answer.status) || (page && !page.querySelector(SOCKET))) {
        for (const socket of document.querySelectorAll(SOCKET)) socket.remove();
      }
      const now = page && page.querySelector("[data-live]");
      // A fold that the reader has opened stays open.
      for (const fold of now ? old.querySelectorAll("details[open][id]") : []) now.querySelector(`#${fold.id}`)?.setAttribute("open", "");
      if (!now || now.id !== old.id || now.isEqualNode(old) || list() !== old) return;
      old.replaceWith(document.adoptNode(now));
      document.dispatchEvent(new CustomEvent("sitrep:needing"));
    } catch { /* the server is away: the list stays as it was */ }
  }

  document.addEventListener("htmx:ws:after:message:incoming", () => lookIn(TOGETHER));
  // Who took a seat before the socket stood, or while it did not, it does not say.
  document.addEventListener("htmx:ws:after:connection", () => lookIn(TOGETHER));
  // A socket does not say why it is refused; the page does.
  document.addEventListener("htmx:ws:close", ({ detail }) => { if (detail.code) lookIn(TOGETHER); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) lookIn(TOGETHER); });
  // htmx goes through the page as soon as it is there, which may be before what it makes sockets with.
  document.addEventListener("DOMContentLoaded", () => {
    for (const socket of document.querySelectorAll(SOCKET)) window.htmx?.process(socket);
  });
  lookIn(EVERY);
})();
