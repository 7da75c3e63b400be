/* A rule that is cited is read where it is cited; without this file, or where it cannot be fetched, in a window of its own. */
(() => {
  "use strict";
  const find = (selector, from = document) => from.querySelector(selector);

  function box() {
    const there = find("#rule-beside");
    if (there) return there;
    const dialog = document.createElement("dialog");
    [dialog.id, dialog.className] = ["rule-beside", "rule-beside"];
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    return dialog;
  }

  async function read(link) {
    const [book, rule] = link.getAttribute("href").split("#");
    let found = null;
    try {
      const answer = await fetch(`${book}/${encodeURIComponent(rule)}`);
      found = answer.ok && find(".case", new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch { /* the book cannot be reached: its own window says so */ }
    if (!found) return void window.open(link.href, "_blank", "noopener");
    const dialog = box(), foot = document.createElement("p"), close = document.createElement("button"), whole = link.cloneNode();
    found.removeAttribute("id");
    [whole.className, whole.textContent, whole.target] = ["button", "In the book", "_blank"];
    [close.className, close.type, close.textContent] = ["button primary", "button", "Close"];
    close.addEventListener("click", () => dialog.close());
    foot.className = "actions";
    foot.append(close, whole);
    dialog.setAttribute("aria-label", `Rule ${rule}`);
    // It opens at its top: without this at whatever can be pressed, which a long one has at its end.
    const title = find("h1", found);
    title.tabIndex = -1;
    title.autofocus = true;
    dialog.replaceChildren(document.adoptNode(found), foot);
    if (!dialog.open) dialog.showModal();
    else title.focus();
    dialog.scrollTop = 0;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('#desk a[href*="/rules#"], #rule-beside .case a[href*="/rules#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    read(link);
  });
})();
