// A tournament's page changes by itself when something is recorded; what somebody fills in is left alone until it is sent.
"use strict";

const main = document.querySelector("main[data-hall]");
let waits = false;

const atWork = () => Boolean(main.querySelector("#hall-now details[open]")) || main.querySelector("#hall-now")?.contains(document.activeElement);

async function look() {
  waits = atWork();
  if (waits) return;
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#hall-now");
  if (fresh && !atWork()) { main.querySelector("#hall-now").replaceWith(fresh); localise(fresh); }
}

if (main && main.querySelector("#hall-now")) {
  const stream = new EventSource(`/api/v1/tournaments/${main.dataset.hall}/events?after=${main.dataset.after}&as=${document.body.dataset.viewer}`);
  stream.addEventListener("recorded", look);
  stream.addEventListener("ended", () => stream.close());
  for (const kind of ["focusout", "toggle"]) main.addEventListener(kind, () => { if (waits) setTimeout(look, 300); }, true);
}
