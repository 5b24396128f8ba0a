"""When a page has drawn what it knows: a table that takes several pictures says it is busy."""

from __future__ import annotations

BUSY = "main[aria-busy=true]"
"""A table of which parts are still to come."""

DRAWN = f"""() => new Promise((drawn) => {{
  const look = (pictures) => requestAnimationFrame(() =>
    pictures > 1 || document.querySelector("{BUSY}") ? look(pictures - 1) : drawn());
  look(2);
}})"""
"""Two pictures, and as many more as a table takes: only machines are fast enough to need it."""
