// @ts-check
/** Copying text; on a home network (no secure context) the older ways are tried. */

/**
 * Whether the text could be copied; if not, it is left selected for the person to copy.
 * @param {HTMLInputElement} field  that shows the text
 */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** Whether this browser has a share sheet for an address. */
export function canShare() {
  return typeof navigator.share === "function";
}

/**
 * @param {string} title
 * @param {string} url
 */
export async function share(title, url) {
  try {
    await navigator.share({ title, url });
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem; // closed by the person: nothing to say
  }
}
