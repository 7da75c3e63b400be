/* Whose turn it is stands over the heading, and is lit for a while when that has changed while one looked on. */
(() => {
  "use strict";
  const LIT = 6000; // ms
  const line = () => document.querySelector("#asked .whose");
  let was = line()?.textContent, until = 0;

  function look() {
    const now = line();
    if (now && was && now.textContent !== was) {
      until = Date.now() + LIT;
      setTimeout(look, LIT);
    }
    was = now?.textContent || was;
    now?.classList.toggle("is-new", Date.now() < until);
  }

  for (const sign of ["htmx:after:swap", "htmx:after:process"]) document.addEventListener(sign, look);
})();
