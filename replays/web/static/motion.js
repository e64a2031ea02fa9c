// Animates moved things from their old places: things in two drawings of the table are matched by name.
//
//   const before = placesOf(root);   // before the panels are redrawn
//   …                                // the change
//   glide(before, root);             // after it
//
// There is no animation for readers who prefer reduced motion. If the next animation starts early, it continues from the
// visible place. Independent of any game.
"use strict";

const GLIDE = 260; // milliseconds
const NEAR = 3; // pixels; smaller moves are not animated

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
let gliding = [];

// The places of all named things, in their panels and on the screen.
function placesOf(root) {
  const found = new Map();
  if (lessMotion.matches) return found;
  for (const panel of root.querySelectorAll("[data-panel]")) {
    const frame = panel.getBoundingClientRect();
    for (const thing of panel.querySelectorAll("[data-name]")) {
      const box = thing.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      const place = { thing, panel: panel.dataset.panel, x, y, inX: x - frame.x, inY: y - frame.y };
      if (found.has(thing.dataset.name)) found.get(thing.dataset.name).push(place);
      else found.set(thing.dataset.name, [place]);
    }
  }
  return found;
}

function glide(before, root) {
  stopGliding();
  if (lessMotion.matches || !before.size) return;
  const moved = new Map();
  for (const [name, after] of placesOf(root)) {
    for (const [was, now] of pairs(before.get(name) || [], after)) moved.set(now.thing, apart(was, now));
  }
  for (const [thing, [x, y]] of moved) {
    const above = moved.get(thing.parentElement.closest("[data-name]")) || [0, 0]; // things on it move with it
    const scale = thing.parentElement.getScreenCTM?.()?.a || 1;
    const from = [(x - above[0]) / scale, (y - above[1]) / scale];
    if (Math.hypot(...from) * scale < NEAR) continue;
    gliding.push(thing.animate([{ translate: `${from[0]}px ${from[1]}px` }, { translate: "0px 0px" }], { duration: GLIDE, easing: "ease-out" }));
  }
}

function stopGliding() {
  for (const one of gliding) one.cancel();
  gliding = [];
}

function apart(was, now) {
  return was.panel === now.panel ? [was.inX - now.inX, was.inY - now.inY] : [was.x - now.x, was.y - now.y];
}

// Matches several things of one name: first those that stayed, then the nearest of the rest.
function pairs(before, after) {
  const all = before.flatMap((was) => after.map((now) => [was, now, Math.hypot(...apart(was, now))]));
  const used = new Set();
  const found = [];
  for (const [was, now] of all.sort((one, two) => one[2] - two[2])) {
    if (used.has(was) || used.has(now)) continue;
    used.add(was).add(now);
    found.push([was, now]);
  }
  return found;
}
