/** A chosen look answers the queries of style sheets; the system answers them again afterwards. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../static/js/look.js", import.meta.url), "utf8");
const ALWAYS = "(width >= 0px)";
const NEVER = "(width < 0px)";
const DARK = "(prefers-color-scheme: dark)";
const MORE = "(prefers-contrast: more)";

class CSSMediaRule {
  constructor(mediaText, ...cssRules) {
    this.media = { mediaText };
    this.cssRules = cssRules;
  }
}

/** A page with these rules and metas, in a browser that remembers `kept`. */
function open(kept, { rules = [], metas = [] } = {}) {
  const heard = {};
  const listen = (type, hear) => (heard[type] = hear);
  const root = { dataset: {} };
  vm.runInNewContext(SOURCE, {
    CSSMediaRule,
    addEventListener: listen,
    localStorage: { getItem: () => kept.look },
    document: {
      documentElement: root,
      styleSheets: [{ cssRules: rules }],
      querySelectorAll: () => metas,
      addEventListener: listen,
    },
  });
  return { root, heard, asks: () => rules.map(({ media }) => media.mediaText) };
}

const sheet = () => [
  new CSSMediaRule(DARK),
  new CSSMediaRule(MORE),
  new CSSMediaRule(`${MORE} and ${DARK}`),
  new CSSMediaRule("(prefers-color-scheme: light)"),
  new CSSMediaRule("(max-width: 899px)"),
];

for (const [look, dark, more] of [
  ["light", NEVER, NEVER],
  ["night", ALWAYS, NEVER],
  ["contrast_light", NEVER, ALWAYS],
  ["contrast_night", ALWAYS, ALWAYS],
]) {
  test(`${look} answers before the first picture`, () => {
    const { root, asks } = open({ look }, { rules: sheet() });
    assert.equal(root.dataset.theme, look);
    const light = dark === ALWAYS ? NEVER : ALWAYS;
    assert.deepEqual(asks(), [dark, more, `${more} and ${dark}`, light, "(max-width: 899px)"]);
  });
}

for (const look of [undefined, "", "system", "__proto__", "tartan"]) {
  test(`the system answers for ${look}`, () => {
    const rules = sheet();
    const { root, asks } = open({ look }, { rules });
    assert.equal(root.dataset.theme, undefined);
    assert.deepEqual(asks(), sheet().map(({ media }) => media.mediaText));
  });
}

test("one look after another, and the system again", () => {
  const { root, heard, asks } = open({}, { rules: sheet() });
  heard.look({ detail: "night" });
  heard.look({ detail: "contrast_light" });
  assert.deepEqual(asks().slice(0, 2), [NEVER, ALWAYS]);
  heard.look({ detail: "system" });
  assert.equal(root.dataset.theme, undefined);
  assert.deepEqual(asks(), sheet().map(({ media }) => media.mediaText));
});

test("queries within others, of imported sheets, and the colours of the browser's own frame", () => {
  const inside = new CSSMediaRule(DARK);
  const imported = new CSSMediaRule(MORE);
  const metas = [{ media: DARK }, { media: `${MORE} and ${DARK}` }];
  open({ look: "night" }, { rules: [{ styleSheet: { cssRules: [imported] } }, { cssRules: [inside] }], metas });
  assert.equal(inside.media.mediaText, ALWAYS);
  assert.equal(imported.media.mediaText, NEVER);
  assert.deepEqual(metas.map(({ media }) => media), [ALWAYS, `${NEVER} and ${ALWAYS}`]);
});

test("other tabs follow, and so does a page that comes back from the history", () => {
  const kept = {};
  const { root, heard } = open(kept, { rules: sheet() });
  kept.look = "night";
  heard.storage({ key: "kitchen-table:sound" });
  assert.equal(root.dataset.theme, undefined);
  heard.storage({ key: "kitchen-table:look" });
  assert.equal(root.dataset.theme, "night");
  kept.look = "light";
  heard.pageshow({ persisted: true });
  assert.equal(root.dataset.theme, "light");
});
