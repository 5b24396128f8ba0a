// @ts-check
/**
 * The look that somebody chose in this browser, there before the first picture: a plain script in
 * the head, after the style sheets. Sheets ask the system by media queries; once somebody chose, the
 * queries are answered as they chose. So each sheet, also one of an installed game, writes its
 * colours once, for the system and for the choice alike.
 */
(() => {
  const KEY = "kitchen-table:look";
  const ALWAYS = "(width >= 0px)";
  const NEVER = "(width < 0px)";

  /** @type {Record<string, {scheme: string, contrast: string}>} */
  const ANSWERS = {
    light: { scheme: "light", contrast: "no-preference" },
    night: { scheme: "dark", contrast: "no-preference" },
    contrast_light: { scheme: "light", contrast: "more" },
    contrast_night: { scheme: "dark", contrast: "more" },
  };

  /** What each query asked as it was written. @type {Map<object, string>} */
  const written = new Map();

  /** @param {string} query @param {string} look */
  function answered(query, look) {
    const answer = Object.hasOwn(ANSWERS, look) ? ANSWERS[look] : undefined;
    if (answer === undefined) return query;
    return query
      .replace(/\(prefers-color-scheme:\s*([a-z-]+)\)/g, (_, asked) => (asked === answer.scheme ? ALWAYS : NEVER))
      .replace(/\(prefers-contrast:\s*([a-z-]+)\)/g, (_, asked) => (asked === answer.contrast ? ALWAYS : NEVER));
  }

  /**
   * One query, of a rule or of an element; `name` is where its text is kept.
   * @param {any} place
   * @param {"mediaText" | "media"} name
   * @param {string} look
   */
  function answerOne(place, name, look) {
    const query = written.get(place) ?? place[name];
    if (!query.includes("(prefers-c")) return;
    written.set(place, query);
    place[name] = answered(query, look);
  }

  /**
   * Those within others and those of imported sheets, too.
   * @param {Iterable<any>} rules
   * @param {string} look
   */
  function answerRules(rules, look) {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) answerOne(rule.media, "mediaText", look);
      const inside = rule.styleSheet?.cssRules ?? rule.cssRules;
      if (inside?.length > 0) answerRules(inside, look);
    }
  }

  /** @param {string} look */
  function show(look) {
    const root = document.documentElement;
    if (Object.hasOwn(ANSWERS, look)) root.dataset.theme = look;
    else if (root.dataset.theme === undefined) return;
    else delete root.dataset.theme;
    for (const sheet of document.styleSheets) answerRules(sheet.cssRules, look);
    for (const meta of document.querySelectorAll("meta[media]")) answerOne(meta, "media", look);
  }

  function recalled() {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return ""; // no storage allowed: the system says how it looks
    }
  }

  show(recalled());
  document.addEventListener("look", (event) => show(/** @type {CustomEvent} */ (event).detail));
  addEventListener("storage", ({ key }) => (key === KEY || key === null) && show(recalled()));
  addEventListener("pageshow", ({ persisted }) => persisted && show(recalled()));
})();
