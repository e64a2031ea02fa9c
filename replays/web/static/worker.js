// The service worker: stores the live table on this device, so that it can be opened without a connection.
// The network always comes first, and nothing of the API is stored. Stored pages belong to one viewer. They are deleted
// when the viewer signs out or another signs in, when the pass is refused, and after a day.
"use strict";

const KEPT_FOR = 24 * 3600 * 1000; // milliseconds
const PATIENCE = 8000; // milliseconds before a stored page is preferred to a slow network
const LEAVING = "tablescribe-leaving";
const WITH_IT = ["/offline", "/static/style.css", "/static/page.js", "/static/common.js", "/static/queue.js", "/static/pad.js", "/static/ask.js", "/static/forms.js", "/static/say.js", "/static/motion.js", "/static/point.js", "/static/hand.js", "/static/clock.js", "/static/typed.js", "/static/table.js", "/static/photos.js", "/static/table.css", "/static/figtree.woff2", "/static/icon.svg", "/static/icons.svg"];
const SHELL = "tablescribe-shell"; // the start page of the installed app without a connection; it belongs to no viewer
const SHELL_HAS = ["/offline", "/static/style.css", "/static/page.js", "/static/figtree.woff2", "/static/icon.svg", "/static/icons.svg"];
const TABLE = /^\/m\/[^/]+(\/watch)?$/;
const PART = /^\/m\/[^/]+\/part$/;

let age = 0; // increases when everything is deleted, so that older responses are not stored

addEventListener("install", () => { skipWaiting(); keepShell(true); }); // not awaited: the page's own messages come first
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(table(event, event.data.keep).catch(() => {}))); // the first page was loaded before this worker

addEventListener("fetch", (event) => {
  const { origin, pathname: path } = new URL(event.request.url);
  if (origin !== location.origin || path.startsWith("/api/")) return;
  const reads = event.request.method === "GET";
  if (path === "/leave" && !reads) event.respondWith(leave(event.request));
  else if (reads && (TABLE.test(path) || PART.test(path))) event.respondWith(table(event, path, event.request));
  else if (event.request.mode === "navigate") {
    event.respondWith(anyPage(event.request, path));
    event.waitUntil(keepShell());
  }
  else if (reads && path.startsWith("/static/")) event.respondWith(fetch(event.request).catch(() => orError(kept(path))));
});

// --- what is asked for --------------------------------------------------------------------------

async function table(event, path, request = path) {
  await leaveFirst();
  const asked = age;
  const here = await kept(path);
  const patience = new AbortController();
  const patient = event.request?.headers.has("Tablescribe-Patient"); // the page already shows the stored state
  const late = here && !patient && setTimeout(() => patience.abort(), PATIENCE);
  let answer;
  try {
    answer = await fetch(request, { signal: patience.signal });
  } catch {
    return here ? asKept(here) : instead(path);
  } finally { clearTimeout(late); }
  if ([502, 503, 504].includes(answer.status) && here) return asKept(here);
  if ([401, 403].includes(answer.status)) await forget();
  if (answer.ok) event.waitUntil(keep(path, answer.clone(), asked));
  return answer;
}

async function anyPage(request, path) {
  await leaveFirst();
  let answer;
  try { answer = await fetch(request); } catch { return instead(path); }
  const another = path.startsWith("/enter/") || (path.endsWith("/chair") && request.method === "POST" && answer.ok);
  if (another || answer.status === 401) await forget();
  return answer;
}

async function leave(request) {
  const page = await kept("/offline");
  await forget();
  try {
    const answer = await fetch(request);
    await forget(); // also what was stored meanwhile
    return answer;
  } catch { // the cookie is removed as soon as the service can be reached
    await caches.open(LEAVING);
    return page || Response.error();
  }
}

async function leaveFirst() {
  if (!(await caches.has(LEAVING))) return;
  try { await fetch("/leave", { method: "POST", redirect: "manual" }); } catch { return; }
  await caches.delete(LEAVING);
}

// The substitute for a page that is not stored: for the start page, the last table; otherwise a notice.
async function instead(path) {
  if (PART.test(path)) return Response.error();
  const last = path === "/" && (await lastTable());
  return last ? Response.redirect(last) : orError(kept("/offline"));
}

async function orError(found) { return (await found) || Response.error(); }

// --- what is kept -------------------------------------------------------------------------------

async function keep(path, answer, asked) {
  const viewer = answer.headers.get("Tablescribe-Viewer");
  if (!viewer || asked !== age) return;
  const name = `tablescribe-of-${viewer}`;
  for (const other of await caches.keys()) if (other !== name && other !== SHELL) await caches.delete(other);
  const cache = await caches.open(name);
  await cache.put(path, answer);
  if (TABLE.test(path)) {
    await cache.delete(path.replace(/(\/watch)?$/, "/part")); // older than the page
    for (const one of await cache.keys()) if (!fresh(await cache.match(one))) await cache.delete(one);
    await cache.addAll(WITH_IT).catch(() => {});
  }
  if (asked !== age) await forget();
}

async function kept(path) {
  const shell = await caches.open(SHELL);
  for (const name of await caches.keys()) {
    const found = name !== SHELL && (await (await caches.open(name)).match(path, { ignoreVary: true }));
    if (found && fresh(found)) return found;
  }
  return shell.match(path, { ignoreVary: true });
}

// Loaded without credentials, so it contains no name and no pass. Failed loads are retried with the next page.
async function keepShell(anew = false) {
  const shell = await caches.open(SHELL);
  if (!anew && (await shell.match("/offline"))) return;
  await shell.addAll(SHELL_HAS.map((path) => new Request(path, { credentials: "omit" }))).catch(() => {});
}

function seenAt(answer) { return Date.parse(answer.headers.get("Date")); }

function fresh(answer) { return Date.now() - seenAt(answer) < KEPT_FOR; }

async function asKept(answer) {
  return new Response(await answer.blob(), { headers: { ...Object.fromEntries(answer.headers), "Tablescribe-Kept": "1" } });
}

async function lastTable() {
  let last = null;
  for (const name of await caches.keys()) {
    if (name === SHELL) continue;
    const cache = await caches.open(name);
    for (const one of await cache.keys()) {
      const at = seenAt(await cache.match(one));
      if (TABLE.test(new URL(one.url).pathname) && Date.now() - at < KEPT_FOR && !(last?.at > at)) last = { url: one.url, at };
    }
  }
  return last?.url;
}

async function forget() {
  age += 1;
  for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
}
