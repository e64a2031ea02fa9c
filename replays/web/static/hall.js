// A tournament's page updates itself after new events; forms being filled in are left alone until they are sent.
"use strict";

const main = document.querySelector("main[data-hall]");
const here = document.querySelector(".tabs [aria-current]");
if (here && document.querySelector(".refusal[role=alert]")) history.replaceState(null, "", here.href); // not the form's path, which cannot be loaded
const AGAIN = 3000; // milliseconds before a failed load is retried
let waits = false;
let soon = 0; // the timer of the retry

// Something is being filled in or pressed. What is opened and has only buttons, such as Request bye, stops no update.
function atWork() {
  const [now, at] = [main.querySelector("#hall-now"), document.activeElement];
  if (now?.contains(at) && !at.matches("summary")) return true;
  return Boolean(now?.querySelector("details[open] :is(input:not([type=hidden]), select, textarea)"));
}

const nameOf = (details) => details.querySelector("summary").textContent;

async function look() {
  waits = atWork();
  if (waits) return;
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) { // the stream sends each event only once
    clearTimeout(soon);
    soon = setTimeout(look, AGAIN);
    return;
  }
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#hall-now");
  if (!fresh || atWork()) return;
  const opened = new Set([...main.querySelectorAll("#hall-now details[open]")].map(nameOf));
  const at = document.activeElement.matches("#hall-now summary") ? document.activeElement.textContent : null;
  main.querySelector("#hall-now").replaceWith(fresh);
  for (const details of fresh.querySelectorAll("details")) {
    if (opened.has(nameOf(details))) details.open = true;
    if (nameOf(details) === at) details.querySelector("summary").focus({ preventScroll: true });
  }
  localise(fresh);
}

if (main && main.querySelector("#hall-now")) {
  const follow = () => {
    const stream = new EventSource(`/api/v1/tournaments/${main.dataset.hall}/events?after=${main.dataset.after}&as=${document.body.dataset.viewer}`);
    stream.addEventListener("recorded", (event) => { main.dataset.after = event.lastEventId; look(); });
    stream.addEventListener("asked", () => look()); // a change at a table that is not in the log yet
    stream.addEventListener("ended", () => stream.close());
    stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN); }); // the stream was refused
  };
  follow();
  for (const kind of ["focusout", "toggle"]) main.addEventListener(kind, () => { if (waits) setTimeout(look, 300); }, true);
}
