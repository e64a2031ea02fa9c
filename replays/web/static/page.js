// What every page needs: what is kept on this device is its viewer's only, selects that submit their form, and times.
"use strict";

// Over plain http browsers keep no keys, so no button leads there.
document.documentElement.classList.toggle("insecure", !isSecureContext);

// What waits to be sent lies in boxes; each belongs to one viewer at one match.
const BOXES = "tablescribe-queue-";
const viewer = document.body.dataset.viewer;
const boxes = () => Object.keys(localStorage).filter((name) => name.startsWith(BOXES));

function forgetBoxes(which = () => true) {
  for (const name of boxes()) if (which(name)) localStorage.removeItem(name);
}

const passes = [viewer, ...document.body.dataset.held.split(" ")].filter(Boolean); // a device may hold several passes
if (passes.length) forgetBoxes((name) => !passes.some((one) => name.endsWith(`-of-${one}`)));
else if ("forget" in document.body.dataset) forgetBoxes();

document.addEventListener("submit", (event) => {
  const { unsent } = event.target.dataset;
  if (!unsent) return;
  const waits = boxes().some((name) => JSON.parse(localStorage.getItem(name) || "[]").length);
  if (waits && !confirm(unsent)) event.preventDefault();
  else forgetBoxes();
});

// A link to a collapsed form opens it.
const aim = location.hash && document.getElementById(location.hash.slice(1));
if (aim?.tagName === "SUMMARY") { aim.parentElement.open = true; aim.scrollIntoView({ block: "center" }); }

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

// Choices made before the scripts were loaded, or restored by the browser, still load their dependent content.
document.addEventListener("htmx:load", (event) => {
  for (const select of event.target.querySelectorAll("select[hx-get]")) {
    const first = Math.max(0, [...select.options].findIndex((one) => one.defaultSelected));
    if (select.selectedIndex !== first) htmx.trigger(select, "change");
  }
});

// Offers installation on a phone's home screen, after which the app also starts without a connection.
let offered = null; // the browser's install prompt, which a page may show
const workers = navigator.serviceWorker; // missing if the address is neither https nor this machine
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offered = event;
  document.getElementById("install").hidden = false;
});
document.getElementById("install")?.addEventListener("click", async () => {
  await offered?.prompt();
  document.getElementById("install").hidden = true;
});
addEventListener("appinstalled", () => workers?.register("/worker.js"));
if (matchMedia("(display-mode: standalone)").matches) workers?.register("/worker.js");

// English has no single order of day and month: use that of the reader's region, which the browser tells every page.
function localeHere() {
  const { lang } = document.documentElement;
  if (lang !== "en") return lang;
  const known = [...navigator.languages].sort((a, b) => b.startsWith("en") - a.startsWith("en")); // English ones first
  const region = known.map((one) => new Intl.Locale(one).region).find(Boolean);
  return region ? `en-${region}` : lang;
}

// Times in the device's time zone.
function localise(within) {
  for (const time of within.querySelectorAll("time[datetime]")) time.textContent = new Date(time.dateTime).toLocaleString(localeHere(), { ...("clock" in time.dataset ? {} : { dateStyle: "medium" }), timeStyle: "short" });
}
localise(document);
document.addEventListener("htmx:afterSwap", (event) => localise(event.target));

// A new command id, by which the service recognises repeated commands.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
