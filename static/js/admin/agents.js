// @ts-check
/** What a browser says that it is, in two words: good enough to know one's own by. */

/** The more particular first: all of them also claim to be some of those that follow. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
];
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
];

/**
 * @param {string} agent
 * @returns {{browser: string, system: string}}  empty where it says nothing we know
 */
export function agentOf(agent) {
  const first = (/** @type {string[][]} */ known) => known.find(([sign = ""]) => agent.includes(sign))?.[1] ?? "";
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
