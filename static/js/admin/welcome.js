// @ts-check
/**
 * The first way in, by a link: a password, an authenticator app, a code. The secret stands in the
 * address's fragment, which is sent to nobody; looking with it uses nothing up.
 */
import { call } from "../lib/api.js";
import { h, render } from "../lib/h.js";
import { startPage } from "../lib/page.js";
import { pictureOf } from "../lib/picture.js";
import { doorWords, enterHouse, saidIn } from "./entrance.js";

const { t } = await startPage();
const place = /** @type {HTMLElement} */ (document.getElementById("welcome"));

/** What is on the page. @type {{greeting: any, busy: boolean, shown: boolean, problem: any}} */
const state = { greeting: null, busy: false, shown: false, problem: null };

const secret = () => location.hash.replace(/^#/, "");

/** Look at the link. */
async function look() {
  Object.assign(state, { greeting: null, problem: null });
  try {
    if (secret() === "") throw Object.assign(new Error(), { code: "not_found" });
    state.greeting = await call("POST", "/api/admin/welcome/open", { secret: secret() });
  } catch (problem) {
    state.problem = problem;
  }
  draw();
}

/** @param {SubmitEvent} event */
async function settle(event) {
  event.preventDefault();
  const { password, code } = saidIn(/** @type {HTMLFormElement} */ (event.currentTarget));
  Object.assign(state, { busy: true, problem: null });
  draw();
  try {
    await call("POST", "/api/admin/welcome", { secret: secret(), password, code });
    enterHouse();
  } catch (problem) {
    Object.assign(state, { busy: false, problem });
    draw();
    focusOn(problem);
  }
}

/** The field that was refused, if it was one. @param {any} problem */
function focusOn(problem) {
  const field = place.querySelector(`[name="${problem.detail?.at === "password" ? "password" : "code"}"]`);
  if (field instanceof HTMLInputElement) field.focus();
}

function draw() {
  const { greeting, problem } = state;
  if (greeting !== null && problem?.code !== "not_found") render(drawForm(greeting), place);
  else if (problem !== null) render(drawOver(problem), place);
}

/** @param {any} problem */
function drawOver(problem) {
  const gone = problem.code === "not_found";
  return h(
    "div",
    { class: "sheet door", key: "over" },
    h("h1", null, t(gone ? "admin.welcome.over.title" : "admin.welcome.title")),
    h("p", { role: "alert" }, doorWords(t, problem, { not_found: "admin.welcome.over" })),
    gone
      ? h("a", { class: "button", href: "/" }, t("nav.lobby"))
      : h("button", { class: "button lit", type: "button", onclick: look }, t("admin.welcome.again")),
  );
}

/** @param {any} greeting */
function drawForm({ admin, totp, qr }) {
  const role = t(`admin.welcome.role.${admin.role}`);
  return h(
    "form",
    { class: "sheet door", key: "form", method: "post", onsubmit: settle },
    h("h1", null, t("admin.welcome.title")),
    h("p", null, t("admin.welcome.hello", { name: admin.name, role })),
    drawPassword(admin.name),
    drawApp(totp, qr),
    drawCode(),
  );
}

/** The name is there for the browser's keeper of passwords. @param {string} name */
function drawPassword(name) {
  return h(
    "section",
    { key: "password" },
    h("h2", null, t("admin.welcome.one")),
    h(
      "label",
      { class: "field" },
      h("span", null, t("admin.login.name")),
      h("input", { name: "username", value: name, readonly: true, autocomplete: "username" }),
    ),
    h(
      "label",
      { class: "field" },
      h("span", null, t("admin.login.password")),
      h("input", {
        name: "password",
        type: state.shown ? "text" : "password",
        autocomplete: "new-password",
        minlength: 12,
        maxlength: 256,
        required: true,
        "aria-describedby": "rule",
      }),
    ),
    h("p", { class: "small soft", id: "rule" }, t("admin.welcome.rule")),
    h(
      "label",
      { class: "row door-show" },
      h("input", { type: "checkbox", checked: state.shown, onchange: toggle }),
      t("admin.login.show"),
    ),
  );
}

/** @param {any} event */
function toggle(event) {
  state.shown = event.currentTarget.checked;
  draw();
}

/**
 * @param {string} totp
 * @param {string} qr
 */
function drawApp(totp, qr) {
  return h(
    "section",
    { key: "app" },
    h("h2", null, t("admin.welcome.two")),
    h("p", null, t("admin.welcome.scan")),
    h("div", {
      class: "door-picture",
      role: "img",
      "aria-label": t("admin.welcome.qr"),
      opaque: true,
      ref: (/** @type {Element} */ frame) => frame.append(pictureOf(qr)),
    }),
    h(
      "p",
      null,
      `${t("admin.welcome.key")} `,
      h("code", { class: "door-key", id: "key" }, (totp.match(/.{1,4}/g) ?? []).join(" ")),
    ),
  );
}

function drawCode() {
  const problem = state.problem && doorWords(t, state.problem, ownWords(state.problem));
  return h(
    "section",
    { key: "code" },
    h("h2", null, t("admin.welcome.three")),
    problem && h("p", { class: "note door-problem", role: "alert", key: "problem" }, problem),
    h(
      "label",
      { class: "field", key: "field" },
      h("span", null, t("admin.login.code")),
      h("input", {
        name: "code",
        class: "door-code",
        inputmode: "numeric",
        pattern: "[0-9 ]{6,9}",
        maxlength: 9,
        required: true,
        autocomplete: "one-time-code",
      }),
    ),
    h(
      "button",
      { class: "button lit", type: "submit", key: "enter", disabled: state.busy },
      t("admin.welcome.enter"),
    ),
  );
}

/** A wrong code is told in the page's language. @param {any} problem @returns {Record<string, string>} */
function ownWords({ detail }) {
  return detail?.at === "code" ? { invalid: "admin.welcome.wrong_code" } : {};
}

addEventListener("hashchange", look);
await look();
