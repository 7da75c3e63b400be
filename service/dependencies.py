"""What routes of the API and of the pages depend on alike: the service's context, and where a request comes from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated

import anyio
from fastapi import Depends
from starlette.requests import HTTPConnection

from service.matches import Context

READ_ONLY = ("GET", "HEAD")
"""The methods of requests that change nothing."""
IDEMPOTENCY_KEY = r"[\x21-\x7e]{1,128}"
"""How a key is written under which a request is done once, however often it is sent."""


# What reads the request alone waits for nobody, and so is asynchronous: FastAPI hands all else to a thread.


async def context_of(connection: HTTPConnection) -> Context:
    """The service's context; each reading of the store is of a moment of its own."""
    context: Context = connection.app.state.context
    return context


async def context_of_a_request(connection: HTTPConnection) -> AsyncIterator[Context]:
    """The service's context; all that a request reads of the store before it writes is of one moment."""
    context = await context_of(connection)
    moment = context.store.one_moment()
    try:
        yield replace(context, store=moment)
    finally:
        if moment.is_open:  # it may wait for the database, and must not wait for a thread that waits for it
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(moment.end, limiter=anyio.CapacityLimiter(1))


def client_address(connection: HTTPConnection) -> str:
    """Where a request comes from, for rate limits that count before anybody is known."""
    return connection.client.host if connection.client else ""


async def client_address_of(connection: HTTPConnection) -> str:
    """The same, for routes that depend on it."""
    return client_address(connection)


TheContext = Annotated[Context, Depends(context_of_a_request, scope="function")]
"""Its transaction is over before the answer is sent, however long that takes."""
OneContext = Annotated[Context, Depends(context_of)]
"""For what reads at one moment by itself, together with others."""
ClientAddress = Annotated[str, Depends(client_address_of)]
