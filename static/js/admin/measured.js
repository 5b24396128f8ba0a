// @ts-check
/** All that the pictures show, as one table of figures, the newest on top. */
import { h } from "../lib/h.js";
import { hourOf } from "./chart.js";
import { decimalsOf, withUnit } from "./figures.js";

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {import("./chart.js").Picture[]} pictures
 * @param {import("./plot.js").Point[]} points
 */
export function drawFigures(t, pictures, points) {
  const columns = pictures.flatMap(({ fields, unit }) =>
    fields.map((field) => ({ field, unit, decimals: decimalsOf(points.map((point) => point[field])) })),
  );
  return h(
    "div",
    { class: "figures sheet", key: "figures", tabindex: 0, role: "region", "aria-label": t("admin.history") },
    h(
      "table",
      { class: "numbers" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("admin.field.at")),
          columns.map(({ field }) => h("th", { scope: "col", key: field }, t(`admin.field.${field}`))),
        ),
      ),
      h(
        "tbody",
        null,
        points.toReversed().map((point) =>
          h(
            "tr",
            { key: point.at },
            h("th", { scope: "row" }, hourOf(point.at)),
            columns.map(({ field, unit, decimals }) =>
              h("td", { key: field }, withUnit(t, unit, point[field], decimals)),
            ),
          ),
        ),
      ),
    ),
  );
}
