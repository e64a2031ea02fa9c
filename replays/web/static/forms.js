// Forms: what was filled in as data, a new match, a link to give, a judge's decision. What talks to the service is in common.js.
"use strict";

function valuesOf(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.name.startsWith("-") || field.type === "file") continue;
    if (field.type === "checkbox" && !field.checked) continue;
    const text = field.value.trim();
    const type = field.dataset.type || "text";
    const picked = field.list && [...field.list.options].find((one) => one.value === text && one.dataset.value); // a name stands for a thing
    if (picked) body[field.name] = type === "integer" || (type === "either" && /^-?\d+$/.test(picked.dataset.value)) ? Number(picked.dataset.value) : picked.dataset.value;
    else if (type === "lines") body[field.name] = text.split("\n").map((line) => line.trim()).filter(Boolean);
    else if (type === "words") body[field.name] = text.split(",").map((one) => one.trim()).filter(Boolean);
    else if (type === "whole") body[field.name] = text; // an empty text takes away what was there
    else if (type === "integers") (body[field.name] ||= []).push(Number(text));
    else if (type === "letter") body[field.name] = (body[field.name] || "") + text; // one for each seat, as one word
    else if (type === "word") body[field.name] = [body[field.name], text].filter(Boolean).join(" "); // those that are ticked
    else if (text === "") continue;
    else if (type === "integer") body[field.name] = Number(text);
    else if (type === "boolean") body[field.name] = text === "true";
    else if (type === "either") body[field.name] = /^-?\d+$/.test(text) ? Number(text) : text;
    else if (type === "list") body[field.name] = text.split(",").map((one) => Number(one));
    else body[field.name] = text;
  }
  return body;
}

// Whether the form has the fields of the chosen game; if not, as after a quick choice, it is asked for them again.
async function fieldsFit(form) {
  const { game } = form.elements;
  for (let tries = 0; form.querySelector("[data-of]").dataset.of !== game.value; tries += 1) {
    if (tries === 40) return false;
    if (tries % 4 === 0 && !game.classList.contains("htmx-request")) htmx.trigger(game, "again");
    await new Promise((go) => setTimeout(go, 250));
  }
  return true;
}

addEventListener("pageshow", () => document.querySelectorAll("form[data-new]").forEach(fieldsFit)); // chosen before this script was there, or restored

async function openMatch(form) {
  const complain = (text) => { const line = form.querySelector(".problem"); line.textContent = text; line.hidden = !text; };
  complain("");
  if (!await fieldsFit(form)) return complain(form.dataset.offline);
  const all = valuesOf(form);
  const seats = [...form.querySelectorAll("[name^=name-]")]; // a name stands for its seat: none moves up into a gap
  const last = seats.findLastIndex((one) => one.value.trim());
  const empty = seats.slice(0, last).find((one) => !one.value.trim());
  if (empty) { empty.focus(); complain(`${form.dataset.gap} (${empty.labels[0].textContent.trim()})`); return; }
  const body = { game: all.game, names: [], options: {}, chance: all.chance === "devices" ? "sealed" : all.chance, contribute: all.chance === "devices", beacon: Number(all.beacon || 0), take_back: all.take_back, outcomes: [], data: {}, command_id: newId() };
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
  const copied = form.elements["-catalogue"]; // a rematch has the components of the match before, if no others are chosen
  if (file) body.catalogue_file = await file.text();
  else if (copied && !body.template && !body.box) body.catalogue = JSON.parse(copied.value);
  for (;;) {
    const answer = await post("/api/v1/matches", body).catch(() => null);
    if (!answer) return complain(form.dataset.offline);
    if (answer.status === 201) { location.href = `/m/${answer.body.id}`; return undefined; }
    if (answer.body.code !== "chance.needed" || !answer.body.question) return complain(answer.body.detail);
    const told = await ask(answer.body.question);
    if (told === undefined) return undefined;
    body.outcomes.push(told);
  }
}

// A match that was played already. A name opens the next line; a retry of the same form is recorded once.
let resultSent = { said: "", id: "" };

function roomForOneMore(field) {
  const next = field.closest(".player")?.nextElementSibling;
  if (next?.hidden && field.value.trim()) next.hidden = false;
}

// Several names in one field, with commas between them, go to a line each.
function namesApart(field) {
  const names = field.value.split(",").map((one) => one.trim()).filter(Boolean);
  if (names.length < 2) return;
  const fields = [...field.form.querySelectorAll(".player input[name^=name-]")];
  for (const one of fields.slice(fields.indexOf(field))) {
    if (one !== field && one.value.trim()) continue;
    one.value = names.shift() || "";
    one.closest(".player").hidden = false;
    roomForOneMore(one);
    if (!names.length) break;
  }
}

async function recordResult(form, sure = false) {
  const complain = (text) => { const line = form.querySelector(".problem"); line.textContent = text; line.hidden = !text; };
  complain("");
  const all = valuesOf(form);
  const body = { title: all.title, players: [], data: {} };
  for (const [key, value] of Object.entries(all)) {
    const [kind, rest] = key.split("-");
    if (kind === "name") body.players.push({ name: value, points: all[`points-${rest}`] ?? null, won: `won-${rest}` in all });
    else if (key === "data-tags") body.data.tags = value.split(",").map((one) => one.trim()).filter(Boolean);
    else if (kind === "data") body.data[rest] = value;
    else if (key === "played" || key === "minutes" || key === "note") body[key] = value;
  }
  if (!body.players.some((one) => one.won) && form.dataset.asked !== "yes") {
    form.dataset.asked = "yes";
    return complain(form.dataset.nobody);
  }
  if (sure) body.future = true;
  const said = JSON.stringify(body);
  if (said !== resultSent.said) resultSent = { said, id: newId() };
  const answer = await post("/api/v1/results", { ...body, command_id: resultSent.id }).catch(() => null);
  if (!answer) complain(form.dataset.offline);
  else if (answer.status === 201) location.href = `/m/${answer.body.id}`;
  else if (answer.body.code === "result.future" && !sure && confirm(answer.body.detail)) await recordResult(form, true);
  else complain(answer.body.detail);
  return undefined;
}

async function givePass(form) {
  const answer = await post("/api/v1/passes", valuesOf(form));
  const line = form.querySelector(".problem");
  line.hidden = answer.status === 201;
  line.textContent = answer.body.detail || "";
  if (answer.status !== 201) return;
  const given = $("given");
  given.hidden = false;
  given.querySelector("input").value = answer.body.link;
  given.querySelector("input").focus();
  given.querySelector("input").select();
  given.querySelector("button").textContent = given.querySelector("button").dataset.copy;
}

// A judge's decision is sent at once or not at all, and what is refused stays filled in.
let decided = { said: "", id: "" }; // a retry of the same decision is recorded once

async function decide(form, sure = false) {
  const values = sure ? { ...valuesOf(form), future: true } : valuesOf(form);
  const said = JSON.stringify([form.dataset.post, values]);
  if (said !== decided.said) decided = { said, id: newId() };
  const known = form.hasAttribute("data-bare") ? {} : { command_id: decided.id, expected_version: version() };
  let answer;
  try { answer = await post(`${api}/${form.dataset.post}`, { ...known, ...values }); } catch { refuse({ detail: $("refusal").dataset.offline }, null); return; }
  if (answer.status < 300) { form.reset(); location.reload(); return; }
  if (answer.body.code === "result.future" && !sure && confirm(answer.body.detail)) { await decide(form, true); return; }
  if (answer.body.code === "match.stale") await lookAgain();
  refuse(answer.body, null);
}

// What stands beside the forms as it is now: the next try is decided on that.
async function lookAgain() {
  const answer = await fetch(location.href, { credentials: "same-origin", headers: asViewer }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".live");
  $("findings").replaceWith(fresh.querySelector("#findings"));
  document.querySelector(".live").dataset.version = fresh.dataset.version;
}

// Whether a seat agrees to a take-back: its answer is to the request that it was shown, and to no other.
async function answerRequest(request, agrees) {
  const answer = await post(`${api}/consent`, { request, agrees }).catch(() => null);
  if (!answer) { connection(false); return; }
  if (answer.status >= 400) refuse(answer.body, null);
  refresh();
}

// A PIN for one chair, told this once, beside that chair.
async function givePin(button) {
  const seat = button.dataset.pin;
  const answer = await post(`${api}/pin`, seat ? { seat: Number(seat) } : {}).catch(() => null);
  if (answer) $(`pin-${seat || "recorder"}`).textContent = answer.body.pin || answer.body.detail;
}
