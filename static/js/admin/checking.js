// @ts-check
/** A stored match, dealt and played again by the server: what holds of it. */
import { h } from "../lib/h.js";
import { mark, sheet, trouble } from "./parts.js";

const CHECKS = /** @type {const} */ (["commitment", "match_seed", "moves", "result"]);

export class Check {
  /**
   * @param {import("./house.js").House} house
   * @param {string} id
   */
  constructor(house, id) {
    this.house = house;
    this.id = id;
    this.busy = false;
    /** @type {any} */
    this.findings = null;
    /** @type {unknown} */
    this.problem = null;
  }

  async run() {
    this.busy = true;
    this.house.draw();
    try {
      this.findings = await this.house.get(`/api/admin/tables/${encodeURIComponent(this.id)}/verify`);
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.busy = false;
    this.house.draw();
  }
}

/**
 * @param {Check} check
 * @param {any} table
 */
export function drawCheck(check, table) {
  const { house, findings, busy, problem } = check;
  const { t } = house;
  const stored = ["finished", "abandoned"].includes(table.state) && table.seq !== null;
  if (!stored || !house.may("verify_table")) return null;
  return sheet(
    t("admin.check.title"),
    h("p", { class: "soft" }, t("admin.check.text")),
    problem !== null && trouble(house, problem, () => void check.run()),
    findings && drawFindings(t, findings),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button", disabled: busy, onclick: () => void check.run() }, t(busy ? "admin.check.busy" : "admin.check.run")),
      table.watchable && table.visibility === "public" && h("a", { class: "button", href: `/t/${table.id}/replay` }, t("admin.check.replay")),
    ),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} findings
 */
function drawFindings(t, { holds, verdict, replay }) {
  return h(
    "div",
    { role: "status", class: "findings-of-house" },
    h("p", null, h("strong", null, t(holds ? "admin.check.holds" : "admin.check.fails"))),
    h(
      "ul",
      null,
      CHECKS.map((check) => drawFinding(t, t(`admin.check.${check}`), verdict[check])),
      drawFinding(t, t("admin.check.told", { count: replay.positions }), replay.holds),
    ),
    [verdict.problem, replay.problem].filter(Boolean).map((problem) => h("p", { class: "note", key: problem }, problem)),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {string} words
 * @param {boolean} good
 */
function drawFinding(t, words, good) {
  return h("li", { key: words }, mark(t(good ? "admin.check.yes" : "admin.check.no"), good ? "good" : "bad"), " ", words);
}
