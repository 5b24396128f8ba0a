// @ts-check
/** What the house measured in the last hour or day, and how each new minute joins it. */

/** @typedef {"hour" | "day"} Span */

export class History {
  /** @param {(path: string) => Promise<any>} get */
  constructor(get) {
    this.get = get;
    /** @type {Span} */
    this.span = "hour";
    this.step = 60;
    /** Null until it is here. @type {import("./plot.js").Point[] | null} */
    this.points = null;
    /** @type {unknown} */
    this.problem = null;
    this.asked = 0;
  }

  /** @param {Span} [span] */
  async fetch(span = this.span) {
    this.span = span;
    this.asked += 1;
    const mine = this.asked;
    try {
      const answer = await this.get(`/api/admin/statistics?span=${span}`);
      if (mine !== this.asked) return;
      this.step = answer.step_s;
      this.points = answer.points;
      this.problem = null;
    } catch (problem) {
      if (mine === this.asked) this.problem = problem;
    }
  }

  /**
   * A minute has passed. True when it has to be fetched anew, since it is not one point of this
   * span, or some before it were missed.
   * @param {import("./plot.js").Point} point
   */
  add(point) {
    const last = this.points?.at(-1);
    if (!this.points || !last) return true;
    const apart = (Date.parse(point.at) - Date.parse(last.at)) / 1000;
    if (apart < 0.5 * this.step) return false;
    if (this.step > 60 || apart > 1.6 * this.step) return true;
    this.points = [...this.points.slice(1), point];
    return false;
  }
}

/** The last values of some numbers, one a second: what a small line beside them shows. */
export class Recent {
  /** @param {number} kept */
  constructor(kept = 60) {
    this.kept = kept;
    /** @type {Map<string, number[]>} */
    this.values = new Map();
  }

  /**
   * @param {string} name
   * @param {number | null | undefined} value
   */
  add(name, value) {
    if (value === null || value === undefined) return;
    this.values.set(name, [...(this.values.get(name) ?? []), value].slice(-this.kept));
  }

  /** Whether a number is greater than at the first of its kept values. @param {string} name */
  grew(name) {
    const values = this.values.get(name) ?? [];
    return (values.at(-1) ?? 0) > (values[0] ?? 0);
  }

  /**
   * A line in a square of 100 by 100, the newest at the right; "" before it fills half of it: the
   * first few would look like a sign.
   * @param {string} name
   */
  line(name) {
    const values = this.values.get(name) ?? [];
    if (values.length < this.kept / 2) return "";
    const top = Math.max(...values, 1) * 1.15;
    const left = this.kept - values.length;
    const places = values.map((value, index) => {
      const x = ((left + index) / (this.kept - 1)) * 100;
      return `${x.toFixed(1)} ${(100 - (value / top) * 100).toFixed(1)}`;
    });
    return `M${places.join("L")}`;
  }
}
