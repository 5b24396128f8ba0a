// @ts-check
/**
 * Going on as the same person in this browser. The secret stands in the address's fragment, which
 * is sent to nobody; only a tap sends it, so that a program which looks at links uses nothing up.
 */
import { call, sentenceFor } from "./lib/api.js";
import { h, render } from "./lib/h.js";
import { startPage } from "./lib/page.js";

const { t } = await startPage();
const place = document.getElementById("come");

/**
 * What the fragment says: `SECRET`, or `SECRET&to=/t/ID`.
 * @param {string} fragment
 */
function readFragment(fragment) {
  const [secret, ...more] = fragment.replace(/^#/, "").split("&");
  const to = more.find((part) => /^to=\/t\/[\w-]{1,64}$/.test(part));
  return { secret: secret ?? "", to: to ? to.slice("to=".length) : "/me" };
}

/**
 * Ask the server; the answer's cookie is a new one. The address with the secret is left behind.
 * @param {boolean} replace
 */
async function come(replace) {
  const { secret, to } = readFragment(location.hash);
  draw(h("p", null, t("come.coming")));
  try {
    await call("POST", "/api/me/recover", { secret, replace });
    location.replace(to);
  } catch (problem) {
    tell(problem);
  }
}

/** @param {any} problem */
function tell(problem) {
  const names = problem.code === "forbidden" ? problem.detail : {};
  if (names.there) askAgain(names);
  else if (problem.code === "not_found") draw(h("p", null, t("come.over")), home());
  else draw(h("p", null, sentenceFor(t, problem)), button("come.again", () => come(false)));
}

/** @param {{here: string, there: string}} names */
function askAgain(names) {
  draw(
    h("p", null, t("come.somebody", names)),
    button("come.become", () => come(true), { name: names.there }),
    h("a", { class: "button", href: "/" }, t("come.stay", { name: names.here })),
  );
}

/**
 * @param {string} key
 * @param {() => void} onclick
 * @param {Record<string, string>} [words]
 */
function button(key, onclick, words) {
  return h("button", { class: "button lit", type: "button", onclick }, t(key, words));
}

function home() {
  return h("a", { class: "button lit", href: "/" }, t("nav.lobby"));
}

/** @param {any[]} content */
function draw(...content) {
  if (place) render([h("h1", null, t("come.title")), ...content], place);
}

function begin() {
  if (readFragment(location.hash).secret === "") tell({ code: "not_found" });
  else draw(h("p", null, t("come.text")), button("come.enter", () => come(false)));
}

addEventListener("hashchange", begin);
begin();
