// Forms: their fields as data; the forms for a result, a new link and a judge's decision. Requests are in common.js.
"use strict";

function valuesOf(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.name.startsWith("-") || field.type === "file") continue;
    if (field.type === "checkbox" && !field.checked) continue;
    const text = field.value.trim();
    const type = field.dataset.type || "text";
    const picked = field.list && [...field.list.options].find((one) => one.value === text && one.dataset.value); // a label for a thing
    if (picked) body[field.name] = type === "integer" || (type === "either" && /^-?\d+$/.test(picked.dataset.value)) ? Number(picked.dataset.value) : picked.dataset.value;
    else if (type === "lines") body[field.name] = text.split("\n").map((line) => line.trim()).filter(Boolean);
    else if (type === "words") body[field.name] = text.split(",").map((one) => one.trim()).filter(Boolean);
    else if (type === "whole") body[field.name] = text; // an empty text clears the field
    else if (type === "integers") (body[field.name] ||= []).push(Number(text));
    else if (type === "letter") body[field.name] = (body[field.name] || "") + text; // one letter per seat, joined to one word
    else if (type === "word") body[field.name] = [body[field.name], text].filter(Boolean).join(" "); // the ticked ones
    else if (text === "") continue;
    else if (type === "integer") body[field.name] = Number(text);
    else if (type === "boolean") body[field.name] = text === "true";
    else if (type === "either") body[field.name] = /^-?\d+$/.test(text) ? Number(text) : text;
    else if (type === "list") body[field.name] = text.split(",").map((one) => Number(one));
    else body[field.name] = text;
  }
  return body;
}

// The command id: a form sent again unchanged keeps its id, so the service records it once.
function idOf(sent, content) {
  const said = JSON.stringify(content);
  if (said !== sent.said) Object.assign(sent, { said, id: newId() });
  return sent.id;
}

// The form for a match already played. A name opens the next line.
const resultSent = {};

function roomForOneMore(field) {
  const next = field.closest(".player")?.nextElementSibling;
  if (next?.hidden && field.value.trim()) next.hidden = false;
}

// Several names in one field, separated by commas, are split into lines.
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
  const answer = await post("/api/v1/results", { ...body, command_id: idOf(resultSent, body) }).catch(() => null);
  if (!answer) complain(form.dataset.offline);
  else if (answer.status === 201) location.href = `/m/${answer.body.id}`;
  else if (answer.body.code === "result.future" && !sure && confirm(answer.body.detail)) await recordResult(form, true);
  else complain(sentence(answer.body.detail));
  return undefined;
}

async function givePass(form) {
  const answer = await post("/api/v1/passes", valuesOf(form));
  const line = form.querySelector(".problem");
  line.hidden = answer.status === 201;
  line.textContent = sentence(answer.body.detail);
  if (answer.status !== 201) return;
  const given = $("given");
  given.hidden = false;
  given.querySelector("input").value = answer.body.link;
  given.querySelector("input").focus();
  given.querySelector("input").select();
  given.querySelector("button").textContent = given.querySelector("button").dataset.copy;
}

// A judge's decision is never queued, and the form stays filled in after a refusal.
const decided = {};

async function decide(form, sure = false) {
  const values = sure ? { ...valuesOf(form), future: true } : valuesOf(form);
  const known = form.hasAttribute("data-bare") ? {} : { command_id: idOf(decided, [form.dataset.post, values]), expected_version: version() };
  let answer;
  try { answer = await post(`${api}/${form.dataset.post}`, { ...known, ...values }); } catch { refuse({ detail: $("refusal").dataset.offline }, null); return; }
  if (answer.status < 300) {
    const said = form.closest("details")?.querySelector("summary")?.firstChild.textContent || form.closest("section")?.querySelector("h2")?.textContent || "";
    if ($("done")) sessionStorage.setItem("tablescribe-done", [$("done").dataset.recorded, said.trim()].filter(Boolean).join(": "));
    form.reset();
    location.reload();
    return;
  }
  if (answer.body.code === "result.future" && !sure && confirm(answer.body.detail)) { await decide(form, true); return; }
  if (answer.body.code === "match.stale") await lookAgain();
  refuse(answer.body, null);
}

// Refreshes the state beside the forms, on which the next attempt is based.
async function lookAgain() {
  const answer = await fetch(location.href, { credentials: "same-origin", headers: asViewer }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".live");
  $("findings").replaceWith(fresh.querySelector("#findings"));
  document.querySelector(".live").dataset.version = fresh.dataset.version;
}

// A seat's answer to a take-back request, which applies only to the request shown.
async function answerRequest(request, agrees) {
  const answer = await post(`${api}/consent`, { request, agrees }).catch(() => null);
  if (!answer) { connection(false); return; }
  if (answer.status >= 400) refuse(answer.body, null);
  refresh();
}

// A PIN for one chair, shown once beside that chair.
async function givePin(button) {
  const seat = button.dataset.pin;
  const answer = await post(`${api}/pin`, seat ? { seat: Number(seat) } : {}).catch(() => null);
  if (answer) $(`pin-${seat || "recorder"}`).textContent = answer.body.pin || answer.body.detail;
}
