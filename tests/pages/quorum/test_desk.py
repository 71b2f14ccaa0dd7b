"""A senator's desk: what it says beforehand, and what is decided at it."""

from __future__ import annotations

import re

import pytest

from tests.lawmaking import amend
from tests.pages.deciding.pages import words
from tests.pages.quorum.senate_pages import decided, field_errors, html, own, read
from tests.sitting import NAY, YEA, SenateTable

SECRET = "the geese are ours"


def test_the_price_of_the_extras_is_said_beforehand(senate: SenateTable) -> None:
    told = read(senate, "Josh")

    assert "Costs 0.05 Influence at once" in told
    assert "The threshold of this round is 0.65 then. If the bill fails you gain 0.5 Capital." in told
    assert "you pay 0.5 Capital and 0.05 Influence" in told
    assert "if you filibuster: it takes 1.918 of 2.95 influence. You bring 0.95, so 0.968 must come" in told
    assert "Each other filibuster takes 0.05 more off the total." in told


def test_the_stakes_name_the_one_who_may_still_filibuster(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    table.decides("Josh", {**NAY, "filibuster": True})
    table.decides("Lulu", NAY)

    used, still = read(table, "Josh"), read(table, "Lulu")

    assert "if one senator filibusters: it takes 1.229 of 1.89 influence. You bring 0.945" in used
    assert "if you filibuster: it takes 1.229 of 1.89 influence. You bring 0.945" in still
    assert "Each other filibuster" not in used + still


def test_only_the_chair_has_the_veto(senate: SenateTable) -> None:
    assert 'name="veto"' in html(senate, "Josh")
    assert 'name="veto"' not in html(senate, "Lulu")


def test_without_notes_and_filibusters_the_desk_has_neither(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", caucus=False, veto=False)

    page = html(table, "Josh")

    assert 'name="text"' not in page
    assert 'name="veto"' not in page


@pytest.mark.parametrize(
    ("rule", "field"), [("Filibuster", "filibuster"), ("Veto", "veto"), ("Amendments", "amendment"), ("Caucus", "text")]
)
def test_what_the_law_has_no_more_is_not_offered(table: SenateTable, rule: str, field: str) -> None:
    table.strike(rule)
    table.senate("Josh", "Lulu")

    page = html(table, "Josh")
    answer = decided(table, "Josh", amendment="none")

    assert f'name="{field}"' not in page
    assert 'name="vote"' in page
    assert answer.status_code == 302


def test_where_a_filibuster_moves_no_threshold_the_desk_says_so(table: SenateTable) -> None:
    once = "Once in an Episode, a senator may [filibuster](mechanism:senate.filibuster)."
    table.change(amend(table, "Filibuster", once))
    table.senate("Josh", "Lulu")

    assert "The threshold stays what it is." in read(table, "Josh")
    assert html(table, "Josh").count('class="chamber__mark"') == 1


def test_a_decision_is_sealed_and_stands_on_the_desk(senate: SenateTable) -> None:
    answer = decided(senate, "Lulu", to="0", text=SECRET, filibuster="on")

    assert answer.status_code == 302
    assert own(senate, "Lulu") == {
        "vote": "yea",
        "priorities": [2, 1, 1],
        "amendment": "A2",
        "filibuster": True,
        "veto": False,
        "note": {"to": 0, "text": SECRET},
    }
    told = read(senate, "Lulu")
    assert "You have decided. You may decide otherwise until the round closes." in told
    assert "yea weights 50 % · 25 % · 25 % A2 filibuster a note to Josh" in told


def test_it_may_be_changed_until_the_round_closes(senate: SenateTable) -> None:
    decided(senate, "Lulu")

    answer = decided(senate, "Lulu", vote="nay")

    assert answer.status_code == 302
    assert 'value="nay" checked' in html(senate, "Lulu")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"vote": ""}, "A vote is yea, nay or abstain."),
        ({"vote": "perhaps"}, "A vote is yea, nay or abstain."),
        ({"weight_2": "-1"}, "A weight is a number from 0 up."),
        ({"weight_2": "lots"}, "A weight is a number from 0 up."),
        ({"amendment": "A4"}, "An amendment is none, A1, A2 or A3."),
        ({"veto": "on"}, "Only the chair has a veto."),
        ({"to": "1", "text": "To me"}, "A note goes to one other seat."),
        ({"to": "", "text": "To whom?"}, "A note goes to one other seat."),
        ({"to": "9", "text": "Hello"}, "A note goes to one other seat."),
        ({"to": "2", "text": "  "}, "A note says something."),
        ({"to": "2", "text": "g" * 201}, "A note has at most 200 characters; this has 201."),
        ({"to": "2", "text": "a\u202eb"}, "A note holds no control or invisible characters."),
    ],
    ids=[
        "no-vote",
        "odd-vote",
        "negative",
        "words",
        "amendment",
        "veto",
        "to-oneself",
        "to-nobody",
        "to-no-seat",
        "empty-note",
        "long-note",
        "hidden",
    ],
)
def test_what_cannot_count_is_told_at_its_field_and_nothing_is_taken(
    senate: SenateTable, typed: dict[str, str], said: str
) -> None:
    answer = decided(senate, "Lulu", **typed)

    assert answer.status_code == 422
    assert field_errors(answer.content.decode()) == [said]
    assert own(senate, "Lulu") is None


def test_a_note_of_exactly_as_many_characters_as_it_may_have_is_taken(senate: SenateTable) -> None:
    # A browser sends the end of a line as two signs; the senator typed one.
    text = "g" * 199 + "\r\n" + "g"

    over = decided(senate, "Lulu", to="2", text=text)
    exact = decided(senate, "Lulu", to="2", text=text[1:])

    assert (over.status_code, exact.status_code) == (422, 302)


def test_weights_may_be_decimals_and_left_out(senate: SenateTable) -> None:
    decided(senate, "Lulu", weight_1="0.5", weight_2="", weight_3="1.5")

    assert own(senate, "Lulu") == {
        "vote": "yea",
        "priorities": [0.5, 0, 1.5],
        "amendment": "A2",
        "filibuster": False,
        "veto": False,
        "note": None,
    }
    assert "weights 25 % · 0 % · 75 %" in read(senate, "Lulu")


@pytest.mark.parametrize(
    ("one", "two", "three"), [("33.3", "33.3", "33.4"), ("999999999", "0.000000001", "0"), ("50", "0.5", "7")]
)
def test_weights_stand_in_the_desk_as_they_were_typed_and_can_be_sent_again(
    senate: SenateTable, one: str, two: str, three: str
) -> None:
    decided(senate, "Lulu", weight_1=one, weight_2=two, weight_3=three)

    page = html(senate, "Lulu")
    stand = [re.findall(rf'name="weight_{at}" value="([^"]*)"', page)[0] for at in (1, 2, 3)]
    again = decided(senate, "Lulu", vote="nay", weight_1=stand[0], weight_2=stand[1], weight_3=stand[2])

    assert stand == [one, two, three]
    assert again.status_code == 302


@pytest.mark.parametrize("typed", ["1/0", "1/3", "1e999999999", "-1", "1e-999999999", "9" * 10, "inf", "nan", "+1"])
def test_what_is_no_weight_has_no_share_and_stays_as_it_was_typed(senate: SenateTable, typed: str) -> None:
    answer = decided(senate, "Lulu", weight_2=typed)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'name="weight_2" value="{typed}"' in page
    assert re.findall(r'<output class="weights__share"[^>]*>([^<]*)<', page) == ["–"] * 3


def test_a_used_filibuster_is_told_at_its_field(senate: SenateTable) -> None:
    senate.decides("Lulu", {**YEA, "filibuster": True})
    senate.decides("Josh")
    senate.decides("Raven")

    answer = decided(senate, "Lulu", round=1, filibuster="on")

    assert answer.status_code == 422
    assert "filibustered in this Episode already" in field_errors(answer.content.decode())[0]


def is_shut(page: str, name: str) -> bool:
    """Whether a field of the desk is there and cannot be used."""
    found = re.search(rf'<(?:input|select|textarea)[^>]* ?name="{name}"[^>]*>', page)
    assert found is not None
    return " disabled" in found.group()


def test_a_used_filibuster_is_not_offered_again_and_the_desk_says_why(senate: SenateTable) -> None:
    before = html(senate, "Lulu")
    senate.decides("Lulu", {**YEA, "filibuster": True})
    meanwhile = html(senate, "Lulu")
    senate.decides("Josh")
    senate.decides("Raven")

    after = html(senate, "Lulu")

    assert not is_shut(before, "filibuster")
    assert not is_shut(meanwhile, "filibuster")
    assert is_shut(after, "filibuster")
    assert not is_shut(after, "veto")
    assert 'id="filibuster_help">You have used yours in this Episode.' in after


@pytest.mark.parametrize(
    ("typed", "name", "said"),
    [
        ({"filibuster": "on"}, "filibuster", "There is none in this Episode."),
        ({"veto": "on"}, "veto", "There is none in this Episode."),
        ({"to": "1", "text": "Hello"}, "text", "No notes are written in this Episode."),
    ],
    ids=["filibuster", "veto", "note"],
)
def test_what_is_sent_though_the_episode_has_it_not_is_judged_and_not_offered(
    table: SenateTable, typed: dict[str, str], name: str, said: str
) -> None:
    table.strike("Filibuster")
    table.senate("Josh", "Lulu", veto=False, caucus=False)

    answer = decided(table, "Josh", **typed)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert len(field_errors(page)) == 1
    assert said in words(answer)
    assert is_shut(page, name)
    assert own(table, "Josh") is None


def test_a_veto_sent_from_another_seat_is_told_whose_it_is(senate: SenateTable) -> None:
    answer = decided(senate, "Lulu", veto="on")

    assert "The chair’s alone, and Josh has it." in words(answer)
    assert is_shut(answer.content.decode(), "veto")
