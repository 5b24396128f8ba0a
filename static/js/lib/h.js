// @ts-check
/**
 * A small keyed renderer with Preact's call shape: `h(tag, props, ...children)` describes, `render`
 * makes the page equal to the description. Keyed children keep their element and its focus while
 * they change places.
 */
import { patchProps } from "./props.js";

/** @typedef {{tag: string, key: unknown, props: Record<string, any>, children: Child[]}} VNode */
/** @typedef {VNode | string} Child */

const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";

/** What each element was last drawn from. @type {WeakMap<Node, VNode>} */
const drawn = new WeakMap();

/**
 * @param {string | ((props: any) => any)} tag  a name, or a function of props that answers a vnode
 * @param {Record<string, any> | null} [props]  `key` and `ref` (called once, on making) as in Preact
 * @param {...any} children  vnodes, texts, numbers, lists of them; null and booleans are nothing
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props ?? {};
  const kids = /** @type {Child[]} */ (flatten(children));
  if (typeof tag !== "function") return { tag, key, props: rest, children: kids };
  const made = tag({ ...rest, children: kids });
  return key === null || made === null || typeof made !== "object" ? made : { ...made, key };
}

/** @param {any[]} children */
function flatten(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && typeof child !== "boolean")
    .map((child) => (typeof child === "object" ? child : String(child)));
}

/**
 * Make the content of `container` equal to `what`.
 * @param {any} what  a vnode, a text, a list of them, or null for nothing
 * @param {Element} container
 */
export function render(what, container) {
  const focused = document.activeElement;
  patchChildren(container, /** @type {Child[]} */ (flatten([what])), container.namespaceURI);
  if (
    focused instanceof HTMLElement &&
    focused !== document.activeElement &&
    container.contains(focused)
  ) {
    focused.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 * @param {string | null} namespace
 */
function patchChildren(parent, children, namespace) {
  if (isInOrder(parent, children)) {
    parent.childNodes.forEach((node, place) => patch(node, /** @type {Child} */ (children[place])));
    return;
  }
  const pool = poolOf(parent);
  const nodes = children.map((child) => {
    const node = takeMatching(pool, child);
    return node === null ? make(child, namespace) : patch(node, child);
  });
  for (const node of [...pool.loose, ...pool.keyed.values()]) parent.removeChild(node);
  place(parent, nodes);
}

/**
 * Whether every child is there already, at its place: mostly so, and then nothing has to be sought.
 * @param {Element} parent
 * @param {Child[]} children
 */
function isInOrder(parent, children) {
  let node = parent.firstChild;
  for (const child of children) {
    if (node === null) return false;
    const before = drawn.get(node);
    const same =
      typeof child === "string"
        ? node.nodeType === 3
        : before !== undefined && before.tag === child.tag && before.key === child.key;
    if (!same) return false;
    node = node.nextSibling;
  }
  return node === null;
}

/** @param {Element} parent */
function poolOf(parent) {
  /** @type {{loose: ChildNode[], keyed: Map<unknown, ChildNode>}} */
  const pool = { loose: [], keyed: new Map() };
  for (const node of parent.childNodes) {
    const key = drawn.get(node)?.key ?? null;
    if (key === null || pool.keyed.has(key)) pool.loose.push(node);
    else pool.keyed.set(key, node);
  }
  return pool;
}

/**
 * The old node that becomes `child`: the one of its key, else the first loose one of its kind.
 * @param {{loose: ChildNode[], keyed: Map<unknown, ChildNode>}} pool
 * @param {Child} child
 */
function takeMatching(pool, child) {
  if (typeof child === "object" && child.key !== null) {
    const node = pool.keyed.get(child.key);
    if (node === undefined || drawn.get(node)?.tag !== child.tag) return null;
    pool.keyed.delete(child.key);
    return node;
  }
  const index = pool.loose.findIndex((node) =>
    typeof child === "string" ? node.nodeType === 3 : drawn.get(node)?.tag === child.tag,
  );
  return index < 0 ? null : /** @type {ChildNode} */ (pool.loose.splice(index, 1)[0]);
}

/**
 * @param {Child} child
 * @param {string | null} namespace
 * @returns {ChildNode}
 */
function make(child, namespace) {
  if (typeof child === "string") return document.createTextNode(child);
  const own = child.tag === "svg" ? SVG : namespace;
  const element = document.createElementNS(own ?? XHTML, child.tag);
  drawn.set(element, { tag: child.tag, key: child.key, props: {}, children: [] });
  patch(element, child);
  child.props.ref?.(element);
  return element;
}

/**
 * @param {ChildNode} node
 * @param {Child} child
 * @returns {ChildNode}
 */
function patch(node, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return node;
  }
  const element = /** @type {Element} */ (node);
  const before = drawn.get(element);
  if (before === child) return element;
  drawn.set(element, child);
  const inside = child.tag === "foreignObject" ? XHTML : element.namespaceURI;
  if (!child.props.opaque) patchChildren(element, child.children, inside);
  patchProps(element, before?.props ?? {}, child.props);
  return element;
}

/**
 * Bring `nodes` into their order with the fewest moves that a single pass finds.
 * @param {any} parent
 * @param {ChildNode[]} nodes
 */
function place(parent, nodes) {
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
