// The form of a judge's ruling: choose changes from the table's contents, and preview them before recording.
"use strict";

const ruling = $("ruling")?.querySelector("form");
let previews = 0;

const ruledFacts = () => ruling.elements.facts.value.split("\n").map((line) => line.trim()).filter(Boolean);
const partOf = (box, name) => box.querySelector(`[data-part=${name}]`);

// The chosen change as a fact in the command line's notation; empty if something is missing.
function pickedFact(box) {
  if (box.dataset.fact === "set") {
    const field = partOf(box, partOf(box, "choice").hidden ? "value" : "choice");
    const value = field.value.trim().replace(/\s+/g, "_");
    return value && `set ${partOf(box, "key").value} ${value}`;
  }
  const from = partOf(box, box.dataset.fact === "move" ? "piece" : "card").selectedOptions[0];
  if (!from) return "";
  if (box.dataset.fact === "move") return `move ${from.value} ${partOf(box, "n").value || 1} ${from.dataset.zone} ${partOf(box, "zone").value}`;
  const face = partOf(box, "face").value;
  return face && `turn ${from.dataset.zone} ${from.value} ${face} 1`;
}

function writeFacts(facts) { ruling.elements.facts.value = facts.join("\n"); previewRuling(0); }

function listFacts(words) {
  const list = $("ruling-facts");
  list.replaceChildren(...ruledFacts().map((fact, n) => {
    const line = element("li", "");
    line.classList.add("row", "between");
    line.append(element("span", words?.[n] || fact), element("button", list.dataset.remove, { type: "button", class: "quiet", "data-unfact": n }));
    return line;
  }));
  if (!ruledFacts().length) list.append(element("li", list.dataset.none, { class: "soft" }));
}

// Requests a preview a moment after the last input; only the latest response is shown.
function previewRuling(after) {
  const turn = (previews += 1);
  listFacts();
  setTimeout(async () => {
    if (turn !== previews) return;
    const replaces = ruling.elements.replaces.value.trim();
    const area = $("ruling-preview");
    area.hidden = !ruledFacts().length && !replaces;
    if (area.hidden) return;
    const body = { facts: ruledFacts(), ...(/^\d+$/.test(replaces) ? { replaces: Number(replaces) } : {}) };
    const answer = await post(`${api}/rulings/preview`, body).catch(() => null);
    if (turn !== previews) return;
    if (answer?.status !== 200) { area.replaceChildren(element("p", answer ? answer.body.detail : $("refusal").dataset.offline, { class: "problem" })); return; }
    listFacts(answer.body.facts);
    showPreview(area, answer.body);
  }, after);
}

function showPreview(area, found) {
  const list = element("ul", "");
  list.append(...found.changes.map((line) => element("li", line)));
  const gone = found.taken_back.length ? [element("p", `${area.dataset.gone}: ${found.taken_back.join(", ")}`)] : [];
  const panels = found.panels.map((panel) => {
    const figure = element("figure", "", { class: "panel", "data-kind": panel.kind });
    if (panel.kind !== "board") figure.append(element("figcaption", panel.title));
    figure.append(document.importNode(new DOMParser().parseFromString(panel.svg, "image/svg+xml").documentElement, true));
    return figure;
  });
  area.replaceChildren(element("h3", area.dataset.heading), ...gone, found.changes.length ? list : element("p", area.dataset.nothing), ...panels);
}

// Updates dependent fields: the current value, the seats, the faces of a card.
function followPick(box) {
  if (box.dataset.fact === "set") {
    const option = partOf(box, "key").selectedOptions[0];
    const choices = option ? JSON.parse(option.dataset.choices) : [];
    const [value, choice] = [partOf(box, "value"), partOf(box, "choice")];
    value.placeholder = option?.dataset.now || "";
    value.hidden = choices.length > 0;
    choice.hidden = !choices.length;
    choice.replaceChildren(...choices.map((one) => element("option", one.label, { value: one.value })));
  } else if (box.dataset.fact === "move") {
    partOf(box, "n").max = partOf(box, "piece").selectedOptions[0]?.dataset.n || 1;
  } else {
    const faces = JSON.parse(partOf(box, "card").selectedOptions[0]?.dataset.faces || "[]");
    partOf(box, "face").replaceChildren(...faces.map((one) => element("option", one.label, { value: one.face })));
  }
}

if (ruling) {
  for (const box of ruling.querySelectorAll("[data-fact]")) {
    followPick(box);
    box.addEventListener("change", (event) => { if (["key", "piece", "card"].includes(event.target.dataset.part)) followPick(box); });
    box.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); box.querySelector("[data-add-fact]").click(); } });
  }
  ruling.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.hasAttribute("data-add-fact")) {
      const fact = pickedFact(button.closest("[data-fact]"));
      if (fact) writeFacts([...ruledFacts(), fact]);
    } else if (button?.dataset.unfact) writeFacts(ruledFacts().filter((_, n) => n !== Number(button.dataset.unfact)));
  });
  for (const name of ["facts", "replaces"]) ruling.elements[name].addEventListener("input", () => previewRuling(300));
  listFacts();
}
