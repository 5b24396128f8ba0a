// @ts-check
/**
 * Arrow keys among controls that lie together. A hand is one stop for Tab, where one comes back to
 * the card that one left; the arrows go from card to card as they lie on the screen.
 */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {Element} group @returns {HTMLButtonElement[]} */
function buttonsOf(group) {
  return [...group.querySelectorAll("button")].filter((button) => !button.disabled && button.checkVisibility());
}

/**
 * Leave one stop for Tab in each hand: where the focus is, or was last, or the first card.
 * @param {Element} root
 * @param {string} hands  a selector
 */
export function keepOneStop(root, hands) {
  for (const hand of root.querySelectorAll(hands)) {
    const buttons = [...hand.querySelectorAll("button")];
    const open = buttons.filter((button) => !button.disabled);
    const stop =
      open.find((button) => button === document.activeElement) ??
      open.find((button) => button.dataset.stop === "here") ??
      open[0];
    for (const button of buttons) markStop(button, button === stop);
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} here
 */
function markStop(button, here) {
  const index = here ? 0 : -1;
  if (button.dataset.stop && button.tabIndex === index) return;
  button.tabIndex = index;
  button.dataset.stop = here ? "here" : "passed";
}

/**
 * Go where an arrow, Home or End points, within the group of the focused control.
 * @param {KeyboardEvent} event
 */
export function goByArrow(event) {
  const from = document.activeElement;
  const group = from?.closest("[role=group]");
  if (!group || event.defaultPrevented) return;
  const buttons = buttonsOf(group);
  const place = buttons.findIndex((button) => button === from);
  if (place < 0) return;
  const next = nextOf(buttons, place, event.key);
  if (!next || next === from) return;
  event.preventDefault();
  next.focus();
  if (next.dataset.stop) for (const button of buttons) markStop(button, button === next);
}

/**
 * Right and left reach every one in turn, row after row; up and down stop at the edge.
 * @param {HTMLButtonElement[]} buttons
 * @param {number} place
 * @param {string} key
 */
export function nextOf(buttons, place, key) {
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  const way = WAYS[key];
  if (way && way[0] === 0) return buttons[nearest(boxes, place, way[1])];
  const order = inRows(boxes);
  if (key === "Home") return buttons[order[0] ?? 0];
  if (key === "End") return buttons[order.at(-1) ?? 0];
  if (!way) return undefined;
  const step = order.indexOf(place) + way[0] + order.length;
  return buttons[order[step % order.length] ?? place];
}

/**
 * As one reads: a row ends where the next one lies half a height deeper.
 * @param {DOMRect[]} boxes
 * @returns {number[]} places, in that order
 */
function inRows(boxes) {
  const byHeight = boxes.map((box, place) => ({ place, x: box.x, y: box.y + box.height / 2, half: box.height / 2 }));
  byHeight.sort((one, other) => one.y - other.y);
  let [row, last] = [0, byHeight[0]];
  const rows = byHeight.map((box) => {
    if (last && box.y - last.y > Math.min(box.half, last.half)) row += 1;
    last = box;
    return { ...box, row };
  });
  return rows.sort((one, other) => one.row - other.row || one.x - other.x).map(({ place }) => place);
}

/**
 * The closest one above or below, in the same column.
 * @param {DOMRect[]} boxes
 * @param {number} place
 * @param {number} down
 * @returns {number} -1 if there is none
 */
function nearest(boxes, place, down) {
  const here = /** @type {DOMRect} */ (boxes[place]);
  const found = boxes.flatMap((box, index) => {
    const across = Math.abs(box.x + box.width / 2 - here.x - here.width / 2);
    const along = (box.y + box.height / 2 - here.y - here.height / 2) * down;
    return along > here.height / 4 && across < here.width ? [{ index, far: along + across }] : [];
  });
  return found.sort((one, other) => one.far - other.far)[0]?.index ?? -1;
}
