// Photos of notes: taken or chosen, reduced on this device, and sent with the note; opened large; erased ones marked.
"use strict";

const LONGEST = 2560; // maximum side length in pixels
const MOST_BYTES = 2000000; // maximum size of a stored photo
const chosen = new Map(); // by the form's address: the photos of its next note, as data URLs

// --- choosing --------------------------------------------------------------------------------------

document.addEventListener("change", async (event) => {
  const field = event.target;
  const area = field.type === "file" ? field.closest(".adding") : null;
  if (!area) return;
  const form = field.form;
  const files = [...field.files];
  field.value = ""; // so that a removed photo can be chosen again
  complain(form, "");
  const button = form.querySelector("button.main");
  button.disabled = true; // until the photos are ready
  for (const file of files) {
    const some = photosOf(form);
    if (some.length >= Number(area.dataset.adds)) { complain(form, area.dataset.many); break; }
    try { some.push(await smaller(file)); } catch { complain(form, area.dataset.unfit); }
  }
  button.disabled = false;
  showChosen(document.querySelector(`form[data-photos="${form.dataset.photos}"]`) || form); // the page may have been redrawn
});

function photosOf(form) {
  const { photos } = form.dataset;
  if (!chosen.has(photos)) chosen.set(photos, []);
  return chosen.get(photos);
}

// A photo for sending: a JPEG without metadata, in the size to which the service would reduce it anyway.
async function smaller(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  for (let side = Math.min(LONGEST, Math.max(picture.width, picture.height)); side >= 64; side = Math.floor(side * 0.8)) {
    const scale = side / Math.max(picture.width, picture.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/jpeg", 0.85);
    if (url.startsWith("data:image/jpeg") && url.length * 0.75 <= MOST_BYTES) return url;
  }
  throw new Error("too large");
}

function showChosen(form) {
  const area = form.querySelector(".adding");
  if (!area) return;
  const some = photosOf(form);
  const list = area.querySelector("ul");
  list.replaceChildren(...some.map((url, number) => {
    const item = document.createElement("li");
    const image = Object.assign(document.createElement("img"), { src: url, alt: "" });
    const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: area.dataset.remove });
    button.setAttribute("aria-label", `${area.dataset.remove} ${number + 1}`);
    button.addEventListener("click", () => { some.splice(number, 1); showChosen(form); });
    item.append(image, button);
    return item;
  }));
  list.hidden = !some.length;
  form.elements.text.required = !some.length;
}

function complain(form, text) {
  const line = form.querySelector(".problem");
  line.textContent = text;
  line.hidden = !text;
}

// --- sending ---------------------------------------------------------------------------------------

// A note with photos is never queued, because this device stores no waiting photos. Other notes are handled by the page.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("photos" in form.dataset)) return;
  if (!photosOf(form).length && ("post" in form.dataset || "to" in form.dataset)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  sendNote(form);
}, true);

const tried = new Map(); // by the form's address: the data sent and its command id, so that a retry is recorded once

async function sendNote(form) {
  const button = form.querySelector("button.main");
  const area = form.querySelector(".adding");
  const words = button.textContent;
  const about = form.elements.about ? { about: Number(form.elements.about.value) } : {};
  const photos = photosOf(form).map((url) => ({ data: url.slice(url.indexOf(",") + 1) }));
  const note = { text: form.elements.text.value.trim(), ...about, photos };
  const said = JSON.stringify(note);
  const { photos: address } = form.dataset;
  if (tried.get(address)?.said !== said) tried.set(address, { said, id: newId() });
  complain(form, "");
  button.disabled = true;
  button.textContent = area.dataset.sending;
  let answer = null, body = {};
  try {
    const viewing = viewer ? { "Tablescribe-Viewer": viewer } : {};
    answer = await fetch(address, { method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json", ...viewing }, body: JSON.stringify({ ...note, command_id: tried.get(address).id }) });
    body = await answer.json();
  } catch { /* told below */ }
  button.disabled = false;
  button.textContent = words;
  if (!answer) { complain(form, area.dataset.offline); return; }
  if (!answer.ok) { complain(form, sentence(body.detail) || String(answer.status)); return; }
  chosen.delete(address);
  tried.delete(address);
  form.reset();
  showChosen(form);
  form.closest("details")?.removeAttribute("open");
  if (typeof jumpAnew === "function") jumpAnew(Number(about.about));
  else if (document.getElementById("part")) await refresh(body.version);
  else location.reload();
}

// A redrawn form keeps the chosen photos.
const redrawn = document.getElementById("part");
if (redrawn) new MutationObserver(() => { for (const form of redrawn.querySelectorAll("form[data-photos]")) if (photosOf(form).length && form.querySelector(".adding ul").hidden) showChosen(form); }).observe(redrawn, { childList: true });

// --- looking ---------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.photo");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const large = document.createElement("dialog");
  const image = Object.assign(document.createElement("img"), { src: link.href, alt: link.querySelector("img")?.alt || "" });
  large.className = "photo";
  large.tabIndex = 0;
  large.append(image);
  large.addEventListener("click", () => large.close());
  large.addEventListener("close", () => { large.remove(); link.focus(); });
  document.body.append(large);
  large.showModal();
});

function tellErased(image) {
  const { erased } = image.dataset;
  if (erased) image.closest("li").replaceChildren(Object.assign(document.createElement("span"), { className: "soft", textContent: erased }));
}
document.addEventListener("error", (event) => { if (event.target.matches?.("img[data-erased]")) tellErased(event.target); }, true);
for (const image of document.querySelectorAll("img[data-erased]")) if (image.complete && !image.naturalWidth && image.currentSrc) tellErased(image);
