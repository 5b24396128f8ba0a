// @ts-check
/** What stands around every view: who is on duty, the way to the others, the state of the wire. */
import { drawBrand } from "../lib/brand.js";
import { h } from "../lib/h.js";
import { drawLookOpener } from "../lib/look_menu.js";
import { VIEWS } from "./house.js";
import { icon } from "./icons.js";
import { mark } from "./parts.js";
import { violationWords } from "./table_words.js";

/** @typedef {import("./house.js").House} House */

/** @param {House} house */
export function drawShell(house) {
  return [drawBar(house), drawWays(house), drawMain(house)];
}

/** @param {House} house */
function drawBar(house) {
  const { t, me } = house;
  return h(
    "header",
    { class: "bar house-bar", key: "bar" },
    drawBrand(t),
    h("span", { class: "house-name" }, t("admin.title")),
    drawWire(house),
    drawLookOpener(t, null),
    me &&
      h(
        "div",
        { class: "on-duty" },
        h("span", { class: "on-duty-name" }, me.admin.name),
        mark(t(`admin.role.${me.admin.role}`)),
        h("button", { class: "button little", onclick: () => house.logOut() }, t("admin.log_out")),
      ),
  );
}

/** @param {House} house */
function drawWire({ t, status }) {
  return h(
    "span",
    { class: `wire ${status}`, role: "status" },
    h("span", { class: "wire-dot", "aria-hidden": "true" }),
    h("span", { class: "wire-word" }, t(`admin.wire.${status}`)),
  );
}

/** @param {House} house */
function drawWays({ t, name }) {
  return h(
    "nav",
    { class: "ways", key: "ways", "aria-label": t("admin.ways") },
    h(
      "ul",
      null,
      VIEWS.map((view) =>
        h(
          "li",
          { key: view },
          h(
            "a",
            { href: `#${view}`, "aria-current": view === name ? "page" : null },
            icon(view),
            h("span", null, t(`admin.way.${view}`)),
          ),
        ),
      ),
    ),
  );
}

/** @param {House} house */
function drawMain(house) {
  const { t, view, name, missing } = house;
  return h(
    "main",
    { class: `view view-${name}`, id: "main", key: "main" },
    house.alerts.filter(({ table }) => !view?.shows?.(table)).map((alert) => drawAlert(house, alert)),
    h("h1", { id: "view-title", tabindex: -1, key: "title" }, view?.title?.() ?? t(`admin.way.${name}`)),
    h("div", { class: "view-body", key: `body ${name}` }, view ? view.render() : drawUnready(t, missing)),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {boolean} missing
 */
function drawUnready(t, missing) {
  return h("p", { class: "empty", role: "status" }, t(missing ? "admin.no_view" : "admin.waiting"));
}

/**
 * A table that stands still, wherever one is looking.
 * @param {House} house
 * @param {{table: string, title?: string | null, why: string}} alert
 */
function drawAlert(house, { table, title, why }) {
  const { t } = house;
  return h(
    "div",
    { class: "alarm", role: "alert", key: `alarm ${table}` },
    h("p", null, t("admin.alarm", { table: title ?? table }), " ", h("span", { class: "soft" }, violationWords(t, why))),
    h("a", { class: "button little", href: `#tables/${encodeURIComponent(table)}` }, t("admin.alarm.look")),
    h(
      "button",
      { class: "button little slight", onclick: () => house.forgetAlert(table) },
      t("admin.alarm.seen"),
    ),
  );
}
