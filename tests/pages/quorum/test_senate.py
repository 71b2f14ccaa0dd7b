"""The Senate's own page, and convening an Episode from it."""

from __future__ import annotations

import re

import pytest

from tests.pages.deciding.pages import address, browser, words
from tests.pages.quorum.senate_pages import field_errors
from tests.sitting import SenateTable

FORM: dict[str, object] = {
    "seats": "3",
    "rounds": "5",
    "threshold": "",
    "veto": "on",
    "decision_seconds": "",
    "seed": "",
    "token": "form-a",
}


def senate(table: SenateTable, who: str | None = None) -> str:
    return words(browser(table, who).get(address(table, "quorum/senate/")))


def test_an_empty_chamber_says_so_to_whoever_looks(table: SenateTable) -> None:
    told = senate(table)

    assert "The chamber is empty" in told
    assert "3 make a victory" in told


def test_each_episode_stands_under_what_it_does(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    table.all_decide()
    table.all_decide()
    table.senate("Josh", "Lulu", "Raven")
    table.convenes("Raven", seats=4)
    table.sits("Raven", 2)

    told = senate(table)

    sitting, gathering = told.index("Sitting"), told.index("Gathering")
    assert "Episode 2" in told[sitting:gathering]
    assert "Round 0, the 1st of 3. 0 of 3 have decided" in told[sitting:gathering]
    assert "3 seats free" in told[gathering:]
    assert told.index("Past Episode") < told.index("Episode 1 risen")


def test_what_waits_for_the_reader_is_counted_in_the_bar(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    before = browser(table, "Josh").get(address(table, "quorum/senate/")).content.decode()

    table.decides("Josh")
    after = browser(table, "Josh").get(address(table, "quorum/senate/")).content.decode()

    assert re.search(r'>Senate <span class="count">1<', before)
    assert "waits for you" in before
    assert not re.search(r'>Senate <span class="count">', after)
    assert "waits for you" not in after


def bar(table: SenateTable, who: str) -> tuple[bool, bool]:
    """Whether the bar counts something for somebody, and whether an Episode is said to wait for em."""
    page = browser(table, who).get(address(table, "quorum/senate/")).content.decode()
    return bool(re.search(r'>Senate <span class="count">', page)), "waits for you" in page


def test_nothing_waits_for_anybody_in_a_hiatus(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    before = bar(table, "Josh")

    table.halts()
    meanwhile = bar(table, "Josh")
    table.resumes()

    assert (before, meanwhile, bar(table, "Josh")) == ((True, True), (False, False), (True, True))


def test_nothing_waits_for_who_may_not_decide(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", "Raven")
    table.shut()
    table.bars("Josh")
    table.idle("Lulu")

    assert [bar(table, who) for who in ("Josh", "Lulu", "Raven")] == [(False, False), (False, False), (True, True)]


def test_where_the_law_has_no_episodes_nobody_is_asked_into_the_chamber(table: SenateTable) -> None:
    before = senate(table)
    table.strike("Episodes")

    after = senate(table)

    assert "Two seats and two rounds are enough" in before
    assert "An Episode of at least two players" in before
    assert "Two seats" not in after
    assert "An Episode of" not in after


@pytest.mark.parametrize(("rule", "field"), [("Veto", "veto"), ("Caucus", "caucus")])
def test_what_the_law_has_not_cannot_be_allowed(table: SenateTable, rule: str, field: str) -> None:
    browse = browser(table, "Josh")
    before = browse.get(address(table, "quorum/convene/")).content.decode()
    table.strike(rule)

    after = browse.get(address(table, "quorum/convene/")).content.decode()
    browse.post(address(table, "quorum/convene/"), FORM | {"veto": "on", "caucus": "on"})

    assert re.search(rf'name="{field}"[^>]* disabled', before) is None
    assert re.search(rf'name="{field}"[^>]* disabled', after)
    assert re.search(rf'name="{field}"[^>]* checked', after) is None
    assert "No rule of this game provides for that now." in after
    assert table.episode(1).config[f"{field}_enabled"] is False


def test_the_form_begins_with_what_the_law_lets_be(table: SenateTable) -> None:
    table.change(table.amend("Episodes", "[6](dial:senate.seats)", "[3](dial:senate.seats)"))
    table.change(table.amend("Episodes", "[40](dial:senate.rounds)", "[2](dial:senate.rounds)"))

    page = browser(table, "Josh").get(address(table, "quorum/convene/")).content.decode()

    assert 'name="seats" value="3"' in page
    assert 'name="rounds" value="2"' in page


def test_a_program_that_somebody_answers_for_does_not_make_em_wait(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.seats_program("Josh", 0)
    table.sits("Lulu", 1)

    assert "waits for you" not in senate(table, "Josh")
    assert "waits for you" in senate(table, "Lulu")


def test_laurels_are_counted_by_name(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    for _ in range(2):
        table.decides("Josh")
        table.decides("Lulu", {"vote": "abstain"})

    assert "Josh 1" in senate(table)


def test_what_is_past_stands_twenty_a_page(table: SenateTable) -> None:
    for _ in range(20):
        table.convenes("Josh", seats=2)
        table.calls_off("Josh")
    whole = senate(table)
    table.convenes("Josh", seats=2)
    table.calls_off("Josh")
    table.convenes("Lulu", seats=2)

    first = senate(table)
    second = words(browser(table).get(address(table, "quorum/senate/?page=2")))

    assert "Page 1" not in whole
    assert "Episode 1 called off" in whole
    assert "Page 1 of 2" in first
    assert "Episode 21 called off" in first
    assert "Episode 2 called off" in first
    assert "Episode 1 called off" not in first
    assert re.findall(r"Episode (\d+) called off", second) == ["1"]
    assert "Episode 22" in second


# -- convening


def test_who_has_not_signed_in_is_asked_to(table: SenateTable) -> None:
    answer = browser(table).get(address(table, "quorum/convene/"))

    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


def test_an_episode_is_convened_as_the_form_says(table: SenateTable) -> None:
    typed = FORM | {"threshold": "2/3", "decision_seconds": "90 minutes", "seed": "geese"}

    answer = browser(table, "Josh").post(address(table, "quorum/convene/"), typed, follow=True)

    made = table.episode(1)
    assert (made.config["num_seats"], made.config["num_rounds"], made.config["pass_threshold"]) == (3, 5, "2/3")
    assert (made.config["veto_enabled"], made.config["caucus_enabled"]) == (True, False)
    assert (made.decision_seconds, made.seed_given) == (5400, True)
    assert "seed named by the convener" in words(answer)


def test_what_is_left_empty_is_as_the_law_says(table: SenateTable) -> None:
    browser(table, "Josh").post(address(table, "quorum/convene/"), FORM)

    made = table.episode(1)
    assert (made.config["pass_threshold"], made.decision_seconds, made.seed_given) == ("0.5", 86_400, False)


def test_a_person_who_is_not_of_the_game_may_convene_one(table: SenateTable) -> None:
    browser(table, "Stranger").post(address(table, "quorum/convene/"), FORM)

    assert table.episode(1).convener_name == "stranger (guest)"


def test_where_the_senate_is_for_the_game_alone_a_stranger_is_told_so_by_the_rule(table: SenateTable) -> None:
    table.shut()

    told = senate(table, "Stranger")
    answer = browser(table, "Stranger").post(address(table, "quorum/convene/"), FORM)

    assert "Only those who play in this game may do that. Episodes" in told
    assert answer.status_code == 409
    assert "Only those who play in this game may do that." not in senate(table, "Josh")


def test_a_form_that_is_sent_twice_convenes_one_episode(table: SenateTable) -> None:
    client = browser(table, "Josh")

    answers = [client.post(address(table, "quorum/convene/"), FORM) for _ in range(2)]

    assert [each["Location"] for each in answers] == [address(table, "quorum/1/")] * 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"seats": "7"}, "from 2 to 6"),
        ({"seats": "1"}, "from 2 to 6"),
        ({"rounds": "41"}, "from 2 to 40"),
        ({"rounds": "many"}, "whole number"),
        ({"threshold": "0.95"}, "from 0.3 to 0.9"),
        ({"threshold": "most"}, "a number such as"),
        ({"decision_seconds": "a while"}, "Say it like"),
        ({"decision_seconds": "61 days"}, "sixty days"),
        ({"seed": "g" * 65}, "at most 64"),
    ],
    ids=[
        "seats-many",
        "seats-few",
        "rounds-many",
        "rounds-words",
        "threshold-high",
        "threshold-words",
        "time-words",
        "time-long",
        "seed-long",
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_the_rest_stays_typed(
    table: SenateTable, typed: dict[str, object], said: str
) -> None:
    answer = browser(table, "Josh").post(address(table, "quorum/convene/"), FORM | {"seed": "geese"} | typed)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert any(said in each for each in field_errors(page))
    assert f'value="{next(iter(typed.values()))}"' in page
    assert 'name="token" value="form-a"' in page


def test_a_hiatus_refuses_it_with_the_rule_and_keeps_what_was_typed(table: SenateTable) -> None:
    table.declare("Josh")

    shown = browser(table, "Lulu").get(address(table, "quorum/convene/"))
    answer = browser(table, "Lulu").post(address(table, "quorum/convene/"), FORM | {"seed": "geese"})

    assert "You may not convene one now" in words(shown)
    assert answer.status_code == 409
    assert 'value="geese"' in answer.content.decode()


def test_without_the_law_nothing_is_convened_and_the_past_stays(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    table.all_decide()
    table.all_decide()
    table.strike("Episodes")

    told = senate(table, "Josh")

    assert "No rule of this game provides for Episodes any more" in told
    assert "Episode 1" in told
