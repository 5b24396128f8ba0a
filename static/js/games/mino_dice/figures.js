// @ts-check
/**
 * The heads of minotaur, griffin and mermaid and the pennant, cut like stamps into a die.
 *
 * Each is a list of `[tag, attributes]` in a box of 64 × 64. The classes give the colour: `ink` a
 * filled block, `cut` a line carved out of it, `line` and `fine` printed lines, `bare` the light
 * of the face with an outline, `spot` the second colour of the figure.
 */
import { once } from "../../lib/once.js";

const MINOTAUR = [
  ["path", { class: "bare", d: "M20 20C8 21 1 13 3 3C8 10 15 12 25 12ZM44 20C56 21 63 13 61 3C56 10 49 12 39 12Z" }],
  ["path", { class: "ink", d: "M18 22C11 20 6 23 3 28C8 33 14 33 19 30ZM46 22C53 20 58 23 61 28C56 33 50 33 45 30Z" }],
  [
    "path",
    { class: "ink", d: "M32 9C41 9 48 14 48 23C48 31 45 36 44 42C43 54 39 61 32 61C25 61 21 54 20 42C19 36 16 31 16 23C16 14 23 9 32 9Z" },
  ],
  ["path", { class: "spot", d: "M24 10C26 4 30 7 32 3C34 7 38 4 40 10C41 16 37 20 32 22C27 20 23 16 24 10Z" }],
  ["path", { class: "cut", d: "M28 10C28 14 30 17 32 19C34 17 36 14 36 10" }],
  ["path", { class: "disc", d: "M20 26L29 29.5C28 33 23 33 20 26ZM44 26L35 29.5C36 33 41 33 44 26Z" }],
  ["path", { class: "bare", d: "M32 41C40 41 43 44 43 49C43 56 38 59 32 59C26 59 21 56 21 49C21 44 24 41 32 41Z" }],
  ["path", { class: "ink", d: "M26 46C29 45 30 48 28 50C26 50 25 48 26 46ZM38 46C35 45 34 48 36 50C38 50 39 48 38 46Z" }],
  ["circle", { class: "ring", cx: 32, cy: 56, r: 5 }],
];

const GRIFFIN = [
  ["path", { class: "ink", d: "M33 14C34 8 39 3 46 1C46 8 45 13 42 18Z" }],
  [
    "path",
    {
      class: "ink",
      d: "M20 21C24 13 32 10 40 13C51 17 57 29 57 44L61 50L55 51L56 60L48 55L44 62L38 55L31 61L29 53L21 55C26 50 28 46 27 41C22 41 18 39 16 35Z",
    },
  ],
  ["path", { class: "spot", d: "M23 20C12 18 4 24 3 34C3 39 5 43 8 45C8 40 11 37 15 37L24 36C27 31 27 25 23 20Z" }],
  ["path", { class: "line", d: "M23 20C12 18 4 24 3 34C3 39 5 43 8 45C8 40 11 37 15 37L24 36M12 31C16 33 20 33 25 31" }],
  ["circle", { class: "disc", cx: 32, cy: 25, r: 5 }],
  ["circle", { class: "ink", cx: 31, cy: 25.5, r: 2.4 }],
  ["path", { class: "cut", d: "M25 18L38 22M35 35C38 41 43 43 48 42M33 43C36 48 41 50 46 49M42 26C44 32 48 35 53 35M37 17C43 18 47 22 49 27" }],
];

const MERMAID = [
  [
    "path",
    {
      class: "ink",
      d: "M32 6C46 6 53 15 52 27C51 35 60 38 58 48C57 53 59 56 62 58C54 63 48 61 45 57C43 61 39 62 36 60H28C25 62 21 61 19 57C16 61 10 63 2 58C5 56 7 53 6 48C4 38 13 35 12 27C11 15 18 6 32 6Z",
    },
  ],
  ["path", { class: "disc", d: "M28 42H36V50C42 51 46 53 48 58C44 62 20 62 16 58C18 53 22 51 28 50Z" }],
  ["path", { class: "disc", d: "M32 14C40 14 43 20 43 28C43 37 37 45 32 45C27 45 21 37 21 28C21 20 24 14 32 14Z" }],
  ["path", { class: "ink", d: "M20 28C20 18 24 14 33 13C31 19 26 23 20 28ZM44 28C44 18 40 14 33 13C34 19 38 23 44 28Z" }],
  ["path", { class: "fine", d: "M24.5 28q3 -2.6 5.6 0M34 28q3 -2.6 5.6 0M32 29.5V34.5H30.6" }],
  ["path", { class: "spot", d: "M28.4 38.4C30 37 31.2 37 32 37.8C32.8 37 34 37 35.6 38.4C34 41 30 41 28.4 38.4Z" }],
  ["path", { class: "cut", d: "M16 30C16 38 10 42 11 51M48 30C48 38 54 42 53 51M18 40C18 46 14 49 15 54M46 40C46 46 50 49 49 54" }],
  ["path", { class: "spot", d: "M32 1L34.6 6.4L40.6 7.2L36.2 11.2L37.4 17L32 14.2L26.6 17L27.8 11.2L23.4 7.2L29.4 6.4Z" }],
  ["path", { class: "fine", d: "M22 54q5 5 10 5t10 -5" }],
];

const FLAG = [
  ["path", { class: "ink", d: "M16 7H20V60H16Z" }],
  ["circle", { class: "ink", cx: 18, cy: 6, r: 4 }],
  ["path", { class: "spot", d: "M20 10C29 7 36 15 58 19C44 25 34 26 20 35Z" }],
  ["path", { class: "line", d: "M20 10C29 7 36 15 58 19C44 25 34 26 20 35Z" }],
];

/** @type {Record<string, Array<any>>} */
export const FIGURES = { minotaur: MINOTAUR, griffin: GRIFFIN, mermaid: MERMAID, flag: FLAG };

/**
 * The parts of a figure, to be put into a drawing.
 * @param {Function} h
 * @param {string} name
 */
export function figureParts(h, name) {
  return FIGURES[name].map(([tag, attributes]) => h(tag, { ...attributes }));
}

/**
 * A figure alone, decorative: whoever shows it says in words what it is.
 * @param {Function} h
 * @param {string} name
 */
function drawFigure(h, name) {
  return h(
    "svg",
    { class: `md-figure of-${name}`, viewBox: "0 0 64 64", "aria-hidden": "true", focusable: "false" },
    ...figureParts(h, name),
  );
}

export const figure = once(drawFigure);
