"""The short way of the request that is made most often: a plain list of orders for a seat, as JSON.

What `POST .../orders` needs is in its path, three headers and its body. To find that out, FastAPI looks through all
routes and works out each of its dependencies anew for every request, which takes longer than the rules do to check the
orders. So a request that looks as it should is handed to its round from here; whatever looks otherwise goes on to the
route, which says what is wrong with it. Both call the same function, and both answer with the same bytes.

All that goes round the routes goes round this too: limits, where it comes from, fit JSON, headers, the log.
"""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api import orders
from service.api.dependencies import credentials_of
from service.api.middleware import SAID
from service.api.problems import answer, problem_of
from service.api.routers import API
from service.dependencies import IDEMPOTENCY_KEY
from service.matches.errors import Problem
from service.store import NoSuchMatch, Unavailable

PATH = re.compile(rf"{API}/matches/([^/]{{1,64}})/seats/([^/]{{1,64}})/orders")
KEY = re.compile(IDEMPOTENCY_KEY)
ROUTE = next(route for route in orders.router.routes if getattr(route, "endpoint", None) is orders.send_orders)


class OrdersDoor:
    """Takes plain lists of orders, and hands on all else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        at = PATH.fullmatch(scope["path"]) if is_post and not scope.get("root_path") else None
        if at is None:
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        headers = connection.headers
        key, if_match = headers.get("idempotency-key"), headers.get("if-match")
        if key is not None and KEY.fullmatch(key) is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = ROUTE
        state = scope["app"].state
        body = await body_of(receive)
        who = (await credentials_of(connection), at[1], at[2])
        try:
            sent = orders.list_of(body) if SAID not in scope else orders.list_that_says(scope[SAID])
            said = await orders.accepted(state.context, state.order_rounds, who, if_match, key, sent)
        except (Problem, NoSuchMatch, Unavailable) as error:
            said = answer(problem_of(error))
        await said(scope, receive, send)


async def body_of(receive: Receive) -> bytes:
    """The body, which has been read already."""
    message: Message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body", False):
        message = await receive()
        body += message.get("body", b"")
    return body
