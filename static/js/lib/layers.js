// @ts-check
/**
 * "Back" closes what lies on top of the page (a dialog, a sheet) and never leaves a game by
 * accident: each open layer is one entry of the browser's history.
 */

/** @type {Array<() => void>} */
const open = [];
/** Steps back of our own that the browser has not yet made; it makes them later. */
let ownSteps = 0;
/** Layers whose entry has to wait until those steps are made: a step back would take it away. */
let waiting = 0;

globalThis.addEventListener?.("popstate", () => {
  if (ownSteps === 0) return open.pop()?.();
  ownSteps -= 1;
  for (; ownSteps === 0 && waiting > 0; waiting -= 1) addEntry();
});

function addEntry() {
  history.pushState({ layer: open.length }, "");
}

/**
 * Once the browser has made all steps back of our own: until then, no new address would last.
 * @returns {Promise<void>}
 */
export function settled() {
  if (ownSteps === 0) return Promise.resolve();
  return new Promise((done) => globalThis.addEventListener("popstate", () => done(settled()), { once: true }));
}

/**
 * @param {() => void} close  called when the person goes back
 * @returns {{closed: () => void}}  to be told when the layer was closed in another way
 */
export function openLayer(close) {
  open.push(close);
  if (ownSteps > 0) waiting += 1;
  else addEntry();
  return {
    closed() {
      const index = open.indexOf(close);
      if (index < 0) return;
      open.splice(index, 1);
      if (waiting > 0) return void (waiting -= 1);
      ownSteps += 1;
      history.back();
    },
  };
}
