// @ts-check
/**
 * What travels from one part of a page into another is to be in one of them at any time. So parts
 * that give and take the same thing are drawn together, whatever a picture has time for.
 */

/** @typedef {import("./h.js").VNode} VNode */
/** @typedef {{gone: Set<string>, come: Set<string>}} Change  names of things, as in `flip.js` */

const OWN = "data-flip";
const PLACE = "data-flip-place";
const FROM = "data-flip-from";

/** What parts give each other, and which parts do. */
export class Together {
  /** @param {Map<Element, VNode>} owed  parts, and how each is to look */
  constructor(owed) {
    const changes = [...owed].map(([part, child]) => ({ part, child, ...changeOf(part, child) }));
    const come = new Set(changes.flatMap((change) => [...change.come]));
    /** Names of what goes from one to another. */
    this.names = new Set(changes.flatMap(({ gone }) => [...gone].filter((name) => come.has(name))));
    const passes = (/** @type {Change} */ change) => [...change.gone, ...change.come].some((name) => this.names.has(name));
    const passing = changes.filter(passes);
    const groups = new Set(passing.map(({ child }) => child.props.part).filter((name) => name !== true));
    /** @type {Set<Element>} */
    this.parts = new Set(changes.filter((one) => passing.includes(one) || groups.has(one.child.props.part)).map(({ part }) => part));
  }

  /** Whether a part belongs to what is passed on: as one that gives or takes, or lying on a thing. @param {Element} part */
  has(part) {
    if (this.names.size === 0) return false;
    return this.parts.has(part) || this.names.has(part.closest(`[${OWN}]`)?.getAttribute(OWN) ?? "");
  }
}

/**
 * @param {Element} part
 * @param {VNode} child
 * @returns {Change}
 */
function changeOf(part, child) {
  const before = new Set([part, ...part.querySelectorAll(`[${OWN}], [${PLACE}]`)].flatMap(namesOf));
  /** @type {Set<string>} */
  const after = new Set();
  /** @type {Set<string>} */
  const come = new Set();
  collect(child, before, after, come);
  return { gone: new Set([...before].filter((name) => !after.has(name))), come };
}

/** @param {Element} element */
function namesOf(element) {
  const name = element.getAttribute(OWN) ?? element.getAttribute(PLACE);
  return name ? [name] : [];
}

/**
 * @param {VNode} child
 * @param {Set<string>} before
 * @param {Set<string>} after  is filled with what will be there
 * @param {Set<string>} come  and with what was not, or where that comes from
 */
function collect({ props, children }, before, after, come) {
  const name = props[OWN] ?? props[PLACE];
  if (name) after.add(name);
  if (name && !before.has(name)) for (const one of [name, props[FROM]]) if (one) come.add(one);
  for (const child of children) if (typeof child === "object") collect(child, before, after, come);
}
