/* What went wrong: one notice, which offers to try again what can be tried again, and is gone when that has worked. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);
  const SIGN = /sitrep:[\w-]+/; // what a part of the page that asks by itself asks at
  let failed = {};

  const byItself = (source) => ["live", "others", "letters"].includes(source?.id) || Boolean(source?.matches(".weighing, .result-more, [data-late]"));

  const made = (tag, more, ...within) => {
    const one = Object.assign(document.createElement(tag), more);
    one.append(...within);
    return one;
  };

  const note = ({ detail: { ctx } }) => { failed = { source: ctx?.sourceElement, submitter: ctx?.request?.submitter }; };

  // What the page asks by itself it asks again; `#link-state` says meanwhile how it stands. What a player sent is offered
  // to be sent again: it stands on the page as it was written.
  document.addEventListener("htmx:error", (event) => {
    const source = event.detail.ctx?.sourceElement;
    if (!source || byItself(source)) return;
    note(event);
    const words = made("span", {
      textContent: "The server cannot be reached just now. Nothing is lost: what is on your sheet is kept, and what you wrote is here as "
        + "you wrote it. ",
    });
    const box = made("div", { className: "notice bad" }, words,
      made("button", { className: "button small", type: "button", textContent: "Try again" }),
      made("button", { className: "close", type: "button", textContent: "×", ariaLabel: "Close this notice" }));
    box.querySelector(".button").dataset.again = box.querySelector(".close").dataset.away = "";
    box.setAttribute("role", "alert");
    const place = find("#trouble");
    place.className = "trouble";
    Object.assign(place.dataset, { passing: "away", by: "player" });
    place.replaceChildren(box);
  });

  document.addEventListener("htmx:response:error", note);

  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const place = find("#trouble.trouble:not([data-by])");
    if (!place) return;
    place.dataset.by = byItself(detail.ctx?.sourceElement) ? "page" : "player";
    place.scrollIntoView({ block: "nearest" });
  });

  // An answer to the player ends it, whatever it was; one to the page ends what passes, and what the page met.
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    const { sourceElement, response } = detail.ctx, place = find("#trouble[data-by]");
    if (!place || !(response?.status < 400)) return;
    const { passing, by } = place.dataset;
    if (!byItself(sourceElement)) noMoreTrouble();
    else if (by === "page" || passing) noMoreTrouble(by === "player" && ["away", "503"].includes(passing));
  });

  function noMoreTrouble(unsent = false) {
    find("#trouble").replaceWith(made("div", { id: "trouble" }));
    if (!unsent) return;
    const back = made("div", {
      className: "notice good",
      textContent: "The server is back. What you wrote is here as you wrote it; what was not sent can be sent again.",
    });
    find("#notice")?.replaceChildren(back);
    find("#announce")?.replaceChildren(back.textContent);
  }

  // As it was sent: the form by the same button. What has left the page meanwhile came anew with something else: the page looks.
  function tryAgain() {
    const { source, submitter } = failed, here = source?.isConnected ? source : source?.id && document.getElementById(source.id);
    if (!here || here.id === "live") {
      noMoreTrouble();
      document.dispatchEvent(new CustomEvent("sitrep:news"));
    } else if (byItself(here)) here.dispatchEvent(new CustomEvent(here.getAttribute("hx-trigger")?.match(SIGN)?.[0] || "click"));
    else if (here.matches("form")) here.requestSubmit(submitter?.isConnected && submitter.form === here ? submitter : null);
    else here.click();
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest("#trouble [data-again]")) tryAgain();
    else if (target.closest("#trouble [data-away]")) noMoreTrouble();
  });
})();
