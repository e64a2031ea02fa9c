// The queue: actions with their ids, sent in order, each recorded once; and what was refused.
"use strict";

const queue = {
  read() { try { return JSON.parse(localStorage.getItem(box) || "[]"); } catch { return []; } },
  write(list) { localStorage.setItem(box, JSON.stringify(list)); showState(); },
  add(one) { this.write([...this.read(), one]); },
  change(one) { this.write(this.read().map((other) => (other.id === one.id ? one : other))); },
  drop(id) { this.write(this.read().filter((other) => other.id !== id)); },
};
let sending = false;
let connected = true;
let stood = new Date(main.dataset.at || Date.now()); // when what is shown was seen

async function send() {
  if (sending) return;
  sending = true;
  try {
    for (let one = queue.read()[0]; one; one = queue.read()[0]) {
      let answer;
      try { answer = await post(one.path, one.body); } catch { connection(false); break; }
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
      queue.drop(one.id);
      const tool = one.from && $(one.from)?.parentElement; // where it was filled in: empty again, or open again
      if (answer.status >= 200 && answer.status < 300) {
        for (const form of tool?.querySelectorAll("form") || []) form.reset();
        carryOn(answer.body.version);
        if (!one.quiet) hideRefusal();
        if (answer.status === 202) await refresh();
      } else if (answer.body.code === "match.stale") { // what waits behind it was decided on the old table, too; notes were not
        const lost = [one, ...queue.read().filter((other) => other.body.expected_version !== undefined)];
        for (const other of lost) queue.drop(other.id);
        refuse({ ...answer.body, lost: lost.map((other) => other.words.trim()) }, one);
      } else {
        if (tool) tool.open = true;
        refuse(answer.body, one);
      }
      await refresh();
    }
  } finally { sending = false; showState(); }
}

// What waits behind an acknowledged action was decided on the table that this action led to.
function carryOn(now) {
  if (!now) return;
  queue.write(queue.read().map((one) => {
    if (one.body.expected_version !== undefined && one.follows) one.body.expected_version = now;
    return one;
  }));
}

function record(path, body, words, from) {
  const waiting = queue.read().length > 0;
  const bare = path.endsWith("/notes");
  const full = { command_id: newId(), ...(bare ? {} : { expected_version: version() }), ...body };
  queue.add({ id: full.command_id, path, body: full, words, from, follows: waiting });
  return send();
}

function connection(on) { connected = on; showState(); }

function refusedPass() { forgetBoxes((name) => name.endsWith(`-of-${viewer}`)); location.reload(); }

function showState() {
  const line = $("link-state");
  if (!line) return;
  const waiting = queue.read().length;
  if (!waiting) for (const one of document.querySelectorAll(".sending")) one.classList.remove("sending");
  const queued = waiting && !(sending && connected) ? `${waiting} ${line.dataset.queued}` : ""; // not for the moment that it takes
  line.classList.toggle("off", !connected || queued !== "");
  $("waiting")?.replaceChildren(...(queued ? queue.read().map((one) => element("li", one.words)) : []));
  line.textContent = connected ? queued || line.dataset.on : [queued, `${line.dataset.off} ${clock(stood)}. ${line.dataset.later}`].filter(Boolean).join(" · ");
}

// --- refusals --------------------------------------------------------------------------------

let refused = null;
let cameFrom = null; // where the focus goes back to

function refuse(problem, one) {
  const area = $("refusal");
  const text = $("refusal-text");
  text.replaceChildren();
  refused = one;
  if (problem.code === "match.stale") text.append(element("p", area.dataset.stale));
  else if (problem.rule) {
    const head = element("p", "");
    head.append(element("b", problem.rule), ` ${problem.why || problem.detail}`);
    text.append(head, element("p", problem.rule_text || "", { lang: problem.rule_language || "en" }));
  } else text.append(element("p", problem.detail || "?"));
  for (const [heading, lines] of [[area.dataset.lost, problem.lost], [area.dataset.legal, problem.legal]]) {
    if (!lines?.length) continue;
    const list = element("ul", "");
    list.append(...lines.map((words) => element("li", words)));
    text.append(element("p", `${heading}:`), list);
  }
  $("anyway").hidden = !(problem.rule && problem.as_played);
  if (area.hidden) cameFrom = document.activeElement;
  area.hidden = false;
  area.focus({ preventScroll: true });
  area.scrollIntoView({ block: "nearest" });
}

function hideRefusal() {
  const area = $("refusal");
  refused = null;
  if (!area || area.hidden) return;
  const inside = area.contains(document.activeElement);
  area.hidden = true;
  if (inside) ((cameFrom && part && again(cameFrom)) || $("turn"))?.focus({ preventScroll: true });
}
