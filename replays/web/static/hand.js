// The table in the hand: what a phone does at one's turn, whether its screen stays on, and the drawer of choices.
"use strict";

// --- what somebody wishes on this device ----------------------------------------------------------

const SHORT = [90, 60, 90]; // milliseconds of a vibration, and of the pause within it

// By the button's id: under which name it is kept, whether this device can do it, and what pressing it does at once.
const WISHES = {
  bell: { name: "tablescribe-bell", can: () => true, now: (on) => { if (on) ring(); } },
  vibration: { name: "tablescribe-vibration", can: () => Boolean(navigator.vibrate) && isHeld(), now: (on) => { if (on) navigator.vibrate(SHORT); } },
  awake: { name: "tablescribe-awake", can: () => "wakeLock" in navigator && isHeld(), now: () => stayAwake() },
};

const isHeld = () => matchMedia("(pointer: coarse)").matches; // a phone or a tablet, not a desk
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

// It is one's turn: by sound and vibration, each only where it is wished.
function call() {
  if (wished("bell")) ring();
  if (wished("vibration")) navigator.vibrate(SHORT);
}

// --- the screen stays on ---------------------------------------------------------------------------

let lock = null; // the device gives it back when the page is hidden: it is asked for again when it is seen

async function stayAwake() {
  const wanted = wished("awake") && document.visibilityState === "visible" && !document.querySelector(".turn.ended");
  if (!wanted) { const held = lock; lock = null; await held?.release(); return; }
  if (lock && !lock.released) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; } // a battery that is nearly empty refuses
}

document.addEventListener("visibilitychange", () => stayAwake());

// --- the drawer -------------------------------------------------------------------------------------

// On a phone the drawer is one line and one row of choices, until something is pointed at. The button for all of it
// is there where the row does not show everything.
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
