// A tournament's page changes by itself when something is recorded; what somebody fills in is left alone until it is sent.
"use strict";

const main = document.querySelector("main[data-hall]");
const here = document.querySelector(".tabs [aria-current]");
if (here && document.querySelector(".refusal[role=alert]")) history.replaceState(null, "", here.href); // not the form's path: nothing can be read there
const AGAIN = 3000; // milliseconds after which a page that did not come is asked for again
let waits = false;
let soon = 0; // the timer of that

const atWork = () => Boolean(main.querySelector("#hall-now details[open]")) || main.querySelector("#hall-now")?.contains(document.activeElement);

async function look() {
  waits = atWork();
  if (waits) return;
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) { // the stream tells each event once
    clearTimeout(soon);
    soon = setTimeout(look, AGAIN);
    return;
  }
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#hall-now");
  if (fresh && !atWork()) { main.querySelector("#hall-now").replaceWith(fresh); localise(fresh); }
}

if (main && main.querySelector("#hall-now")) {
  const follow = () => {
    const stream = new EventSource(`/api/v1/tournaments/${main.dataset.hall}/events?after=${main.dataset.after}&as=${document.body.dataset.viewer}`);
    stream.addEventListener("recorded", (event) => { main.dataset.after = event.lastEventId; look(); });
    stream.addEventListener("asked", () => look()); // at a table something has changed that is in no log yet
    stream.addEventListener("ended", () => stream.close());
    stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN); }); // it was refused
  };
  follow();
  for (const kind of ["focusout", "toggle"]) main.addEventListener(kind, () => { if (waits) setTimeout(look, 300); }, true);
}
