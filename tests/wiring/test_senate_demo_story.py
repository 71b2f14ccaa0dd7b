"""What a first visitor finds of the senate in the demo."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.test import Client

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode
from dynasties.quorum.rounds import queries as rounds_queries
from nomic.core import clock
from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from nomic.core.roster import queries as roster_queries
from nomic.demo import CAST
from nomic.demo.senate import CHEAPER, NAMES
from proposals import tasks as proposals_tasks
from proposals.deciding import queries as deciding_queries
from proposals.voting import queries as voting_queries
from tests.wiring.telling import NOW, game_at, seen, sent, signed_in

DECISION = {"vote": "yea", "weight_1": "2", "weight_2": "1", "weight_3": "1", "amendment": "A1", "round": "4"}


game = game_at("the-draughty-house")


def episode(game: Game, number: int) -> Episode:
    found = episodes_queries.get_episode(game.pk, number)
    assert found is not None
    return found


def who_sits(game: Game, number: int) -> list[tuple[str, str]]:
    return [(seat.name, seat.kind) for seat in episodes_queries.seats_of(episode(game, number))]


# -- how it stands


def test_four_agents_play_quorum_each_with_a_button(game: Game) -> None:
    roster = roster_queries.roster(game.pk)

    buttons = {username for _, names in CAST for username, _ in names}

    assert game.procedure == "quorum"
    assert sorted(each.name for each in roster) == sorted(NAMES)
    assert [each.name for each in roster if not each.is_playing] == []
    assert {each.account.username for each in roster} <= buttons


def test_two_people_a_program_and_a_script_are_at_their_fifth_bill(game: Game) -> None:
    sitting, round = episode(game, 2), rounds_queries.open_round(episode(game, 2))

    seats = who_sits(game, 2)

    assert round is not None
    assert (sitting.state, round.number, sitting.config["num_rounds"]) == ("sitting", 4, 10)
    assert seats == [
        ("Isolde", "person"),
        ("Prudence", "person"),
        ("Abacus", "program"),
        ("Coalition-builder", "script"),
    ]
    assert round.closes_at is not None
    assert NOW + timedelta(hours=24) < round.closes_at


def test_everything_happened_in_it_that_a_senate_knows(game: Game) -> None:
    records = [rounds_queries.record_of(each) for each in rounds_queries.closed_rounds(episode(game, 2))]

    outcomes = [each["outcome"] for each in records]

    assert outcomes == ["passed", "failed", "vetoed", "passed"]
    assert [any(each["filibuster"] for each in record["decisions"]) for record in records].index(True) == 1
    assert [record["bill"]["kind"] for record in records].count("repeal") == 1
    assert records[0]["adopted"]


def test_one_is_over_with_a_laurel_and_one_gathers(game: Game) -> None:
    over, gathering = episode(game, 1), episode(game, 3)

    taken = [(agent.name, count) for agent, count in episodes_queries.laurel_counts(game, law_queries.law(game.pk))]

    kinds = [kind for _, kind in who_sits(game, 3)]
    assert over.state == "over"
    assert taken == [("Prudence", 1)]
    assert gathering.state == "gathering"
    assert kinds == ["program", "empty", "empty", "empty", "empty"]


def test_a_proposal_would_make_filibusters_cheaper_and_awaits_more_votes(game: Game) -> None:
    """The Clerk has nothing to do: not with it, and not with any Episode."""
    proposals_tasks.sweep()

    (waiting,) = deciding_queries.pending_matters(voting_queries.judging_context(game, clock.now()))

    assert waiting.post.title == CHEAPER
    assert "dial:senate.filibuster_cost" in waiting.post.changes[0]["find"]
    assert episode(game, 2).senate["round"] == 4


# -- what the readme sends a visitor to do


def test_a_program_has_decided_and_what_it_has_is_not_told(game: Game) -> None:
    page = seen(game, "Isolde", "quorum/2/")

    assert "Still to decide: Isolde, Prudence." in page
    assert "2 of 4 have decided" in page


def test_one_decision_closes_nothing_and_may_be_changed_and_the_other_closes_the_round(game: Game) -> None:
    answers = [sent(game, "Isolde", "quorum/2/decide/", **DECISION | {"vote": vote}) for vote in ("yea", "nay")]
    between = episode(game, 2).senate["round"]

    answers.append(sent(game, "Prudence", "quorum/2/decide/", **DECISION))

    record = rounds_queries.record_of(rounds_queries.closed_rounds(episode(game, 2))[4])
    assert answers == [302, 302, 302]
    assert (between, episode(game, 2).senate["round"]) == (4, 5)
    assert [each["vote"] for each in record["decisions"]] == ["nay", "yea", "yea", "yea"]


def test_a_note_from_the_round_before_waits_for_prudence_alone(game: Game) -> None:
    pages = {name: seen(game, name, "quorum/2/") for name in NAMES}

    notes = pages["Prudence"].partition("Notes to you")[2]

    open_ones, folded, older = notes.partition("older notes")
    assert "I saw. Clause 1 next, and we say no more of it? Isolde, in round 3" in open_ones
    assert folded
    assert "in round 3" not in older
    assert [name for name, page in pages.items() if "I saw. Clause 1 next" in page] == ["Prudence"]


def test_the_replay_of_the_first_episode_verifies(game: Game, tmp_path: Path) -> None:
    path, said = tmp_path / "episode-1.json", StringIO()
    path.write_bytes(Client().get(f"/g/{game.slug}/quorum/1/replay.json").content)

    call_command("quorum", "verify", str(path), stdout=said)

    assert said.getvalue().strip() == f"{path}: ok"
    assert "The first clause, then?" in seen(game, "Thaddeus", "quorum/1/replay/")


def test_barnaby_convenes_an_episode_and_fills_it_from_the_bench(game: Game) -> None:
    convened = sent(
        game,
        "Barnaby",
        "quorum/convene/",
        seats="3",
        rounds="2",
        veto="on",
        threshold="",
        decision_seconds="",
        seed="",
        token="from-the-readme",
    )

    answers = [
        sent(game, "Barnaby", "quorum/4/seats/0/take/"),
        sent(game, "Barnaby", "quorum/4/open/", script_1="greedy", script_2="random"),
    ]

    assert [convened, *answers] == [302, 302, 302]
    assert episode(game, 4).state == "sitting"


def test_thaddeus_gets_a_new_token_with_which_abacus_decides(game: Game) -> None:
    answer = signed_in("Thaddeus").post(f"/g/{game.slug}/quorum/2/seats/2/token/")

    token = re.search(r'id="token"[^>]* value="([^"]+)"', answer.content.decode())
    assert token is not None
    decided = Client().post(
        f"/g/{game.slug}/quorum/api/episodes/2/decision",
        {"round": 4, "decision": {"vote": "nay", "priorities": [1, 1, 1], "amendment": "none"}},
        "application/json",
        headers={"Authorization": f"Bearer {token[1]}"},
    )
    assert decided.json()["accepted"] is True
