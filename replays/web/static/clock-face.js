// The clock page for a phone in the middle of the table: a tap on your own part ends your turn. The service's clock
// counts. Taps without a connection are retried for a while, and network delay is compensated up to a limit.
"use strict";

const face = $("face");
const line = $("clock-line");
const may = new Set((main.dataset.may || "").split(" "));
const mySeat = Number(main.dataset.seat) || 0;
const SOUND = "tablescribe-clock-sound";
const SHAKE = "tablescribe-clock-shake";
const TRIES = 6; // attempts to send a tap before the connection counts as lost
const WAIT = 700; // milliseconds between attempts
let busy = false;
let said = null; // the state announced last, so that each sound plays once
let awake = null;

// --- by choice -------------------------------------------------------------------------------------

function chosen(button, key) {
  const show = () => button.setAttribute("aria-pressed", String(Boolean(localStorage.getItem(key))));
  button.addEventListener("click", () => {
    if (localStorage.getItem(key)) localStorage.removeItem(key);
    else { localStorage.setItem(key, "1"); signal(660, 60); }
    show();
  });
  show();
}

let audio = null;
function signal(pitch, long) {
  if (localStorage.getItem(SHAKE)) navigator.vibrate?.(long);
  if (!localStorage.getItem(SOUND)) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + long / 1000 + 0.05);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + long / 1000 + 0.05);
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  awake = await navigator.wakeLock.request("screen").catch(() => null);
}

// --- what the clock does ---------------------------------------------------------------------------

function take(clock) {
  if (!clock) return;
  face.dataset.clock = JSON.stringify(clock);
  show();
}

function tell(words, off = false) {
  line.textContent = words;
  line.classList.toggle("off", off);
}

function show() {
  const found = countOn();
  if (!found) return;
  const { clock, soonest, unsaid } = found;
  for (const half of face.querySelectorAll("[data-half]")) {
    const seat = Number(half.dataset.half);
    const side = clock.seats[seat - 1];
    const mine = may.has("tap") && (!mySeat || seat === mySeat);
    const runs = clock.running.includes(seat) && clock.state === "running";
    half.disabled = !mine || !(runs || clock.state === "waiting");
    half.classList.toggle("next", clock.state === "paused" && clock.running.includes(seat));
    const words = half.classList.contains("fell") ? line.dataset.fell : clock.state === "paused" && clock.running.includes(seat) ? line.dataset.paused : side.turns ? `${line.dataset.turns}: ${side.turns}` : "";
    const place = half.querySelector("[data-state-of]");
    if (place.textContent !== words) place.textContent = words;
  }
  const pause = $("pause");
  const does = { waiting: "start", running: "pause", paused: "resume" }[clock.state];
  pause.hidden = !does || !may.has(does);
  if (does) { pause.dataset.does = does; pause.textContent = pause.dataset[does]; }
  if (!line.classList.contains("off")) tell(clock.state === "waiting" && may.has("tap") ? line.dataset.begin : clock.state === "over" ? line.dataset.over : line.dataset.control);
  const now = unsaid ? "fell" : soonest < 10_000 ? "short" : "";
  if (now !== said && now) signal(now === "fell" ? 220 : 440, now === "fell" ? 600 : 120);
  if (now === "fell" && said !== "fell" && may.has("flag")) clockDoes({ does: "flag" }).then((answer) => { if (answer?.status === 201) take(answer.body.clock); });
  said = now;
}

// A tap is one command, however often it is sent.
async function press(body) {
  if (busy) return;
  busy = true;
  const full = { command_id: newId(), ...body };
  const [began, lag] = [performance.now(), clockLag()];
  for (let k = 0; k < TRIES; k += 1) {
    const late = Math.min(MOST_LAG, Math.round(lag + performance.now() - began));
    const answer = await post(clockUrl, { ...full, ...(full.does === "tap" ? { lag: late } : {}) }).catch(() => null);
    if (answer && answer.status < 500) {
      line.classList.remove("off");
      if (answer.status === 201) take(answer.body.clock);
      else { tell(answer.body.detail || "", true); await again(); }
      busy = false;
      return;
    }
    tell(line.dataset.off, true);
    await new Promise((done) => { setTimeout(done, WAIT); });
  }
  busy = false;
}

async function again() {
  const answer = await fetch(clockUrl, { credentials: "same-origin", headers: asViewer, cache: "no-store" }).catch(() => null);
  if (answer?.ok) take(await answer.json());
}

function follow() {
  const source = new EventSource(`${api}/events?after=${main.dataset.last}&as=${viewer}`);
  source.onopen = () => { line.classList.remove("off"); measure(); again(); };
  source.onerror = () => {
    tell(line.dataset.off, true);
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
  };
  source.addEventListener("recorded", (event) => { main.dataset.last = event.lastEventId; again(); });
  source.addEventListener("ended", () => { source.close(); location.reload(); });
}

if (face) {
  line.dataset.control = line.textContent;
  chosen($("sound"), SOUND);
  chosen($("shake"), SHAKE);
  face.addEventListener("click", (event) => {
    const half = event.target.closest("[data-half]");
    const clock = JSON.parse(face.dataset.clock);
    const takesOver = !clock.tapped && clock.state !== "waiting"; // until now, recorded moves pressed the clock
    if (half && !half.disabled && (!takesOver || confirm(line.dataset.sure))) { signal(880, 40); press({ does: "tap", seat: Number(half.dataset.half) }); }
  });
  $("pause").addEventListener("click", () => press({ does: $("pause").dataset.does }));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { stayAwake(); again(); } });
  document.addEventListener("keydown", (event) => { if (event.key === " " && !event.target.matches("button")) { event.preventDefault(); face.querySelector("[data-half].runs:not(:disabled)")?.click(); } });
  stayAwake();
  follow();
  show();
  setInterval(show, 200);
}

$("set-clock")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const problem = form.querySelector(".problem");
  const answer = await post(clockUrl, { command_id: newId(), does: "set", control: form.elements.control.value, loses: form.elements.loses.checked }).catch(() => null);
  if (answer?.status === 201) { location.reload(); return; }
  problem.textContent = answer?.body.detail || "";
  problem.hidden = false;
});
