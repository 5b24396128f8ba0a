// @ts-check
/** A hand that shows a number with its fingers; above five, a second one helps. */

/** Little finger to thumb, as seen from the back of a left hand: x, y of the tip, turn. */
const FINGERS = [
  { x: 13, tip: 21, turn: -10 },
  { x: 22, tip: 11, turn: -4 },
  { x: 31, tip: 8, turn: 1 },
  { x: 40, tip: 12, turn: 7 },
];
/** Which fingers stand for one, two, … five; the thumb comes last. */
const STANDING = [[], [3], [2, 3], [1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]];

/**
 * @param {Function} h
 * @param {number} count
 */
export function fingers(h, count) {
  const second = Math.max(0, count - 5);
  return h(
    "span",
    { class: `md-hands${second ? " are-two" : ""}`, "aria-hidden": "true" },
    second ? oneHand(h, second, true) : null,
    oneHand(h, Math.min(5, count), false),
  );
}

/**
 * @param {Function} h
 * @param {number} count
 * @param {boolean} mirrored
 */
function oneHand(h, count, mirrored) {
  const standing = STANDING[count];
  const thumb =
    count === 5 ? "M44 42C50 36 54 31 58 30C63 30 63 36 60 40C56 46 52 52 46 56Z" : "M46 44C50 42 54 44 53 48C51 52 42 53 34 52L34 45Z";
  return h(
    "svg",
    { class: "md-hand", viewBox: "0 0 66 76", focusable: "false" },
    h(
      "g",
      { transform: mirrored ? "translate(62 0) scale(-1 1)" : null },
      h("path", { class: "cuff", d: "M14 66H44V76H14Z" }),
      ...FINGERS.map((finger, at) => fingerPart(h, finger, standing.includes(at))),
      h("path", { class: "palm", d: "M9 38C9 33 13 31 18 31H42C46 31 48 34 48 38V52C48 61 43 67 29 67C15 67 9 60 9 52Z" }),
      h("path", { class: "palm", d: thumb }),
      ...FINGERS.flatMap(({ x }, at) =>
        standing.includes(at) ? [] : [h("path", { class: "crease", d: `M${x - 3} 41C${x - 2} 44 ${x + 2} 44 ${x + 3} 41` })],
      ),
    ),
  );
}

/**
 * @param {Function} h
 * @param {{x: number, tip: number, turn: number}} finger
 * @param {boolean} up
 */
function fingerPart(h, { x, tip, turn }, up) {
  const y = up ? tip : 28;
  return h("rect", { class: "palm", x: x - 4.5, y, width: 9, height: 42 - y, rx: 4.5, transform: up ? `rotate(${turn} ${x} 42)` : null });
}
