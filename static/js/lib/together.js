// @ts-check
/**
 * What travels from one part of a page into another is to be in one of them at any time. So parts
 * that give and take the same thing are drawn together, whatever a picture has time for. A place that
 * something only comes from (`data-flip-place`: one of many backs) may go a picture sooner or later.
 */

/** @typedef {import("./h.js").VNode} VNode */
/** @typedef {{gone: Set<string>, come: Set<string>}} Change  names of things, as in `flip.js` */

const OWN = "data-flip";
const FROM = "data-flip-from";

/** What parts give each other, and which of them belong to each other therefore. */
export class Together {
  /** @param {Map<Element, VNode>} owed  parts, and how each is to look */
  constructor(owed) {
    const changes = [...owed].map(([part, child]) => ({ part, child, ...changeOf(part, child) }));
    const come = new Set(changes.flatMap((change) => [...change.come]));
    /** Names of what goes from one to another. */
    this.names = new Set(changes.flatMap(({ gone }) => [...gone].filter((name) => come.has(name))));
    /** From one member of a group to another, until there is none further on. @type {Map<unknown, unknown>} */
    this.leads = new Map();
    if (this.names.size > 0) for (const change of changes) this.#join(change);
  }

  /**
   * What a part belongs to: to others by what is passed on, as one that gives or takes or lies on
   * it; to those of its name; else to itself.
   * @param {Element} part
   * @param {unknown} name  true if it has none
   * @returns {unknown}
   */
  of(part, name) {
    const thing = thingUnder(part);
    if (this.names.has(thing)) return this.#groupOf(`thing ${thing}`);
    return this.#groupOf(name === true ? part : `part ${name}`);
  }

  /** @param {Change & {part: Element, child: VNode}} change */
  #join({ part, child, gone, come }) {
    const things = [...gone, ...come, thingUnder(part)].filter((name) => this.names.has(name)).map((name) => `thing ${name}`);
    const named = child.props.part === true ? [] : [`part ${child.props.part}`];
    for (const one of [...things, ...named]) {
      const group = this.#groupOf(one);
      if (group !== this.#groupOf(part)) this.leads.set(group, this.#groupOf(part));
    }
  }

  /** @param {unknown} one */
  #groupOf(one) {
    while (this.leads.has(one)) one = this.leads.get(one);
    return one;
  }
}

/** The name of what a part lies on or is. @param {Element} part */
function thingUnder(part) {
  return part.closest(`[${OWN}]`)?.getAttribute(OWN) ?? "";
}

/**
 * @param {Element} part
 * @param {VNode} child
 * @returns {Change}
 */
function changeOf(part, child) {
  const before = new Set([part, ...part.querySelectorAll(`[${OWN}]`)].flatMap(namesOf));
  /** @type {Set<string>} */
  const after = new Set();
  /** @type {Set<string>} */
  const come = new Set();
  collect(child, before, after, come);
  return { gone: new Set([...before].filter((name) => !after.has(name))), come };
}

/** @param {Element} element */
function namesOf(element) {
  const name = element.getAttribute(OWN);
  return name ? [name] : [];
}

/**
 * @param {VNode} child
 * @param {Set<string>} before
 * @param {Set<string>} after  is filled with what will be there
 * @param {Set<string>} come  and with what was not, or where that comes from
 */
function collect({ props, children }, before, after, come) {
  const name = props[OWN];
  if (name) after.add(name);
  if (name && !before.has(name)) for (const one of [name, props[FROM]]) if (one) come.add(one);
  for (const child of children) if (typeof child === "object") collect(child, before, after, come);
}
