// A seat's own key: created and stored by the browser, never sent. It signs only its enrolment and the result.
"use strict";

const about = $("key").dataset;
const ED25519 = { name: "Ed25519" };
const RESULT = "tablescribe result record 1"; // the first line of the signed text; see BUNDLE.md

// --- what this device keeps ---------------------------------------------------------------------

function shelf(mode, ask) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("tablescribe-keys", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys", { keyPath: "public" });
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction("keys", mode);
      const asked = ask(change.objectStore("keys"));
      change.oncomplete = () => { opening.result.close(); done(asked.result); };
      change.onabort = change.onerror = () => { opening.result.close(); failed(change.error); };
    };
  });
}

const keptKeys = () => shelf("readonly", (keys) => keys.getAll());
const keptKey = (text) => shelf("readonly", (keys) => keys.get(text));

const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

// The fingerprint: the first 16 bytes of the key's SHA-256 in groups of four digits, computed on this device.
async function printOf(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 16);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("").match(/.{4}/g).join(" ");
}

async function signed(text, private_) {
  return base64(await crypto.subtle.sign(ED25519, private_, new TextEncoder().encode(text)));
}

// Creates a key that no script can export, and stores it before it is enrolled.
async function makeKey() {
  const pair = await crypto.subtle.generateKey(ED25519, false, ["sign", "verify"]);
  const text = base64(await crypto.subtle.exportKey("raw", pair.publicKey));
  await shelf("readwrite", (keys) => keys.put({ public: text, private: pair.privateKey, made: new Date().toISOString() }));
  await navigator.storage?.persist?.().catch(() => false);
  return keptKey(text);
}

async function isAble() {
  if (!window.isSecureContext || !crypto.subtle) return "insecure";
  try {
    await crypto.subtle.generateKey(ED25519, false, ["sign", "verify"]);
    await keptKeys();
    return "";
  } catch { return "unable"; }
}

// --- what is asked of the service ---------------------------------------------------------------

function complain(text) {
  $("key-problem").textContent = text;
  $("key-problem").hidden = !text;
}

// Sends a command; reloads the page if it was recorded. Returns whether it was refused permanently.
async function send(path, body) {
  complain("");
  const answer = await post(`${api}/${path}`, body).catch(() => null);
  if (!answer) { complain(about.offline); return false; }
  if (answer.status < 300) { location.reload(); return false; }
  complain(sentence(answer.body.detail));
  return answer.status < 500;
}

async function enrol(key, fresh) {
  const text = `tablescribe enrolment 1\nledger ${about.ledger}\nmatch ${matchId}\nholder ${about.holder}\nkey ${key.public}\n`;
  const refused = await send("keys", { holder: about.holder, key: key.public, proof: await signed(text, key.private) });
  if (refused && fresh) await shelf("readwrite", (keys) => keys.delete(key.public)); // the key is unknown to the service, so it is not needed
}

// The text of the result to sign. A text of another kind, match or holder is never signed.
async function resultText() {
  const answer = await fetch(`${api}/result-text?holder=${about.holder}`, { credentials: "same-origin", headers: asViewer }).catch(() => null);
  if (!answer?.ok) { complain(about.offline); return ""; }
  const { text } = await answer.json();
  const lines = text.split("\n");
  const whole = lines.length === 9 && lines[0] === RESULT && lines[2] === `match ${matchId}` && lines[7] === `holder ${about.holder}` && !lines[8];
  if (!whole) complain(about.odd);
  return whole ? text : "";
}

async function signResult(key) {
  const text = $("key-text").textContent;
  await send("signatures", { holder: about.holder, key: key.public, signature: await signed(text, key.private) });
}

// --- files of the command line ------------------------------------------------------------------

async function handIn(file, kind, path, fields) {
  let found;
  try { found = JSON.parse(await file.text()); } catch { found = null; }
  if (found?.format !== kind || (found.holder || about.holder) !== about.holder) { complain(about.notAFile); return; }
  await send(path, { holder: about.holder, ...Object.fromEntries(fields.map((name) => [name, String(found[name])])) });
}

$("key-file").addEventListener("change", (event) => handIn(event.target.files[0], "tablescribe key", "keys", ["key", "proof"]));
$("signature-file")?.addEventListener("change", (event) => handIn(event.target.files[0], "tablescribe signature", "signatures", ["key", "signature"]));
$("key-save")?.addEventListener("click", () => {
  const link = element("a", "", { download: "result.txt", href: URL.createObjectURL(new Blob([$("key-text").textContent])) });
  link.click();
  URL.revokeObjectURL(link.href);
});

// --- what stands on the page --------------------------------------------------------------------

function offer(button, deed) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true; // one key per tap
    await deed().catch(() => complain(about.unable));
    button.disabled = false;
  });
}

function tell(text, good = false) {
  $("key-state").textContent = text;
  $("key-state").classList.toggle("good", good);
}

async function show() {
  if ("closed" in about) $("key-text").textContent = await resultText();
  const hindered = await isAble();
  if (hindered) { if ("signed" in about) tell(about.done, true); else tell(about[hindered]); return; }
  const kept = await keptKeys();
  const mine = kept.find((key) => key.public === about.mine);
  const taken = about.taken.split(" ");
  const before = kept.find((key) => key.public === about.known && !taken.includes(key.public));
  if (mine) {
    $("key-print").textContent = await printOf(mine.public);
    $("key-away").hidden = false;
    tell(about.here, true);
    if ("closed" in about && !("signed" in about) && $("key-text").textContent) offer($("key-sign"), () => signResult(mine));
  } else if ("signed" in about) {
    tell(about.done, true);
  } else if (before) {
    tell(about.knownHere);
    offer($("key-use"), () => enrol(before, false));
  } else {
    tell(about.mine ? about.elsewhere : about.known ? about.pinned : about.none);
    offer($("key-make"), async () => enrol(await makeKey(), true));
  }
  if ("signed" in about) tell(about.done, true);
  $("key-forget").addEventListener("click", async () => {
    if (!confirm($("key-forget").dataset.sure)) return;
    await shelf("readwrite", (keys) => keys.delete(about.mine));
    for (const one of [$("key-away"), $("key-sign")]) if (one) one.hidden = true;
    tell(about.forgotten);
    $("key-state").focus();
  });
}

show();
