// @ts-check
/** Hiring, other roles, a new way in, dismissal; a link is shown once, to who asked for it. */
import { copyFrom } from "../lib/clipboard.js";
import { ask } from "../lib/dialog.js";
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { toast } from "../lib/page.js";
import { pictureOf } from "../lib/picture.js";
import { drawWill, textField } from "./deeds.js";

const PATH = "/api/admin/staff";
const ROLES = ["observer", "moderator", "owner"];
const LONGEST_NAME = 24;

/** @typedef {import("./house.js").House} House */

/** @param {House} house */
export async function hire(house) {
  const { t } = house;
  const role = new RoleChoice(t, "observer");
  const answer = await house.deed({
    title: t("admin.hire.title"),
    yes: t("admin.hire"),
    fields: (redraw) => [
      textField({ label: t("admin.staff.name"), name: "name", max: LONGEST_NAME }),
      role.draw(redraw),
      drawWill(t, [t(`admin.role.may.${role.role}`), t("admin.hire.will.link")]),
    ],
    send: (_, form) => ["POST", PATH, { name: String(form.get("name")).trim(), role: role.role }],
  });
  if (answer !== null) await showLink(house, answer.admin.name, answer);
  return answer;
}

/**
 * @param {House} house
 * @param {any} admin
 */
export function changeRole(house, admin) {
  const { t } = house;
  const role = new RoleChoice(t, admin.role);
  return house.deed({
    title: t("admin.staff.change.title", { name: admin.name }),
    yes: t("admin.staff.change"),
    done: t("admin.staff.changed"),
    fields: (redraw) => [
      role.draw(redraw),
      drawWill(t, [t(`admin.role.may.${role.role}`), t("admin.staff.change.will")]),
    ],
    send: () => ["PATCH", pathOf(admin), { role: role.role }],
  });
}

/**
 * @param {House} house
 * @param {any} admin
 */
export async function newLink(house, admin) {
  const { t } = house;
  const answer = await house.deed({
    title: t("admin.staff.link.title", { name: admin.name }),
    yes: t("admin.staff.link"),
    grave: true,
    fields: () =>
      drawWill(t, [
        t("admin.staff.link.will", { name: admin.name }),
        t("admin.staff.link.will.sessions"),
        t("admin.hire.will.link"),
      ]),
    send: () => ["POST", `${pathOf(admin)}/link`, {}],
  });
  if (answer !== null) await showLink(house, admin.name, answer);
  return answer;
}

/**
 * @param {House} house
 * @param {any} admin
 */
export function dismiss(house, admin) {
  const { t } = house;
  const { name } = admin;
  return house.deed({
    title: t("admin.staff.dismiss.title", { name }),
    yes: t("admin.staff.dismiss"),
    done: t("admin.staff.dismissed", { name }),
    grave: true,
    fields: () =>
      drawWill(t, [
        t("admin.staff.dismiss.will", { name }),
        t("admin.staff.dismiss.will.log"),
        t("admin.staff.dismiss.will.good"),
      ]),
    send: () => ["DELETE", pathOf(admin), {}],
  });
}

/** @param {{id: string}} admin */
function pathOf({ id }) {
  return `${PATH}/${encodeURIComponent(id)}`;
}

/** One of the roles. */
class RoleChoice {
  /**
   * @param {import("../lib/t.js").Translate} t
   * @param {string} role
   */
  constructor(t, role) {
    this.t = t;
    this.role = role;
  }

  /** @param {() => void} redraw */
  draw(redraw) {
    const { t, role } = this;
    const pick = (/** @type {string} */ to) => {
      this.role = to;
      redraw();
    };
    return choose({
      name: "role",
      label: t("admin.staff.role"),
      choices: ROLES,
      value: role,
      onChange: pick,
      words: (one) => t(`admin.role.${one}`),
    });
  }
}

/**
 * Backwards, so that its beginning is what one sees.
 * @param {HTMLInputElement} field
 */
function selectAll(field) {
  field.setSelectionRange(0, field.value.length, "backward");
  field.scrollLeft = 0;
}

/**
 * The way in of somebody, which nobody can look up again.
 * @param {House} house
 * @param {string} name
 * @param {{link: string, qr: string}} answer
 */
function showLink({ t }, name, { link, qr }) {
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById("admin-link"));
    toast(t((await copyFrom(field)) ? "invite.copied" : "invite.copy_by_hand"));
  };
  return ask(t("admin.link.title", { name }), (answer) =>
    h(
      "div",
      { class: "deed once" },
      h("h2", null, t("admin.link.title", { name })),
      h("p", { class: "warning" }, t("admin.link.once", { name })),
      h(
        "label",
        { class: "field" },
        h("span", null, t("admin.link.label")),
        h("input", {
          id: "admin-link",
          readonly: true,
          value: link,
          onfocus: (/** @type {any} */ event) => selectAll(event.currentTarget),
        }),
      ),
      h("div", {
        class: "link-code",
        role: "img",
        "aria-label": t("invite.qr"),
        opaque: true,
        ref: (/** @type {Element} */ place) => place.append(pictureOf(qr)),
      }),
      h("p", { class: "small soft" }, t("admin.link.day")),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button lit", onclick: copy }, t("invite.copy")),
        h("button", { class: "button", onclick: () => answer(null) }, t("admin.link.close")),
      ),
    ),
  );
}
