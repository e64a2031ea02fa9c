// A match that waits for the deal: this device creates a random number, commits to it, and reveals it once all have committed.
"use strict";

const parts = $("parts");
const { ledgers } = parts.dataset;
const mine = parts.dataset.mine.split(" ").filter(Boolean).map(Number);
const committed = JSON.parse(parts.dataset.committed);
const revealed = parts.dataset.revealed.split(" ").filter(Boolean).map(Number);
const ownSeat = Number(parts.dataset.seat);

function complain(text) {
  const line = $("parts-problem");
  line.textContent = text;
  line.hidden = !text;
}

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const place = (seat) => `tablescribe-part-${matchId}-${seat}`;

// The random number of a seat, stored on this device together with the opening it was created for.
function keptOf(seat, make) {
  const kept = JSON.parse(localStorage.getItem(place(seat)) || "null");
  if (kept || !make) return kept;
  const made = { ledgers, nonce: hex(crypto.getRandomValues(new Uint8Array(32))) };
  localStorage.setItem(place(seat), JSON.stringify(made));
  return made;
}

async function commitmentTo(seat, nonce) {
  const text = `tablescribe contribution 1\nmatch ${matchId}\nledger ${ledgers}\nseat ${seat}\nnonce ${nonce}\n`;
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

// The numbers to reveal now; none if the service shows another opening or commitment than this device's.
async function contribute(seat, ready) {
  const kept = keptOf(seat, !(seat in committed));
  if (!kept) return seat === ownSeat ? parts.dataset.lost : "";
  const commitment = await commitmentTo(seat, kept.nonce);
  if (kept.ledgers !== ledgers || (committed[seat] || commitment) !== commitment) return parts.dataset.exchanged;
  const body = seat in committed ? { seat, nonce: kept.nonce } : { seat, commitment };
  if (body.nonce && (!ready || revealed.includes(seat))) return "";
  const answer = await post(`${api}/contributions`, body).catch(() => null);
  if (!answer) return parts.dataset.offline;
  if (answer.status >= 400) return answer.body.detail;
  if (body.nonce) revealed.push(seat);
  else committed[seat] = commitment;
  return answer.body;
}

// A reload in between would leave the remaining seats without a contribution.
let underWay = 0;
let outdated = false;

function renew() {
  outdated = true;
  if (!underWay) location.reload();
}

async function contributeFor(seats) {
  if (!crypto.subtle) { complain(parts.dataset.insecure); return; }
  underWay += 1;
  const problem = await inTwoRounds(seats);
  underWay -= 1;
  if (problem) complain(problem);
  else if (outdated) renew();
}

// Commits first, and reveals once all have committed; returns the error, if any.
async function inTwoRounds(seats) {
  let ready = "ready" in parts.dataset;
  for (let round = 0; round < 2; round += 1) {
    for (const seat of seats) {
      const done = await contribute(seat, ready);
      if (typeof done === "string" && done) return done;
      if (typeof done === "object") ready = !done.uncommitted.length;
    }
  }
  return "";
}

if (!("over" in parts.dataset)) {
  const here = mine.filter((seat) => seat === ownSeat || localStorage.getItem(place(seat)));
  if (here.length) contributeFor(here);
  $("parts-all")?.addEventListener("click", () => contributeFor(mine.filter((seat) => !(seat in committed) || keptOf(seat))));
  $("parts-beacon")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    let told;
    try { told = JSON.parse(event.target.elements.answer.value); } catch (error) { complain(String(error)); return; }
    const { round, randomness, signature } = told;
    const answer = await post(`${api}/beacon`, { round, randomness, signature }).catch(() => null);
    complain(answer ? answer.body.detail || "" : parts.dataset.offline);
  });
  $("parts-leave")?.addEventListener("click", async (event) => {
    if (!confirm(event.target.dataset.sure)) return;
    const known = await (await fetch(api, { credentials: "same-origin", headers: asViewer })).json();
    const answer = await post(`${api}/close`, { abandoned: true, command_id: newId(), expected_version: known.version });
    complain(answer.body.detail || "");
  });
  // Every new event changes this page; after the deal, it becomes the table.
  const follow = () => {
    const source = new EventSource(`${api}/events?after=${main.dataset.last}&as=${viewer}`);
    source.addEventListener("recorded", renew);
    source.addEventListener("ended", renew);
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(follow, 3000); };
  };
  follow();
}
