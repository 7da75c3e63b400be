"""What one can do with a match: a function each. Pages and API use the same ones.

Every function takes the desk first. Those for players take an `AtSeat`, which `at_seat` gives to whoever may sit there.
"""

from service.engine.options import Option
from service.matches.accounts import (
    SESSION_COOKIE,
    Credentials,
    at_seat,
    issue_token,
    make_account,
    make_guest,
    open_session,
    seat_by_link,
    seat_cookie,
    seat_link,
    sign_in,
    sign_out,
    who,
)
from service.matches.bots import bot_token, practice_against_bot
from service.matches.desk import AtSeat, Desk
from service.matches.exchanges import Exchanges, Meter, exchanges
from service.matches.following import follow
from service.matches.forms import order_kinds, orders_from_json, orders_from_plain
from service.matches.keys import (
    SCOPES,
    Account,
    Enrolment,
    Scope,
    Session,
    become_owner,
    new_token,
    read_sign_up_link,
    revoke_session,
    revoke_token,
    sessions,
    set_up_link,
    sign_up_link,
    tokens,
)
from service.matches.letters import Letter, Post, letter, letter_text, letters, post, post_text
from service.matches.opening import (
    Company,
    InvitedTo,
    MatchCard,
    Opened,
    SeatHolder,
    company,
    invitation,
    invite,
    match_card,
    matches_of,
    open_match,
    practice_links,
    take_seat,
)
from service.matches.playing import Accepted, take_orders
from service.matches.proving import DiceSheet, ShareLine, commit_share, dice, export, lend_share, open_share
from service.matches.reading import (
    LEEWAY,
    MOST_ENTRIES,
    Entry,
    LogPage,
    Reading,
    Signs,
    Where,
    log,
    read,
    rules_at,
    signs,
    version,
)
from service.matches.sheets import (
    Sheet,
    Standing,
    Verdict,
    preview,
    put_sheet,
    put_standing_orders,
    sheet,
    sheet_orders,
    standing_orders,
)

__all__ = [
    "LEEWAY", "MOST_ENTRIES", "SCOPES", "SESSION_COOKIE", "Accepted", "Account", "AtSeat", "Company", "Credentials",
    "Desk", "DiceSheet", "Enrolment", "Entry", "Exchanges", "InvitedTo", "Letter", "LogPage", "MatchCard", "Meter",
    "Opened", "Option", "Post", "Reading", "Scope", "SeatHolder", "Session", "ShareLine", "Sheet", "Signs",
    "Standing", "Verdict", "Where", "at_seat", "become_owner", "bot_token", "commit_share", "company", "dice",
    "exchanges", "export", "follow", "invitation", "invite", "issue_token", "lend_share", "letter", "letter_text",
    "letters", "log", "make_account", "make_guest", "match_card", "matches_of", "new_token", "open_match",
    "open_session", "open_share", "order_kinds", "orders_from_json", "orders_from_plain", "post", "post_text",
    "practice_against_bot", "practice_links", "preview", "put_sheet", "put_standing_orders", "read",
    "read_sign_up_link", "revoke_session", "revoke_token", "rules_at", "seat_by_link", "seat_cookie", "seat_link",
    "sessions", "set_up_link", "sheet", "sheet_orders", "sign_in", "sign_out", "sign_up_link", "signs",
    "standing_orders", "take_orders", "take_seat", "tokens", "version", "who",
]  # fmt: skip
