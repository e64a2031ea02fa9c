// The form for a new match, with the fields of its game. Only its page has this script.
"use strict";

// Whether the form has the fields of the chosen game; if not, as after a quick choice, they are loaded again.
async function fieldsFit(form) {
  const { game } = form.elements;
  for (let tries = 0; form.querySelector("[data-of]").dataset.of !== game.value; tries += 1) {
    if (tries === 40) return false;
    if (tries % 4 === 0 && !game.classList.contains("htmx-request")) htmx.trigger(game, "again");
    await new Promise((go) => setTimeout(go, 250));
  }
  return true;
}

addEventListener("pageshow", () => document.querySelectorAll("form[data-new]").forEach((form) => { // chosen before this script was loaded, or restored
  form.querySelector("button.main").disabled = false;
  fieldsFit(form);
}));

// Another game has other fields and names of seats. Until they are loaded, seats show only their numbers.
// Typed names stay, and so does the field being edited.
const namesOf = (form) => [...form.querySelectorAll("[name^=name-]")];
let typed = [];
let inHand = null; // the field being edited, and its cursor
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.name === "game") namesOf(detail.target).forEach((one, k) => { one.labels[0].firstChild.data = `${k + 1} `; });
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  typed = namesOf(detail.target).map((one) => (one.value === one.defaultValue ? "" : one.value));
  const { name, selectionStart: at } = document.activeElement;
  inHand = detail.target.contains(document.activeElement) ? { name, at } : null;
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  namesOf(detail.target).forEach((one, k) => { one.value ||= typed[k] || ""; });
  const field = namesOf(detail.target).find((one) => one.name === inHand?.name);
  field?.focus();
  field?.setSelectionRange(inHand.at, inHand.at);
});

const matchSent = {};
const DEALT = ["sealed", "devices"]; // a beacon contributes only to the program's deals, never to those by hand

// Opens one match, however often the button is pressed: it is disabled until the response, and a retry keeps its command id.
async function openMatch(form) {
  const start = form.querySelector("button.main");
  if (start.disabled) return;
  start.disabled = true;
  const opened = await sendMatch(form);
  if (opened) { location.href = `/m/${opened}`; return; }
  start.disabled = false;
  if (document.activeElement === document.body) start.focus();
}

// Returns the id of the match, or undefined if the form shows an error.
async function sendMatch(form) {
  const complain = (text) => { const line = form.querySelector(".problem"); line.textContent = text; line.hidden = !text; };
  complain("");
  if (!await fieldsFit(form)) return complain(form.dataset.offline);
  if (!form.reportValidity()) return undefined; // it may have more required fields than when the button was pressed
  const all = valuesOf(form);
  const seats = namesOf(form); // names belong to their seats; none moves up into a gap
  const last = seats.findLastIndex((one) => one.value.trim());
  const empty = seats.slice(0, last).find((one) => !one.value.trim());
  if (empty) { empty.focus(); complain(`${form.dataset.gap} (${empty.labels[0].textContent.trim()})`); return; }
  const body = { game: all.game, names: [], options: {}, chance: all.chance === "devices" ? "sealed" : all.chance, contribute: all.chance === "devices", beacon: DEALT.includes(all.chance) ? Number(all.beacon || 0) : 0, take_back: all.take_back, outcomes: [], data: {} };
  for (const [key, value] of Object.entries(all)) {
    if (key.startsWith("name-")) body.names.push(value);
    if (key === "data-tags") body.data.tags = value.split(",").map((one) => one.trim()).filter(Boolean);
    else if (key.startsWith("data-")) body.data[key.slice(5)] = value;
    if (key.startsWith("option-")) body.options[key.slice(7)] = value;
  }
  if (all.template) body.template = all.template;
  if (all.box) body.box = all.box;
  if (all.control) { body.clock = all.control; body.flag_loses = form.elements.loses.checked; }
  const file = form.elements.catalogue.files[0];
  const copied = form.elements["-catalogue"]; // a rematch keeps the previous match's components unless others are chosen
  if (form.elements["-like"]) body.like = form.elements["-like"].value; // the former match, whose phones are led to this one
  if (file) body.catalogue_file = await file.text();
  else if (copied && !body.template && !body.box) body.catalogue = JSON.parse(copied.value);
  const command_id = idOf(matchSent, body);
  for (;;) {
    const answer = await post("/api/v1/matches", { ...body, command_id }).catch(() => null);
    if (!answer) return complain(form.dataset.offline);
    if (answer.status === 201) { matchSent.said = ""; return answer.body.id; }
    if (answer.body.code !== "chance.needed" || !answer.body.question) return complain(sentence(answer.body.detail));
    const told = await ask(answer.body.question);
    if (told === undefined) return undefined;
    body.outcomes.push(told);
  }
}
