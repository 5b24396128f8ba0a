// @ts-check
/**
 * A picture that hangs on nothing but its arguments is described once. Drawn again, it is the same
 * description, and the page has nothing to compare.
 */

/**
 * @template {any[]} A
 * @param {(h: any, ...args: A) => any} make  of few different arguments
 * @returns {(h: any, ...args: A) => any}
 */
export function once(make) {
  /** @type {WeakMap<Function, Map<string, any>>} */
  const known = new WeakMap();
  return (h, ...args) => {
    const pictures = known.get(h) ?? new Map();
    known.set(h, pictures);
    const name = JSON.stringify(args);
    if (!pictures.has(name)) pictures.set(name, make(h, ...args));
    return pictures.get(name);
  };
}
