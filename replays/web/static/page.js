// What every page needs: what is kept on this device is its viewer's only, selects that submit their form,
// and the keys and the playing of the replay page.
"use strict";

// What waits to be sent lies in boxes; each belongs to one viewer at one match.
const BOXES = "tablescribe-queue-";
const viewer = document.body.dataset.viewer;
const boxes = () => Object.keys(localStorage).filter((name) => name.startsWith(BOXES));

function forgetBoxes(which = () => true) {
  for (const name of boxes()) if (which(name)) localStorage.removeItem(name);
}

const passes = [viewer, ...document.body.dataset.held.split(" ")].filter(Boolean); // one device may hold several passes
if (passes.length) forgetBoxes((name) => !passes.some((one) => name.endsWith(`-of-${one}`)));
else if ("forget" in document.body.dataset) forgetBoxes();

document.addEventListener("submit", (event) => {
  const { unsent } = event.target.dataset;
  if (!unsent) return;
  const waits = boxes().some((name) => JSON.parse(localStorage.getItem(name) || "[]").length);
  if (waits && !confirm(unsent)) event.preventDefault();
  else forgetBoxes();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

// Times as they are here.
function localise(within) {
  for (const time of within.querySelectorAll("time[datetime]")) time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
localise(document);
document.addEventListener("htmx:afterSwap", (event) => localise(event.target));

const replay = document.querySelector("[data-replay]");
if (replay) {
  let playing = null;
  const press = (id) => document.getElementById(id)?.click();
  const ended = () => {
    const live = replay.querySelector(".live");
    return live.dataset.at === live.dataset.end;
  };
  const show = () => document.getElementById("run")?.setAttribute("aria-pressed", String(playing !== null));
  const stop = () => { clearInterval(playing); playing = null; show(); };
  let pace = "1";
  const run = () => {
    if (playing !== null) return stop();
    if (ended()) press("first");
    playing = setInterval(() => (ended() ? stop() : press("forward")), 1000 * Number(pace));
    show();
  };
  replay.addEventListener("click", (event) => {
    if (event.target.closest("#run")) run();
    else if (event.isTrusted && event.target.closest("a")) stop();
  });
  replay.addEventListener("input", (event) => {
    if (event.target.id === "pace") {
      pace = event.target.value;
      event.stopPropagation();
      if (playing !== null) { stop(); run(); }
    }
    if (event.target.id === "slider") {
      const moves = event.target.dataset.moves.split(" ");
      event.target.form.elements.move.value = moves[Number(event.target.value)];
    }
  }, true);
  const keys = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", n: "forward", p: "back", " ": "run" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea, summary, button")) return;
    if (keys[event.key]) { event.preventDefault(); if (event.key !== " ") stop(); press(keys[event.key]); }
  });
  let focused = "";
  document.body.addEventListener("htmx:beforeSwap", () => { focused = document.activeElement?.id || ""; });
  document.body.addEventListener("htmx:afterSwap", () => {
    show();
    const select = document.getElementById("pace");
    if (select) select.value = pace;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    document.querySelector(".moves li.here")?.scrollIntoView({ block: "nearest" });
  });
}
