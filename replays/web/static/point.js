// Choosing by pointing: selected things narrow the choices. Independent of any game: choices name what they touch, and
// pictures name what they draw (data-name).
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const FEW = 6; // maximum number of remaining choices shown as buttons
const LEAST = 26; // minimum width and height of a tap target in pixels

const pointing = { all: [], left: [], at: [], hits: [], labels: {}, word: "", spot: null, waits: false };

// --- what is possible ----------------------------------------------------------------------------

// Reads a newly drawn table; the selection is kept only if the table is the same.
function lookAt(keep) {
  const choices = $("choices");
  const dropped = !keep && pointing.at.length > 0;
  pointing.labels = choices ? JSON.parse(choices.dataset.labels) : {};
  pointing.all = [...(choices?.querySelectorAll("[data-names]") || [])].map((button) => ({ button, names: JSON.parse(button.dataset.names) }));
  pointing.at = keep ? pointing.at : [];
  if (!choices) pointing.at = [];
  drawHits();
  narrow();
  return dropped;
}

const touching = (list, name) => list.filter((one) => one.names.includes(name));

function narrow() {
  let left = pointing.all;
  for (const name of pointing.at) left = touching(left, name);
  if (pointing.at.length && !left.length) { pointing.at = []; left = pointing.all; }
  pointing.left = left;
  showLeft();
}

// Handles a tap on a thing: selects or releases it, and releases things that do not fit it.
function tap(names) {
  const [name, ...around] = names;
  if (pointing.at.includes(name)) pointing.at = pointing.at.filter((one) => !names.includes(one));
  else {
    let left = touching(pointing.all, name);
    const kept = [name];
    for (const other of [...around, ...[...pointing.at].reverse()]) {
      const fewer = touching(left, other);
      if (fewer.length && !kept.includes(other)) { left = fewer; kept.push(other); }
    }
    pointing.at = [...pointing.at.filter((one) => kept.includes(one)), ...kept.filter((one) => !pointing.at.includes(one))];
  }
  pointing.word = "";
  narrow();
}

function letGo() { pointing.at = []; narrow(); }

// --- what is left, said and shown ------------------------------------------------------------------

function showLeft() {
  const choices = $("choices");
  if (!choices) return;
  const { left, at } = pointing;
  const searching = Boolean($("find").value);
  const pointed = at.length > 0;
  $("pointed").hidden = !pointed;
  if (pointed) $("chips").scrollLeft = $("chips").scrollWidth;
  $("chips").replaceChildren(...at.map((name) => {
    const chip = element("button", pointing.labels[name] || name, { type: "button", class: "chip", "data-release": name });
    return chip;
  }));
  const still = $("still");
  still.textContent = pointing.word || (!pointed ? (pointing.hits.length ? still.dataset.begin : "") : left.length === 1 ? still.dataset.one : `${left.length} ${isApart(left) ? still.dataset.many : still.dataset.choose}`);
  still.classList.toggle("hint", !pointed && !pointing.word);
  const one = pointed && left.length === 1 ? left[0] : null;
  $("sum").hidden = !one;
  $("answers").hidden = Boolean(one);
  if (!searching) {
    choices.hidden = pointed;
    $("found").hidden = !pointed;
    $("found").replaceChildren(...(pointed && !one ? left.slice(0, told(left)).map(({ button }) => button.cloneNode(true)) : []));
    shorten();
  }
  light();
  if (one) sumUp(one.button);
  else if (pointed && left.length <= 4) for (const button of $("found").children) whatComes(button);
  number();
  fitDrawer();
}

// Whether pointing on would tell apart what is left.
function isApart(left) {
  return left.some((one) => one.names.some((name) => !pointing.at.includes(name) && drawnAs(name) && touching(left, name).length < left.length));
}

// How many of what is left stand as buttons: all where pointing on would tell nothing apart, else only few.
function told(left) { return left.length <= FEW || !isApart(left) ? 40 : 0; }

// What all the words begin with has been pointed at already.
function shorten() {
  const words = [...$("found").querySelectorAll(".words")];
  if (words.length < 2 || pointing.at.length === 0) return;
  const all = words.map((one) => one.textContent);
  let same = 0;
  while (all.every((one) => one[same] !== undefined && one[same] === all[0][same])) same += 1;
  same = all[0].lastIndexOf(" ", same);
  if (same < 14) return;
  words.forEach((one, n) => {
    one.closest("button").setAttribute("aria-label", all[n]);
    one.textContent = `…${all[n].slice(same)}`;
  });
}

let asked = 0;

async function foreseen(button) {
  const answer = await post(`${api}/preview`, { seat: Number(button.dataset.seat), action: JSON.parse(button.dataset.action) }).catch(() => null);
  return answer?.status === 200 ? answer.body : null;
}

async function sumUp(button) {
  const sum = $("sum");
  const turn = (asked += 1);
  sum.querySelector(".words").textContent = button.querySelector(".words").textContent;
  const lead = button.querySelector(".whose")?.textContent;
  if (lead) sum.querySelector(".words").prepend(element("b", `${lead}: `));
  sum.querySelector("ul").replaceChildren();
  Object.assign($("record").dataset, { action: button.dataset.action, seat: button.dataset.seat });
  $("record").toggleAttribute("data-tells", "tells" in button.dataset);
  showSent();
  const found = await foreseen(button);
  if (!found || turn !== asked || sum.hidden) return;
  sum.querySelector("ul").replaceChildren(...comes(found).map((line) => element("li", line)));
}

const comes = (found) => [...found.changes.slice(0, 6), ...(found.question ? [`${found.question}?`] : [])];

async function whatComes(button) {
  const found = await foreseen(button);
  if (found && button.isConnected && !button.querySelector("small")) button.append(element("small", comes(found).slice(0, 3).join(" · ")));
}

// --- what is drawn ------------------------------------------------------------------------------------

// The name by which a thing is drawn; an unseen card is drawn as the back of any face-down card.
function drawnAs(name) {
  const drawn = pointing.drawn;
  if (drawn.has(name)) return name;
  const back = `?${name.replace(/^\?/, "").split(":")[0]}`;
  return drawn.has(back) ? back : null;
}

// Over each picture there is a button for each thing that some choice touches, with inner things above outer ones.
function drawHits() {
  const panels = [...part.querySelectorAll(".panel > svg")];
  for (const old of part.querySelectorAll(".points")) old.remove();
  pointing.hits = [];
  pointing.drawn = new Set([...part.querySelectorAll(".panel [data-name]")].map((one) => one.dataset.name));
  const touched = new Map(); // drawn name → names in choices
  for (const name of new Set(pointing.all.flatMap((one) => one.names))) {
    const shown = drawnAs(name);
    if (shown === name) touched.set(shown, name);
  }
  const layers = panels.map((svg) => { // measure everything before drawing, to avoid repeated layout
    const things = [...svg.querySelectorAll("[data-name]")].filter((one) => touched.has(one.dataset.name));
    return [svg, things.length > 0, things.map((one) => hit(svg, one)).filter(Boolean)];
  });
  for (const [svg, touchable, made] of layers) {
    svg.setAttribute("role", touchable ? "group" : "img");
    if (!touchable) continue;
    svg.setAttribute("aria-label", svg.querySelector("title")?.textContent || "");
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "points");
    layer.append(...made.map((one) => one.shape));
    svg.append(layer);
    if (made.length) made[0].shape.setAttribute("tabindex", "0");
    pointing.hits.push(...made);
  }
}

function hit(svg, thing) {
  const scale = svg.getScreenCTM();
  const drawn = thing.getScreenCTM();
  const size = thing.getBBox();
  if (!scale || !drawn || !size.width) return null;
  const at = scale.inverse().multiply(drawn);
  const unit = 1 / (scale.a || 1);
  const ground = [...thing.children].find((one) => one.tagName !== "title");
  let shape;
  if (ground && /^(path|circle|rect)$/.test(ground.tagName) && covers(ground, size)) {
    shape = ground.cloneNode(false);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "class"]) shape.removeAttribute(name);
    const own = scale.inverse().multiply(ground.getScreenCTM());
    shape.setAttribute("transform", `matrix(${own.a} ${own.b} ${own.c} ${own.d} ${own.e} ${own.f})`);
  } else {
    shape = document.createElementNS(SVG, "rect");
    const least = LEAST * unit;
    const width = Math.max(size.width * at.a + 4 * unit, least);
    const height = Math.max(size.height * at.d + 4 * unit, least);
    const x = at.e + (size.x + size.width / 2) * at.a - width / 2;
    const y = at.f + (size.y + size.height / 2) * at.d - height / 2;
    for (const [name, value] of Object.entries({ x, y, width, height, rx: 6 * unit })) shape.setAttribute(name, value);
  }
  const names = [];
  for (let one = thing; one && one !== svg; one = one.parentElement) {
    const { name } = one.dataset;
    if (name && !names.includes(name) && pointing.all.some((other) => other.names.includes(name))) names.push(name);
  }
  const label = thing.querySelector(":scope > title")?.textContent || pointing.labels[thing.dataset.name];
  for (const [name, value] of Object.entries({ class: "hit", role: "button", tabindex: "-1", "aria-label": label, "aria-pressed": "false" })) shape.setAttribute(name, value);
  shape.dataset.hit = thing.dataset.name;
  return { shape, names, svg };
}

// Whether the background of a thing is its tap target: it covers nearly all of the thing and is large enough for a finger.
function covers(ground, size) {
  const [own, shown] = [ground.getBBox(), ground.getBoundingClientRect()];
  return own.width >= size.width * 0.8 && own.height >= size.height * 0.8 && shown.width >= LEAST && shown.height >= LEAST;
}

// Marks the selected things, and those that still narrow the choices.
function light() {
  const { left, at } = pointing;
  const leads = new Set();
  for (const name of new Set(left.flatMap((one) => one.names))) if (at.length === 0 || touching(left, name).length < left.length) leads.add(name);
  for (const { shape, names } of pointing.hits) {
    const pressed = at.includes(names[0]) && names.slice(1).every((name) => at.includes(name) || !touching(left, name).length || touching(left, name).length < left.length);
    shape.setAttribute("aria-pressed", String(pressed));
    shape.classList.toggle("at", pressed);
    shape.classList.toggle("leads", !pressed && at.length > 0 && leads.has(names[0]));
  }
  part.querySelector(".live").classList.toggle("pointing", at.length > 0);
}

// --- by finger and by key -----------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const shape = event.target.closest?.(".hit");
  if (shape) { const found = pointing.hits.find((one) => one.shape === shape); if (found) { rove(found); tap(found.names); } return; }
  if (pointing.hits.length && event.target.closest(".panel [data-name]")) { pointing.word = $("still").dataset.none; narrow(); }
  const { release } = event.target.closest("[data-release]")?.dataset || {};
  if (release) { pointing.at = pointing.at.filter((one) => one !== release); narrow(); $("turn").focus({ preventScroll: true }); }
  if (event.target.closest("#unpoint")) { letGo(); $("turn").focus({ preventScroll: true }); }
});

// --- where the keyboard goes on ---------------------------------------------------------------------

// The place of the last selection, near which the next thing to focus is searched.
document.addEventListener("focusin", (event) => {
  const found = pointing.hits.find((one) => one.shape === event.target);
  if (found) pointing.spot = { panel: panelOf(found), middle: middleOf(found) };
});

const panelOf = (one) => one.svg.closest(".panel")?.dataset.panel;

function middleOf(one) {
  const [box, all] = [one.shape.getBoundingClientRect(), one.svg.getBoundingClientRect()];
  return [box.x + box.width / 2 - all.x, box.y + box.height / 2 - all.y];
}

// The thing nearest to the last selection, preferably in the same picture.
function nextToPoint() {
  if (!pointing.spot || !pointing.hits.length) return null;
  const { panel, middle: [x, y] } = pointing.spot;
  const there = pointing.hits.filter((one) => panelOf(one) === panel);
  const far = (one) => { const [a, b] = middleOf(one); return Math.hypot(a - x, b - y); };
  const found = (there.length ? there : pointing.hits).reduce((best, one) => (far(one) < far(best) ? one : best));
  rove(found);
  return found.shape;
}

// Restores a lost focus: to the next thing to point at; while others decide, to the line that names them, and back to
// the board as soon as there is something to point at.
function comeBack(at, hit) {
  const points = Boolean(hit) || at.id === "record" || (at.id === "turn" && pointing.waits);
  const same = hit && part.querySelector(`[data-hit="${CSS.escape(hit)}"]`);
  for (const one of [same, points ? nextToPoint() : again(at), $("turn")]) {
    one?.focus({ preventScroll: true });
    if (one && document.activeElement === one) break;
  }
  pointing.waits = points && document.activeElement === $("turn");
}

function rove(found) {
  for (const one of pointing.hits) if (one.svg === found.svg) one.shape.setAttribute("tabindex", one === found ? "0" : "-1");
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

document.addEventListener("keydown", (event) => {
  const here = pointing.hits.find((one) => one.shape === event.target);
  if (event.key === "Escape" && pointing.at.length && !$("ask").open && $("refusal").hidden) { letGo(); return; }
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) tap(here.names);
  } else if (WAYS[event.key]) {
    event.preventDefault();
    const next = nearest(here, WAYS[event.key]);
    if (next) { rove(next); next.shape.focus(); }
  }
});

// The next thing in a direction; straight ahead counts more than sideways.
function nearest(here, [x, y]) {
  const middle = (one) => { const box = one.shape.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [a, b] = middle(here);
  let best = null;
  for (const one of pointing.hits) {
    if (one.svg !== here.svg || one === here) continue;
    const [c, d] = middle(one);
    const ahead = (c - a) * x + (d - b) * y;
    const aside = Math.abs((c - a) * y) + Math.abs((d - b) * x);
    if (ahead > 1 && (!best || ahead + 2 * aside < best.far)) best = { one, far: ahead + 2 * aside };
  }
  return best?.one;
}
