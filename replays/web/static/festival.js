// The wall display of a festival: content that does not fit is shown page by page, and every few seconds it polls the
// service for changes in any section.
"use strict";

const main = document.getElementById("main");
const wall = document.getElementById("wall");
const line = document.getElementById("line");
const { base } = main.dataset;
const LEAF = 9000; // milliseconds per page
const AGAIN = 5000; // milliseconds between polls
let leaf = 0;
let tag = "";

function roll(step) {
  const leaves = wall.querySelectorAll(".leaf");
  if (!leaves.length) return;
  leaf = (leaf + step) % leaves.length;
  leaves.forEach((one, number) => one.classList.toggle("on", number === leaf));
  const mark = leaves[leaf].dataset.mark;
  wall.querySelectorAll("[data-section]").forEach((one) => one.classList.toggle("on", one.dataset.section === mark));
}

async function refresh() {
  const headers = tag ? { "If-None-Match": tag } : {};
  const answer = await fetch(`${base}/part`, { cache: "no-store", headers }).catch(() => null);
  const there = answer !== null && (answer.ok || answer.status === 304);
  line.textContent = there ? "" : line.dataset.off;
  line.classList.toggle("off", !there);
  if (answer?.ok) {
    wall.innerHTML = await answer.text();
    tag = answer.headers.get("ETag") ?? "";
    roll(0);
  }
  setTimeout(refresh, AGAIN);
}

main.classList.add("rolling");
roll(0);
setInterval(() => roll(1), LEAF);
setTimeout(refresh, AGAIN);
