// @ts-check
/**
 * A small keyed renderer with Preact's call shape: `h(tag, props, ...children)` describes, `render`
 * makes the page equal to the description. Keyed children keep their element and its focus while
 * they change places.
 *
 * A picture may be given so much work and no more. What is marked as a `part` then stays as it is,
 * or hollow if it is new, until `renderOwed` gets to it with a later picture. A part should have a
 * size of its own, so that nothing moves when its inside comes. Parts of the same name come together.
 */
import { place } from "./place.js";
import { patchProps } from "./props.js";
import { Together } from "./together.js";

/** @typedef {{tag: string, key: unknown, props: Record<string, any>, children: Child[]}} VNode */
/** @typedef {VNode | string} Child */

const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";

/** What it takes to compare an element, and to make one, take one away or change a text: layout. */
const COMPARED = 1;
const MADE = 20;

/** What each element was last drawn from. @type {WeakMap<Node, VNode>} */
const drawn = new WeakMap();

/** Parts that are still to come, in the order in which they were met. @type {Map<Element, VNode>} */
const owed = new Map();
/** Which of those pass something on to each other, once it was asked. @type {Together | null} */
let together = null;
/** How much work this picture has left. */
let left = Infinity;

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
 * @param {number} [work]  elements to compare; one that is made or goes counts for twenty, a text too
 */
export function render(what, container, work = Infinity) {
  keepFocus(container, () => {
    left = work;
    patchChildren(container, /** @type {Child[]} */ (flatten([what])), container.namespaceURI);
    together = null;
    payOff(container);
  });
}

/**
 * Go on with the parts that earlier pictures left.
 * @param {Element} container
 * @param {number} work
 */
export function renderOwed(container, work) {
  keepFocus(container, () => {
    left = work;
    payOff(container);
  });
}

/** The parts in there that are still to come. @param {Element} container */
export function owedIn(container) {
  return [...owed.keys()].filter((part) => container.contains(part));
}

/** @param {Element} container */
function payOff(container) {
  if (left <= 0) return;
  together ??= new Together(owed);
  /** @type {Set<unknown>} */
  const begun = new Set();
  for (const [part, child] of owed) {
    const name = together.of(part, child.props.part);
    if (left <= 0 && !begun.has(name)) continue;
    begun.add(name);
    if (container.contains(part)) patchWhole(part, child);
    else if (!part.isConnected) owed.delete(part);
  }
}

/**
 * @param {Element} container
 * @param {() => void} work
 */
function keepFocus(container, work) {
  const focused = document.activeElement;
  work();
  const lost = focused instanceof HTMLElement && focused !== document.activeElement;
  if (lost && container.contains(focused)) focused.focus({ preventScroll: true });
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
  const gone = [...pool.loose, ...pool.keyed.values()];
  for (const node of gone) parent.removeChild(node);
  left -= MADE * gone.length;
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
  left -= MADE;
  const hollow = { tag: child.tag, key: child.key, props: waits(child) ? child.props : {}, children: [] };
  drawn.set(element, hollow);
  patchProps(element, {}, hollow.props);
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
    if (node.nodeValue === child) return node;
    left -= MADE;
    node.nodeValue = child;
    return node;
  }
  const element = /** @type {Element} */ (node);
  const before = drawn.get(element);
  if (before === child) {
    owed.delete(element);
    return element;
  }
  if (!waits(child)) return patchWhole(element, child);
  owed.set(element, child);
  return element;
}

/**
 * @param {Element} element
 * @param {VNode} child
 * @returns {any}
 */
function patchWhole(element, child) {
  const before = drawn.get(element);
  owed.delete(element);
  left -= COMPARED;
  drawn.set(element, child);
  const inside = child.tag === "foreignObject" ? XHTML : element.namespaceURI;
  if (!child.props.opaque) patchChildren(element, child.children, inside);
  patchProps(element, before?.props ?? {}, child.props);
  return element;
}

/** Whether this is a part that has to wait for another picture. @param {VNode} child */
function waits({ props }) {
  return left <= 0 && Boolean(props.part);
}
