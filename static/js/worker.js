// @ts-check
/**
 * The service worker, brought in by `/sw.js`, which says of which tree of static files it is.
 * Pages come from the network, always. What it keeps is its own tree, whose files never change
 * under their addresses, and a page for when there is no network. The tree of another version, be
 * it older or newer, is not its business: it goes past it, so no page gets files of two versions.
 */
(() => {
  /** @type {any} */
  const worker = self;
  /** @type {{root: string, languages: string[]}} */
  const { root, languages } = worker.kitchen;
  const PREFIX = "kitchen-table:";
  const KEPT = PREFIX + root;
  const LANGUAGE = "/offline/language";
  const NEEDED = ["css/tokens.css", "css/base.css", "css/look.css", "js/look.js", "js/offline.js", "img/mark.svg"];

  /** @param {string} language */
  const offlinePage = (language) => `/offline/${language}`;

  async function install() {
    const kept = await caches.open(KEPT);
    const pages = languages.map((language) => new Request(offlinePage(language), { credentials: "omit", cache: "reload" }));
    const files = NEEDED.map((path) => keepNeeded(`${root}/${path}`));
    await Promise.all([kept.addAll(pages), ...files]);
    await worker.skipWaiting();
  }

  /**
   * While two versions answer side by side, a file can come from the other one. A worker that lacks
   * what it needs is not installed; the browser tries again later.
   * @param {string} path
   */
  async function keepNeeded(path) {
    await keep(new Request(path));
    if (!(await caches.match(path, { cacheName: KEPT }))) throw new Error(`${path} is not of this version`);
  }

  async function activate() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  }

  /** @param {any} event */
  async function openPage(event) {
    try {
      const answer = (await event.preloadResponse) ?? (await fetch(event.request));
      event.waitUntil(noteLanguage(answer.headers.get("Content-Language")));
      return answer;
    } catch (problem) {
      const page = await caches.match(offlinePage(await languageNow()), { cacheName: KEPT });
      if (page === undefined) throw problem;
      return page;
    }
  }

  /** @param {string | null} language  of a page that came: the next one without a network is in it */
  async function noteLanguage(language) {
    if (language === null || language === (await notedLanguage())) return;
    await (await caches.open(KEPT)).put(LANGUAGE, new Response(language));
  }

  async function notedLanguage() {
    return (await caches.match(LANGUAGE, { cacheName: KEPT }))?.text() ?? null;
  }

  async function languageNow() {
    const wishes = [await notedLanguage(), ...navigator.languages.map((wish) => wish.split("-")[0])];
    return wishes.find((wish) => wish && languages.includes(wish)) ?? languages[0];
  }

  /** @param {any} event */
  async function openFile(event) {
    return (await caches.match(event.request, { cacheName: KEPT })) ?? keep(event.request);
  }

  /**
   * Fetch a file of the tree, and keep it if it is what its address says: a server of another
   * version answers with its own file, and does not call that one immutable.
   * @param {Request} request
   */
  async function keep(request) {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
      await (await caches.open(KEPT)).put(request, answer.clone());
    }
    return answer;
  }

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(openPage(event));
    else if (address.pathname.startsWith(`${root}/`)) event.respondWith(openFile(event));
  });
})();
