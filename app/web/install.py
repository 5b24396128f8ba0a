"""What makes the product installable: its manifest, its service worker, its page for no network."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.codec import json
from app.web.callers import Caller
from app.web.context import web_of
from app.web.statics import ASK_AGAIN

LINEN = "#f6f0e6"
"""The page's paper by day (`static/css/tokens.css`), behind the mark while it starts."""

ICONS = (
    ("img/mark.svg", "any", "any"),
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)
"""Path, sizes and purpose; `python3 -m tests.browser.icons` draws them."""


async def show_manifest(request: Request) -> Response:
    """`/manifest.webmanifest?lang=fr`: what a home screen shows, in the language of the page."""
    web = web_of(request)
    language = language_asked_for(request)
    t, root = web.words.translator(language), web.templates.statics.root
    manifest = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "lang": language,
        "name": t("site.name"),
        "short_name": t("site.name"),
        "description": t("site.description"),
        "categories": ["games"],
        "display": "standalone",
        "background_color": LINEN,
        "theme_color": LINEN,
        "icons": [
            {"src": f"{root}/{path}", "sizes": sizes, "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
    }
    return Response(
        json.dumps(manifest),
        media_type="application/manifest+json",
        headers={"Cache-Control": ASK_AGAIN, "Vary": "Accept-Language"},
    )


def language_asked_for(request: Request) -> str:
    """The language that the address names, else the one that the browser asks for."""
    words = web_of(request).words
    asked = request.query_params.get("lang", "")
    return (
        asked
        if asked in words.languages
        else words.best(request.headers.get("accept-language", ""))
    )


async def show_worker(request: Request) -> Response:
    """`/sw.js`: of which tree it is, and that tree's worker. Another tree, another worker."""
    web = web_of(request)
    root = web.templates.statics.root
    kitchen = json.dumps({"root": root, "languages": list(web.words.languages)}).decode()
    script = f'self.kitchen = {kitchen};\nimportScripts("{root}/js/worker.js");\n'
    return Response(script, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


async def show_offline(request: Request) -> Response:
    """`/offline/{language}`: kept by the worker, so it is nobody's and tells nothing that ages."""
    web = web_of(request)
    language = request.path_params["language"]
    if language not in web.words.languages:
        raise HTTPException(404)
    return web.templates.render(
        request,
        "offline",
        caller=Caller(address=""),
        page={"name": "offline"},
        boot={"house": {"cautions": []}},
        language=language,
    )
