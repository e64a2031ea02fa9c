// The queue of commands with their ids, sent in order and recorded once. If one is refused after waiting, or while others
// wait behind it, it is held, and nothing else is sent before the user has decided about it.
"use strict";

const queue = {
  read() { try { return JSON.parse(localStorage.getItem(box) || "[]"); } catch { return []; } },
  write(list) { localStorage.setItem(box, JSON.stringify(list)); showState(); },
  add(one) { this.write([...this.read(), one]); },
  change(one) { this.write(this.read().map((other) => (other.id === one.id ? one : other))); },
  drop(id) { this.write(this.read().filter((other) => other.id !== id)); },
};
let sending = null; // pending until the queue is empty or has to wait
let connected = true;
let stood = new Date(main.dataset.at || Date.now()); // time of the displayed state

function send() { return (sending ||= sendWaiting()); }

async function sendWaiting() {
  await null; // so that `sending` is set before this ends
  try {
    for (let one = queue.read()[0]; one && !one.refused; one = queue.read()[0]) {
      let answer;
      try { answer = await post(one.path, one.body); } catch { queue.change({ ...one, waited: true }); connection(false); break; }
      connection(true);
      if (answer.status === 401) { refusedPass(); break; }
      if (answer.status === 429 || answer.status >= 500) { setTimeout(send, 2000); break; }
      const question = answer.body.code === "chance.needed" ? answer.body.question : null;
      if (question) {
        const told = await ask(question);
        if (told === undefined) { queue.drop(one.id); continue; }
        one.body.outcomes = [...(one.body.outcomes || []), told];
        one.body.command_id = newId();
        queue.change(one);
        continue;
      }
      if (one.adds && answer.body.code === "match.stale" && (one.tries = (one.tries || 0) + 1) < 6) { // a sum is valid on any version
        await refresh();
        Object.assign(one.body, { command_id: newId(), expected_version: version() });
        queue.change(one);
        continue;
      }
      const fine = answer.status >= 200 && answer.status < 300;
      if (!fine && (one.waited || one.follows || queue.read().length > 1)) {
        hold(one, answer.body);
        await refresh();
        break;
      }
      queue.drop(one.id);
      const tool = one.from && $(one.from)?.parentElement; // its form: cleared, or reopened
      if (fine) {
        for (const form of tool?.querySelectorAll("form") || []) form.reset();
        carryOn(answer.body.version);
        hideRefusal();
        if (answer.status === 202) { await refresh(); $("asked").scrollIntoView({ block: "nearest" }); } // far above the form on a phone
      } else {
        if (tool && answer.body.code !== "match.stale") tool.open = true;
        refuse(answer.body.code === "match.stale" ? { ...answer.body, lost: [one.words.trim()] } : answer.body, one);
      }
      await refresh(fine ? answer.body.version : undefined); // the stream may have been faster than the response
    }
  } finally { sending = null; showState(); }
}

// Commands behind an acknowledged one are based on the version it led to.
function carryOn(now) {
  if (!now) return;
  queue.write(queue.read().map((one) => {
    if (one.body.expected_version !== undefined && one.follows) one.body.expected_version = now;
    return one;
  }));
}

function record(path, body, words, from, more = {}) {
  const waiting = queue.read().length > 0;
  const bare = path.endsWith("/notes") || path.endsWith("/descriptions"); // they fit at any version
  const lag = path.endsWith("/moves") && typeof clockLag === "function" ? clockLag() : 0; // clock.js is loaded if the match has a clock
  const full = { command_id: newId(), ...(lag ? { lag } : {}), ...(bare ? {} : { expected_version: version() }), ...body };
  const one = { id: full.command_id, path, body: full, words, from, follows: waiting, ...more };
  if (changing) { instead(changing, { ...one, follows: false }); return undefined; }
  queue.add(one);
  if (held()) refuse(held().refused, held());
  return send();
}

// --- what is held ----------------------------------------------------------------------------

let changing = null; // the id of the held command that the next one replaces

function held() { return queue.read()[0]?.refused ? queue.read()[0] : null; }

function hold(one, problem) {
  queue.change({ ...one, refused: problem, waited: true });
  refuse(problem, held());
}

// Replaces a waiting command; those behind it then follow from the new one.
function instead(id, one) {
  changing = null;
  queue.write(queue.read().map((other) => (other.id === id ? { ...one, waited: true } : other)));
  hideRefusal();
  send();
}

// Sends the same command again, based on the current version.
function sendAgain(one, more) {
  const { refused: _refused, ...rest } = one;
  const { command_id: _id, expected_version: known, ...body } = one.body;
  const full = { command_id: newId(), ...(known === undefined ? {} : { expected_version: version() }), ...body, ...more };
  const fresh = { ...rest, id: full.command_id, body: full, follows: false };
  if (queue.read().some((other) => other.id === one.id)) instead(one.id, fresh);
  else { queue.add(fresh); hideRefusal(); send(); }
}

function dropHeld(id) {
  if (sending && queue.read()[0]?.id === id) return; // it is being sent
  const decided = held()?.id === id;
  queue.drop(id);
  if (decided) { changing = null; hideRefusal(); }
  send();
}

// Restores a held command to its form; the next command replaces it.
async function changeHeld(one) {
  changing = one.id;
  const said = element("p", ""); // short, because on a phone it covers the form
  said.append(element("b", whose(one)), ` ${one.words.trim()}. ${$("refusal").dataset.changing}`);
  $("refusal-text").replaceChildren(said);
  $("refusal-change").hidden = $("anyway").hidden = $("refusal-send").hidden = true;
  const move = one.path.endsWith("/moves");
  if (move) await fetchForms();
  const form = move ? [...document.querySelectorAll(".say")].find((other) => other.dataset.do === one.body.action.do) : one.from && $(one.from)?.parentElement.querySelector("form");
  if (!form) return;
  if (move) { $("which-form").value = one.body.action.do; showForm(); }
  form.closest("details").open = true;
  for (const [name, value] of Object.entries({ ...one.body, ...one.body.action, "-seat": one.body.seat })) {
    const field = form.elements[name];
    if (field?.type && value !== undefined) field.value = Array.isArray(value) ? value.join(field.dataset.type === "lines" ? "\n" : ",") : value;
  }
  (form.querySelector("input, select, textarea, button") || form).focus();
}

function whose(one) {
  const { seats, seat } = $("waiting").dataset;
  return JSON.parse(seats)[(one.body.seat || Number(seat)) - 1] || "";
}

function waitingLine(one) {
  const line = element("li", "");
  const { drop, refused } = $("waiting").dataset;
  line.append(element("b", whose(one)), ` ${one.words.trim()}${one.refused ? ` (${refused})` : ""} `, element("button", drop, { class: "quiet", "data-unqueue": one.id }));
  return line;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !part) return;
  if (button.dataset.unqueue) dropHeld(button.dataset.unqueue);
  else if (button.id === "refusal-drop" && refused) dropHeld(refused.id);
  else if (button.id === "refusal-change" && refused) changeHeld(refused);
  else if (button.id === "refusal-send" && refused) sendAgain(refused, {});
});

addEventListener("DOMContentLoaded", () => { if (part && held()) refuse(held().refused, held()); });

function connection(on) { connected = on; showState(); }

function refusedPass() { forgetBoxes((name) => name.endsWith(`-of-${viewer}`)); location.reload(); }

function showState() {
  if (typeof showSent === "function") showSent();
  const line = $("link-state");
  if (!line) return;
  const waiting = queue.read().length;
  if (!waiting) for (const one of document.querySelectorAll(".sending")) one.classList.remove("sending");
  const queued = waiting && (held() || !(sending && connected)) ? `${waiting} ${line.dataset.queued}` : ""; // not during normal sending
  line.classList.toggle("off", !connected || queued !== "");
  $("waiting")?.replaceChildren(...(queued ? queue.read().map(waitingLine) : []));
  line.textContent = connected ? queued || line.dataset.on : [queued, `${line.dataset.off} ${clock(stood)}. ${line.dataset.later}`].filter(Boolean).join(" · ");
}

// --- refusals --------------------------------------------------------------------------------

let refused = null;
let cameFrom = null; // where the focus returns to

function refuse(problem, one) {
  const area = $("refusal");
  const text = $("refusal-text");
  text.replaceChildren();
  refused = one;
  const holds = Boolean(one?.refused);
  if (holds || one?.typed) { const head = element("p", ""); head.append(element("b", whose(one)), ` ${one.words.trim()}`); text.append(head); }
  if (problem.code === "match.stale") text.append(element("p", area.dataset.stale));
  else if (problem.rule) {
    const head = element("p", "");
    const link = element("a", problem.rule, { href: `/m/${$("main").dataset.match}/rules?q=${encodeURIComponent(problem.rule)}` });
    head.append(link, ` ${problem.why || problem.detail}`);
    text.append(head, element("p", problem.rule_text || "", { lang: problem.rule_language || "en" }));
  } else text.append(element("p", sentence(problem.detail) || "?"));
  for (const [heading, lines] of [[area.dataset.lost, problem.lost], [area.dataset.legal, problem.legal]]) {
    if (!lines?.length) continue;
    const list = element("ul", "");
    list.append(...lines.map((words) => element("li", words)));
    text.append(element("p", `${heading}:`), list);
  }
  $("anyway").hidden = !(problem.rule && problem.as_played);
  for (const id of ["refusal-drop", "refusal-change"]) if ($(id)) $(id).hidden = !holds;
  if ($("refusal-send")) $("refusal-send").hidden = !(holds && problem.code === "match.stale");
  $("refusal-close").hidden = holds;
  if (area.hidden) cameFrom = document.activeElement;
  area.hidden = false;
  area.focus({ preventScroll: true });
  area.scrollIntoView({ block: "nearest" });
}

function hideRefusal() {
  const area = $("refusal");
  refused = null;
  if (!area || area.hidden || held()) return; // a held command needs a decision
  const inside = area.contains(document.activeElement);
  area.hidden = true;
  if (inside) ((cameFrom && part && again(cameFrom)) || $("turn"))?.focus({ preventScroll: true });
}
