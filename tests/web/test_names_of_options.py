"""The titles among which a form lets one choose name own things as the API does."""

from __future__ import annotations

from types import SimpleNamespace

from service.engine.options import Option
from service.engine.sentences import own, plain_text, say
from service.games.ndc.game import NDC
from tests.positions import position
from web.parts.forms import told_apart
from web.table.ordering import Ordering


def test_own_things_have_their_names_in_the_titles_of_options():
    picture = position("us U-I1 at 1208").picture("us")
    known = NDC.known(picture)
    options = [Option(kind="move", title=say(verb, own("U-I1"))) for verb in ("Move ", "Hold ")]
    page = SimpleNamespace(words=NDC.words, drafted=SimpleNamespace(known_after=known, ground=None))
    page.reads = Ordering.reads.func(page)  # type: ignore[attr-defined]
    titles = told_apart(options, lambda said: Ordering.plain(page, said), None)  # type: ignore[arg-type]
    assert titles == [NDC.in_words(known)(one.title) for one in options]
    assert "U-I1" not in titles[0] and plain_text(options[0].title).endswith("U-I1")
