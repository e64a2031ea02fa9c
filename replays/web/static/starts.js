// Automatic starts of rounds: the countdown uses the service's time, and forms send times in the device's zone.
"use strict";

const AT_ONCE = 2000; // milliseconds after the end of a countdown before the page reloads
const ends = new WeakMap();

function inWords(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes, rest] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return (days ? `${days} d ` : "") + (days || hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(rest)}`;
}

function countDown() {
  for (const line of document.querySelectorAll("[data-left]")) {
    if (!ends.has(line)) ends.set(line, performance.now() + Number(line.dataset.left) * 1000);
    const left = (ends.get(line) - performance.now()) / 1000;
    line.querySelector(".countdown").textContent = inWords(left);
    if (left <= 0) {
      delete line.dataset.left;
      setTimeout(() => (typeof look === "function" && document.querySelector("main[data-hall] #hall-now") ? look() : location.reload()), AT_ONCE);
    }
  }
}

for (const input of document.querySelectorAll("input[type=datetime-local][data-at]")) {
  const { form } = input;
  const local = (at) => new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
  if (input.dataset.at) input.value = local(new Date(input.dataset.at));
  form.querySelector("[data-zone]").textContent = `(${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
  form.addEventListener("submit", () => {
    if (input.value) form.elements.offset.value = String(-new Date(input.value).getTimezoneOffset());
  });
}

countDown();
setInterval(countDown, 500);
