"""Where the files that are not ours come from: pinned wherever that is, and named by the policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.app import create_app
from service.cdn import PAGES, REDOC, SWAGGER, SWAGGER_STYLE, cdn_at
from service.matches import Context, practice_links
from service.settings import Settings
from tests.client import TestClient


def match_page(context: Context, database: Path, cdn: str) -> tuple[TestClient, str, str]:
    """A client, the page of a match and the page's policy, where files come from `cdn`."""
    client = TestClient(create_app(Settings(database_url=f"sqlite:///{database}", cdn=cdn), context))
    answer = client.get(f"/seat/{practice_links(context, 'toy', 'yard')['north']}")
    assert answer.status_code == 200
    return client, answer.text, answer.headers["content-security-policy"]


def test_another_address_can_be_named(context: Context, database: Path):
    _, page, policy = match_page(context, database, "https://files.example/npm")
    assert "cdn.jsdelivr.net" not in page + policy
    for file in PAGES:
        address = f"https://files.example/npm/{file.path}"
        assert f'src="{address}" integrity="{file.integrity}" crossorigin="anonymous"' in page
        assert address in policy


def test_a_folder_can_be_named_for_a_network_without_the_internet(context: Context, database: Path, tmp_path: Path):
    for file in PAGES:
        copy = tmp_path / file.path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("// as it would be")
    client, page, policy = match_page(context, database, str(tmp_path))
    assert "https://" not in policy and "script-src 'self';" in policy
    for file in PAGES:
        assert f'src="/cdn/{file.path}" integrity="{file.integrity}"' in page
        answer = client.get(f"/cdn/{file.path}")
        assert (answer.text, answer.headers["cache-control"]) == ("// as it would be", "public, max-age=86400")
    for nothing in ("/cdn/../sitrep.db", "/cdn/htmx.min.js"):
        answer = client.get(nothing)
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")


def test_a_folder_without_the_files_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match=r"SITREP_CDN is neither an address nor a folder with htmx"):
        cdn_at(str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match="no address"):
        cdn_at("https://files.example/; script-src *")


@pytest.mark.parametrize(("page", "files"), [("/api/docs", [SWAGGER, SWAGGER_STYLE]), ("/api/reference", [REDOC])])
def test_the_pages_of_the_api_are_pinned_and_have_a_policy_of_their_own(client: TestClient, page: str, files: list):
    answer = client.get(page)
    policy = answer.headers["content-security-policy"]
    for file in files:
        assert f'"https://cdn.jsdelivr.net/npm/{file.path}" integrity="{file.integrity}"' in answer.text.replace(
            "\n", " "
        )
        assert file.path in policy
    assert "script-src 'self' https://cdn" in policy and "unsafe-eval" not in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    assert answer.text.count("<script") == answer.text.count("<script src=")
    assert client.get("/api/docs/start.js").headers["content-type"].startswith("text/javascript")
    assert "unsafe" not in client.get("/api/v1/games").headers["content-security-policy"]


def test_the_page_to_read_asks_nobody_else_for_a_picture(client: TestClient):
    """ReDoc would fetch its maker's logo; our script goes first and says that there is none."""
    scripts = re.findall(r'<script src="([^"]+)"', client.get("/api/reference").text)
    assert scripts == ["/api/reference/start.js", f"https://cdn.jsdelivr.net/npm/{REDOC.path}"]
    assert "HTMLImageElement" in client.get(scripts[0]).text


def test_every_file_is_pinned():
    for file in (*PAGES, SWAGGER, SWAGGER_STYLE, REDOC):
        assert "@" in file.path and file.integrity.startswith("sha384-") and len(file.integrity) == 71
