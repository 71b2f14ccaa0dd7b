"""The client that players copy, and the ten lines that play with it."""

from __future__ import annotations

import ast
import io
import json
import runpy
import sys
from collections.abc import Callable
from datetime import timedelta
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest
import time_machine

from dynasties.quorum.programs import client
from dynasties.quorum.programs.client import Refused, Seat
from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from tests.quorum.api.conftest import seated
from tests.quorum.api.programs import NOBODY, Program
from tests.sitting import SenateTable

pytestmark = pytest.mark.django_db
HERE = Path(client.__file__).parent
ADDRESS = "http://testserver/g/table/quorum/api/episodes/1/"


class Answer(io.BytesIO):
    """What `urlopen` answers."""

    def __init__(self, headers: dict[str, str], body: bytes) -> None:
        super().__init__(body)
        self.headers = headers


class Network:
    """The server, as the client reaches it. `asked`: how; `slept`: how long between; `troubles`: what comes instead.

    `after`: what happens when so many seconds have been slept.
    """

    def __init__(self, clock: time_machine.Traveller) -> None:
        self.clock, self.asked, self.slept = clock, list[Request](), list[float]()
        self.troubles: list[Exception] = []
        self.after: dict[float, Callable[[], object]] = {}

    def open(self, request: Request, timeout: float) -> Answer:
        self.asked.append(request)
        if self.troubles:
            raise self.troubles.pop(0)
        body = request.data if isinstance(request.data, bytes) else b""
        path = request.full_url.removeprefix("http://testserver")
        answer = NOBODY.generic(
            request.get_method(), path, body, "application/json", headers=dict(request.header_items())
        )
        if answer.status_code != 200:
            raise failure(answer.status_code, dict(answer.headers), answer.content)
        return Answer(dict(answer.headers), answer.content)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.shift(timedelta(seconds=seconds))
        self.after.get(sum(self.slept), lambda: None)()


def failure(status: int, headers: dict[str, str] | None = None, body: bytes = b"") -> HTTPError:
    said = Message()
    for name, value in (headers or {}).items():
        said[name] = value
    return HTTPError(ADDRESS, status, "", said, io.BytesIO(body))


@pytest.fixture
def network(clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> Network:
    made = Network(clock)
    monkeypatch.setattr(client, "urlopen", made.open)
    monkeypatch.setattr("time.sleep", made.sleep)
    monkeypatch.setattr("dynasties.quorum.programs.views_entry.close_old_connections", lambda: None)
    return made


def seat(program: Program) -> Seat:
    return Seat(ADDRESS.replace("/1/", f"/{program.episode}/"), program.token)


def halt(table: SenateTable) -> None:
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")


def go_on(table: SenateTable) -> None:
    with floor(table.made.pk) as the_floor:
        roster_actions.end_hiatus(the_floor, "a test")


# -- what they are


def test_the_client_is_one_file_of_fewer_than_150_lines_that_needs_nothing_but_python() -> None:
    text = (HERE / "client.py").read_text()

    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert len(text.splitlines()) < 150
    assert imported <= sys.stdlib_module_names


def test_the_bot_has_ten_lines() -> None:
    lines = [line for line in (HERE / "bot.py").read_text().splitlines() if line.strip()]

    assert len(lines) == 10


# -- what they do


def test_the_bot_plays_an_episode_to_its_end(
    table: SenateTable, network: Network, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table.convenes("Josh", seats=3, rounds=8, seed="goose")
    program = Program(table.seats_program("Josh", 0, "Decima"))
    table.opens("Josh", "greedy", "random")
    monkeypatch.setattr("sys.argv", ["bot", ADDRESS, program.token])

    runpy.run_module("dynasties.quorum.programs.bot")

    seen = program.seen()
    assert seen["state"] == "over"
    assert not any(each["fallback"][0] or each["dropped"][0] for each in seen["history"])
    assert all(each["decisions"][0]["vote"] == "yea" for each in seen["history"])
    assert str(seen["scores"]) in capsys.readouterr().out


def test_a_seat_sees_each_round_once_that_it_has_to_decide_in(senate: list[Program], network: Network) -> None:
    mine, rounds = seat(senate[0]), list[int]()
    for seen in mine.rounds():
        rounds.append(seen["round"])
        assert mine.decide(vote="nay")["accepted"] is True
        for each in senate[1:]:
            each.decides(round=seen["round"])

    assert rounds == [0, 1]
    assert mine.seen["state"] == "over"
    assert mine.seen["scores"] == senate[0].seen()["scores"]


def test_who_has_decided_already_waits_for_the_next_round(senate: list[Program], network: Network) -> None:
    senate[0].decides()

    first = next(seat(senate[0]).rounds())

    assert first["round"] == 1
    assert sum(network.slept) == 60


def test_before_the_episode_opens_the_client_waits(table: SenateTable, network: Network) -> None:
    table.convenes("Josh", seats=2, rounds=2)
    first = Program(table.seats_program("Josh", 0, "One"))
    network.after = {20: lambda: table.seats_program("Josh", 1, "Two")}

    seen = next(seat(first).rounds())

    assert (seen["state"], seen["round"]) == ("sitting", 0)


def test_it_waits_for_as_long_as_the_server_says_when_others_wait(
    senate: list[Program], network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dynasties.quorum.programs.views_entry.wait_for_news", lambda again, seen, seconds: seen)
    senate[0].decides()

    next(seat(senate[0]).rounds())

    assert network.slept[:3] == [6, 6, 5]


def test_what_nobody_answered_is_sent_again_and_taken_once(senate: list[Program], network: Network) -> None:
    mine = seat(senate[0])
    mine.look()
    network.troubles = [URLError("refused"), TimeoutError(), failure(503, {"Retry-After": "7"}), failure(502)]

    answer = mine.decide(vote="yea")

    sent = [json.loads(each.data) for each in network.asked if isinstance(each.data, bytes)]
    assert answer["accepted"] is True
    assert len({each["rid"] for each in sent}) == 1
    assert len(sent) == 5
    assert network.slept == [0.5, 1.0, 7.0, 4.0]


def test_when_it_is_away_for_good_the_client_gives_up(senate: list[Program], network: Network) -> None:
    network.troubles = [URLError("refused") for _ in range(8)]
    with pytest.raises(URLError):
        seat(senate[0]).look()

    network.troubles = [failure(503, {}, b"<html>") for _ in range(8)]
    with pytest.raises(Refused) as found:
        seat(senate[0]).look()

    assert (found.value.status, found.value.error) == (503, {"text": "<html>"})
    assert len(network.asked) == 16


def test_what_comes_too_late_is_answered_so_and_the_next_round_is_played(
    senate: list[Program], network: Network, clock: time_machine.Traveller
) -> None:
    mine, answers = seat(senate[0]), list[dict[str, Any]]()
    for _ in mine.rounds():
        if not answers:
            clock.shift(timedelta(seconds=60))
        answers.append(mine.decide(vote="yea"))
        if answers[-1]["accepted"]:
            clock.shift(timedelta(seconds=60))

    assert [each["accepted"] for each in answers] == [False, True]
    assert [each["code"] for each in answers[0]["error"]["reasons"]] == ["round-closed"]


def test_an_episode_that_is_adjourned_while_it_thinks_is_over_for_it(
    table: SenateTable, senate: list[Program], network: Network
) -> None:
    mine, answers = seat(senate[0]), list[dict[str, Any]]()
    for _ in mine.rounds():
        table.strike("Episodes")
        answers.append(mine.decide(vote="yea"))

    assert [each["accepted"] for each in answers] == [False]
    assert mine.seen["state"] == "adjourned"


def test_in_a_hiatus_it_waits(table: SenateTable, senate: list[Program], network: Network) -> None:
    halt(table)
    network.after = {50: lambda: go_on(table)}

    seen = next(seat(senate[0]).rounds())

    assert seen["round"] == 0
    assert sum(network.slept) == 50


def test_a_token_that_is_none_is_refused_with_what_the_server_says(senate: list[Program], network: Network) -> None:
    with pytest.raises(Refused, match="401 unknown-token: This token is for no seat of this Episode"):
        Seat(ADDRESS, "nonsense").look()


def test_the_replay_comes_when_it_is_over(table: SenateTable, network: Network) -> None:
    programs = seated(table, 2)
    mine = seat(programs[0])
    with pytest.raises(Refused) as found:
        mine.replay()
    for round in range(2):
        for each in programs:
            each.decides(round=round)

    assert found.value.codes == ["not-ended"]
    assert mine.replay()["format"] == "quorum-replay-1"


def test_a_visitor_sees_with_the_same_client(senate: list[Program], network: Network) -> None:
    assert Seat(ADDRESS).look() == Program().seen()
