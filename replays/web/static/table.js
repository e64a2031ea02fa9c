// The live table: follows the match, and records by thumb or key.
"use strict";

// --- what is shown -------------------------------------------------------------------------------


const AGAIN = 3000; // milliseconds before a failed load is retried
const LOST = 60_000; // milliseconds after which a response counts as lost

let shown = "";
let asking = null; // the request under way
let behind = false; // whether the last answer was none, or the table that this device kept: the next one may be newer
let soon = 0; // the timer of the next try
let following = null; // the stream of new events

// Draws the table anew, once: what is under way already is waited for, and may have brought the wanted version.
async function refresh(wanted = Infinity) {
  while (asking) { await asking; if (version() >= wanted) return; }
  if (version() >= wanted) return;
  asking = fetchPart().finally(() => { asking = null; });
  await asking;
}

// What the stream told is told once: a table that does not come now, or only from this device, is asked for again.
async function fetchPart() {
  if (!part) { if (main.hasAttribute("data-plain") && matchId) location.reload(); return; }
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), LOST);
  let answer, html;
  try {
    const patient = behind ? { "Tablescribe-Patient": "1" } : {}; // the worker then waits for the network, however slow
    answer = await fetch(`/m/${matchId}/part`, { credentials: "same-origin", headers: { ...asViewer, ...patient }, signal: patience.signal });
    html = await answer.text();
  } catch {
    connection(false);
    return askAgain();
  } finally { clearTimeout(late); }
  const kept = answer.headers.has("Tablescribe-Kept");
  connection(!kept);
  if (answer.status === 401 || answer.status === 403) return refusedPass();
  if (kept || !answer.ok) askAgain();
  else behind = false;
  if (!answer.ok) return;
  if (answer.headers.get("Tablescribe-Viewer") !== viewer) return location.reload();
  stood = new Date(answer.headers.get("Date"));
  showState();
  if (html !== shown) show(html);
}

// While there is no stream nothing is asked for: it asks itself as soon as it is there.
function askAgain() {
  behind = true;
  clearTimeout(soon);
  soon = setTimeout(() => { if (behind && following?.readyState === EventSource.OPEN) refresh(); }, AGAIN);
}

function show(html) {
  shown = html;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const places = typeof placesOf === "function" ? placesOf(part) : null; // motion.js: animate moved things
  const live = part.querySelector(".live");
  const next = fresh.querySelector(".live");
  const same = next.dataset.head === live.dataset.head;
  const waited = part.querySelector("[data-waits]") && version();
  const at = part.contains(document.activeElement) ? document.activeElement : null;
  const hit = at?.dataset.hit;
  const typing = at?.id === "find" ? at : null; // carried over with its caret: what is typed next is the rest of the same word
  const sought = !same && !mine && !typing && Boolean($("find")?.value); // what was sought, or pointed at, was on the old table: let go
  const headings = [...part.querySelectorAll("summary")].filter((one) => same || !one.closest("#choices"));
  const filled = [...part.querySelectorAll("input, select, textarea")].filter((one) => !one.closest("#other") && one !== typing && isFilled(one) && (same || mine || one.id !== "find")); // after one's own move the next one may be half typed
  const other = $("other")?.querySelector("form") ? $("other") : null; // as it is being filled in
  if (at?.closest(".tools form") && at.value) { // a note is being written: keep its form
    for (const one of [...live.children]) if (!one.matches(".tools")) one.remove();
    const tools = next.querySelector(".tools");
    const fore = tools ? [...next.children].filter((one) => one.compareDocumentPosition(tools) & Node.DOCUMENT_POSITION_FOLLOWING) : [];
    live.prepend(...fore);
    live.append(...[...next.children].filter((one) => one !== tools));
    $("asked").replaceWith(fresh.querySelector("#asked"));
    Object.assign(live.dataset, next.dataset);
    if (!("yours" in next.dataset)) delete live.dataset.yours;
  } else {
    part.replaceChildren(...fresh.body.childNodes);
    if (other && $("other")) $("other").replaceWith(other);
    if (typing && $("find")) $("find").replaceWith(typing);
    for (const one of headings) { const now = $(one.id)?.parentElement; if (now) now.open = one.parentElement.open; }
    for (const one of filled) { const now = again(one); if (now) { now.value = one.value; now.checked = one.checked; } }
    showForm();
  }
  localise(part);
  if (typeof showTallies === "function") showTallies();
  pointing.word = "";
  const dropped = lookAt(same) || sought;
  if (dropped && !mine && $("still")) { pointing.word = $("still").dataset.dropped; showLeft(); }
  if (typing?.isConnected && typing.value && !same && !mine) { typing.dataset.unseen = ""; pointing.word = $("still").dataset.check; showLeft(); }
  if (!same) { mine = false; pauseFor(SETTLING); }
  if ($("find")?.value) search($("find").value);
  if (at?.isConnected && document.activeElement !== at) at.focus({ preventScroll: true }); // it was moved to the new part
  else if (at && !at.isConnected) comeBack(at, hit);
  if (waited === version() && !part.querySelector(".asking")) refuse({ detail: $("refusal").dataset.again }, null);
  yours(!same);
  showFold();
  stayAwake();
  if (places && !same) glide(places, part);
}

// --- one tap, one move ---------------------------------------------------------------------------

const SETTLING = 350; // milliseconds for which a newly drawn table accepts no input
const TAPPED = 600; // milliseconds after a tap in which another tap counts as the same
let heldUntil = 0;
let mine = false; // whether the next change was recorded on this page

// Accepts no input for a moment, so that an accidental double tap records one move.
function pauseFor(time) {
  heldUntil = Math.max(heldUntil, performance.now() + time);
  const buttons = () => part.querySelectorAll("[data-action]:not([data-adds])");
  for (const one of buttons()) one.setAttribute("aria-disabled", "true");
  setTimeout(() => { if (performance.now() >= heldUntil - 1) for (const one of buttons()) one.removeAttribute("aria-disabled"); showSent(); }, time);
}

// Whether a button's move was recorded on this table and is still waiting to be sent or acknowledged.
function isSent(button) {
  if (!button.dataset.action || button.classList.contains("brief")) return false; // points count every time
  const [version, action] = [Number($("choices")?.dataset.version), JSON.stringify(JSON.parse(button.dataset.action))];
  return queue.read().some(({ refused, body }) => !refused && body.expected_version === version && body.seat === Number(button.dataset.seat) && JSON.stringify({ ...body.action, ...JSON.parse(action) }) === JSON.stringify(body.action));
}

// The record button shows that its move is waiting.
function showSent() {
  const button = $("record");
  if (!button) return;
  const sent = !$("sum").hidden && isSent(button);
  if (sent) button.setAttribute("aria-disabled", "true");
  else if (button.hasAttribute("data-sent")) button.removeAttribute("aria-disabled");
  button.toggleAttribute("data-sent", sent);
  button.textContent = sent ? button.dataset.waiting : button.dataset.record;
}

function recordChoice(button, more, entered = false) {
  if ("adds" in button.dataset && !more) return count(button); // every touch counts
  if ((!entered && performance.now() < heldUntil) || isSent(button)) return; // what was typed is meant, however soon
  if (!more && "tells" in button.dataset) { openSay("fact", $("say").dataset.fact, "", button); return; } // what happened is told first
  mine = true;
  pauseFor(TAPPED);
  button.classList.add("sending");
  const words = (button.id === "record" ? $("sum") : button).querySelector(".words").textContent;
  record(`${api}/moves`, { expected_version: Number($("choices").dataset.version), seat: Number(button.dataset.seat), action: { ...JSON.parse(button.dataset.action), ...more } }, button.getAttribute("aria-label") || words);
}

// --- whose turn it is ----------------------------------------------------------------------------

function yours(fresh) {
  const mineNow = part.querySelector("[data-yours]") !== null;
  const now = part.querySelector("[data-turn]")?.dataset.turn ?? "Tablescribe";
  document.title = mineNow ? `● ${main.dataset.yourTurn} · ${main.dataset.title}` : `${main.dataset.title} · ${now}`;
  if (fresh && mineNow) call();
}

function ring() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.setValueAtTime(660, 0);
  tone.frequency.setValueAtTime(880, context.currentTime + 0.12);
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
  tone.onended = () => context.close();
}

// The key that identifies an element after the part is redrawn.
function nameOf(one) {
  const { post, do: does } = one.closest("form")?.dataset || {};
  return [one.tagName, post || does, one.id || one.dataset.action || one.dataset.release || one.name || one.textContent, one.type === "checkbox" && one.value].join(" ");
}

function again(one) {
  if (one.isConnected) return one;
  return [...part.querySelectorAll(one.tagName)].find((other) => nameOf(other) === nameOf(one));
}

function isFilled(field) {
  if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

// Shows the chosen form of the other actions.
function showForm() {
  const wanted = $("which-form")?.value;
  for (const form of document.querySelectorAll(".say")) form.hidden = form.dataset.do !== wanted;
}

// Number keys for the first nine visible buttons.
function number() {
  const nine = visible().slice(0, 9).map((one) => one.querySelector(".key")); // read before writing, to avoid repeated layout
  for (const key of document.querySelectorAll("#part .key")) {
    const told = nine.includes(key) ? String(nine.indexOf(key) + 1) : "";
    if (key.textContent !== told) key.textContent = told;
  }
}

function visible() {
  if ($("sum") && !$("sum").hidden) return [$("record")];
  const scope = $("found") && !$("found").hidden ? $("found") : $("choices");
  if (!scope) return [];
  const deepest = [...scope.querySelectorAll("details[open] > .inner")].pop();
  return [...(deepest || scope).querySelectorAll("[data-pick]")].filter((one) => {
    const above = one.tagName === "SUMMARY" ? one.parentElement.parentElement.closest("details") : one.closest("details");
    return !above || (above.open && one.offsetParent !== null);
  });
}

// --- forms -----------------------------------------------------------------------------------------

// Shows a confirmation for a while.
function confirmed(words) {
  $("done").textContent = words;
  setTimeout(() => { if ($("done").textContent === words) $("done").textContent = ""; }, 6000);
}

// Shows the confirmation of a command sent just before the page was reloaded.
const DONE = "tablescribe-done";
if ($("done") && sessionStorage.getItem(DONE)) confirmed(sessionStorage.getItem(DONE));
sessionStorage.removeItem(DONE);

// Loads the forms for other actions when they are needed: at the first input, or once the table is there and the page is
// idle. Then they are available offline, too, and do not delay the first visit. In data-saving mode they are loaded after
// a minute.
const FORMS_AFTER = navigator.connection?.saveData ? 60_000 : 4000; // milliseconds after the page has loaded
const whenIdle = globalThis.requestIdleCallback || ((then) => setTimeout(then)); // not supported by every browser
let formsToCome = null;

function fetchForms() {
  if (!$("forms") || $("forms").childElementCount) return;
  formsToCome ||= takeForms().finally(() => { formsToCome = null; });
  return formsToCome;
}

async function takeForms() {
  const answer = await fetch(`/m/${matchId}/other`, { credentials: "same-origin", headers: asViewer }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if ($("forms") && !$("forms").childElementCount) $("forms").replaceChildren(...fresh.body.childNodes);
  showForm();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.matches("[data-new], [data-result], [data-pass], [data-post], .say")) event.preventDefault();
  if (form.matches("[data-new]")) openMatch(form);
  else if (form.matches("[data-result]")) recordResult(form);
  else if (form.matches("[data-pass]")) givePass(form);
  else if (form.matches(".say")) {
    const seat = form.elements["-seat"];
    const action = { do: form.dataset.do, ...valuesOf(form) };
    const said = $("which-form").selectedOptions[0].textContent;
    const before = version();
    mine = true;
    await record(`${api}/moves`, { ...(seat ? { seat: Number(seat.value) } : {}), action }, said, "else");
    if (version() > before && $("refusal").hidden) confirmed(`${$("other").dataset.recorded}: ${said}`);
  } else if (form.matches("[data-post]")) {
    const sure = event.submitter?.dataset.sure;
    if (sure && !confirm(sure)) return;
    if (main.hasAttribute("data-plain")) decide(form);
    else {
      const tool = form.closest("details");
      const said = tool?.querySelector("summary").firstChild.textContent || event.submitter?.textContent || form.dataset.post;
      const before = version();
      Promise.resolve(record(`${api}/${form.dataset.post}`, valuesOf(form), said, tool?.querySelector("summary").id)).then(() => {
        if ($("other") && version() > before && $("refusal").hidden) confirmed(`${$("other").dataset.recorded}: ${said.trim()}`);
      });
      tool?.removeAttribute("open");
      tool?.querySelector("summary").focus({ preventScroll: true });
    }
  }
});

document.addEventListener("click", async (event) => {
  const heading = event.target.closest("#part summary"); // scroll its content into view
  if (heading) requestAnimationFrame(() => heading.parentElement.open && heading.parentElement.scrollIntoView({ block: "nearest" }));
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.action) recordChoice(button);
  else if (button.id in WISHES) wish(button.id);
  else if (button.id === "fold") foldOut(!part.classList.contains("unfolded"));
  else if (button.id === "refusal-close") hideRefusal();
  else if (button.id === "anyway" && refused) {
    sendAgain(refused, { as_played: true });
  } else if (button.dataset.consent) answerRequest(button.dataset.request, button.dataset.consent === "true");
  else if (button.dataset.revoke) { await post(`/api/v1/passes/${button.dataset.revoke}`, undefined, "DELETE"); location.reload(); }
  else if (button.dataset.clause) {
    const form = document.querySelector("[data-post=rulings]");
    form.elements.clause.value = button.dataset.clause;
    form.elements.reason.focus();
  } else if (button.hasAttribute("data-copy")) {
    const field = $("given").querySelector("input");
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // without https
    button.textContent = button.dataset.done;
  } else if (button.hasAttribute("data-pin")) givePin(button);
});

document.addEventListener("change", (event) => {
  if (event.target.id === "role") { $("of-seat").hidden = event.target.value !== "seat"; if ($("of-seat").hidden) $("of-seat").querySelector("input").value = ""; }
  if (event.target.id === "which-form") showForm();
});
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("#part details")) number();
  if (event.target.id === "other" && event.target.open) fetchForms();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("ask")?.open || $("say")?.open) return;
  if (event.key === "Escape" && !$("refusal")?.hidden) { hideRefusal(); return; }
  if (event.key === "Escape" && event.target.id === "find") { event.target.value = ""; search(""); event.target.blur(); return; }
  if (event.key === "Enter" && event.target.id === "find") { enterMove(event.target); return; }
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === "/") { event.preventDefault(); $("find")?.focus(); }
  else if (event.key === "u") $("undo")?.click();
  else if (event.key === "r") $("redo")?.click();
  else if (event.key === "n") $("note")?.click();
  else if (event.key === "Escape") [...document.querySelectorAll("#choices details[open]")].pop()?.removeAttribute("open");
  else if (/^[1-9]$/.test(event.key) && !event.repeat) { const one = visible()[Number(event.key) - 1]; if (one) { event.preventDefault(); one.click(); } }
});

// --- the links of the match, behind one button on a phone -------------------------------------------

function unfold(open) {
  $("links").classList.toggle("open", open);
  $("more").setAttribute("aria-expanded", String(open));
}

document.addEventListener("click", (event) => { if ($("more")) unfold(Boolean(event.target.closest("#more")) && !$("links").matches(".open")); });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !$("links")?.matches(".open")) return;
  unfold(false);
  $("more").focus({ preventScroll: true });
});

// --- following -----------------------------------------------------------------------------------

if (part) {
  let lost = false;
  const kept = navigator.serviceWorker?.controller; // it has stored this page
  const follow = () => {
    const source = following = new EventSource(`${api}/events?after=${main.dataset.last}&as=${viewer}`);
    source.onopen = () => { connection(true); if (lost || behind) refresh(); lost = false; send(); };
    source.onerror = () => {
      connection(false);
      if (!lost) refresh(); // the stored state, or the current one
      lost = true;
      if (source.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
    };
    source.addEventListener("recorded", (event) => {
      const told = JSON.parse(event.data);
      main.dataset.last = event.lastEventId;
      refresh(told.version);
    });
    source.addEventListener("asked", (event) => { if (JSON.parse(event.data).version >= version()) refresh(); });
    source.addEventListener("ended", () => { source.close(); location.reload(); });
  };
  follow();
  lookAt(false);
  if ($("find")?.value) search($("find").value); // typed before this script was loaded
  yours(false);
  showWishes();
  stayAwake();
  number();
  showState();
  for (const use of ["pointerdown", "keydown"]) addEventListener(use, () => fetchForms(), { once: true, passive: true });
  const later = () => setTimeout(() => whenIdle(() => fetchForms()), FORMS_AFTER);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
  addEventListener("online", send);
  workers?.register("/worker.js").then(() => workers.ready).then((found) => { if (!kept) found.active.postMessage({ keep: location.pathname }); });
  setInterval(() => { if (queue.read().length) send(); }, 5000);
  if (queue.read().length) send();
}

document.addEventListener("input", (event) => { if (event.target.id === "find") search(event.target.value); });
document.addEventListener("input", (event) => { if (event.target.name?.startsWith("name-")) roomForOneMore(event.target); });
document.addEventListener("change", (event) => { if (event.target.closest?.("[data-result] [name^=name-], #new [name^=name-]")) namesApart(event.target); });
for (const field of document.querySelectorAll("[name^=name-]")) roomForOneMore(field); // for input before this script was loaded
