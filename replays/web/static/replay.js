// A match step by step. Pages of steps come from the service or from the file itself, so no step waits for a request of
// its own.
"use strict";

const stage = document.getElementById("step");
const said = stage.dataset; // texts and state
const by = (id) => document.getElementById(id);
const WITHIN = document.getElementById("match-steps"); // the steps inside a stand-alone file
const SIZE = Number(said.size);
const FAST = 150; // milliseconds; faster steps are not animated
const SETTLED = 250; // milliseconds before the address is updated

const pages = new Map();
const loading = new Map();
let left = said.left;
let total = Number(said.total);
let version = null;
let wanted = Number(said.at);
let shown = wanted;
let frame = 0;
let last = 0;
let drawnPage = null;

// --- pages of steps --------------------------------------------------------------------------------

const asReader = document.body.dataset.viewer ? { "Tablescribe-Viewer": document.body.dataset.viewer } : {};

const pageOf = (index) => Math.floor(index / SIZE);

async function carried() {
  const packed = Uint8Array.from(atob(WITHIN.textContent.trim()), (one) => one.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

async function ask(query) {
  if (WITHIN) return carried();
  const answer = await fetch(`${said.base}/steps?${query}`, { credentials: "same-origin", headers: asReader });
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}

// Stores a page, and drops pages of an earlier version or another line.
function take(page) {
  if (page.version !== version || (page.left ?? "") !== String(left)) pages.clear();
  version = page.version;
  left = String(page.left ?? "");
  total = page.total;
  page.drawn = page.fragments.map((bits) => bits.map((one) => page.bits[one]).join(""));
  let panels = {};
  for (const step of page.steps) {
    panels = { ...panels };
    for (const [name, [begin, gone, ...come]] of Object.entries(step.panels)) {
      const was = panels[name] || [];
      panels[name] = [...was.slice(0, begin), ...come, ...was.slice(begin + gone)];
    }
    step.all = panels;
  }
  pages.set(pageOf(page.first), page);
  by("slider").max = total - 1;
  return page;
}

function load(number) {
  if (number < 0 || number > pageOf(total - 1) || pages.has(number) || loading.has(number)) return loading.get(number);
  const asked = ask(`at=${number * SIZE}${left ? `&left=${left}` : ""}`)
    .then((page) => { take(page); wanted = Math.min(wanted, total - 1); later(); })
    .catch(() => { stop(); stage.setAttribute("aria-busy", "false"); by("trouble").hidden = false; wanted = shown; })
    .finally(() => loading.delete(number));
  loading.set(number, asked);
  return asked;
}

// --- where to ----------------------------------------------------------------------------------------

function go(index) {
  wanted = Math.min(Math.max(index, 0), total - 1);
  later();
}

async function jump(move) {
  const here = [...pages.values()].find((page) => page.steps.some((step) => step.move === move));
  const page = here || take(await ask(`move=${move}`));
  drawnPage = here ? drawnPage : null;
  go(page.first + page.steps.findIndex((step) => step.move === move));
}

function later() {
  if (!frame) frame = requestAnimationFrame(draw);
}

function draw() {
  frame = 0;
  by("slider").value = wanted;
  const page = pages.get(pageOf(wanted));
  stage.setAttribute("aria-busy", String(!page));
  if (!page) return load(pageOf(wanted));
  by("trouble").hidden = true;
  if (wanted !== shown || drawnPage !== page) show(page, page.steps[wanted - page.first]);
  load(pageOf(wanted + SIZE / 2 | 0)); // prefetch
  load(pageOf(Math.max(wanted - SIZE / 2, 0) | 0));
  return null;
}

// --- showing a step ----------------------------------------------------------------------------------

function show(page, step) {
  const moved = wanted !== shown;
  const slow = moved && performance.now() - last > FAST && Math.abs(wanted - shown) < 2;
  const before = slow ? placesOf(stage) : new Map();
  last = performance.now();
  for (const place of stage.querySelectorAll("[data-kinds]")) layOut(place, page, step);
  glide(before, stage);
  shown = wanted;
  tell(page, step);
  list(page, step);
  mark();
  if (moved) follow(step.move);
}

const drawnAs = new WeakMap();

function layOut(place, page, step) {
  const kinds = place.dataset.kinds.split(" ");
  const old = new Map([...place.children].map((one) => [one.dataset.panel, one]));
  const scene = page.scenes[step.scene].filter(([, kind]) => kinds.includes(kind));
  const figures = scene.map(([name, kind, title]) => {
    const figure = old.get(name) || newFigure(name, kind);
    const caption = figure.querySelector("figcaption");
    if (caption && caption.textContent !== title) caption.textContent = title;
    if (drawnAs.get(figure) !== step.all[name]) {
      drawnAs.set(figure, step.all[name]);
      paint(figure, step.all[name].map((one) => page.drawn[one]).join(""));
    }
    return figure;
  });
  if (figures.length !== place.children.length || figures.some((one, k) => place.children[k] !== one)) place.replaceChildren(...figures);
}

const cut = document.createElement("template");

function paint(figure, svg) {
  cut.innerHTML = svg;
  const old = figure.querySelector("svg");
  if (old) become(old, cut.content.firstChild);
  else figure.append(cut.content);
}

// Turns one drawing into another by changing only the differences, which avoids layout work.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || !old.firstChild || !fresh.firstChild) return old.replaceWith(fresh);
  for (const { name } of [...old.attributes || []]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes || []) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [were, are] = [[...old.childNodes], [...fresh.childNodes]];
  let same = 0;
  while (were.length && are.length && were[0].isEqualNode(are[0])) { were.shift(); are.shift(); same += 1; }
  while (were.length && are.length && were.at(-1).isEqualNode(are.at(-1))) { were.pop(); are.pop(); }
  if (were.length === are.length) return were.forEach((one, k) => become(one, are[k]));
  for (const one of were) one.remove();
  if (same) old.childNodes[same - 1].after(...are);
  else old.prepend(...are);
}

function newFigure(name, kind) {
  const figure = make("figure", "panel");
  Object.assign(figure.dataset, { panel: name, kind });
  if (kind === "board") figure.setAttribute("aria-label", said.board);
  else if (kind !== "seat") figure.append(document.createElement("figcaption"));
  return figure;
}

function make(tag, kind = "", text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  return made;
}

// The photos of the notes on a move; stand-alone files have none.
function showPhotos(ids) {
  const area = by("photos");
  if (!area) return;
  const list = make("ul", "photos");
  list.setAttribute("aria-label", area.dataset.photos);
  ids.forEach((id, number) => {
    const address = `${said.base}/photos/${id}`;
    const link = Object.assign(make("a", "photo"), { href: address, target: "_blank", rel: "noopener" });
    const image = Object.assign(make("img"), { src: `${address}?small=true`, alt: `${area.dataset.photo} ${number + 1}` });
    image.dataset.erased = area.dataset.erased;
    link.append(image);
    const item = make("li");
    item.append(link);
    list.append(item);
  });
  area.replaceChildren(...(ids.length ? [list] : []));
}

function tell(page, step) {
  const line = page.lines.find((one) => one.move === step.move);
  by("move").replaceChildren(`${said.move} ${step.move}`, ...(step.counts ? [] : [" ", make("em", "", `(${said.gone})`)]));
  by("words").textContent = by("now").textContent = line ? line.words : "";
  by("changes").replaceChildren(...step.changes.map((one) => make("li", "", one)));
  by("notes").replaceChildren(...step.notes.map((one) => make("li", "", one)));
  showPhotos(step.photos || []);
  by("won").hidden = wanted !== total - 1 || left !== "";
  const rules = (some, lead) => some.map((one) => {
    const text = make("p", lead ? "broken" : "");
    const words = make("span", "", page.rules[one]);
    words.lang = page.language;
    text.append(make("b", "", lead ? `${one} ${lead}:` : one), " ", words);
    return text;
  });
  by("broken").replaceChildren(...rules(step.broken, said.broken));
  by("followed").hidden = !step.rules.length;
  by("followed").querySelector("summary").textContent = `${said.followed}: ${step.rules.join(" ")}`;
  by("followed-rules").replaceChildren(...rules(step.rules, ""));
  by("rules").hidden = !step.rules.length && !step.broken.length;
  by("slider").setAttribute("aria-valuetext", `${said.move} ${step.move}`);
}

function list(page, step) {
  if (drawnPage !== page) {
    drawnPage = page;
    by("lines").replaceChildren(...page.lines.map(lineOf));
    by("earlier").hidden = page.first === 0;
    by("later").hidden = page.first + page.steps.length >= total;
  }
  for (const one of by("lines").querySelectorAll(".here")) { one.classList.remove("here"); one.querySelector("[aria-current]")?.removeAttribute("aria-current"); }
  const here = by("lines").querySelector(`[data-move="${step.move}"]`);
  if (!here) return;
  here.classList.add("here");
  here.querySelector("a").setAttribute("aria-current", "step");
  const frameOf = by("lines"); // only this element may scroll
  frameOf.scrollTop = here.offsetTop - (frameOf.clientHeight - here.offsetHeight) / 2;
}

function lineOf(line) {
  const item = make("li", `${line.counts ? "" : "gone"}${line.broken ? " broken" : ""}`);
  const words = make("span", "", line.words);
  if (!line.counts) words.append(" ", make("em", "", `(${said.gone})`));
  for (const [first, end] of line.branches || []) if (!WITHIN) words.append(" ", link(end, "branch", `↳ ${said.variation} ${first}${first < end ? `–${end}` : ""}`));
  if (line.move === null) { item.classList.add("event"); item.append(make("span", "", "·"), " ", words); return item; }
  item.dataset.move = line.move;
  const reachable = !WITHIN || line.counts;
  item.append(reachable ? link(line.move, "", String(line.move)) : make("span", "", String(line.move)), " ", words);
  return item;
}

function link(move, kind, text) {
  const made = make("a", kind, text);
  made.href = address(move);
  made.dataset.jump = move;
  return made;
}

function mark() {
  for (const [id, off] of [["first", shown === 0], ["back", shown === 0], ["forward", shown === total - 1], ["last", shown === total - 1]]) by(id).setAttribute("aria-disabled", String(off));
  const here = by("chart-here");
  if (!here) return;
  here.classList.toggle("off", left !== "");
  const along = (shown * here.dataset.width) / Math.max(total - 1, 1);
  here.setAttribute("transform", `translate(${along} 0)`);
  const chart = by("chart"); // where it is wider than the screen, its part around the move is in sight
  if (chart.scrollWidth > chart.clientWidth) chart.scrollLeft = ((36 + along) / 640) * chart.scrollWidth - chart.clientWidth / 2;
}

// --- the address: the last one wins ---------------------------------------------------------------------

let settle = 0;
let at = "";

const address = (move) => (WITHIN ? `#move=${move}` : `?move=${move}`);

function follow(move) {
  at = address(move);
  clearTimeout(settle);
  settle = setTimeout(write, SETTLED);
  const about = by("remark-about");
  if (about) { about.value = move; by("remark-move").textContent = move; }
}

function write() {
  clearTimeout(settle);
  if (at && !location.href.endsWith(at)) history.replaceState(history.state, "", at);
}

addEventListener("pagehide", write);

// --- playing by itself -----------------------------------------------------------------------------------

let playing = 0;

function pressed() {
  by("run").setAttribute("aria-pressed", String(playing !== 0));
  by("run").setAttribute("aria-label", playing ? by("run").dataset.pause : by("run").dataset.play);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  pressed();
}

function run() {
  if (playing) return stop();
  if (wanted === total - 1) go(0);
  next();
  return pressed();
}

function next() {
  playing = setTimeout(() => {
    if (wanted === shown) go(wanted + 1); // not before the requested step is shown
    if (wanted >= total - 1) stop();
    else next();
  }, 1000 * Number(by("pace").value));
}

// --- fingers and keys --------------------------------------------------------------------------------------

const WHERE = { first: () => 0, back: () => wanted - 1, forward: () => wanted + 1, last: () => total - 1, earlier: () => drawnFirst() - 1, later: () => drawnFirst() + SIZE };

const drawnFirst = () => (drawnPage ? drawnPage.first : pageOf(shown) * SIZE);

stage.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const pressedOn = event.target.closest("button, a");
  if (pressedOn?.id === "run") return void run();
  if (pressedOn && pressedOn.id in WHERE) {
    event.preventDefault();
    stop();
    go(WHERE[pressedOn.id]());
  } else if (pressedOn && "jump" in pressedOn.dataset) {
    event.preventDefault();
    stop();
    jump(Number(pressedOn.dataset.jump)).catch(() => { by("trouble").hidden = false; });
  } else if (event.target.closest("#chart svg") && !left) {
    const box = event.target.closest("svg").getBoundingClientRect();
    const across = (((event.clientX - box.x) / box.width) * 640 - 36) / by("chart-here").dataset.width;
    if (across >= 0 && across <= 1) { stop(); go(Math.round(across * (total - 1))); }
  }
});

by("slider").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
by("pace").addEventListener("change", () => { if (playing) { clearTimeout(playing); next(); } });

const KEYS = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", n: "forward", p: "back", " ": "run" };

document.addEventListener("keydown", (event) => {
  const own = event.key === " " ? "button, a, summary, input, select, textarea" : "select, textarea, input";
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(own) || !KEYS[event.key]) return;
  event.preventDefault();
  if (KEYS[event.key] === "run") return void run();
  stop();
  go(WHERE[KEYS[event.key]]());
});

// --- remarks ------------------------------------------------------------------------------------------------

by("remark")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const body = JSON.stringify({ command_id: newId(), text: form.elements.text.value, about: Number(form.elements.about.value) });
  const trouble = form.querySelector(".problem");
  try {
    const answer = await fetch(form.dataset.to, { method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json", ...asReader }, body });
    if (!answer.ok) throw new Error((await answer.json()).detail);
    form.elements.text.value = "";
    form.closest("details").open = false;
    trouble.hidden = true;
    jumpAnew(Number(form.elements.about.value));
  } catch (error) { trouble.hidden = false; trouble.textContent = error instanceof TypeError ? said.trouble : error.message; }
});

function jumpAnew(move) {
  pages.clear();
  jump(move);
}

// --- the beginning --------------------------------------------------------------------------------------------

const begun = /[#&]move=(\d+)/.exec(WITHIN ? location.hash : "");
mark();
pressed();
if (WITHIN) ask().then((page) => { take(page); if (begun) jump(Number(begun[1])).catch(() => {}); else go(wanted); });
else load(pageOf(wanted));
