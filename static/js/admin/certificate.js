// @ts-check
/** What the tests of a game said last, and how far they are now. */
import { h } from "../lib/h.js";
import { ago, mark } from "./parts.js";

/**
 * @param {import("./house.js").House} house
 * @param {any} game
 * @param {{busy: boolean, certify: () => unknown}} tests  busy: those of some game run
 */
export function drawCertificate(house, { name, certificate, certifying }, { busy, certify }) {
  const { t } = house;
  return h(
    "section",
    { class: "certificate", key: "certificate", "aria-label": t("list.label", { name: t("admin.certificate"), value: name }) },
    h("h3", null, t("admin.certificate")),
    certifying ? drawProgress(t, certifying) : drawLast(house, certificate),
    house.may("certify_game") &&
      h(
        "button",
        {
          class: "button little",
          key: "do",
          disabled: busy,
          "aria-label": t("list.label", { name: t("admin.certificate.do"), value: name }),
          onclick: certify,
        },
        t("admin.certificate.do"),
      ),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {{done: number, total: number | null, check: string | null}} progress
 */
function drawProgress(t, { done, total, check }) {
  return h(
    "div",
    { key: "progress" },
    h("progress", {
      max: total ?? null,
      value: total ? String(done) : null,
      "aria-label": t("admin.certificate.running"),
    }),
    h(
      "p",
      { class: "small soft", role: "status" },
      total ? t("admin.certificate.progress", { done, total }) : t("admin.certificate.done", { count: done }),
      check && ` · ${check}`,
    ),
  );
}

/**
 * @param {import("./house.js").House} house
 * @param {any} certificate
 */
function drawLast(house, certificate) {
  const { t } = house;
  if (!certificate) return h("p", { class: "soft", key: "none" }, t("admin.certificate.none"));
  const { ok, at, checks = [] } = certificate;
  const failed = checks.filter((/** @type {any} */ check) => !check.ok);
  return h(
    "div",
    { key: "last" },
    h(
      "p",
      { class: "row" },
      mark(t(ok ? "admin.certificate.good" : "admin.certificate.bad"), ok ? "good" : "bad"),
      h("span", { class: "small soft" }, ago(house, at)),
    ),
    failed.length > 0 && h("ul", { class: "checks" }, failed.map(drawCheck)),
    checks.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, t("admin.certificate.checks", { count: checks.length })),
        h("ul", { class: "checks" }, checks.map(drawCheck)),
      ),
  );
}

/** @param {{name: string, ok: boolean, words: string | null}} check */
function drawCheck({ name, ok, words }) {
  return h(
    "li",
    { key: name, class: ok ? "good" : "bad" },
    h("span", { "aria-hidden": "true" }, ok ? "✓ " : "✗ "),
    name,
    words && h("span", { class: "small soft" }, ` ${words}`),
  );
}
