// @ts-check
/** Pictures that the server drew; no address of an image ever holds the secret in them. */

/** @param {string} svg */
export function pictureOf(svg) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(drawn, true);
}
