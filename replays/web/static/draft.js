// The draft of a round: drag a person onto another, by mouse, pen or finger, or tick two. The rules that the swap would
// break are shown first; if there are any, the swap must be confirmed.
"use strict";

const FAR = 6; // pixels after which a press becomes a drag
const EDGE = 70; // distance from the edge of the window within which it scrolls, in pixels
const SETTLES = 120; // milliseconds over a person before the preview is requested
let held = null; // the drag: element, start position, picture, and the person below
let asked = ""; // the two people of the last preview
let pause = 0;

const draft = () => document.getElementById("draft");
const told = () => document.getElementById("draft-told");
const numberOf = (person) => person.dataset.person;
const ticked = () => [...draft().querySelectorAll("[name=person]:checked")].map((one) => one.value);

async function tellOf(one, other) {
  asked = `${one} ${other}`;
  const answer = await fetch(`${draft().querySelector("form").getAttribute("action")}?one=${one}&other=${other}`, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || asked !== `${one} ${other}` || !told()) return null;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-breaks]");
  told().firstElementChild.replaceChildren(found);
  told().classList.toggle("asking", found.dataset.breaks !== "0");
  told().hidden = false;
  return Number(found.dataset.breaks);
}

function forget() {
  asked = "";
  clearTimeout(pause);
  if (told()) told().hidden = true;
}

function tick(numbers) {
  for (const box of draft().querySelectorAll("[name=person]")) box.checked = numbers.includes(box.value);
}

function letGo() {
  held?.picture?.remove();
  held?.over?.classList.remove("over");
  held?.from.classList.remove("dragged");
  held = null;
}

function lift(event) {
  const picture = held.from.cloneNode(true);
  picture.classList.add("lifted");
  picture.inert = true;
  picture.style.width = `${held.from.offsetWidth}px`;
  document.body.append(picture);
  held.picture = picture;
  held.from.classList.add("dragged");
  held.from.querySelector("input").focus({ preventScroll: true }); // keep the page from moving
  held.from.setPointerCapture(event.pointerId);
}

document.addEventListener("pointerdown", (event) => {
  const from = event.target.closest?.("#draft .person");
  if (!from || event.button !== 0 || !event.isPrimary) return;
  if (event.pointerType === "touch" && !event.target.closest(".grip")) return; // elsewhere, a finger scrolls
  held = { from, x: event.clientX, y: event.clientY, picture: null, over: null };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  if (!held.picture) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    lift(event);
  }
  held.picture.style.transform = `translate(${event.clientX + 10}px, ${event.clientY - 20}px)`;
  if (event.clientY < EDGE) scrollBy(0, -12);
  else if (event.clientY > innerHeight - EDGE) scrollBy(0, 12);
  const over = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("#draft .person")).find((one) => one && one !== held.from) || null;
  if (over === held.over) return;
  held.over?.classList.remove("over");
  over?.classList.add("over");
  held.over = over;
  forget();
  if (over) pause = setTimeout(tellOf, SETTLES, numberOf(held.from), numberOf(over));
});

document.addEventListener("pointerup", async () => {
  if (!held) return;
  const { picture, from, over } = held;
  letGo();
  if (!picture) return;
  const stop = (click) => { click.preventDefault(); click.stopPropagation(); }; // a drop must not tick anybody
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
  if (!over) { forget(); return; }
  clearTimeout(pause);
  tick([numberOf(from), numberOf(over)]);
  const breaks = await tellOf(numberOf(from), numberOf(over));
  if (breaks === 0) draft().querySelector("form").requestSubmit();
  else told()?.querySelector("button").focus();
});

document.addEventListener("pointercancel", () => { letGo(); forget(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held) { letGo(); forget(); }
});
document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#draft .person")) event.preventDefault(); });

document.addEventListener("change", (event) => {
  if (!event.target.matches("#draft [name=person]")) return;
  const two = ticked();
  if (two.length === 2) tellOf(...two);
  else forget();
});

document.addEventListener("click", (event) => {
  if (!event.target.matches("#draft [data-cancel]")) return;
  tick([]);
  forget();
});
