// Search without a server: an index of all matches, in files of a thousand each, loaded when somebody begins to search.
// They are scripts, as browsers read no other file of a site that is opened from a disk.
"use strict";

{ // names of its own: other scripts of the page have theirs
  const MOST = 50; // matches that are shown at once

  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const told = field.dataset;
  const rows = []; // [id, title, [[name, points, won], …], day, details, void], latest last
  const parts = new Map();
  let asked = null;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  // Called by each file of the index.
  globalThis.tablescribeIndex = (number, some) => {
    parts.set(number, some.map((row) => [plain([row[1], ...row[2].map((one) => one[0]), row[3], ...row[4], row[0]].join(" ")), row]));
  };

  function load() {
    asked ??= Promise.all(Array.from({ length: Number(told.shards) }, (_, number) => new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${told.from}${number + 1}.js`;
      script.addEventListener("load", done);
      script.addEventListener("error", done);
      document.head.append(script);
    }))).then(() => { for (let number = 1; number <= Number(told.shards); number += 1) rows.push(...(parts.get(number) ?? [])); });
    return asked;
  }

  function make(tag, kind = "", ...inside) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inside);
    return made;
  }

  function item([id, title, players, day, details, isVoid]) {
    const link = Object.assign(make("a"), { href: `${told.root}${told.language}/m/${id}.html` });
    players.forEach(([name, points, won], seat) => {
      const one = make("span", won ? "score wins" : "score");
      if (won) { const star = make("span", "", "★ "); star.setAttribute("aria-hidden", "true"); one.append(star, make("span", "hidden", `${told.won}: `)); }
      one.append(make("span", "who", name || `${told.seat} ${seat + 1}`));
      if (points !== null) one.append(" ", make("b", "", String(points)));
      link.append(one, " ");
    });
    const look = Object.assign(make("img", "look"), { src: `${told.root}pictures/${id}.svg`, alt: "", width: 84, height: 84, loading: "lazy" });
    const words = make("p", "", title);
    if (details.length) words.append(make("br"), make("span", "soft", details.join(" · ")));
    return make("li", "match", look, make("p", "players", link), words, make("p", "soft", isVoid ? `${told.void} · ` : "", day));
  }

  async function search() {
    await load();
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    found.hidden = !words.length;
    const some = [];
    for (let n = rows.length - 1; words.length && n >= 0 && some.length <= MOST; n -= 1) if (words.every((word) => rows[n][0].includes(word))) some.push(rows[n][1]);
    const list = make("ul", "matches", ...some.slice(0, MOST).map(item));
    found.replaceChildren(...(some.length ? [list] : [make("p", "empty", told.none)]), ...(some.length > MOST ? [make("p", "soft", told.more)] : []));
  }

  field.disabled = false;
  field.addEventListener("focus", load);
  field.addEventListener("input", search);
  if (field.value) search();
}
