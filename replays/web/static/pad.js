// A pad counts every touch immediately, and sends the sum after a pause.
"use strict";

const RESTS = 700; // milliseconds without a touch before a sum is sent
const sums = new Map(); // what is counted → the current sum, and the timer that sends it

// The key of what is counted: the action without the amount.
function countedBy(button) {
  const { [button.dataset.adds]: amount, ...rest } = JSON.parse(button.dataset.action);
  return [JSON.stringify([button.dataset.seat, rest]), amount];
}

const signed = (number) => (number > 0 ? `+${number}` : `−${-number}`);

function count(button) {
  const [key, amount] = countedBy(button);
  const one = sums.get(key) || { total: 0, seat: Number(button.dataset.seat), field: button.dataset.adds, action: JSON.parse(button.dataset.action), of: padOf(button)?.querySelector(".of")?.textContent || button.getAttribute("aria-label") };
  one.total += amount;
  clearTimeout(one.timer);
  one.timer = setTimeout(() => sendSum(key), RESTS);
  sums.set(key, one);
  showTallies();
}

const padOf = (button) => button.closest(".pad-row");

function sendSum(key) {
  const one = sums.get(key);
  if (!one) return;
  clearTimeout(one.timer);
  sums.delete(key);
  showTallies();
  if (!one.total) return;
  mine = true;
  record(`${api}/moves`, { seat: one.seat, action: { ...one.action, [one.field]: one.total } }, `${one.of} ${signed(one.total)}`, undefined, { adds: true });
}

// Sums not sent yet are shown beside the pad.
function showTallies() {
  for (const row of part.querySelectorAll(".pad-row")) {
    const button = row.querySelector("[data-adds]");
    const one = button && sums.get(countedBy(button)[0]);
    let told = row.querySelector(".tally");
    if (!one) { told?.remove(); continue; }
    if (!told) { told = element("output", "", { class: "tally" }); row.querySelector(".of").append(told); }
    told.textContent = ` ${signed(one.total)}`;
  }
}

function sendAll() { for (const key of [...sums.keys()]) sendSum(key); }

addEventListener("pagehide", sendAll); // into the queue, which is stored on this device
document.addEventListener("visibilitychange", () => { if (document.hidden) sendAll(); });
