"""What a first visitor finds of the game of nweeks in the demo."""

from __future__ import annotations

from datetime import timedelta

import time_machine

from nomic.core import clock
from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from nomic.core.log.models import Event
from nomic.core.roster import queries as roster_queries
from nomic.demo import CAST
from nomic.demo.ballot import PIER_NAMES, SEATED
from proposals import tasks as proposals_tasks
from proposals.bnomic.ballot import actions as ballot_actions, queries as ballot_queries
from proposals.bnomic.ballot.rules import BallotCount, CountLine, CountStep, count_stops, read_trace
from proposals.bnomic.dials import NWEEK_WINNING
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import BallotVote, Proposal
from proposals.posts.models import Post
from rulesets.history import queries as history_queries
from tests.wiring.telling import NOW, found, game_at, seen, signed_in

LONGER, LAMP, HAT, KEEPER, RIBBON, COLOUR, SHORTER = range(12, 19)
ELECTRICITY, CAROUSEL, TRAIN, STRAW_HAT, TWICE = range(19, 24)
NEW_DONKEY, HAY, NO_GULLS = range(24, 27)
OLD_DONKEY = 10


game = game_at("little-soaking-pier")


def count(game: Game) -> BallotCount:
    """What would come of it if the ballot closed now."""
    return ballot_queries.open_ballot(game, law_queries.law(game.pk)).count()


def listed(game: Game, number: int) -> list[tuple[str, int | None]]:
    return [
        (each.said, each.means)
        for each in register_queries.lists_of_rows(register_queries.all_proposals(game.pk).filter(number=number))
    ]


def vote(game: Game, name: str, number: int, vote: str) -> None:
    agent = next(agent for agent in roster_queries.roster(game.pk) if agent.name == name)
    ballot_actions.cast_vote(actor_id=agent.pk, game_id=game.pk, number=number, vote=vote)


# -- how it stands


def test_seven_players_each_with_a_button_and_one_administrator(game: Game) -> None:
    roster = roster_queries.roster(game.pk)

    buttons = {username for _, names in CAST for username, _ in names}

    assert game.procedure == "bnomic"
    assert sorted(each.name for each in roster) == sorted(PIER_NAMES)
    assert all(each.is_playing for each in roster)
    assert [each.name for each in roster if each.is_admin] == ["Fulmar"]
    assert {each.account.username for each in roster} <= buttons


def test_twelve_are_open_and_three_wait_for_the_next_nweek(game: Game) -> None:
    living = ballot_queries.living_proposals(game, NOW, law_queries.law(game.pk))

    assert [row.number for row in living.open_ones] == [*range(LONGER, TWICE + 1)]
    assert [row.number for row in living.pending] == [NEW_DONKEY, HAY, NO_GULLS]


def test_if_it_closed_now_every_step_of_the_count_would_sink_somebody(game: Game) -> None:
    counted = count(game)

    sinking = [line for line in counted.trace if line.step not in (CountStep.HISTORICAL, CountStep.PASSED)]

    assert sinking == [
        CountLine(CountStep.STRENGTH, ELECTRICITY),
        CountLine(CountStep.CONFLICT, CAROUSEL, TRAIN),  # which falls itself
        CountLine(CountStep.CONFLICT, LONGER, SHORTER),
        CountLine(CountStep.DEPENDENCY, LAMP, LONGER),
        CountLine(CountStep.DEPENDENCY, KEEPER, LAMP),
        CountLine(CountStep.DEPENDENCY, TRAIN, ELECTRICITY),
        CountLine(CountStep.DEPENDENCY, STRAW_HAT, OLD_DONKEY),  # Lost in the nweek before
        CountLine(CountStep.DEPENDENCY, HAT, KEEPER),  # in a second round
        CountLine(CountStep.DEPENDENCY, RIBBON, HAT),
        CountLine(CountStep.DEPENDENCY, COLOUR, RIBBON),
    ]
    assert max(stop.round for stop in count_stops(counted.strength, counted.trace)) == 2
    assert counted.passed == (SHORTER, TWICE)


def test_one_has_no_strength_at_all_and_two_that_conflict_have_the_same(game: Game) -> None:
    strength = count(game).strength

    assert strength[ELECTRICITY] == 0
    assert strength[LONGER] == strength[SHORTER]
    assert len({each.voter_id for each in BallotVote.objects.filter(proposal__number__gte=LONGER)}) == 7


def test_whelk_holds_the_hat_in_eir_hand(game: Game) -> None:
    vote(game, "Whelk", LONGER, "FOR")

    now = count(game)

    assert now.passed == (LONGER, LAMP, HAT, KEEPER, RIBBON, COLOUR, TWICE)
    assert now.sunk[SHORTER] == CountLine(CountStep.CONFLICT, SHORTER, LONGER)


def test_a_name_means_who_took_it_later_and_who_bore_it_then(game: Game) -> None:
    meant = [listed(game, number) for number in (HAT, STRAW_HAT, HAY)]

    assert meant == [[("A Keeper for the Lamp", KEEPER)], [("The Donkey", OLD_DONKEY)], [("The Donkey", NEW_DONKEY)]]


def test_the_voters_have_changed_their_minds_and_the_authors_their_texts(game: Game) -> None:
    limpet = BallotVote.objects.filter(voter__name="Limpet", proposal__number__in=(LONGER, ELECTRICITY))

    versions = Proposal.objects.filter(game=game, post__version__gt=1)

    assert [(each.proposal.number, each.vote) for each in limpet] == [
        (LONGER, "AGAINST"),
        (ELECTRICITY, "FOR"),
        (LONGER, "FOR"),
        (ELECTRICITY, "AGAINST"),
    ]
    assert [row.number for row in versions] == [4, OLD_DONKEY, LAMP, RIBBON]


# -- what has been


def test_two_nweeks_were_counted_and_have_changed_the_law(game: Game) -> None:
    first, second = NweekCount.objects.filter(game=game).order_by("nweek")

    sunk = [
        [line for line in read_trace(each.trace) if line.step is not CountStep.HISTORICAL] for each in (first, second)
    ]

    titles = {rule.title for rule in history_queries.ruleset(game.pk).rules}
    assert [line.number for line in sunk[0] if line.step is CountStep.STRENGTH] == [3]
    assert [(line.step, line.number, line.by) for line in sunk[1] if line.step is not CountStep.PASSED] == [
        (CountStep.STRENGTH, OLD_DONKEY, None),
        (CountStep.CONFLICT, 6, 5),
    ]
    assert {"The Pier", "Teas", "The Band", "The Bandstand", "Benches"} <= titles
    assert not {"Deckchairs", "Gulls", "Quiet Hours", "The Donkey"} & titles


def test_one_passed_without_effect_and_one_in_prose_was_carried_out(game: Game) -> None:
    won = Proposal.objects.filter(game=game, state="Won")

    assert [row.name for row in won if row.passed is False] == ["A Thirteenth Deckchair"]
    assert [row.name for row in won if row.carried_out_at] == ["A Moment for the Turnstile"]
    assert not won.get(name="A Moment for the Turnstile").post.changes
    assert Post.objects.select_related("matter").get(game=game, title=SEATED).matter.status == "enacted"


def test_the_clock_paused_for_two_midnights_and_went_on_by_itself(game: Game) -> None:
    turned = Event.objects.filter(game=game, kind__startswith="bnomic.clock-").order_by("seq")

    _, paused, on = turned

    assert [paused.kind, on.kind] == ["bnomic.clock-paused", "bnomic.clock-on"]
    assert on.actor is None
    assert on.data["due_at"] == paused.data["until"]
    ndays = Event.objects.filter(game=game, kind="bnomic.nday", at__gt=paused.at, at__lt=on.at)
    assert not ndays.exists()
    assert NweekClock.objects.get(game=game).running


# -- what is to come


def test_the_clerk_has_nothing_to_do_until_the_ballot_closes(game: Game, visit: time_machine.Traveller) -> None:
    hands = nweeks_queries.clock_reading(game, NOW, law_queries.law(game.pk))
    assert hands is not None
    close = hands.next_count
    assert close is not None
    proposals_tasks.sweep()
    seen = [NweekCount.objects.filter(game=game).count()]

    for moment in (close - timedelta(seconds=1), close):
        visit.move_to(moment)
        proposals_tasks.sweep()
        seen.append(NweekCount.objects.filter(game=game).count())

    assert close - NOW == timedelta(hours=47, minutes=20)
    assert seen == [2, 2, 3]
    titles = {rule.title: rule.text for rule in history_queries.ruleset(game.pk).rules}
    assert "150 planks" in titles["The Pier"]
    assert law_queries.law(game.pk)[NWEEK_WINNING] == 2


# -- what the readme sends a visitor to do


def test_whelk_votes_for_a_longer_pier_and_the_page_tells_what_passes_now(game: Game) -> None:
    before = seen(game, "Whelk", "ballot/")

    answer = signed_in("Whelk").post(f"/g/{game.slug}/ballot/{LONGER}/vote/", {"vote": "FOR"})

    assert answer.status_code == 302
    assert "would pass, in this order: #18 , #23" in before
    assert "would pass, in this order: #12 , #13 , #14 , #15 , #16 , #17 , #23" in seen(game, "Whelk", "ballot/")


def test_marram_revises_the_donkey_that_is_pending(game: Game) -> None:
    answer = signed_in("Marram").get(f"/g/{game.slug}/ballot/{NEW_DONKEY}/revise/")

    assert answer.status_code == 200
    assert "With references, this time." in answer.content.decode()


def test_the_count_of_the_second_nweek_is_read_step_by_step(game: Game) -> None:
    page = seen(game, "Dulse", "ballot/nweeks/2/?step=3")

    assert "knocks out Proposal 6 “Quiet Hours”" in page
    assert "Proposal 9: A Thirteenth Deckchair" in page
    assert "Without effect." in page


def test_fulmar_has_the_clock_pause_and_the_count_comes_later(game: Game, visit: time_machine.Traveller) -> None:
    # To the midnight after the next: the two until then do nothing.
    form = {"act": "pause", "until": f"{NOW + timedelta(days=2):%Y-%m-%d}", "why": "The gull is back"}

    answer = signed_in("Fulmar").post(f"/g/{game.slug}/ballot/desk/", form)

    visit.move_to(NOW + timedelta(days=2))
    hands = nweeks_queries.clock_reading(found("little-soaking-pier"), clock.now(), law_queries.law(game.pk))
    assert answer.status_code == 302
    assert hands is not None
    assert hands.clock.place == (3, 11)
    assert hands.next_count == NOW.replace(minute=0, hour=0) + timedelta(days=4)
