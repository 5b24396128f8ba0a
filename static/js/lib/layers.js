// @ts-check
/**
 * "Back" closes what lies on top of the page (a dialog, a sheet) and never leaves a game by
 * accident: each open layer is one entry of the browser's history.
 */

/** @type {Array<() => void>} */
const open = [];
let ownSteps = 0;

globalThis.addEventListener?.("popstate", () => {
  if (ownSteps > 0) ownSteps -= 1;
  else open.pop()?.();
});

/**
 * @param {() => void} close  called when the person goes back
 * @returns {{closed: () => void}}  to be told when the layer was closed in another way
 */
export function openLayer(close) {
  history.pushState({ layer: open.length + 1 }, "");
  open.push(close);
  return {
    closed() {
      const index = open.indexOf(close);
      if (index < 0) return;
      open.splice(index, 1);
      ownSteps += 1;
      history.back();
    },
  };
}
