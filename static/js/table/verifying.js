// @ts-check
/** The dialog of "verify this match": progress while it works, then each finding in plain words. */
import { call, sentenceFor } from "../lib/api.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { noted } from "../lib/noted.js";
import { verify } from "../lib/verify.js";

const SIGNS = { yes: "✓", no: "✗", open: "–" };

/**
 * @typedef {{done: number, total: number, findings: import("../lib/verify.js").Finding[] | null, problem: string | null}} Progress
 * @param {import("../table.js").Room} room
 */
export async function verifyMatch(room) {
  /** @type {Progress} */
  const progress = { done: 0, total: 1, findings: null, problem: null };
  let redraw = () => {};
  const closed = ask(room.t("verify.title"), (answer, again) => {
    redraw = again;
    return drawVerify(room, progress, () => answer(null));
  });
  try {
    progress.findings = await check(room.id, (done, total) => {
      Object.assign(progress, { done, total });
      redraw();
    });
  } catch (problem) {
    progress.problem = sentenceFor(room.t, problem);
  }
  redraw();
  await closed;
}

/**
 * @param {string} table
 * @param {(done: number, total: number) => void} onProgress
 */
async function check(table, onProgress) {
  const record = await call("GET", `/api/tables/${table}/record?draws=1`);
  const breathe = () => new Promise((done) => setTimeout(done));
  return verify(record, noted(table), onProgress, /** @type {() => Promise<void>} */ (breathe));
}

/**
 * @param {import("../table.js").Room} room
 * @param {Progress} progress
 * @param {() => void} close
 */
function drawVerify({ t, id }, { done, total, findings, problem }, close) {
  return h(
    "div",
    { class: "verify" },
    h("h2", null, t("verify.title")),
    problem && h("p", { class: "note", role: "alert" }, problem),
    findings === null &&
      !problem &&
      h(
        "label",
        { class: "field" },
        h("span", null, t("verify.working")),
        h("progress", { value: done, max: total }),
      ),
    findings && h("p", { role: "status" }, h("strong", null, summaryOf(t, findings))),
    findings &&
      h(
        "ul",
        { class: "findings" },
        findings.map((finding) => drawFinding(t, finding)),
      ),
    findings && h("p", { class: "small soft" }, t("verify.limit")),
    findings &&
      h(
        "a",
        { class: "small", href: `/api/tables/${id}/record`, download: `record-${id}.json` },
        t("verify.save"),
      ),
    h("div", { class: "row" }, h("button", { class: "button lit", onclick: close }, t("dialog.close"))),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {import("../lib/verify.js").Finding[]} findings
 */
function summaryOf(t, findings) {
  return findings.some(({ ok }) => ok === false) ? t("verify.failed") : t("verify.holds");
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {import("../lib/verify.js").Finding} finding
 */
function drawFinding(t, { check: name, ok, parameters }) {
  const answer = ok === null ? "open" : ok ? "yes" : "no";
  return h(
    "li",
    { key: name, class: `finding ${answer}` },
    h("span", { class: "finding-sign", "aria-hidden": "true" }, SIGNS[answer]),
    h("span", null, t(`verify.${name}.${answer}`, parameters)),
  );
}
