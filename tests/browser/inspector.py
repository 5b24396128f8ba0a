"""What the gallery sees by itself on a page: too wide, cut, covered, crossed or said over."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

FAULTS = """() => {
  const PRESSABLE = "a[href], button:enabled, input:enabled, select:enabled, summary, [role=tab]";
  const ABOVE = "dialog, .panel, .veil, .end, .toast, .cautions, .mk-sheet, .md-paper, .gnav-sheet";
  const SPARE = 2;
  const found = new Set();
  const called = (one) => one.tagName.toLowerCase()
    + [...one.classList].map((name) => `.${name}`).join("");
  const words = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const isSeen = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.closest(".unseen, .skip, .lately, [inert], noscript") && one.clientWidth !== 1;
  const layer = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const all = [...layer.querySelectorAll("*")].filter(isSeen);

  const sideways = document.documentElement.scrollWidth - innerWidth;
  if (sideways > 0) found.add(`scrolls sideways by ${sideways} px`);
  for (const one of all) {
    const over = one.scrollWidth - one.clientWidth;
    if (over > SPARE && one.clientWidth > 0 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      found.add(`hides sideways: ${called(one)} by ${over} px`);
  }

  const hasText = (one) =>
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const textBox = (one) => {
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const range = document.createRange();
    range.setStartBefore(texts[0]);
    range.setEndAfter(texts.at(-1));
    return range.getBoundingClientRect();
  };
  const clips = (style) => style.overflow !== "visible" && !/auto|scroll/.test(style.overflow);
  for (const one of all.filter(hasText)) {
    if (one.closest("svg")) continue;
    const style = getComputedStyle(one);
    const inline = style.display === "inline";
    const over = inline ? 0 : one.scrollWidth - one.clientWidth;
    const what = `${called(one)} "${words(one)}"`;
    if (over > SPARE && clips(style)) found.add(`cut: ${what} by ${over} px`);
    const low = inline ? 0 : one.scrollHeight - one.clientHeight;
    if (low > 6 && clips(style)) found.add(`cut below: ${what} by ${low} px`);
    const box = textBox(one);
    for (let up = one.parentElement; up && up !== layer; up = up.parentElement) {
      const frame = getComputedStyle(up);
      if (/auto|scroll/.test(frame.overflow) || frame.position === "fixed") break;
      if (!clips(frame)) continue;
      const edge = up.getBoundingClientRect();
      const out = Math.max(edge.left - box.left, box.right - edge.right, box.bottom - edge.bottom);
      if (out > SPARE) found.add(`cut by ${called(up)}: ${what}`);
    }
    if (box.right > innerWidth + SPARE && sideways <= 0 && !one.closest(".seats, table"))
      found.add(`beyond the edge: ${what}`);
  }

  const shownPart = (one) => {
    const own = one.getBoundingClientRect();
    let { left, top, right, bottom } = own;
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const edge = up.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const controls = all.filter((one) => one.matches(PRESSABLE)).map((one) => {
    const box = shownPart(one);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const inside = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    const top = inside ? document.elementFromPoint(x, y) : null;
    return { one, box, top, open: top && (one.contains(top) || top.contains(one)) };
  }).filter(({ box, one }) =>
    box.width * box.height > 1 && getComputedStyle(one).pointerEvents !== "none");
  for (const { one, top, open } of controls) {
    if (top && !open && !top.closest(ABOVE) && !one.closest("label")?.contains(top))
      found.add(`covered: ${called(one)} "${words(one)}" by ${called(top)}`);
  }
  const kept = [...document.querySelectorAll(".lately p"), ...controls.map(({ one }) => one)];
  for (const one of all.filter((said) => said.matches(".gnav-bubble, .mk-ribbon"))) {
    const box = one.getBoundingClientRect();
    for (const other of kept.filter((thing) => !one.contains(thing))) {
      const next = other.matches("p") ? textBox(other) : shownPart(other);
      const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (wide > SPARE && high > SPARE)
        found.add(`said over ${called(other)}: ${called(one)} "${words(one)}" by ${high | 0} px`);
    }
  }
  const free = controls.filter(({ open }) => open);
  for (const [index, { one, box }] of free.entries()) {
    for (const { one: other, box: next } of free.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (wide > 4 && high > 4)
        found.add(`crossed: ${called(one)} and ${called(other)} by ${wide | 0} × ${high | 0} px`);
    }
  }
  return [...found];
}"""


def faults_of(page: Page) -> Sequence[str]:
    """In words, each fault once; an eye has to judge them, since names may be cut on purpose."""
    faults: Sequence[str] = page.evaluate(FAULTS)
    return faults
