// @ts-check
/** Small drawings: the six faces of a die, the three bottles, a cow, a truck, a house, a padlock. */
import { once } from "../../lib/once.js";

/** @typedef {typeof import("../../lib/h.js").h} H */

/** @type {Record<string, (h: H) => any[]>} */
const FACES = {
  money: (h) => [
    h("circle", { class: "mm-fill", cx: 16, cy: 16, r: 11.5 }),
    h("circle", { class: "mm-thin", cx: 16, cy: 16, r: 8.6 }),
    h("path", { class: "mm-cut", d: "M19.6 12.4C18.6 10.9 13 10.4 12.6 13.3C12.2 16.4 19.8 15 19.5 18.7C19.2 21.6 13.3 21.4 12 19.3M16 8.8V23.2" }),
  ],
  milk: (h) => [
    h("path", { class: "mm-fill", d: "M6.5 11H25.5L22.5 28H9.5Z" }),
    h("path", { class: "mm-line", d: "M7 11C8 2.5 24 2.5 25 11" }),
    h("path", { class: "mm-cut", d: "M9.5 14.5C12.5 17.5 15 13 17.5 15.5C19.5 17 21.5 15.5 22.8 14.5" }),
  ],
  bottle: (h) => [
    h("path", { class: "mm-fill", d: "M12.5 8H19.5V11.5C19.5 14 23 15 23 19V26.5C23 28.5 22 29.5 20 29.5H12C10 29.5 9 28.5 9 26.5V19C9 15 12.5 14 12.5 11.5Z" }),
    h("path", { class: "mm-fill", d: "M11.7 3H20.3V6.4H11.7Z" }),
    h("path", { class: "mm-cut", d: "M12.5 19V26" }),
  ],
  labor: (h) => [
    h("path", { class: "mm-line mm-thick", d: "M16 14V30M8.5 3V9.5C8.5 13 11 14.5 16 14.5C21 14.5 23.5 13 23.5 9.5V3M16 3V14" }),
    h("path", { class: "mm-line", d: "M13 29.5H19" }),
  ],
  truck: (h) => [
    h("path", { class: "mm-fill", d: "M2 8H19V23H2ZM20.5 12.5H26L30 17.5V23H20.5Z" }),
    h("circle", { class: "mm-wheel", cx: 8.5, cy: 24, r: 3.6 }),
    h("circle", { class: "mm-wheel", cx: 24, cy: 24, r: 3.6 }),
    h("path", { class: "mm-cut", d: "M22.5 17.5V14.5H25.2L27.4 17.5Z" }),
  ],
  spilt: (h) => [
    h("path", { class: "mm-fill", d: "M30 9.5H21C18.5 9.5 17.5 12 15 12.8L11 13.5V18.5L15.5 18.3C18 18.2 19 20.5 21.5 20.5H30Z" }),
    h("path", { class: "mm-fill", d: "M9.6 12.6V19.4L6.6 19.6V12.9Z" }),
    h("path", { class: "mm-fill", d: "M3.5 24.5C6 22 13 23.2 17 24.2C22 23.2 27.5 25 25 27.5C21 30 8 29.5 4.5 28.4C1.5 27.5 2 25.6 3.5 24.5Z" }),
    h("path", { class: "mm-line", d: "M4.6 17.5C3.4 19.3 3.8 21 5 21.6" }),
  ],
};

/**
 * @param {H} h
 * @param {string} face
 */
function drawFaceArt(h, face) {
  return h("svg", { class: `mm-face of-${face}`, viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" }, ...(FACES[face]?.(h) ?? []));
}

export const faceArt = once(drawFaceArt);

/** Round, slim and square, so that colour is not the only sign. */
const BOTTLES = {
  whole: "M7.2 6.5H12.8V9.5C12.8 12 17.5 13.5 17.5 20C17.5 26 14.5 29.5 10 29.5C5.5 29.5 2.5 26 2.5 20C2.5 13.5 7.2 12 7.2 9.5Z",
  skim: "M7.6 6.5H12.4V12C12.4 14 14.2 15 14.2 18V27.5C14.2 29 13.4 29.7 12 29.7H8C6.6 29.7 5.8 29 5.8 27.5V18C5.8 15 7.6 14 7.6 12Z",
  chocolate: "M7 6.5H13V10.5H17V29.5H3V10.5H7Z",
};

/**
 * @param {H} h
 * @param {import("./printed.js").Kind} kind
 * @param {string} letter
 */
function drawBottleArt(h, kind, letter) {
  return h(
    "svg",
    { class: `mm-bottle is-${kind}`, viewBox: "0 0 20 31", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "mm-cap", d: "M6.6 1.5H13.4V5.6H6.6Z" }),
    h("path", { class: "mm-glass", d: BOTTLES[kind] }),
    kind === "skim" ? h("path", { class: "mm-band", d: "M7.4 9.4H12.6M6.2 15.4H13.8M6.2 27.6H13.8" }) : null,
    h("text", { x: 10, y: 25, "text-anchor": "middle" }, letter),
  );
}

export const bottleArt = once(drawBottleArt);

/** @param {H} h */
function drawCowArt(h) {
  return h(
    "svg",
    { class: "mm-cow", viewBox: "0 0 60 44", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "mm-cow-line", d: "M9 16C4 19 4 27 6 32" }),
    h("path", { class: "mm-cow-dark", d: "M13 30H17.5V42H13ZM37 30H41.5V42H37Z" }),
    h("path", { class: "mm-cow-body", d: "M9 17C9 12 13 11 18 11H40C44 11 45 8 49 8C54 8 58 14 57.5 18.5C57 22 52 22 49 21C48 26 46 31 42 31H14C10 31 9 24 9 17ZM18 30H22.5V42H18ZM32 30H36.5V42H32Z" }),
    h("path", { class: "mm-cow-dark", d: "M14 11.5C20 10 25 12 25 17C25 22 17 24 13 20C10 17.5 11 13 14 11.5ZM31 11H40C42 15 40 21 35 20C31 19 29 14 31 11ZM28 26C31 24 35 26 34 31H26C26 29 26 27 28 26Z" }),
    h("path", { class: "mm-cow-pink", d: "M53 17C56 16 58.5 17 57.5 20C56.5 22.6 52 22 51.6 19.6ZM23 31H30C30 34 23 34 23 31Z" }),
    h("path", { class: "mm-cow-line", d: "M46.5 9L43 5.5M50 8L51.5 4" }),
    h("circle", { class: "mm-cow-eye", cx: 51, cy: 13.2, r: 1.2 }),
  );
}

export const cowArt = once(drawCowArt);

/**
 * @param {H} h
 * @param {boolean} big
 */
function drawTruckArt(h, big) {
  return h(
    "svg",
    { class: `mm-truck-art${big ? " is-big" : ""}`, viewBox: "0 0 96 46", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "mm-truck-bed", d: "M2 29H66V38H2Z" }),
    h("path", { class: "mm-truck-rail", d: "M3 8V29M66 8V29M3 19H66M3 9H66" }),
    h("path", { class: "mm-truck-cab", d: "M67 12H80C85 12 86 18 88 22L94 25V38H67Z" }),
    h("path", { class: "mm-truck-pane", d: "M72 16H79C82 16 82.5 19 84 23H72Z" }),
    h("circle", { class: "mm-truck-tyre", cx: 17, cy: 38, r: 6.5 }),
    h("circle", { class: "mm-truck-tyre", cx: 80, cy: 38, r: 6.5 }),
    big ? h("circle", { class: "mm-truck-tyre", cx: 33, cy: 38, r: 6.5 }) : null,
    h("circle", { class: "mm-truck-hub", cx: 17, cy: 38, r: 2.4 }),
    h("circle", { class: "mm-truck-hub", cx: 80, cy: 38, r: 2.4 }),
    h("path", { class: "mm-truck-lamp", d: "M91 27H94.5V31H91Z" }),
  );
}

export const truckArt = once(drawTruckArt);

/**
 * Four houses that differ, each with a door.
 * @param {H} h
 * @param {number} place
 */
function drawHouseArt(h, place) {
  const roofs = ["M2 24L30 4L58 24Z", "M4 24V10L30 4L56 10V24Z", "M4 24L14 6H46L56 24Z", "M3 24L19 6L30 16L41 6L57 24Z"];
  return h(
    "svg",
    { class: `mm-house is-${place}`, viewBox: "0 0 60 50", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "mm-wall", d: "M7 22H53V50H7Z" }),
    h("path", { class: "mm-roof", d: roofs[place - 1] }),
    h("path", { class: "mm-door", d: "M24 50V32C24 28 36 28 36 32V50Z" }),
    h("path", { class: "mm-pane", d: "M11 29H19V38H11ZM41 29H49V38H41Z" }),
    h("circle", { class: "mm-knob", cx: 33.4, cy: 41, r: 1.2 }),
  );
}

export const houseArt = once(drawHouseArt);

/** @param {H} h */
function drawBarnArt(h) {
  return h(
    "svg",
    { class: "mm-house is-barn", viewBox: "0 0 60 50", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "mm-wall", d: "M6 22H54V50H6Z" }),
    h("path", { class: "mm-roof", d: "M2 24L12 9L30 2L48 9L58 24L51 24L44 13L30 7L16 13L9 24Z" }),
    h("path", { class: "mm-wall", d: "M9 24L16 13L30 7L44 13L51 24Z" }),
    h("path", { class: "mm-gate", d: "M17 50V27H43V50M17 27L43 50M43 27L17 50M24 13H36V20H24Z" }),
  );
}

export const barnArt = once(drawBarnArt);

/** @param {H} h */
function drawLockArt(h) {
  return h(
    "svg",
    { class: "mm-lock", viewBox: "0 0 24 30", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "mm-shackle", d: "M6 14V9C6 1 18 1 18 9V14" }),
    h("path", { class: "mm-lock-body", d: "M3 13H21V28H3Z" }),
    h("path", { class: "mm-keyhole", d: "M12 17.5A2 2 0 1 1 11.9 17.5M12 20V24.5" }),
  );
}

export const lockArt = once(drawLockArt);
