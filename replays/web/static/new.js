// A new match: the form has the fields of its game, and what it says is sent. Only its page has this script.
"use strict";

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
