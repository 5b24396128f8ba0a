// @ts-check
/**
 * The eight figures and the nought of the Gnav pack, cut like wood blocks.
 *
 * Each is a list of `[tag, attributes]` in a box of 64 × 64. The classes give the colour:
 * `ink` a filled block, `cut` a line carved out of it, `line` and `fine` printed lines,
 * `bare` paper with an outline, `spot` the second colour of the print.
 */

const NARR = [
  ["path", { class: "spot", d: "M23 46C20 30 23 16 32 9C41 16 44 30 41 46Z" }],
  ["path", { class: "line", d: "M23 46C20 30 23 16 32 9C41 16 44 30 41 46Z" }],
  ["path", { class: "ink", d: "M14 46C14 36 17 26 6 23C10 13 26 16 31 40V46Z" }],
  ["path", { class: "ink", d: "M50 46C50 36 47 26 58 23C54 13 38 16 33 40V46Z" }],
  ["path", { class: "cut", d: "M12 21C19 23 22 31 23 42M18 19C24 23 26 31 27 40" }],
  ["path", { class: "cut", d: "M52 21C45 23 42 31 41 42M46 19C40 23 38 31 37 40" }],
  ["circle", { class: "bare", cx: 6, cy: 25, r: 3.6 }],
  ["circle", { class: "bare", cx: 58, cy: 25, r: 3.6 }],
  ["circle", { class: "bare", cx: 32, cy: 8, r: 3.6 }],
  ["path", { class: "ink", d: "M10 49L16 60L23 51L32 62L41 51L48 60L54 49Z" }],
  ["path", { class: "bare", d: "M12 44H52L53 50H11Z" }],
  ["path", { class: "fine", d: "M17 44V50M22 44V50M27 44V50M32 44V50M37 44V50M42 44V50M47 44V50" }],
];

const UGLE = [
  ["path", { class: "ink", d: "M4 55C20 52 44 59 60 55V59C44 62 20 57 4 60Z" }],
  [
    "path",
    {
      class: "ink",
      d: "M32 11C39 11 45 8 50 3C50 12 52 18 51 27C53 44 44 56 32 56C20 56 11 44 13 27C12 18 14 12 14 3C19 8 25 11 32 11Z",
    },
  ],
  ["circle", { class: "disc", cx: 23, cy: 23, r: 8.4 }],
  ["circle", { class: "disc", cx: 41, cy: 23, r: 8.4 }],
  [
    "path",
    { class: "fine", d: "M23 16V18M17 19L18.5 20M29 19L27.5 20M16 24H18M41 16V18M35 19L36.5 20M47 19L45.5 20M48 24H46" },
  ],
  ["circle", { class: "ink", cx: 24, cy: 23.5, r: 4.2 }],
  ["circle", { class: "ink", cx: 40, cy: 23.5, r: 4.2 }],
  ["circle", { class: "disc", cx: 25.4, cy: 22, r: 1.3 }],
  ["circle", { class: "disc", cx: 41.4, cy: 22, r: 1.3 }],
  ["path", { class: "spot", d: "M32 26L36 31L32 39L28 31Z" }],
  [
    "path",
    {
      class: "cut",
      d: "M21 39q3 4 6 0M29.5 42q3 4 6 0M37 39q3 4 6 0M24 46q3 4 6 0M34 46q3 4 6 0M29 51q3 3 6 0",
    },
  ],
  ["path", { class: "cut", d: "M17 33C17 41 19 46 22 50M47 33C47 41 45 46 42 50" }],
  ["path", { class: "line", d: "M25 55v4M28 55v4M36 55v4M39 55v4" }],
];

const POTTE = [
  ["path", { class: "line", d: "M14 24C14 2 50 2 50 24" }],
  ["path", { class: "fine", d: "M26 18C22 14 30 12 26 8M34 19C30 14 38 12 34 7M41 18C38 15 43 13 41 10" }],
  ["path", { class: "ink", d: "M17 52L13 61H17L23 54ZM47 52L51 61H47L41 54Z" }],
  ["path", { class: "ink", d: "M12 27C6 42 14 56 32 56C50 56 58 42 52 27Z" }],
  ["path", { class: "ink", d: "M12 30C5 29 4 38 10 40L11 37C8 36 8 33 12 33ZM52 30C59 29 60 38 54 40L53 37C56 36 56 33 52 33Z" }],
  ["path", { class: "bare", d: "M9 22H55V28H9Z" }],
  ["path", { class: "fine", d: "M14 25H50" }],
  ["path", { class: "cut", d: "M17 33C15 40 18 47 23 50M22 33C20.5 39 22 44 26 48M27 33C26 37 27 41 29 44" }],
  ["path", { class: "spot", d: "M37 36L43 40L41 47H34L32 40Z" }],
];

const NOUGHT = [
  ["circle", { class: "bare", cx: 32, cy: 32, r: 25 }],
  ["circle", { class: "dash", cx: 32, cy: 32, r: 21.5 }],
  ["ellipse", { class: "ink", cx: 32, cy: 32, rx: 12.5, ry: 16 }],
  ["ellipse", { class: "disc", cx: 32, cy: 32, rx: 5.8, ry: 12.5 }],
  ["path", { class: "spot", d: "M32 27L35 32L32 37L29 32Z" }],
];

const HUS = [
  ["path", { class: "ink", d: "M44 8H51V24L44 18Z" }],
  ["path", { class: "fine", d: "M47 6C44 3 51 3 48 0" }],
  ["path", { class: "bare", d: "M12 30H52V58H12Z" }],
  ["path", { class: "line", d: "M12 44H25M39 44H52M13 57L24 45M51 57L40 45" }],
  ["path", { class: "ink", d: "M32 6L60 31L56 35L32 15L8 35L4 31Z" }],
  ["path", { class: "ink", d: "M32 13L53 31H11Z" }],
  ["path", { class: "cut", d: "M32 17V30M27 21V30M37 21V30M22 25V30M42 25V30M17 28V30M47 28V30" }],
  ["path", { class: "spot", d: "M26 58V42C26 36 38 36 38 42V58Z" }],
  ["path", { class: "line", d: "M26 58V42C26 36 38 36 38 42V58" }],
  ["circle", { class: "ink", cx: 35, cy: 49, r: 1.4 }],
  ["path", { class: "ink", d: "M15 34H22V41H15ZM42 34H49V41H42Z" }],
  ["path", { class: "cut", d: "M18.5 34V41M15 37.5H22M45.5 34V41M42 37.5H49" }],
  ["path", { class: "line", d: "M5 59H59" }],
];

const HEST = [
  [
    "path",
    {
      class: "ink",
      d: "M19 59C18 48 27 43 29 34C25 38 20 37 17 41C13 45 6 42 7 36C11 30 14 25 16 19C17 15 18 12 17 5L24 11L27 5L32 12C47 16 55 31 53 59Z",
    },
  ],
  ["path", { class: "cut", d: "M34 16C41 19 46 26 47 36M31 19C38 22 42 28 43 39M30 23C35 26 38 31 39 41" }],
  ["path", { class: "cut", d: "M44 44C45 49 45 53 44 57M38 46C39 50 39 54 38 57M32 48C33 51 33 54 32 57" }],
  ["path", { class: "rein", d: "M15 27C19 30 23 31 29 31M19 18C22 23 26 28 31 32C37 38 43 40 51 41" }],
  ["path", { class: "disc", d: "M20 19C22 17 25 18 26 20C24 22 21 21.5 20 19Z" }],
  ["circle", { class: "ink", cx: 23, cy: 19.6, r: 1.3 }],
  ["circle", { class: "disc", cx: 10.5, cy: 36, r: 1.5 }],
  ["path", { class: "cut", d: "M10 40C13 40 15 39 17 37.5" }],
];

const KATT = [
  ["path", { class: "tail", d: "M46 56C60 58 62 44 54 38C51 35 54 30 58 32" }],
  [
    "path",
    {
      class: "ink",
      d: "M19 25L16 5L27 13C30 12 34 12 37 13L48 5L45 25C47 31 44 36 40 38C48 43 51 51 49 59H15C13 51 16 43 24 38C20 36 17 31 19 25Z",
    },
  ],
  ["path", { class: "spot", d: "M19 10L24.5 14.5L20.5 18ZM45 10L39.5 14.5L43.5 18Z" }],
  ["path", { class: "cut", d: "M32 13V18M28 14L29 18M36 14L35 18" }],
  ["path", { class: "disc", d: "M21 25C24 20 29 22 30 26C27 29 23 29 21 25ZM43 25C40 20 35 22 34 26C37 29 41 29 43 25Z" }],
  ["ellipse", { class: "ink", cx: 26, cy: 25, rx: 1.3, ry: 3 }],
  ["ellipse", { class: "ink", cx: 38, cy: 25, rx: 1.3, ry: 3 }],
  ["path", { class: "spot", d: "M29.5 29H34.5L32 32Z" }],
  ["path", { class: "cut", d: "M32 32C32 35 29 35.5 28 34M32 32C32 35 35 35.5 36 34" }],
  ["path", { class: "hair", d: "M25 31L9 28M25 33L10 35M39 31L55 28M39 33L54 35" }],
  ["path", { class: "cut", d: "M32 43V51M27 44C25 48 25 52 26 58M37 44C39 48 39 52 38 58M19 48L23 49M18 53L22 54M45 48L41 49M46 53L42 54" }],
];

const DRAGON = [
  ["path", { class: "bare", d: "M52 44C61 34 62 18 55 3C56 18 53 30 47 40Z" }],
  ["path", { class: "line", d: "M43 39L53 46" }],
  ["path", { class: "ink", d: "M8 61C8 48 18 43 28 42H34C44 43 52 47 52 61Z" }],
  ["path", { class: "spot", d: "M24 42H38L31 54Z" }],
  ["path", { class: "cut", d: "M31 55V61M20 48L27 59M42 48L35 59M13 52L15 60M47 52L46 60" }],
  ["path", { class: "bare", d: "M21 22H41V33C41 40 36 44 31 44C26 44 21 40 21 33Z" }],
  ["path", { class: "ink", d: "M31 34C27 32 22 33 18 38C24 39 29 38 31 36C33 38 38 39 44 38C40 33 35 32 31 34Z" }],
  ["path", { class: "fine", d: "M24 27H28M34 27H38M31 27V32" }],
  ["circle", { class: "ink", cx: 26.5, cy: 28.5, r: 1.4 }],
  ["circle", { class: "ink", cx: 35.5, cy: 28.5, r: 1.4 }],
  ["path", { class: "ink", d: "M7 25C10 10 22 6 31 6C40 6 52 10 55 25C42 19 20 19 7 25Z" }],
  ["path", { class: "cut", d: "M13 20C25 15 37 15 49 20" }],
  ["path", { class: "spot", d: "M31 13C24 11 21 4 25 0C27 3 28 1 30 0C31 3 34 1 36 1C40 5 37 11 31 13Z" }],
];

const GJOK = [
  ["path", { class: "line", d: "M3 56C20 48 40 60 61 53" }],
  ["path", { class: "spot", d: "M9 54C5 49 8 45 14 46C16 51 14 54 9 54ZM50 55C50 50 55 47 60 49C59 54 56 57 50 55Z" }],
  [
    "path",
    {
      class: "ink",
      d: "M14 15C18 6 31 7 33 17C45 19 51 30 62 45L52 42L56 53L45 45C40 50 33 50 27 48C18 46 14 37 16 28C12 25 12 19 14 15Z",
    },
  ],
  ["path", { class: "disc", d: "M18 29C17 37 21 44 28 45C33 46 37 44 39 42C31 41 23 37 21 27Z" }],
  ["path", { class: "fine", d: "M19 33L23 31M20 37L26 35M23 41L30 38M28 44L34 41" }],
  ["path", { class: "cut", d: "M30 22C33 31 40 38 52 41M34 22C38 29 43 34 50 37M38 23C41 27 44 29 47 31" }],
  ["path", { class: "spot", d: "M14 14L2 10L12 18ZM13 19L4 22L14 22Z" }],
  ["path", { class: "line", d: "M29 47L28 54M34 48L35 54" }],
  ["circle", { class: "disc", cx: 21, cy: 16, r: 3 }],
  ["circle", { class: "ink", cx: 20.6, cy: 16, r: 1.5 }],
];

/** @type {Record<string, Array<[string, Record<string, string|number>]>>} */
export const FIGURES = /** @type {any} */ ({
  narr: NARR,
  ugle: UGLE,
  potte: POTTE,
  0: NOUGHT,
  hus: HUS,
  hest: HEST,
  katt: KATT,
  dragon: DRAGON,
  gjok: GJOK,
});
