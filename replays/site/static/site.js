// What every page of a site needs: times as the reader's clock shows them.
"use strict";

for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (time.dateTime.length > 10 && !Number.isNaN(at.getTime())) time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
