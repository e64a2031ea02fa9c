// What every page of a site needs: times as the reader's clock shows them, months by their names.
"use strict";

// English has no one order of day and month: that of the reader's region.
const { lang } = document.documentElement;
const known = [...navigator.languages].sort((a, b) => b.startsWith("en") - a.startsWith("en")); // English ones first
const region = lang === "en" && known.map((one) => new Intl.Locale(one).region).find(Boolean);
const here = region ? `en-${region}` : lang;

for (const time of document.querySelectorAll("time[datetime]:not([data-month])")) {
  const at = new Date(time.dateTime);
  if (time.dateTime.length > 10 && !Number.isNaN(at.getTime())) time.textContent = at.toLocaleString(here, { dateStyle: "medium", timeStyle: "short" });
}

for (const month of document.querySelectorAll("time[data-month]")) {
  month.textContent = new Date(`${month.dateTime}-15T12:00`).toLocaleString(here, { month: "long", year: "numeric" });
}
