// @ts-check
/**
 * Bring `nodes` into their order with the fewest moves that a single pass finds.
 * @param {any} parent
 * @param {ChildNode[]} nodes
 */
export function place(parent, nodes) {
  let cursor = parent.firstChild;
  for (const node of nodes) {
    if (node === cursor) {
      cursor = cursor.nextSibling;
    } else if (node.parentNode === parent && typeof parent.moveBefore === "function") {
      parent.moveBefore(node, cursor);
    } else {
      parent.insertBefore(node, cursor);
    }
  }
}
