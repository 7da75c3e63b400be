"""A request that is refused leaves nobody behind: no account is made for whoever comes to nothing."""

from __future__ import annotations

from fastapi import FastAPI
from sqlalchemy import func
from sqlmodel import select

from service import matches
from service.matches import Context
from service.store import tables
from tests.client import TestClient

PASSWORD = "a long password"


def accounts(context: Context) -> int:
    with context.store.look() as look:
        return look.accounts.session.exec(select(func.count()).select_from(tables.Account)).one()


def test_a_guest_whom_a_seat_refuses_is_no_account(context: Context, app: FastAPI):
    """One whose holder has left goes to nobody but whom the owner confirms, and never to a guest."""
    anna, ben = (matches.make_account(context, name, PASSWORD) for name in ("Anna", "Ben"))
    opened = matches.open_match(context, anna, "toy", "yard", seat="north")
    matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    matches.leaving.delete_account(context, ben, PASSWORD, "open")
    invited = matches.invite(context, anna, opened.match_id, "south")
    before = accounts(context)
    with TestClient(app) as stranger:
        assert stranger.post(f"/invitations/{invited}", data={"called": "Walter"}).status_code == 409
        assert not stranger.cookies
        assert stranger.post("/invitations/none", data={"called": "Walter"}).status_code == 404
        refused = {"scenario": "toy/no-such-yard", "opponent": "practice"}
        assert stranger.post("/matches", data=refused).status_code >= 400
        assert stranger.post("/sign-up", data={"name": "X", "password": "short"}).status_code == 422
        body = {"name": "X", "password": "short"}
        assert stranger.post("/api/v1/accounts", json=body).status_code == 422
    assert accounts(context) == before
