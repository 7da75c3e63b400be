"""A server whose clock a test moves by hand, and the browser of somebody who is named beside the players."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi import FastAPI

from service.app import create_app
from service.matches import SESSION_COOKIE, Context, make_account, open_session
from service.settings import Settings
from tests.client import TestClient
from tests.matches.waiting import Hand


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    return create_app(settings, context)


@pytest.fixture
def vera(app: FastAPI, context: Context) -> TestClient:
    """Who is named arbiter or moderator."""
    account = make_account(context, "Vera", "a long password")
    return TestClient(app, cookies={SESSION_COOKIE: open_session(context, account.id)})
