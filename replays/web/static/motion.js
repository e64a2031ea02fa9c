// What moved glides from where it was: of two drawings of the table, things are known again by their names.
//
//   const before = placesOf(root);   // before the panels are drawn anew
//   …                                // the change
//   glide(before, root);             // after it
//
// Nothing glides for readers who want less motion. A glide that is under way when the next begins goes on from where it
// can be seen. Nothing is known here of any game.
"use strict";

const GLIDE = 260; // milliseconds
const NEAR = 3; // pixels: what moved less stays

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
let gliding = [];

// Where everything that has a name is drawn: in its panel, and on the screen.
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
    const above = moved.get(thing.parentElement.closest("[data-name]")) || [0, 0]; // what lies on it goes with it
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

// Which is which, where several have one name: those that stayed first, then the nearest of what is left.
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
