"""The pages of what has been: a closed round, and the replay of an Episode that has ended."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from time_machine import Traveller

from dynasties.quorum.replay.rules import verify_replay_bytes
from nomic.core.log.models import Event
from tests.openings import further
from tests.pages.deciding.pages import browser, words
from tests.pages.quorum.senate_pages import got, html, read, url
from tests.sitting import NAY, YEA, SenateTable

SECRET, THANKS = "the geese are ours", "thank you for the geese"


def play_two_rounds(table: SenateTable, clock: Traveller) -> None:
    table.senate("Josh", "Lulu", rounds=2, seed="geese")
    table.decides("Josh", {**YEA, "amendment": "A1", "note": {"to": 1, "text": SECRET}})
    table.decides("Lulu", {**NAY, "note": {"to": 0, "text": "never"}})
    table.decides("Josh", {**YEA, "note": {"to": 1, "text": THANKS}})
    table.decides("Lulu", {**YEA, "veto": True})


@pytest.fixture
def over(table: SenateTable, clock: Traveller) -> SenateTable:
    """Josh and Lulu have played two rounds; Josh wrote a note in each, and Lulu one in the first."""
    return further(play_two_rounds, table, clock)


# -- a round


def test_a_closed_round_shows_its_bill_and_what_became_of_it(over: SenateTable) -> None:
    page, told = html(over, path="rounds/0/"), read(over, path="rounds/0/")

    assert "passed 1 of 2 (50 %), threshold 0.5, A1 adopted" in told
    assert "A1 adopted" in told
    assert "Clause 1 goes to Josh" in told
    assert "Lulu nay" in told
    assert 'rel="next"' in page
    assert 'rel="prev"' not in page


@pytest.mark.parametrize(
    ("decisions", "became"),
    [((YEA, YEA), "adopted"), ((NAY, NAY), "chosen"), (({**YEA, "veto": True}, YEA), "chosen")],
    ids=["passed", "failed", "vetoed"],
)
def test_an_amendment_is_adopted_only_where_its_bill_came_into_force(
    table: SenateTable, decisions: tuple[dict[str, object], ...], became: str
) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    for who, raw in zip(["Josh", "Lulu"], decisions, strict=True):
        table.decides(who, {**raw, "amendment": "A1"})
    table.all_decide(NAY)

    for path in ("rounds/0/", "replay/?round=0"):
        told = read(table, path=path)
        assert re.findall(r"A1 (adopted|chosen)", told) == [became, became]


def test_a_failed_round_says_how_much_it_lacked(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", "Raven")
    table.decides("Josh")
    table.decides("Lulu", NAY)
    table.decides("Raven", NAY)

    told = read(table, path="rounds/0/")

    assert "It failed: the yeas had 1 of 3 influence, which is less than 0.5 of it." in told


def test_a_vetoed_round_says_who_pays(over: SenateTable) -> None:
    told = read(over, path="rounds/1/")

    assert "It had passed; Lulu vetoed it from the chair." in told
    assert "−0.5 the veto" in told


def test_an_open_round_has_no_page_yet(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    table.all_decide()

    assert [got(table, "Josh", f"rounds/{of}/").status_code for of in (0, 1, 99)] == [200, 404, 404]


def test_a_round_page_tells_no_note(over: SenateTable) -> None:
    assert all(SECRET not in html(over, who, "rounds/0/") for who in ("Josh", "Lulu", None))


# -- the replay


@pytest.mark.parametrize("path", ["replay/", "replay.json"])
def test_before_the_end_there_is_no_replay(table: SenateTable, path: str) -> None:
    table.senate("Josh", "Lulu")
    table.all_decide()

    answer = got(table, "Josh", path)

    assert answer.status_code == 409
    assert "Episodes" in words(answer)


def test_the_replay_opens_every_note_to_everybody(over: SenateTable) -> None:
    told = read(over, path="replay/?round=0")

    assert SECRET in told
    assert "never" in told
    assert THANKS not in told
    assert "Who did what" in told


def test_a_seats_view_is_what_it_knew_then_and_what_it_did(over: SenateTable) -> None:
    first, second = read(over, path="replay/?round=0&seat=1"), read(over, path="replay/?round=1&seat=1")

    assert "No note had come." in first
    assert "never" in first
    assert SECRET not in first
    assert SECRET in second
    assert THANKS not in second
    assert "What Lulu did" in second


def test_rounds_are_links_without_a_script(over: SenateTable) -> None:
    first, last = html(over, path="replay/?round=0&seat=1"), html(over, path="replay/?round=1")

    assert f'href="{url(over)}replay/?round=1&amp;seat=1" rel="next"' in first
    assert f'href="{url(over)}replay/?round=0&amp;seat=" rel="prev"' in last
    assert 'rel="next"' not in last


@pytest.mark.parametrize("asked", ["round=2", "round=-1", "round=x", "seat=2", "seat=x", "round=٣", "round=1e9"])
def test_what_the_replay_has_not_is_passed_over(over: SenateTable, asked: str) -> None:
    told = read(over, path=f"replay/?{asked}")

    assert "Round 0, the 1st" in told
    assert "as Lulu saw it" not in told


def test_htmx_gets_the_frame_alone(over: SenateTable) -> None:
    answer = browser(over).get(f"{url(over)}replay/?round=1", headers={"HX-Request": "true"})

    page = answer.content.decode()
    assert page.lstrip().startswith('<div id="frame"')
    assert 'data-round="1"' in page


def test_the_download_verifies_and_a_changed_one_does_not(over: SenateTable) -> None:
    answer = got(over, path="replay.json")

    changed = json.loads(answer.content)
    changed["rounds"][0]["decisions"][0]["vote"] = "nay"
    assert answer["Content-Disposition"] == 'attachment; filename="episode-1.json"'
    assert verify_replay_bytes(answer.content) is None
    assert verify_replay_bytes(json.dumps(changed).encode()) is not None


def test_an_adjourned_episode_is_replayed_as_far_as_it_came(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    table.all_decide()
    table.strike("Episodes")

    told = read(table)
    assert "Adjourned" in told
    assert "not used" in told
    assert "in hand" not in told
    assert "Round 0, the 1st" in read(table, path="replay/")


def test_an_episode_adjourned_before_a_round_closed_has_an_empty_replay(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    table.strike("Episodes")

    assert "No round of it was closed." in read(table, path="replay/")
    assert "Adjourned" in read(table)


# -- the openings


def test_whoever_has_the_file_of_decisions_can_check_each_against_the_log(over: SenateTable) -> None:
    openings = got(over, path="decisions.json").json()

    told = [each.data["commitments"] for each in Event.objects.filter(kind="quorum.round-closed").order_by("seq")]
    assert [(each["round"], each["seat"]) for each in openings] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for each in openings:
        said = {"content": each["content"], "salt": each["salt"]}
        line = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(line.encode()).hexdigest() == told[each["round"]][each["seat"]] == each["commitment"]
    assert THANKS in openings[2]["content"]["data"]["raw"]


def test_before_the_end_nothing_is_opened(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    table.all_decide()

    answer = got(table, path="decisions.json")

    assert answer.status_code == 409
    assert b"salt" not in answer.content
