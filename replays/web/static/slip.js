// A slip that is sent without a connection stays on the page, and says that nothing was recorded.
"use strict";

const problem = document.querySelector("#slip > .problem");

for (const form of document.querySelectorAll("form[data-slip]")) form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form, event.submitter);
  const buttons = [...form.querySelectorAll("button")];
  buttons.forEach((one) => { one.disabled = true; }); // until it is answered: a second tap sends nothing
  const answer = await fetch(form.action, { method: "POST", credentials: "same-origin", body: new URLSearchParams(said) }).catch(() => null);
  buttons.forEach((one) => { one.disabled = false; });
  if (answer?.redirected) { location.replace(answer.url); return; }
  problem.textContent = answer ? refusal(await answer.text()) : form.dataset.slip;
  problem.hidden = false;
  problem.scrollIntoView({ block: "nearest" });
});

// What the service answers is a page; its refusal is what is to be read.
function refusal(page) {
  const found = new DOMParser().parseFromString(page, "text/html").querySelector(".refusal, .lone > p");
  return found ? found.textContent : page.slice(0, 200);
}
