// @ts-check
/** A reported line among those around it, and what became of the report. */
import { stool } from "../lib/avatar.js";
import { dateWords } from "../lib/dates.js";
import { h } from "../lib/h.js";
import { linesOf, wordsOf } from "./cases.js";
import { exact, mark } from "./parts.js";

/**
 * What was said around it; the line itself is marked.
 * @param {import("../lib/t.js").Translate} t
 * @param {any} report
 */
export function drawLines(t, report) {
  return h(
    "ol",
    { class: "said", key: "said" },
    linesOf(report).map((one) => {
      const reported = one.id === report.line.id;
      return h(
        "li",
        { key: one.id, class: reported ? "reported" : null },
        stool(one.player.id, 22),
        h(
          "p",
          null,
          h("strong", null, one.player.name),
          " ",
          wordsOf(t, one),
          reported && [" ", mark(t("admin.reports.this"))],
        ),
        h("time", { datetime: one.at, class: "small soft" }, dateWords(one.at, { timeStyle: "short" })),
      );
    }),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} verdict
 */
export function drawVerdict(t, { verdict, admin, at }) {
  return h(
    "p",
    { class: "row", key: "verdict" },
    mark(t(`admin.verdict.${verdict}`)),
    h("span", { class: "small soft" }, [admin?.name, exact(at)].filter(Boolean).join(" · ")),
  );
}
