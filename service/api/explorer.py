"""The description of the API as pages: one to try it with (Swagger UI), one to read (ReDoc).

Their files are pinned as HTMX is, and come from the same place. Both programs write styles into the page, so these two
pages, and no others, allow that; they hold no player's data.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from service.api.routers import API
from service.cdn import REDOC, SWAGGER, SWAGGER_STYLE, Cdn, Pinned, cdn_at

router = APIRouter(include_in_schema=False)
DESCRIPTION = f"{API}/openapi.json"
PAGE = """<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title}</title>
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
    {head}
  </head>
  <body>
    {body}
  </body>
</html>
"""
EXPLORER = """window.ui = SwaggerUIBundle({
  url: document.currentScript.dataset.url,
  dom_id: "#explorer",
  deepLinking: true,
  validatorUrl: null,
});
"""


# ReDoc shows its maker's logo, from their server. That is no pinned file; it is told at once that there is none.
REFERENCE = """const images = HTMLImageElement.prototype;
images.setAttribute = function (name, value) {
  if (name === "src" && !value.startsWith("data:") && new URL(value, location).origin !== location.origin)
    setTimeout(() => this.dispatchEvent(new Event("error")));
  else Element.prototype.setAttribute.call(this, name, value);
};
const { get } = Object.getOwnPropertyDescriptor(images, "src");
Object.defineProperty(images, "src", { get, set(value) { this.setAttribute("src", value); } });
"""


def policy(cdn: Cdn, script: Pinned, *styles: Pinned) -> str:
    """What such a page may load: this script, these styles, and what the script itself writes as style."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {cdn.script_sources(script)}",
            " ".join(["style-src 'unsafe-inline'", *dict.fromkeys(cdn.source(style) for style in styles)]),
            "img-src 'self' data:",
            "connect-src 'self'",
            "worker-src blob:",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        )
    )


def script_tag(cdn: Cdn, file: Pinned) -> str:
    return f'<script src="{cdn.address(file)}" integrity="{file.integrity}" crossorigin="anonymous"></script>'


@router.get("/api/docs")
def try_it(request: Request) -> Response:
    """The API to try out, in Swagger UI."""
    cdn = cdn_at(request.app.state.settings.cdn)
    style = (
        f'<link rel="stylesheet" href="{cdn.address(SWAGGER_STYLE)}"'
        f' integrity="{SWAGGER_STYLE.integrity}" crossorigin="anonymous" />'
    )
    start = f'<script src="/api/docs/start.js" data-url="{DESCRIPTION}"></script>'
    body = f'<main id="explorer"></main>\n    {script_tag(cdn, SWAGGER)}\n    {start}'
    return HTMLResponse(
        PAGE.format(title="Sitrep's API", head=style, body=body),
        headers={"Content-Security-Policy": policy(cdn, SWAGGER, SWAGGER_STYLE)},
    )


@router.get("/api/docs/start.js")
def start() -> Response:
    """Starts Swagger UI; a file of its own, for no page has scripts in it."""
    return Response(EXPLORER, media_type="text/javascript")


@router.get("/api/reference/start.js")
def start_reading() -> Response:
    """Goes before ReDoc."""
    return Response(REFERENCE, media_type="text/javascript")


@router.get("/api/reference")
def read_it(request: Request) -> Response:
    """The API to read, in ReDoc."""
    cdn = cdn_at(request.app.state.settings.cdn)
    start = '<script src="/api/reference/start.js"></script>'
    body = f'<redoc spec-url="{DESCRIPTION}"></redoc>\n    {start}\n    {script_tag(cdn, REDOC)}'
    return HTMLResponse(
        PAGE.format(title="Sitrep's API, to read", head="", body=body),
        headers={"Content-Security-Policy": policy(cdn, REDOC)},
    )
