// The coach's notes: a new one is read from its beginning, and the keyboard goes on where one was put away.
"use strict";

(() => {
  const title = () => document.querySelector(".coach-title");
  let read = title()?.textContent;
  let answered = false;

  document.addEventListener("submit", (event) => {
    answered = Boolean(event.target.closest("#coach"));
  });

  document.addEventListener("htmx:after:swap", () => {
    const now = title()?.textContent;
    if (now && now !== read && document.querySelector("#panels")) document.querySelector("#panels").scrollTop = 0;
    if (answered && document.activeElement === document.body) {
      (title() || document.querySelector("#asked-title"))?.focus({ preventScroll: true });
    }
    if (now !== read) answered = false;
    read = now;
  });
})();
