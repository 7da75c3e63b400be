// Checks a match's dice in the browser, from the same export that `service/verify.py` checks. WebCrypto, no library.
"use strict";

(() => {
  const text = new TextEncoder();
  const bytes = (field) => (field instanceof Uint8Array ? field : text.encode(String(field)));
  const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (word) => Uint8Array.from(word.match(/../g) || [], (pair) => parseInt(pair, 16));
  const four = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

  class Untrue extends Error {}
  const demand = (isTrue, otherwise) => {
    if (!isTrue) throw new Untrue(otherwise);
  };
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  const joined = (parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  const framed = (...fields) => joined(fields.map(bytes).flatMap((field) => [four(field.length), field]));
  const digest = async (...fields) => new Uint8Array(await crypto.subtle.digest("SHA-256", framed(...fields)));
  const hmac = async (key, content) => {
    const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", made, content));
  };

  const facesOf = async (key, context, sides, count) => {
    demand(sides >= 1 && sides <= 2 ** 32 && count >= 0 && count <= 10000, `nobody rolls ${count}d${sides}`);
    const limit = 2 ** 32 - (2 ** 32 % sides);
    const faces = [];
    for (let block = 0; faces.length < count; block += 1) {
      const words = new DataView((await hmac(key, joined([context, four(block)]))).buffer);
      for (let at = 0; at < 32 && faces.length < count; at += 4) {
        const word = words.getUint32(at);
        if (word < limit) faces.push((word % sides) + 1);
      }
    }
    return faces;
  };

  // ---- one export

  class Proof {
    constructor(whole) {
      this.whole = whole;
      this.sheet = whole.dice;
      this.keys = new Map(Object.entries(this.sheet.keys).map(([turn, key]) => [Number(turn), unhex(key)]));
      this.counts = { shares: 0, turns: 0, public: 0, hidden: 0, roots: 0, later: 0 };
    }

    async faces(roll, track) {
      const mixed = ["sitrep/mix"];
      for (const share of this.sheet.shares)
        if (share.from_turn !== null && share.from_turn <= roll.turn) mixed.push(share.seat, unhex(share.entropy));
      const mix = await digest(...mixed);
      const [count, sides] = roll.spec.split("d").map(Number);
      const open = track === "public";
      demand(!open || this.keys.has(roll.turn), `turn ${roll.turn} has no key`);
      const key = open
        ? await digest("sitrep/public", this.keys.get(roll.turn), mix)
        : await digest("sitrep/track", unhex(this.sheet.seed), mix, track);
      const match = this.sheet.match_id;
      const named = [match, track, roll.turn, roll.number, roll.purpose, sides, count, roll.cause];
      return facesOf(key, framed("sitrep/roll", ...named), sides, count);
    }

    async checkShares() {
      for (const share of this.sheet.shares) {
        demand((share.state === "in the dice") === (share.entropy !== null), `the share of ${share.seat} is unclear`);
        if (share.entropy === null) continue;
        const found = hex(await digest("sitrep/share", this.sheet.match_id, share.seat, unhex(share.entropy)));
        demand(found === share.commitment, `${share.seat} opened another share than it had committed to`);
        this.counts.shares += 1;
      }
    }

    async checkKeys() {
      let before = this.sheet.chain;
      for (let turn = 1; turn <= this.keys.size; turn += 1) {
        demand(this.keys.has(turn), `the key of turn ${turn} is missing`);
        const found = hex(await digest("sitrep/chain", this.keys.get(turn)));
        demand(found === before, `the key of turn ${turn} is not the one promised`);
        before = hex(this.keys.get(turn));
        this.counts.turns += 1;
      }
    }

    async checkPublic(show) {
      let turn = 0;
      let number = 0;
      for (const roll of this.sheet.rolls) {
        demand(roll.turn >= turn, "public rolls stand in the wrong order");
        number = roll.turn === turn ? number + 1 : 1;
        turn = roll.turn;
        demand(roll.number === number, `a public roll of turn ${turn} is missing, or one is there twice`);
        if (!this.keys.has(turn)) {
          demand(!this.whole.ended, `turn ${turn} has no key`);
          this.counts.later += 1;
          show(roll, "when the turn is over");
          continue;
        }
        const fallen = await this.faces(roll, "public");
        show(roll, same(fallen, roll.faces) ? `comes out: ${fallen.join(", ")}` : `would have been ${fallen.join(", ")}`);
        demand(same(fallen, roll.faces), `public roll ${number} of turn ${turn} is not what fell`);
        this.counts.public += 1;
      }
    }

    async checkWhole() {
      const sheet = this.sheet;
      const seed = unhex(sheet.seed);
      demand(hex(await digest("sitrep/hidden", seed)) === sheet.hidden, "the hidden seed is not the one promised");
      let key = unhex(sheet.chain_end);
      for (let turn = sheet.turns; turn > 0; turn -= 1) key = await digest("sitrep/chain", key);
      demand(hex(key) === sheet.chain, "the chain does not begin where it was promised");
      const rootKey = await digest("sitrep/root-key", seed);
      let [turn, sealed, log, root, unsealed] = [0, 0, "", "", 0];
      let numbers = new Map();
      const open = [];
      const letters = [];
      for (const event of this.whole.whole.journal) {
        if (event.kind === "turn-began") {
          turn = event.turn;
          numbers = new Map();
        } else if (event.kind === "rolled") {
          const track = event.public ? "public" : event.purpose;
          numbers.set(track, (numbers.get(track) || 0) + 1);
          const inPlace = event.track === track && event.turn === turn && event.number === numbers.get(track);
          demand(inPlace, `a roll of turn ${turn} for “${event.purpose}” is out of its place`);
          const fallen = await this.faces(event, track);
          demand(same(fallen, event.faces), `roll ${event.number} of turn ${turn} for “${event.purpose}” is not what fell`);
          const named = [event.turn, event.number, event.spec, event.purpose, event.cause, ...event.faces];
          log = hex(await digest("sitrep/link", log, track, Number(event.public), ...named));
          unsealed += 1;
          if (event.public) open.push([event.turn, event.number, event.purpose, event.cause, event.faces]);
          else this.counts.hidden += 1;
        } else if (event.kind === "phase-sealed") {
          sealed += 1;
          demand(event.number === sealed && event.turn === turn, `root ${event.number} is out of its place`);
          const content = framed("sitrep/root", sheet.match_id, sealed, turn, event.address, log);
          root = log = hex(await hmac(rootKey, content));
          demand(event.root === root, `root ${sealed} does not seal the rolls before it`);
          unsealed = 0;
        } else if (event.kind === "told" && event.report.kind === "letter-arrived") {
          demand(event.report.root === root && !unsealed, "a letter brings a root that was not the last");
          if (event.seat === this.whole.seat) letters.push(event.report.root);
        }
      }
      demand(unsealed === 0 && sealed > 0, "rolls are left that no root seals");
      const shown = sheet.rolls.map((roll) => [roll.turn, roll.number, roll.purpose, roll.cause, roll.faces]);
      demand(same(open, shown), "the public rolls are not those of the journal");
      demand(same(letters, Object.values(sheet.roots)), "your letters brought other roots");
      this.counts.roots = sealed;
    }
  }

  // ---- on the page

  const page = document.getElementById("dice");
  const verdict = document.getElementById("verdict");
  if (!page || !verdict) return;

  const say = (state, words) => {
    verdict.dataset.state = state;
    verdict.className = `notice ${state === "good" ? "good" : state === "bad" ? "bad" : ""}`;
    verdict.textContent = words;
  };
  const show = (roll, words) => {
    const line = document.getElementById(`roll-${roll.turn}-${roll.number}`);
    if (line) line.textContent = words;
  };

  const check = async () => {
    if (!window.crypto || !crypto.subtle) {
      say("bad", "This browser computes hashes on https pages only. Save the match as a file and check it with verify.py.");
      return;
    }
    say("busy", "Computing …");
    try {
      const answer = await fetch(page.dataset.export);
      if (!answer.ok) throw new Error("the match could not be fetched");
      const proof = new Proof(await answer.json());
      await proof.checkShares();
      await proof.checkKeys();
      await proof.checkPublic(show);
      if (proof.whole.ended) await proof.checkWhole();
      const { shares, turns, hidden, roots, later } = proof.counts;
      const so = `${shares} shares, ${turns} turn keys and ${proof.counts.public} public rolls come out`;
      const rest = proof.whole.ended
        ? `, and so do all ${hidden} hidden rolls and ${roots} roots. Nothing was changed, dropped or put elsewhere.`
        : `. ${later} public rolls can be checked when their turn is over; hidden ones when the match is.`;
      say("good", so + rest);
    } catch (fault) {
      say("bad", `${fault instanceof Untrue ? "The dice do NOT come out: " : "This could not be checked: "}${fault.message}.`);
    }
  };

  document.getElementById("check").hidden = false;
  document.getElementById("check").addEventListener("click", check);
  check();
})();
