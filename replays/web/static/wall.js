// The wall display of a hall: its timer uses the service's time, whatever the device's own time is. New events are shown
// at once, and content that does not fit is shown page by page.
"use strict";

const main = document.getElementById("main");
const wall = document.getElementById("wall");
const line = document.getElementById("line");
const { base } = main.dataset;
const LEAF = 9000; // milliseconds per page
const AGAIN = 3000; // milliseconds before a failed load is retried
let soon = 0; // the timer of the retry
let asking = false; // whether the wall is being loaded,
let changed = false; // and whether it has changed since, so that an older response never replaces a newer one
let ahead = null; // the service's time minus the age of this page, in milliseconds
let leaf = 0;

const there = () => (ahead === null ? null : performance.now() + ahead);

async function synchronise() {
  const sent = performance.now();
  const answer = await fetch(`${base}/clock`, { cache: "no-store" });
  const { now } = await answer.json();
  ahead = now - (sent + performance.now()) / 2;
  tick();
}

function told(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return (seconds <= -1 ? "−" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(rest)}`;
}

function tick() {
  const crown = wall.querySelector(".crown");
  const timer = wall.querySelector(".running .timer");
  const now = there();
  if (now === null) return;
  const { state, limit, ran, since, start, counts } = crown.dataset;
  const ahead = Number(start) - now;
  crown.classList.toggle("soon", Boolean(counts) && ahead > 0); // otherwise the round starts any moment, or officials are asked
  if (crown.classList.contains("soon")) wall.querySelector(".before .timer").textContent = told(Math.ceil(ahead / 1000));
  for (const time of crown.querySelectorAll(".next-start time")) time.textContent = new Date(time.dateTime).toLocaleTimeString(localeHere(), { timeStyle: "short" });
  if (!timer) return;
  const elapsed = Number(ran) + (state === "running" ? Math.max(0, now - Number(since)) / 1000 : 0);
  const left = Number(limit) - elapsed;
  crown.classList.toggle("over", Number(limit) > 0 && left < 0 && state !== "waiting");
  timer.textContent = Number(limit) > 0 ? told(left < 0 ? left : Math.ceil(left)) : state === "waiting" ? "" : told(elapsed);
}

function roll(step) {
  const leaves = wall.querySelectorAll(".leaf");
  if (!leaves.length) return;
  leaf = (leaf + step) % leaves.length;
  leaves.forEach((one, number) => one.classList.toggle("on", number === leaf));
}

// The stream announces each change only once, so a failed load is retried.
async function refresh() {
  changed = true;
  if (asking) return;
  asking = true;
  try {
    while (changed) {
      changed = false;
      await ask();
    }
  } finally { asking = false; }
}

async function ask() {
  clearTimeout(soon);
  const answer = await fetch(`${base}/wall/part`, { cache: "no-cache" }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => "") : "";
  if (!text) {
    if (!answer || answer.ok || answer.status === 429 || answer.status >= 500) soon = setTimeout(refresh, AGAIN);
    return;
  }
  wall.innerHTML = text;
  roll(0);
  tick();
}

function follow() {
  const stream = new EventSource(`${base}/events`);
  stream.addEventListener("open", () => {
    line.textContent = "";
    line.classList.remove("off");
    synchronise().catch(() => {});
  });
  stream.addEventListener("changed", refresh);
  stream.addEventListener("time", (event) => {
    const now = there();
    const heard = JSON.parse(event.data);
    if (now === null || Math.abs(heard.now - now) > 1500) synchronise().catch(() => {});
    if (heard.starts && heard.starts !== wall.querySelector(".crown").dataset.starts) refresh(); // the time was changed
  });
  stream.addEventListener("error", () => {
    line.textContent = line.dataset.off;
    line.classList.add("off");
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  });
}

main.classList.add("rolling");
roll(0);
setInterval(tick, 250);
setInterval(() => roll(1), LEAF);
document.addEventListener("visibilitychange", () => document.hidden || synchronise().catch(() => {}));
synchronise().catch(() => {});
follow();
