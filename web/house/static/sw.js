// The service worker: keeps the shell, and shows without a connection what a player has chosen to keep on this device.
// Pages and answers of the API are never kept by it. A kept view is put into its cache by offline-views.js, one cache an account.
"use strict";

const SHELL = [/* the addresses of our own files */];
const CACHE = "sitrep-shell-/* their hash */";
const VIEWS = "sitrep-view-";
const OFFLINE = "/offline";
const CHANGES_WHO_IS_THERE = ["/sign-in", "/sign-up", "/sign-out", "/account/deletion"];

const caches_named = async (start) => (await caches.keys()).filter((name) => name.startsWith(start));
const inTurn = (work) => (navigator.locks ? navigator.locks.request(VIEWS, work) : work()); // with offline-views.js in every window
const forget = () => inTurn(async () => Promise.all((await caches_named(VIEWS)).map((name) => caches.delete(name))));

async function kept(path) {
  for (const name of await caches_named(VIEWS)) {
    const found = await (await caches.open(name)).match(path);
    if (found) return found;
  }
  return null;
}

const drop = (path) => inTurn(async () => {
  for (const name of await caches_named(VIEWS)) await (await caches.open(name)).delete(path);
});

async function page(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.status === 401 || answer.status === 404) await drop(path); // no longer theirs to see
    return answer;
  } catch {
    return (await kept(path)) || (await caches.match(OFFLINE)) || Response.error();
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...SHELL, OFFLINE])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches_named("sitrep-shell-").then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST") {
    // Before the answer, so that whoever comes next finds nothing.
    if (CHANGES_WHO_IS_THERE.some((path) => url.pathname.startsWith(path))) {
      event.respondWith(forget().catch(() => {}).then(() => fetch(request)));
    }
  } else if (request.mode === "navigate") {
    event.respondWith(page(request, url.pathname));
  } else if (SHELL.includes(url.pathname + url.search)) {
    event.respondWith(caches.match(request).then((found) => found || fetch(request)));
  }
});

// What waits is told in the same words, whatever it is; one of a match takes the place of the one before.
self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification("Sitrep", { body: said.text, tag: said.topic, data: said.url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data || "/", location.origin);
  event.waitUntil(clients.openWindow(location.origin + url.pathname));
});
