// Without a connection, a slip stays on the page with the message that nothing was recorded.
"use strict";

const problem = document.querySelector("#slip > .problem");

for (const form of document.querySelectorAll("form[data-slip]")) form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form, event.submitter);
  const buttons = [...form.querySelectorAll("button")];
  buttons.forEach((one) => { one.disabled = true; }); // until the response, so that a second tap sends nothing
  const answer = await fetch(form.action, { method: "POST", credentials: "same-origin", body: new URLSearchParams(said) }).catch(() => null);
  buttons.forEach((one) => { one.disabled = false; });
  if (answer?.redirected) { location.replace(answer.url); return; }
  problem.textContent = answer ? refusal(await answer.text()) : form.dataset.slip;
  problem.hidden = false;
  problem.scrollIntoView({ block: "nearest" });
});

// The response is a page; show its error message.
function refusal(page) {
  const found = new DOMParser().parseFromString(page, "text/html").querySelector(".refusal, .lone > p");
  return found ? found.textContent : page.slice(0, 200);
}
