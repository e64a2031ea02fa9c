// Moves that are typed: searched for among the buttons while one writes, and understood as players write them down.
"use strict";

// --- entered, one line after another -----------------------------------------------------------------

let entered = Promise.resolve(); // when all lines that were entered before are understood

// Takes a line at once, so that the next one can be typed; nothing typed is lost if it comes before the answer to the last.
function enterMove(field) {
  const line = field.value.trim();
  if (!line) return;
  if ("unseen" in field.dataset) { // another device recorded while this was typed: it is looked at once more on the new table
    delete field.dataset.unseen;
    pointing.word = $("still").dataset.again;
    return showLeft();
  }
  field.value = "";
  search("");
  entered = entered.then(() => understand(line)).catch(() => typeAgain(line)); // one that failed holds up no other
}

// A line is about the table to which the moves before it lead, so those are waited for.
async function understand(line) {
  while (sending && connected) await sending;
  const next = $("find")?.value || ""; // what is being typed already
  if ($("find")) search(line);
  const one = $("find") && meantBy(line);
  if ($("find")) search(next);
  if (one) recordChoice(one, undefined, true);
  else await readMove(line);
}

// What could not be recorded is there to be mended.
function typeAgain(line) {
  const field = $("find");
  if (!field || field.value) return;
  field.value = line;
  search(line);
}

// --- searched and understood ---------------------------------------------------------------------------

function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = $("found");
  $("none-found").hidden = true;
  if (!words.length) {
    delete $("find").dataset.unseen;
    return showLeft();
  }
  $("choices").hidden = true;
  found.hidden = false;
  const hits = pointing.left.map((one) => one.button).filter((one) => isWritten(one, text) || words.every((word) => `${one.textContent} ${one.getAttribute("aria-label") || ""} ${one.dataset.written || ""}`.toLowerCase().includes(word)));
  hits.sort((one, other) => isWritten(other, text) - isWritten(one, text)); // as players write it comes first
  found.replaceChildren(...hits.slice(0, 40).map((one) => one.cloneNode(true)));
  $("none-found").hidden = Boolean(hits.length);
  number();
}

// The button that Enter presses. One word that is no move as it is written is not taken for another move.
function meantBy(text) {
  const seen = visible();
  const exact = seen.filter((one) => isWritten(one, text));
  if (exact.length) return exact.length === 1 ? exact[0] : exact.find((one) => one.dataset.written === text.trim());
  return !/\s/.test(text.trim()) && seen.length && seen.every((one) => one.dataset.written) ? null : seen[0];
}

// What no button says is read by the game itself: what it means is recorded or refused by its rule, else it is said what is wrong.
async function readMove(line) {
  const answer = await fetch(`${api}/typed?line=${encodeURIComponent(line)}`, { credentials: "same-origin", headers: asViewer }).catch(() => null);
  const found = await answer?.json();
  if (!found?.action) typeAgain(line);
  if (!answer) return connection(false);
  if (found.action) { mine = true; return record(`${api}/moves`, { seat: found.seat, action: found.action, outcomes: found.outcomes }, line, "find", { typed: true }); }
  return refuse({ ...found, detail: found.problem || found.detail }, null);
}

const LETTERS = { S: "N", L: "B", D: "Q", T: "R", C: "N", A: "B" }; // pieces in German, Italian and Portuguese
if (/^(it|pt)/.test(document.documentElement.lang)) LETTERS.R = "K"; // re, rei

// Whether a text is how a move is written: in short, or from where to where, by the letters of other languages too.
function isWritten(button, text) {
  if (!button.dataset.written) return false;
  const { man, to } = JSON.parse(button.dataset.action);
  const typed = bareMove(text.trim().replace(/^\d+\.+\s*/, "").replace(/^[SLDTCAR](?=[a-h1-8x])/, (letter) => LETTERS[letter] || letter));
  const forms = [bareMove(button.dataset.written), ...(man && to ? [bareMove(man + to)] : [])];
  return forms.includes(typed) || forms.includes(typed.replace(/^[kqrbn](?=[a-h][1-8][a-h][1-8])/, ""));
}

function bareMove(text) { return text.replaceAll("0", "O").toLowerCase().replace(/e\.?p\.?$/, "").replace(/[\s+#!?=:x-]/g, ""); }
