// @ts-check
/**
 * The words on the page: flat keys, `{name}` places, CLDR plurals chosen by `count`.
 * `app/web/words.py` reads the same files in the same way.
 */

/** @typedef {string | Record<string, string>} Message */
/** @typedef {Record<string, string | number>} Parameters */
/** @typedef {(key: string, parameters?: Parameters) => string} Translate */

/**
 * `t` for one language. A key without words is shown as it is, so that nothing is silently empty.
 * @param {string} language
 * @param {Record<string, Message>} words
 * @returns {Translate}
 */
export function makeT(language, words) {
  const plural = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);

  return (key, parameters = {}) => {
    const message = words[key] ?? key;
    const text = typeof message === "string" ? message : pluralOf(message, plural, parameters);
    return text.replace(/\{([a-z_]+)\}/g, (place, name) => {
      const value = parameters[name] ?? place;
      return typeof value === "number" ? numbers.format(value) : value;
    });
  };
}

/**
 * @param {Record<string, string>} message
 * @param {Intl.PluralRules} plural
 * @param {Parameters} parameters
 */
function pluralOf(message, plural, parameters) {
  return message[plural.select(Number(parameters.count ?? 0))] ?? message.other ?? "";
}

/** To make one costs more than to use it. @type {Map<string, Intl.ListFormat>} */
const lists = new Map();

/**
 * Things one after the other, as the page's language joins them: "Ada, Bo and Cleo".
 * @param {string[]} things
 * @param {"conjunction" | "unit"} [type]  "unit" for amounts: "2 whole, 1 skim"
 */
export function listWords(things, type = "conjunction") {
  const language = globalThis.document?.documentElement.lang || "en";
  const key = `${language} ${type}`;
  const list = lists.get(key) ?? new Intl.ListFormat(language, { type });
  lists.set(key, list);
  return list.formatToParts(things).map(({ type: kind, value }) => (kind === "literal" ? glueWords(value) : value)).join("");
}

/**
 * What stands between two things. Thai sets nothing or a bare space there, and its own words are
 * written without spaces: a list of them would read as one long word.
 * @param {string} glue
 */
function glueWords(glue) {
  const word = glue.trim();
  if (word === "") return ", ";
  return /^\p{L}+$/u.test(word) ? ` ${word} ` : glue;
}

/**
 * Fetch a page's words in a language.
 * @param {string} language
 * @param {string} folder  where the server keeps those that this page may say, one file a language
 */
export async function loadT(language, folder) {
  const answer = await fetch(`${folder}/${language}.json`);
  return makeT(language, await answer.json());
}

/**
 * What a game is called in the page's language; its own name where the words have none.
 * @param {Translate} t
 * @param {{key: string, name: string}} game
 */
export function gameName(t, { key, name }) {
  return has(t, `game.${key}`) ? t(`game.${key}`) : name;
}

/**
 * Whether there are words for this key.
 * @param {Translate} t
 * @param {string} key
 */
export function has(t, key) {
  return t(key) !== key;
}
