// Brings this seat's own share of the dice: commits to random bytes, keeps them here, and opens them when it is time.
"use strict";

(() => {
  const place = document.querySelector("[data-dice]");
  if (!place || !window.crypto || !crypto.subtle || !window.localStorage) return;
  const { dice, entropy, match, seat } = place.dataset;
  const text = new TextEncoder();
  const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const kept = (commitment) => `sitrep.share.${commitment}`;

  const framed = (fields) => {
    const parts = fields.map((field) => (typeof field === "string" ? text.encode(field) : field));
    return Uint8Array.from(parts.flatMap((part) => [0, 0, part.length >>> 8, part.length & 255, ...part]));
  };
  const put = (body) =>
    fetch(entropy, { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

  const bring = async () => {
    const answer = await fetch(dice);
    if (!answer.ok) return;
    let sheet = await answer.json();
    if (sheet.may_commit) {
      const share = crypto.getRandomValues(new Uint8Array(32));
      const content = framed(["sitrep/share", match, seat, share]);
      const commitment = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
      localStorage.setItem(kept(commitment), hex(share));
      const taken = await put({ commitment });
      if (!taken.ok) return;
      sheet = await taken.json();
    }
    const own = sheet.shares.find((share) => share.seat === seat);
    const mine = own && localStorage.getItem(kept(own.commitment));
    if (sheet.may_open && mine) await put({ entropy: mine });
  };

  let busy = Promise.resolve();
  const again = () => {
    busy = busy.then(bring).catch(() => undefined);
  };
  document.addEventListener("sitrep:stale", again);
  again();
})();
