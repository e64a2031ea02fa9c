// Questions of chance to the table: dice and cards.
"use strict";

function ask(question) {
  const dialog = $("ask");
  const pad = $("ask-pad");
  const search = $("ask-search");
  const free = $("ask-free");
  const ok = $("ask-ok");
  $("ask-title").textContent = question.words;
  const faces = question.possible.some((one) => one.face);
  const few = question.possible.every((one) => one.label.length < 4);
  pad.classList.toggle("wide", !few && !faces);
  pad.classList.toggle("cards", faces);
  const possible = [...question.possible].sort((a, b) => a.label.localeCompare(b.label, document.documentElement.lang, { numeric: true }));
  search.hidden = possible.length <= 12;
  search.value = "";
  free.hidden = ok.hidden = question.possible.length > 0;
  free.querySelector("input").value = "";
  return new Promise((resolve) => {
    const done = (value) => { dialog.onclose = null; dialog.close(); resolve(value); };
    const fill = () => {
      const wanted = search.value.toLowerCase();
      pad.replaceChildren(...possible.filter((one) => one.label.toLowerCase().includes(wanted)).map((one) => {
        const button = element("button", one.face ? "" : one.label, { type: "button" });
        if (one.face) showFace(button, one);
        button.onclick = () => done(one.value);
        return button;
      }));
    };
    search.oninput = fill;
    fill();
    dialog.onclose = () => resolve(undefined);
    $("ask-cancel").onclick = () => done(undefined);
    ok.onclick = () => { const told = free.querySelector("input").value.trim(); if (told) done(/^-?\d+$/.test(told) ? Number(told) : told); };
    dialog.onkeydown = (event) => {
      const found = /^[0-9]$/.test(event.key) && event.target !== search && question.possible.find((one) => String(one.label) === event.key);
      if (found) { event.preventDefault(); done(found.value); }
      if (event.key === "Enter" && event.target.tagName === "INPUT") { event.preventDefault(); pad.querySelector("button")?.click(); if (!ok.hidden) ok.click(); }
    };
    dialog.showModal();
    pad.querySelector("button")?.focus();
  });
}

// The picture of a card as drawn by the service: safe markup with numbers and escaped words only.
function showFace(button, card) {
  const drawn = new DOMParser().parseFromString(card.face, "image/svg+xml").documentElement;
  button.setAttribute("aria-label", card.label);
  drawn.setAttribute("aria-hidden", "true");
  button.append(document.importNode(drawn, true));
}
