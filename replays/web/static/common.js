// What all pages that record share: where they are, small things, and asking the service.
"use strict";

const main = document.getElementById("main");
const matchId = main.dataset.match || "";
const api = `/api/v1/matches/${matchId}`;
const box = `${BOXES}${matchId}-of-${viewer}`;
const $ = (id) => document.getElementById(id);
const part = $("part");

// --- small things ---------------------------------------------------------------------------

function version() {
  return Number(document.querySelector(".live[data-version]")?.dataset.version || 0);
}

// For whom this page speaks: the device may hold other passes, and another page of it may have chosen one of those.
// Sentences call seats by their people, as on the page.
const asViewer = { "Tablescribe-Viewer": viewer, "Tablescribe-Names": "people" };

async function post(path, body, method = "POST") {
  const answer = await fetch(path, {
    method, credentials: "same-origin", headers: { "Content-Type": "application/json", ...asViewer },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}

// What the service says of a refusal, as a sentence of its own.
const sentence = (text = "") => text.charAt(0).toUpperCase() + text.slice(1) + (/[\p{L}\p{N}]$/u.test(text) ? "." : "");

// A time of today as hours and minutes, another one with its day, as the reader's region writes them.
function clock(time) {
  const today = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(localeHere(), { ...(today ? {} : { day: "numeric", month: "short" }), hour: "2-digit", minute: "2-digit" });
}

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
