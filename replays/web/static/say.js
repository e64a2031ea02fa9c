// Word-by-word input: the values of a blank component, or facts. The service offers the next words; independent of any game.
"use strict";

const boxName = main.dataset.box || "";
const typing = { button: null, facts: [], found: null, entered: false, lines: {} };
let waits = 0;

const saying = () => $("say").dataset.mode === "fact";

// Opens the dialog for a blank component, or for a choice that needs facts first.
function openSay(mode, title, line, button) {
  const dialog = $("say");
  dialog.dataset.mode = mode;
  dialog.dataset.key = line;
  Object.assign(typing, { button, facts: [], found: null });
  $("say-title").textContent = title;
  $("say-line").value = typing.lines[line] || line;
  $("say-add").hidden = mode !== "fact";
  showTold();
  dialog.showModal();
  $("say-line").focus();
  look(0);
}

function address() {
  const line = `line=${encodeURIComponent($("say-line").value)}`;
  if (boxName) return `/api/v1/box/declaration?name=${encodeURIComponent(boxName)}&${line}`;
  return `${api}/${saying() ? "fact" : "declaration"}?${line}${typing.facts.map((one) => `&told=${encodeURIComponent(one)}`).join("")}`;
}

// Requests the possible next words a moment after the last input; only the latest response counts.
function look(after, entered = false) {
  const mine = (waits += 1);
  $("say-record").disabled = $("say-add").disabled = true;
  for (const word of $("say-words").children) word.disabled = true; // it would continue an older text
  typing.found = null; // the last result is for an older text
  typing.entered = entered;
  setTimeout(async () => {
    if (mine !== waits) return;
    const answer = await fetch(address(), { credentials: "same-origin", headers: asViewer }).catch(() => null);
    if (mine !== waits) return;
    const found = answer ? await answer.json() : { detail: $("say").dataset.offline };
    if (mine !== waits) return;
    if (!answer?.ok) {
      $("say-says").textContent = found.detail;
      if (!answer || answer.status === 429 || answer.status >= 500) look(2000, typing.entered); // retry later
      return;
    }
    typing.found = found;
    showFound();
    if (typing.entered) enter();
  }, after);
}

function showFound() {
  const found = typing.found;
  $("say-fields").replaceChildren(...(found.fields || []).map((one, n) => element("li", one.label, { class: one.said ? "said" : n === found.at ? "now" : "" })));
  $("say-words").replaceChildren(...found.words.map((one) => element("button", one.label, { type: "button", "data-line": one.line })));
  $("say-says").textContent = found.problem || found.says || "";
  $("say-says").classList.toggle("problem", Boolean(found.problem));
  $("say-add").disabled = !found.fact;
  $("say-record").disabled = saying() ? Boolean($("say-line").value.trim()) && !found.fact : !found.action;
}

function showTold() {
  $("say-told").replaceChildren(...typing.facts.map((one, n) => { const line = element("li", `${one} `); line.append(element("button", "×", { type: "button", class: "quiet", "data-untell": n })); return line; }));
}

function addFact() {
  if (!typing.found?.fact) return;
  typing.facts.push(typing.found.fact);
  $("say-line").value = "";
  showTold();
  look(0);
}

async function recordSaid() {
  if ($("say-record").disabled) return;
  const dialog = $("say");
  const { found, button } = typing;
  if (boxName) { await correctBox(); return; }
  if (saying()) {
    const facts = [...typing.facts, ...(found.fact ? [found.fact] : [])];
    dialog.close();
    recordChoice(button, { facts });
    return;
  }
  const key = dialog.dataset.key;
  typing.lines[key] = $("say-line").value; // a refused line is restored
  dialog.close();
  mine = true;
  const before = version();
  await record(`${api}/moves`, { ...(found.seat ? { seat: found.seat } : {}), action: found.action }, found.says);
  if (version() > before) delete typing.lines[key];
}

async function correctBox() {
  const answer = await post("/api/v1/box/components", { name: boxName, line: $("say-line").value.trim() }).catch(() => null);
  if (answer?.status === 201) location.reload();
  else $("say-says").textContent = answer ? answer.body.detail : $("say").dataset.offline;
}

async function makeBox(form) {
  const { blank, ...rest } = valuesOf(form);
  const answer = await post("/api/v1/boxes", { ...rest, blank: blank ? [blank] : [] }).catch(() => null);
  if (answer?.status === 201) { location.href = `/box?name=${encodeURIComponent(answer.body.name)}`; return; }
  const line = form.querySelector(".problem");
  line.textContent = answer ? answer.body.detail : form.dataset.offline;
  line.hidden = false;
}

document.addEventListener("submit", (event) => { if (event.target.matches("form[data-box]")) { event.preventDefault(); makeBox(event.target); } });

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.declare) openSay("declare", `${button.textContent}: ${$("say").dataset.declare}`, `${button.dataset.declare} `, button);
  else if (button.dataset.line !== undefined) { $("say-line").value = button.dataset.line; $("say-line").focus(); look(0); }
  else if (button.dataset.untell !== undefined) { typing.facts.splice(Number(button.dataset.untell), 1); showTold(); look(0); }
  else if (button.id === "say-cancel") $("say").close();
  else if (button.id === "say-add") addFact();
  else if (button.id === "say-record") recordSaid();
});

document.addEventListener("input", (event) => { if (event.target.id === "say-line") look(150); });

// A line entered before the response is accepted as soon as it has been parsed.
function enter() {
  typing.entered = !typing.found;
  if (typing.entered) return;
  if (saying() && $("say-line").value.trim()) addFact();
  else recordSaid();
}

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "say-line" || event.key !== "Enter") return;
  event.preventDefault();
  enter();
});
