// @ts-check
/** The browser's own notifications: asked for by a tap only, and nothing where there are none. */

/** Whether this browser would ask the person now. */
export function mayAsk() {
  return isSecureContext && "Notification" in globalThis && Notification.permission === "default";
}

export function mayNotify() {
  return "Notification" in globalThis && Notification.permission === "granted";
}

/** @returns {Promise<boolean>} whether the person said yes */
export async function askToNotify() {
  return (await Notification.requestPermission()) === "granted";
}

/**
 * Show one; a tap on it leads to this tab. Null where the browser shows them in another way only.
 * @param {{title: string, body: string, tag: string, icon: string}} what
 * @returns {Notification | null}
 */
export function notify({ title, body, tag, icon }) {
  try {
    const notice = new Notification(title, { body, tag, icon });
    notice.onclick = () => {
      globalThis.focus();
      notice.close();
    };
    return notice;
  } catch {
    return null; // phones want a service worker for it
  }
}
