"""What becomes of Episodes when the law changes under them, and in a hiatus. (Rules Episodes and Rounds)"""

from __future__ import annotations

from datetime import timedelta

import pytest
from time_machine import Traveller

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.plugin import CHECKS
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import verify_replay
from dynasties.quorum.rounds import queries as rounds_queries, queries_proofs as rounds_queries_proofs
from dynasties.quorum.rounds.models import Decision
from dynasties.quorum.rounds.rules import EpisodeEngine as Engine
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.openings import further
from tests.quorum.actions.conftest import NOON
from tests.refusals import why as refused
from tests.sitting import NAY, YEA, SenateTable

HOUR, DAY, SECOND = timedelta(hours=1), timedelta(hours=24), timedelta(seconds=1)


@pytest.fixture
def senate(table: SenateTable, clock: Traveller) -> SenateTable:
    return further(_sit, table, clock)


def _sit(table: SenateTable, clock: Traveller) -> None:
    """An Episode of Josh, Lulu and Raven, for four rounds; one is closed."""
    table.senate("Josh", "Lulu", "Raven", rounds=4, seed="goose")
    table.all_decide()


def holds(table: SenateTable) -> bool:
    return (
        recount_game(table.game, CHECKS).differences == ()
        and [*rounds_queries_proofs.episode_flaws(table.made.pk)] == []
    )


def kinds() -> list[str]:
    return list(Event.objects.filter(kind__startswith="quorum.").order_by("seq").values_list("kind", flat=True))


# -- the law


def test_an_enacted_repeal_adjourns_what_is_on_and_calls_off_what_gathers(
    senate: SenateTable, clock: Traveller
) -> None:
    senate.convenes("Lulu")
    number = senate.propose("Josh", "Out of session", [senate.repeal("Episodes")]).number
    for name in ("Kevan", "Lulu", "Raven"):
        senate.vote(name, number)
    clock.shift(13 * HOUR)

    senate.enact("Kevan", number)

    assert [senate.episode(each).state for each in (1, 2)] == ["adjourned", "called-off"]
    assert kinds()[-2:] == ["quorum.adjourned", "quorum.called-off"]
    assert holds(senate)


def test_what_was_adjourned_scores_its_closed_rounds_and_the_open_one_stays_secret(senate: SenateTable) -> None:
    senate.decides("Josh", {**NAY, "note": {"to": 1, "text": "the-cellar"}})

    senate.strike("Episodes")

    engine = Engine(episodes_queries.config_of(senate.episode()), "goose")
    engine.play_round([YEA] * 3)
    event = Event.objects.get(kind="quorum.adjourned")
    assert (senate.episode().scores, senate.episode().ended_at) == (engine.scores, NOON)
    assert (event.data["seed"], event.data["scores"]) == ("goose", engine.scores)
    assert len(senate.records()) == 1
    assert "cellar" not in str(replay_queries.get_replay(senate.episode()))


def test_the_replay_of_what_was_adjourned_is_true(senate: SenateTable) -> None:
    senate.strike("Episodes")

    replay = replay_queries.get_replay(senate.episode())
    assert replay["adjourned"]
    assert verify_replay(replay) is None


def test_nothing_lies_before_an_adjourned_senate(senate: SenateTable) -> None:
    senate.decides("Josh")

    senate.strike("Episodes")

    seen = rounds_queries.observation(senate.episode(), episodes_queries.seats_of(senate.episode())[0])
    assert (seen["over"], seen["bill"], seen["own"], seen["closes_at"]) == (True, None, None, None)
    assert (any(seen["decided"]), any(seen["may"].values()), seen["seed"]) == (False, False, "goose")


def test_an_adjourned_episode_goes_on_no_more(senate: SenateTable, clock: Traveller) -> None:
    senate.strike("Episodes")
    head = senate.game.last_seq

    clock.shift(2 * DAY)
    closed = senate.closes()

    assert (closed, senate.game.last_seq) == (False, head)
    assert refused(lambda: senate.decides("Lulu", round=1)) == ["not-in-the-law"]
    assert [*rounds_queries.due_rounds(NOON + 9 * DAY)] == []


@pytest.mark.parametrize(("late", "rounds"), [(-SECOND, 1), (timedelta(0), 2)], ids=["just before", "at that time"])
def test_a_round_whose_time_was_over_closes_before_the_adjournment(
    senate: SenateTable, clock: Traveller, late: timedelta, rounds: int
) -> None:
    senate.decides("Josh", NAY)
    clock.shift(DAY + late)

    senate.strike("Episodes")

    assert (senate.episode().state, len(senate.records())) == ("adjourned", rounds)
    assert holds(senate)


def test_where_that_was_the_last_round_the_episode_is_over(table: SenateTable, clock: Traveller) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    table.all_decide()
    clock.shift(DAY)

    table.strike("Episodes")

    assert (table.episode().state, kinds()[-1]) == ("over", "quorum.ended")


def test_an_ascension_that_repeals_it_all_adjourns(senate: SenateTable, clock: Traveller) -> None:
    senate.win("Josh", clock)

    senate.ascend("Josh", repeal=[rule.title for rule in senate.rules() if rule.section == "dynastic"])

    assert senate.episode().state == "adjourned"
    assert holds(senate)


def test_one_that_is_over_stays_as_it_is(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    for _ in range(2):
        table.all_decide()

    table.strike("Episodes")

    assert (table.episode().state, kinds()[-1]) == ("over", "quorum.ended")


def test_a_change_of_any_other_rule_changes_nothing_in_what_is_on(senate: SenateTable) -> None:
    before = senate.episode().config
    senate.change(senate.amend("Influence", "[0.50](dial:senate.threshold)", "[0.90](dial:senate.threshold)"))
    senate.change(senate.amend("Episodes", "[24 hours]", "[1 hour]"))
    senate.strike("Veto")
    senate.strike("Scoring")

    senate.all_decide({**YEA, "veto": True})

    assert senate.episode().config == before
    assert senate.records()[1]["outcome"] == "vetoed"
    assert senate.round().closes_at == NOON + DAY


# -- a hiatus


def test_in_a_hiatus_the_time_stands_and_after_it_goes_on_with_what_was_left(
    senate: SenateTable, clock: Traveller
) -> None:
    clock.shift(20 * HOUR)
    senate.halts()
    clock.shift(5 * DAY)
    senate.sweep()
    stood = senate.round()

    senate.resumes()

    assert (stood.number, stood.closes_at, stood.seconds_left) == (1, None, 4 * 3600)
    assert (senate.round().closes_at, senate.round().seconds_left) == (NOON + 5 * DAY + 24 * HOUR, None)
    assert holds(senate)


def test_what_was_decided_before_it_counts_after_it(senate: SenateTable, clock: Traveller) -> None:
    senate.decides("Josh", NAY)
    senate.halts()
    clock.shift(DAY)
    senate.resumes()

    senate.decides("Lulu")
    senate.decides("Raven")

    assert [each["vote"] for each in senate.records()[1]["decisions"]] == ["nay", "yea", "yea"]
    assert holds(senate)


def test_a_round_whose_time_was_over_closes_before_the_hiatus_and_the_next_waits_whole(
    senate: SenateTable, clock: Traveller
) -> None:
    clock.shift(DAY)
    senate.halts()

    row = senate.round()
    assert (row.number, row.closes_at, row.seconds_left) == (2, None, 24 * 3600)
    assert holds(senate)
    clock.shift(HOUR)
    senate.resumes()
    assert senate.round().closes_at == NOON + 2 * DAY + HOUR
    assert holds(senate)


def test_what_is_on_is_adjourned_in_a_hiatus_too(senate: SenateTable, clock: Traveller) -> None:
    senate.halts()
    clock.shift(5 * DAY)

    senate.strike("Episodes")
    senate.resumes()

    assert (senate.episode().state, len(senate.records())) == ("adjourned", 1)
    assert holds(senate)


def test_a_hiatus_tells_nobody_what_was_decided(senate: SenateTable) -> None:
    senate.decides("Josh", NAY)

    senate.halts()

    assert Decision.objects.count() == 4
    assert len(senate.records()) == 1
