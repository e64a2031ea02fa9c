// Shared by all pages that record: the page's match, helpers, and requests to the service.
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

// The pass this page acts for: the device may hold other passes, and another page may have chosen one of them.
// Sentences name the people in the seats, as on the page.
const asViewer = { "Tablescribe-Viewer": viewer, "Tablescribe-Names": "people" };

async function post(path, body, method = "POST") {
  const answer = await fetch(path, {
    method, credentials: "same-origin", headers: { "Content-Type": "application/json", ...asViewer },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}

// The service's explanation of a refusal, as a complete sentence.
const sentence = (text = "") => text.charAt(0).toUpperCase() + text.slice(1) + (/[\p{L}\p{N}]$/u.test(text) ? "." : "");

// A time in the page's language and the reader's region: hours and minutes if it is today, otherwise with the day.
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
