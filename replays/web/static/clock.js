// The clock of a match: counts on from the state that the service sent, by the service's time. A page with a clock has
// an element with data-clock; [data-shows] elements show the times, with seat 0 for the whole table.
"use strict";

const clockUrl = `/api/v1/matches/${main.dataset.match}/clock`;
const LAGS = 5; // number of requests to measure; the fastest one is the most accurate
const MOST_LAG = 500; // maximum delay that the service compensates, in milliseconds
const MEASURE_EVERY = 60_000;
const AGAIN_AFTER = 5_000; // milliseconds before a failed measurement is retried
let aheadOf = null; // the service's time minus the age of this page, in milliseconds
let halfTrip = 0; // measured delay to the service, in milliseconds
let measuring = false;
let measured = -Infinity; // time of the last measurement or attempt

const serviceTime = () => (aheadOf === null ? Date.now() : performance.now() + aheadOf);
const clockNow = () => document.querySelector(".clocks[data-clock], #face[data-clock]");

// Assumes that both directions take equally long; of several requests, the fastest counts.
async function measure() {
  if (!clockNow() || measuring) return;
  measuring = true;
  measured = performance.now();
  await measureTrips().catch(() => {});
  measuring = false;
  countOn();
}

async function measureTrips() {
  let best = Infinity;
  for (let k = 0; k < LAGS; k += 1) {
    const sent = performance.now();
    const answer = await fetch(clockUrl, { credentials: "same-origin", headers: asViewer, cache: "no-store" }).catch(() => null);
    const trip = performance.now() - sent;
    if (!answer?.ok) return;
    const told = await answer.json();
    if (!told || trip >= best) continue;
    best = trip;
    aheadOf = told.now - (sent + trip / 2);
    halfTrip = trip / 2;
  }
}

// The delay of a message from this device, for the service to compensate.
const clockLag = () => (clockNow() && aheadOf !== null ? Math.min(MOST_LAG, Math.round(halfTrip)) : 0);

// The time that a seat's clock shows now, in milliseconds.
function showsNow(clock, seat) {
  const passed = clock.state === "running" && clock.running.length ? Math.max(0, serviceTime() - clock.now) : 0;
  if (clock.table !== null) return clock.table - passed;
  const side = clock.seats[seat - 1];
  if (!side.runs) return side.shows;
  const counted = Math.max(0, passed - side.free);
  return clock.mode === "measured" ? side.shows + counted : side.shows - counted;
}

function clockText(milliseconds) {
  const two = (number) => String(number).padStart(2, "0");
  if (milliseconds > 0 && milliseconds < 10_000) {
    const tenths = Math.ceil(milliseconds / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.ceil(Math.abs(milliseconds) / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (milliseconds < 0 ? "−" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(rest)}`;
}

// Updates the times, and marks the clocks that run, are low on time, or have fallen.
function countOn() {
  const place = clockNow();
  if (!place) return null;
  const clock = JSON.parse(place.dataset.clock);
  let soonest = Infinity;
  let unsaid = false;
  for (const one of place.querySelectorAll("[data-shows]")) {
    const seat = Number(one.dataset.shows);
    const shows = showsNow(clock, seat || 1);
    const side = clock.seats[(seat || 1) - 1];
    const words = clockText(shows);
    if (one.textContent !== words) one.textContent = words;
    const holder = one.closest("[data-side], [data-half]");
    const runs = clock.state === "running" && (clock.table !== null ? clock.running.length > 0 : side.runs);
    const limited = clock.mode !== "measured";
    holder.classList.toggle("runs", runs);
    holder.classList.toggle("short", limited && runs && shows < 30_000);
    holder.classList.toggle("fell", limited && (side.fallen || (runs && shows <= 0)));
    if (runs && limited) { soonest = Math.min(soonest, shows); unsaid = unsaid || (shows <= 0 && !side.fallen); }
  }
  const flag = place.querySelector("[data-clock-does=flag]");
  if (flag) flag.hidden = !unsaid;
  return { clock, soonest, unsaid };
}

async function clockDoes(body) {
  const full = { command_id: newId(), ...body };
  return post(clockUrl, full).catch(() => null);
}

// Runs every quarter of a second, and every tenth in the last ten seconds.
function tickOn() {
  const found = countOn();
  if (found && aheadOf === null && performance.now() - measured > AGAIN_AFTER) measure(); // the clock was set after the page was opened
  setTimeout(tickOn, found && found.soonest < 10_000 && found.soonest > 0 ? 100 : 250);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-clock-does]");
  if (!button || button.disabled) return;
  button.disabled = true;
  const answer = await clockDoes({ does: button.dataset.clockDoes });
  button.disabled = false;
  if (answer && answer.status >= 400 && typeof refuse === "function") refuse(answer.body, null);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.clockForm) return;
  event.preventDefault();
  const { seat, shows, reason } = form.elements;
  const answer = await clockDoes({ does: form.dataset.clockForm, ...(seat ? { seat: Number(seat.value) } : {}), shows: shows.value, reason: reason.value });
  if (answer?.status === 201) form.closest("details")?.removeAttribute("open");
  else if (answer && typeof refuse === "function") refuse(answer.body, null);
});

measure();
setInterval(measure, MEASURE_EVERY);
document.addEventListener("visibilitychange", () => { if (!document.hidden) measure(); });
tickOn();
