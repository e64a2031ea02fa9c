// The table on a phone: alerts for your turn, the wake lock of the screen, and the drawer of choices.
"use strict";

// --- what somebody wishes on this device ----------------------------------------------------------

const SHORT = [90, 60, 90]; // vibration pattern in milliseconds

// By button id: the name of the stored setting, whether this device supports it, and the immediate effect of a press.
const WISHES = {
  bell: { name: "tablescribe-bell", can: () => true, now: (on) => { if (on) ring(); } },
  vibration: { name: "tablescribe-vibration", can: () => Boolean(navigator.vibrate) && isHeld(), now: (on) => { if (on) navigator.vibrate(SHORT); } },
  awake: { name: "tablescribe-awake", can: () => "wakeLock" in navigator && isHeld(), now: () => stayAwake() },
};

const isHeld = () => matchMedia("(pointer: coarse)").matches; // a phone or tablet
const wished = (id) => WISHES[id].can() && Boolean(localStorage.getItem(WISHES[id].name));

function wish(id) {
  const { name, now } = WISHES[id];
  if (localStorage.getItem(name)) localStorage.removeItem(name);
  else localStorage.setItem(name, "1");
  showWishes();
  now(wished(id));
}

function showWishes() {
  for (const [id, { can }] of Object.entries(WISHES)) {
    const button = $(id);
    if (!button) continue;
    button.hidden = !can();
    button.setAttribute("aria-pressed", String(wished(id)));
  }
}

// Announces your turn by sound and vibration, if enabled.
function call() {
  if (wished("bell")) ring();
  if (wished("vibration")) navigator.vibrate(SHORT);
}

// --- the screen stays on ---------------------------------------------------------------------------

let lock = null; // released when the page is hidden, and requested again when it is visible

async function stayAwake() {
  const wanted = wished("awake") && document.visibilityState === "visible" && !document.querySelector(".turn.ended");
  if (!wanted) { const held = lock; lock = null; await held?.release(); return; }
  if (lock && !lock.released) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; } // refused if the battery is low
}

document.addEventListener("visibilitychange", () => stayAwake());

// --- the drawer -------------------------------------------------------------------------------------

// On a phone the drawer has one line and one row of choices until something is selected. The button that opens all of it
// is shown if the row does not fit.
function fitDrawer() {
  const fold = $("fold");
  const answers = $("answers");
  if (!fold || answers.hidden || part.classList.contains("unfolded")) return;
  const isCut = (one) => Boolean(one) && one.scrollWidth > one.clientWidth + 1;
  fold.toggleAttribute("data-needed", isCut(answers) || isCut(part.querySelector(".stakes")));
}

function foldOut(open) {
  part.classList.toggle("unfolded", open);
  showFold();
  fitDrawer();
}

function showFold() { $("fold")?.setAttribute("aria-expanded", String(part.classList.contains("unfolded"))); }

addEventListener("resize", fitDrawer);
