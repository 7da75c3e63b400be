"""Sentences are put together of spans, and nothing in their words is taken for one."""

from __future__ import annotations

from service.engine.orders import Refusal
from service.engine.sentences import (
    AsideSpan,
    ContactSpan,
    NoteSpan,
    OwnSpan,
    PlaceSpan,
    RuleSpan,
    TextSpan,
    article,
    aside,
    contact,
    joined,
    listing,
    own,
    paragraph,
    place,
    places,
    plain_text,
    rule,
    say,
    sentence,
)
from service.engine.situations import Notes, Paragraph


def test_a_sentence_is_its_pieces_one_behind_the_other():
    said = say("Contact ", contact("E1"), " went to ", places(("1204", "KKK46")), ".", "")
    assert said == (
        TextSpan("Contact "), ContactSpan("E1"), TextSpan(" went to "), PlaceSpan("1204"), TextSpan(" and "),
        PlaceSpan("KKK46"), TextSpan("."),
    )  # fmt: skip
    assert plain_text(said) == "Contact E1 went to 1204 and KKK46."
    assert say("one", " and ", say("two")) == (TextSpan("one and two"),) and say("", ()) == ()


def test_what_looks_like_a_place_is_none_unless_it_was_said_to_be_one():
    assert say("In January 1776 rule NDC-ATM-01 counts +10 [3].") == (
        TextSpan("In January 1776 rule NDC-ATM-01 counts +10 [3]."),
    )


def test_spans_are_called_by_their_words_or_else_by_their_ids():
    said = say(own("U-A1", "1st Tank Battalion"), aside(" (U-A1)"), " under ", own("U-1B"), ": ", rule("NDC-ATM-01"))
    assert plain_text(said) == "1st Tank Battalion (U-A1) under U-1B: NDC-ATM-01"
    assert [type(span) for span in said[:2]] == [OwnSpan, AsideSpan] and said[-1] == RuleSpan("NDC-ATM-01")


def test_a_row_has_its_last_joint_and_a_sentence_a_capital_and_a_stop():
    assert plain_text(listing(["a", place("1204"), "c"], "or")) == "a, 1204 or c"
    assert listing([]) == () and listing([place("1204")]) == (PlaceSpan("1204"),)
    assert joined("; ", []) == () and plain_text(joined("; ", ["a", contact("E1")])) == "a; E1"
    assert plain_text(sentence("the weather holds", NoteSpan(1))) == "The weather holds [1]."
    assert sentence(contact("3", "enemy 3"), " fires.") == (ContactSpan("3", "Enemy 3"), TextSpan(" fires."))
    assert sentence("", ()) == ()
    assert plain_text(paragraph([sentence("one"), (), sentence("two")])) == "One. Two."


def test_notes_are_numbered_as_the_reader_comes_to_them_and_said_once():
    notes = Notes()
    late, early, again = notes.mark("late"), notes.mark("early ", place("1204")), notes.mark("late")
    assert late == again
    paragraphs, texts = notes.in_order(
        [
            Paragraph(title=say("First"), text=sentence("one", early)),
            Paragraph(title=say("Silent"), text=()),
            Paragraph(title=say("Last"), text=sentence("two", late, " three", again)),
        ]
    )
    assert [plain_text(one.text) for one in paragraphs] == ["One [1].", "Two [2] three [2]."]
    assert texts == (say("early ", place("1204")), say("late"))


def test_a_refusal_is_a_sentence_and_its_reason_the_plain_text():
    refusal = Refusal("RULE-1", (own("U-A1", "1st Tank Battalion"), aside(" (U-A1)"), " is Engaged."))
    assert refusal.reason == str(refusal) == "1st Tank Battalion (U-A1) is Engaged."
    assert refusal.said[0] == OwnSpan("U-A1", "1st Tank Battalion")


def test_a_noun_has_the_article_with_which_it_is_said():
    assert [article(noun) for noun in ("observer", "unit", "HQ", "EW unit", "LMG team", "PIAT", "squad")] == [
        "an observer", "a unit", "an HQ", "an EW unit", "an LMG team", "a PIAT", "a squad",
    ]  # fmt: skip
