import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../../static/js/worker.js", import.meta.url), "utf8");
const ROOT = "/static/0123abcd";

const pathOf = (asked) => asked.url ?? asked;

/** Caches of a browser, as far as the worker uses them. */
function makeCaches() {
  const kept = new Map();
  const store = {
    put: async (asked, answer) => void kept.set(pathOf(asked), answer),
    addAll: async (pages) => pages.forEach((page) => kept.set(pathOf(page), "page")),
  };
  return { kept, open: async () => store, match: async (asked) => kept.get(pathOf(asked)) };
}

/** The worker is brought in while `server` answers, a path at a time; what it has kept then. */
async function install(server) {
  const listeners = {};
  const caches = makeCaches();
  const self = {
    kitchen: { root: ROOT, languages: ["en", "fr"] },
    skipWaiting: async () => {},
    addEventListener: (name, listener) => {
      listeners[name] = listener;
    },
  };
  const Request = function (url) {
    this.url = url;
  };
  runInNewContext(SCRIPT, { self, caches, Request, fetch: async ({ url }) => server(url) });
  let installed;
  listeners.install({ waitUntil: (done) => (installed = done) });
  await installed;
  return caches.kept;
}

const answering = (cacheControl) => ({ ok: true, headers: new Map([["Cache-Control", cacheControl]]), clone: () => "file" });

test("a worker keeps the pages and the files of its own version", async () => {
  const kept = await install(() => answering("public, max-age=31536000, immutable"));
  assert.ok(kept.has("/offline/fr"));
  assert.ok(kept.has(`${ROOT}/js/offline.js`));
});

test("a worker that is answered by another version is not installed", async () => {
  const other = (path) => answering(path.endsWith("base.css") ? "no-cache" : "public, immutable");
  await assert.rejects(install(other), /base\.css is not of this version/);
});
