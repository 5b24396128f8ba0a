"""When a page has drawn what it knows: a table that takes several pictures says it is busy."""

from __future__ import annotations

BUSY = "main[aria-busy=true]"
"""A table of which more is to come, or what lies beside it."""

DRAWN = f"""() => new Promise((drawn) => {{
  const look = (quiet) => requestAnimationFrame(() => {{
    if (document.querySelector("{BUSY}")) look(0);
    else if (quiet < 1) look(quiet + 1);
    else drawn();
  }});
  look(0);
}})"""
"""Two pictures in a row without being busy: only machines are fast enough to need it."""
