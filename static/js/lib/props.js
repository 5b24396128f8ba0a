// @ts-check
/**
 * What an element has besides its children. Styles go through `element.style`, so a strict CSP has
 * nothing to object.
 */

/** Set as properties, because the attribute is only the first value. */
const LIVE = new Set(["value", "checked", "selected"]);
/** Said to the renderer, and nothing that an element has. */
const UNSAID = new Set(["ref", "opaque", "part"]);

/**
 * @param {Element} element
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 */
export function patchProps(element, before, after) {
  for (const name of Object.keys(before)) {
    if (!(name in after)) setProp(element, name, undefined, before[name]);
  }
  for (const [name, value] of Object.entries(after)) {
    if (value !== before[name] || LIVE.has(name)) setProp(element, name, value, before[name]);
  }
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function setProp(element, name, value, before) {
  if (UNSAID.has(name)) return;
  if (name === "style") setStyle(element.style, value ?? {}, before ?? {});
  else if (name.startsWith("on")) listen(element, name.slice(2).toLowerCase(), before, value);
  else if (LIVE.has(name) && name in element) {
    if (element[name] !== value) element[name] = value ?? "";
  } else setAttribute(element, name === "className" ? "class" : name, value);
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, any>} value
 * @param {Record<string, any>} before
 */
function setStyle(style, value, before) {
  for (const name of Object.keys(before)) if (!(name in value)) style.removeProperty(kebab(name));
  for (const [name, text] of Object.entries(value)) {
    if (text === null || text === undefined) style.removeProperty(kebab(name));
    else if (text !== before[name]) style.setProperty(kebab(name), String(text));
  }
}

/** @param {string} name */
function kebab(name) {
  return name.startsWith("--")
    ? name
    : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * @param {EventTarget} element
 * @param {string} type
 * @param {EventListener | null | undefined} before
 * @param {EventListener | null | undefined} now
 */
function listen(element, type, before, now) {
  if (before) element.removeEventListener(type, before);
  if (now) element.addEventListener(type, now);
}

/**
 * `false` takes a plain attribute away but is a value of `aria-…` and `data-…`.
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function setAttribute(element, name, value) {
  const absent = value === null || value === undefined || (value === false && name[4] !== "-");
  if (absent) element.removeAttribute(name);
  else element.setAttribute(name, value === true && name[4] !== "-" ? "" : String(value));
}
