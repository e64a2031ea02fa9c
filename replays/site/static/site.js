// What every page of a site needs: times as the reader's clock shows them, months by their names.
"use strict";

for (const time of document.querySelectorAll("time[datetime]:not([data-month])")) {
  const at = new Date(time.dateTime);
  if (time.dateTime.length > 10 && !Number.isNaN(at.getTime())) time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

for (const month of document.querySelectorAll("time[data-month]")) {
  month.textContent = new Date(`${month.dateTime}-15T12:00`).toLocaleString(document.documentElement.lang, { month: "long", year: "numeric" });
}
