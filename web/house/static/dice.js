// Checks a match's dice in the browser, from the same export that `service/verify.py` checks. WebCrypto, no library.
"use strict";

(() => {
  const text = new TextEncoder();
  const bytes = (field) => (field instanceof Uint8Array ? field : text.encode(String(field)));
  const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (word) => {
    if (!/^([0-9a-f]{2})*$/i.test(word)) throw new TypeError("a hash is not in hexadecimal");
    return Uint8Array.from(word.match(/../g) || [], (pair) => parseInt(pair, 16));
  };
  const four = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

  class Untrue extends Error {}
  const demand = (isTrue, otherwise) => {
    if (!isTrue) throw new Untrue(otherwise);
  };
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const equal = (one, other) => hex(one) === hex(other);

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

  // ---- what is public while the match goes on

  const FORMAT = "sitrep-export/1";
  const wholeNumber = (value) => {
    demand(Number.isInteger(value) && value >= 0, `${JSON.stringify(value)} is no number of anything`);
    return value;
  };

  class Proof {
    // The commitments, the shares and the keys: all that rolls are computed from.
    constructor(whole) {
      const sheet = whole.dice;
      demand(whole.format === FORMAT, `this file reads ${FORMAT} only`);
      demand(whole.match_id === sheet.match_id, "the dice are another match's");
      this.match = sheet.match_id;
      this.seats = sheet.seats;
      this.turns = wholeNumber(sheet.turns);
      this.scheme = wholeNumber(sheet.scheme ?? 1);
      this.renewed = sheet.renewed ?? null;
      demand([1, 2].includes(this.scheme), `this file knows no scheme ${this.scheme} of dice`);
      demand(this.scheme === 1 || this.renewed === null, "dice that follow the second scheme were renewed");
      this.chain = unhex(sheet.chain);
      this.hidden = unhex(sheet.hidden);
      this.keys = new Map(Object.entries(sheet.keys).map(([turn, key]) => [Number(turn), unhex(key)]));
      this.shares = sheet.shares;
      this.seed = unhex(sheet.seed || "");
    }

    async check(checked) {
      const names = this.shares.map((share) => share.seat);
      const inOrder = this.seats.filter((seat) => names.includes(seat));
      demand(same(names, inOrder), "a share is there twice, or is nobody's");
      for (const { seat, entropy, state, maker, from_turn: since, commitment } of this.shares) {
        const inDice = state === "in the dice";
        demand(maker === "player" || maker === "server", `nobody made the share of ${seat}`);
        const clear = inDice === (entropy !== null) && inDice === (since !== null);
        demand(clear, `the share of ${seat} is unclear`);
        if (!inDice) continue;
        await this.demandPromised(seat, commitment, entropy);
        checked.shares += 1;
      }
      const turns = [...this.keys.keys()].sort((one, other) => one - other);
      demand(turns.every((turn, at) => turn === at + 1), "a turn's key is missing");
      demand(turns.length <= this.turns, "there are more keys than turns");
      let before = this.chain;
      for (const turn of turns) {
        const found = await digest("sitrep/chain", this.keys.get(turn));
        demand(equal(found, before), `the key of turn ${turn} is not the one promised`);
        before = this.keys.get(turn);
      }
      checked.turns = turns.length;
    }

    async demandPromised(seat, commitment, entropy) {
      const found = hex(await digest("sitrep/share", this.match, seat, unhex(entropy)));
      demand(found === commitment, `${seat} opened another share than it had committed to`);
    }

    mixed(turn, number) {
      // What a public roll takes from the shares that are in the dice by then.
      const fields = [];
      for (const share of this.shares) {
        if (share.from_turn === null) continue;
        const [since, first] = [wholeNumber(share.from_turn), wholeNumber(share.from_roll ?? 1)];
        if (since < turn || (since === turn && first <= number)) fields.push(share.seat, unhex(share.entropy));
      }
      return digest("sitrep/mix", ...fields);
    }

    schemeAt(turn, number) {
      // The scheme of a public roll, by where the proof says that the match left the first.
      if (this.renewed === null) return this.scheme;
      const [since, after] = [wholeNumber(this.renewed.turn), wholeNumber(this.renewed.after)];
      return turn > since || (turn === since && number > after) ? 2 : 1;
    }

    async faces(roll, track, scheme, mix) {
      const [turn, number] = [wholeNumber(roll.turn), wholeNumber(roll.number)];
      const [count, sides] = roll.spec.split("d").map(Number);
      demand(roll.spec === `${count}d${sides}`, `nobody rolls ${roll.spec}`);
      const open = track === "public";
      demand(!open || this.keys.has(turn), `turn ${turn} has no key`);
      const key = open
        ? await digest("sitrep/public", this.keys.get(turn), mix)
        : await digest("sitrep/track", this.seed, mix, track);
      const named = [this.match, track, turn, number];
      const context =
        scheme === 1
          ? framed("sitrep/roll", ...named, roll.purpose, sides, count, roll.cause)
          : framed("sitrep/roll/2", ...named, sides, count);
      return facesOf(key, context, sides, count);
    }
  }

  const checkPublic = async (whole, proof, checked, show) => {
    let turn = 0;
    let number = 0;
    for (const roll of whole.dice.rolls) {
      demand(wholeNumber(roll.turn) >= turn, "public rolls stand in the wrong order");
      number = roll.turn === turn ? number + 1 : 1;
      turn = roll.turn;
      demand(roll.number === number, `a public roll of turn ${turn} is missing, or one is there twice`);
      if (!proof.keys.has(turn)) {
        demand(!whole.ended, `turn ${turn} has no key`);
        checked.later += 1;
        show(roll, "when the turn is over");
        continue;
      }
      const fallen = await proof.faces(roll, "public", proof.schemeAt(turn, number), await proof.mixed(turn, number));
      show(roll, same(fallen, roll.faces) ? `checks out: ${fallen.join(", ")}` : `would have been ${fallen.join(", ")}`);
      demand(same(fallen, roll.faces), `the public roll ${number} of turn ${turn} is not what fell`);
      checked.public += 1;
    }
  };

  const checkLetters = (whole) => {
    const letters = whole.log.map((entry) => entry.report).filter((report) => report.kind === "letter-arrived");
    const told = Object.fromEntries(letters.map((letter) => [letter.number, letter.root]));
    const [shown, roots] = [Object.entries(whole.dice.roots).sort(), Object.entries(told).sort()];
    demand(same(shown, roots), "the letters bring other roots than the proof says");
    demand(letters.every((letter, at) => letter.number === at + 1), "a letter is missing");
    for (const letter of letters) demand(unhex(letter.root).length === 32, "a letter brings no root");
    return letters.map((letter) => letter.root);
  };

  // ---- when everything is open

  const checkWhole = async (whole, proof, checked) => {
    const sheet = whole.dice;
    const promised = await digest(proof.scheme === 1 ? "sitrep/hidden" : "sitrep/hidden/2", proof.seed);
    demand(equal(promised, proof.hidden), "the hidden seed, with its scheme of dice, is not the one promised");
    let key = unhex(sheet.chain_end);
    for (let turn = proof.turns; turn >= 0; turn -= 1) {
      demand(!proof.keys.has(turn) || equal(proof.keys.get(turn), key), `the key of turn ${turn} is not in the chain`);
      if (turn === 0) demand(equal(key, proof.chain), "the chain does not begin where it was promised");
      key = await digest("sitrep/chain", key);
    }
    const rootKey = await digest("sitrep/root-key", proof.seed);
    const shares = new Shares(proof);
    let [turn, first, sealed, log, lastRoot, openRolls] = [0, 0, 0, "", "", 0];
    let [numbers, before] = [new Map(), ""];
    let [scheme, renewed] = [proof.scheme, null];
    const [rolls, letters] = [[], []];
    const asShown = (roll) => [roll.turn, roll.number, roll.spec, roll.purpose, roll.cause, roll.faces];
    for (const event of whole.whole.journal) {
      const kind = event.kind;
      if (kind === "turn-began") {
        turn = wholeNumber(event.turn);
        first = first || turn;
        numbers = new Map();
      } else if (kind === "rolled") {
        const track = event.track;
        demand(track === (event.public === true ? "public" : event.purpose), `a roll is on the wrong track: ${track}`);
        const where = `roll ${event.number} of turn ${event.turn} for “${event.purpose}”`;
        numbers.set(track, (numbers.get(track) || 0) + 1);
        demand(event.turn === turn && event.number === numbers.get(track), `${where} is out of its place`);
        demand(same(await proof.faces(event, track, scheme, await shares.mixed()), event.faces), `${where} is not what fell`);
        const named = [event.turn, event.number, event.spec, event.purpose, event.cause, ...event.faces];
        log = hex(await digest("sitrep/link", log, track, Number(event.public), ...named));
        openRolls += 1;
        if (event.public) rolls.push(asShown(event));
        else checked.hidden += 1;
      } else if (kind === "dice-renewed") {
        demand(scheme === 1 && event.turn === turn, "the dice were renewed where they could not be");
        [scheme, renewed] = [2, { turn, after: numbers.get("public") || 0 }];
        log = hex(await digest("sitrep/renewed", log));
      } else if (kind === "phase-sealed") {
        sealed += 1;
        demand(event.number === sealed && event.turn === turn, `root ${event.number} is out of its place`);
        const content = framed("sitrep/root", proof.match, sealed, turn, event.address, log);
        log = lastRoot = hex(await hmac(rootKey, content));
        demand(event.root === log, `root ${sealed} does not seal the rolls before it`);
        openRolls = 0;
      } else if (kind === "told" && event.report.kind === "letter-arrived") {
        const isLast = event.report.root === lastRoot && !openRolls;
        demand(isLast, "a letter brings a root that was not the last");
        if (event.seat === whole.seat) letters.push(event.report.root);
      } else if (kind.startsWith("share")) {
        shares.isFirst = turn === first;
        await shares.take(event, turn, before === "turn-began", (numbers.get("public") || 0) + 1);
      }
      before = kind;
    }
    const alike = renewed === null || proof.renewed === null ? renewed === proof.renewed : renewed.turn === proof.renewed.turn && renewed.after === proof.renewed.after;
    demand(alike, "the journal renews the dice elsewhere than the proof says");
    demand(whole.whole.journal.at(-1).kind === "phase-sealed", "the last root is missing");
    demand(same(rolls, sheet.rolls.map(asShown)), "public rolls differ");
    demand(same(letters, checkLetters(whole)), "letters of the log are not those of the journal");
    await shares.check();
    checked.roots = sealed;
  };

  const checkLog = (whole) => {
    // The seat's log is what the journal told it, entry for entry.
    const told = whole.whole.journal.filter((event) => event.kind === "told" && event.seat === whole.seat);
    demand(told.length === whole.log.length, "the log is longer or shorter than what the journal told the seat");
    told.forEach((event, at) => {
      const entry = whole.log[at];
      const alike = entry.number === at + 1 && entry.letter === event.letter && same(entry.report, event.report);
      demand(alike, `entry ${at + 1} of the log is not what the journal told the seat`);
    });
  };

  class Shares {
    // The shares as the journal has them: made, committed to, opened, and mixed in when a turn began or in the first.
    constructor(proof) {
      this.proof = proof;
      this.found = new Map();
      this.isFirst = false; // whether the turn is the match's first, which need not be number 1
    }

    mixed() {
      // What rolls take now from the shares that are in the dice.
      const inDice = this.proof.seats.filter((seat) => this.found.has(seat) && this.found.get(seat).since !== null);
      return digest("sitrep/mix", ...inDice.flatMap((seat) => [seat, unhex(this.found.get(seat).entropy)]));
    }

    async take(event, turn, begins, number) {
      // `begins`: the turn has just begun; `number`: of the next public roll in it.
      const { kind, seat } = event;
      const old = this.found.get(seat);
      const fresh = { maker: "server", commitment: event.commitment, entropy: null, since: null, first: null, late: false, leftOut: false };
      if (kind === "shares-mixed") {
        demand(event.turn === turn, "shares were mixed in the wrong turn");
        demand(begins || this.isFirst, `shares were mixed in the midst of turn ${turn}`);
        demand((event.from_roll ?? 1) === number, "shares were mixed at another roll than is said");
        this.mix(event, begins);
      } else if (kind === "share-made") {
        demand(!old, `the share of ${seat} was made twice`);
        this.found.set(seat, { ...fresh, entropy: event.entropy });
        await this.proof.demandPromised(seat, event.commitment, event.entropy);
      } else if (kind === "share-committed") {
        const said = event.instead ?? null;
        demand(said === null || said === Boolean(old), `the first share of ${seat} is missing`);
        if (old && old.since !== null) return;
        demand(!old || old.maker === "server", `${seat} committed twice`);
        this.found.set(seat, { ...fresh, maker: "player" });
      } else if (kind === "share-opened") {
        demand(old, `${seat} opened what it had not committed to`);
        if (old.maker !== "player" || old.leftOut) return;
        demand(old.entropy === null, `${seat} opened its share twice`);
        old.entropy = event.entropy;
      } else {
        throw new Untrue(`the journal has a ${kind}, which this file does not know`);
      }
    }

    mix(event, begins) {
      // What has to become of each share when a turn begins; in the first one, of those that players opened since.
      const share = (seat) => this.found.get(seat);
      const seats = this.proof.seats;
      const waiting = seats.filter((seat) => share(seat) && share(seat).since === null && !share(seat).leftOut);
      const ready = seats.every((seat) => share(seat) && (share(seat).maker === "player" || share(seat).since !== null));
      const closed = waiting.filter((seat) => share(seat).entropy === null && ready && begins);
      const goesIn = (seat) => share(seat).entropy !== null && (begins || share(seat).maker === "player");
      const mixed = waiting.filter(goesIn);
      const leftOut = closed.filter((seat) => share(seat).late);
      const late = closed.filter((seat) => !share(seat).late);
      const isSo = same(event.mixed, mixed) && same(event.late, late) && same(event.left_out, leftOut);
      demand(isSo, `the shares that were mixed in turn ${event.turn} are not those that were open`);
      for (const seat of mixed) Object.assign(share(seat), { since: event.turn, first: event.from_roll ?? 1 });
      for (const seat of late) share(seat).late = true;
      for (const seat of leftOut) share(seat).leftOut = true;
    }

    async check() {
      // The proof shows the same.
      const shown = new Map(this.proof.shares.map((share) => [share.seat, share]));
      const names = (map) => [...map.keys()].sort();
      demand(same(names(shown), names(this.found)), "the proof shows other shares than the journal");
      for (const [seat, share] of this.found) {
        const line = shown.get(seat);
        const alike = line.maker === share.maker && line.commitment === share.commitment;
        const at = line.from_roll === undefined ? share.first : line.from_roll;
        const then = line.from_turn === share.since && at === share.first;
        demand(alike && then && (share.since === null || line.entropy === share.entropy), `the share of ${seat} differs`);
        demand((line.state === "left out") === share.leftOut, `whether ${seat} was left out differs`);
        if (share.entropy !== null) await this.proof.demandPromised(seat, share.commitment, share.entropy);
      }
    }
  }

  // ---- the whole check

  const verify = async (whole, show) => {
    // What service/verify.py does, in its order and its words.
    const checked = { shares: 0, turns: 0, public: 0, hidden: 0, roots: 0, later: 0 };
    try {
      const proof = new Proof(whole);
      await proof.check(checked);
      await checkPublic(whole, proof, checked, show);
      if (whole.ended) {
        demand(whole.whole !== null, "the match is over, but its journal is missing");
        await checkWhole(whole, proof, checked);
        checkLog(whole);
      } else {
        demand(whole.whole === null && whole.dice.seed === null, "secrets of a match in progress");
        checkLetters(whole);
      }
    } catch (fault) {
      if (!(fault instanceof TypeError)) throw fault;
      throw new Untrue(`the export is not formed as it should be: ${fault.message}`);
    }
    return checked;
  };

  // ---- on the page

  const page = document.getElementById("dice");
  const outcome = document.getElementById("outcome");
  if (!page || !outcome) return;

  const say = (state, words) => {
    outcome.dataset.state = state;
    outcome.className = `notice ${state === "good" ? "good" : state === "bad" ? "bad" : ""}`;
    outcome.textContent = words;
  };
  const show = (roll, words) => {
    const line = document.getElementById(`roll-${roll.turn}-${roll.number}`);
    if (line) line.textContent = words;
  };

  const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

  const check = async () => {
    if (!window.crypto || !crypto.subtle) {
      say("bad", "This browser computes hashes on https pages only. Save the match as a file and check it with verify.py.");
      return;
    }
    say("busy", "Computing …");
    try {
      const answer = await fetch(page.dataset.export);
      if (!answer.ok) throw new Error("the match could not be fetched");
      const whole = await answer.json();
      const checked = await verify(whole, show);
      const { shares, turns, hidden, roots, later } = checked;
      const so = `${counted(shares, "share")}, ${counted(turns, "turn key")} and ${counted(checked.public, "public roll")} check out`;
      const rest = whole.ended
        ? `, and so do ${counted(hidden, "hidden roll")} and ${counted(roots, "root")}. No die was changed, dropped or put elsewhere. What the rules made of them is for \`sitrep verify\` to say.`
        : `. ${counted(later, "public roll")} can be checked when the turn is over; hidden ones when the match is.`;
      say("good", so + rest);
    } catch (fault) {
      say("bad", `${fault instanceof Untrue ? "The dice do NOT check out: " : "This could not be checked: "}${fault.message}.`);
    }
  };

  document.getElementById("check").hidden = false;
  document.getElementById("check").addEventListener("click", check);
  check();
})();
