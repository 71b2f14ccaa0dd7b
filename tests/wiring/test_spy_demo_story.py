"""What a first visitor finds of the spy dynasty in the demo."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from dynasties.spy.dials import HOP_PRICE
from dynasties.spy.disclosure import queries as disclosure_queries
from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.gadgets.models import GadgetRequest
from dynasties.spy.map import queries as map_queries
from dynasties.spy.missions import queries as missions_queries
from dynasties.spy.prison import queries as prison_queries
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Errand, Theatre
from dynasties.spy.theatre.rules_tickets import LKL_COLUMN, RANK_COLUMN
from dynasties.succession.models import Dynasty
from nomic.core import clock
from nomic.core.duties import queries as duties_queries
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.log.models import Event
from nomic.core.roster import queries as roster_queries
from nomic.demo import CAST
from nomic.demo.spies import LookAround, RuleOnCapture, Supplies, Wander
from nomic.demo.spies_story import AMNESTY, FARE, LUNCH, MOUSTACHE, PIGEON, SAUNA, THE_COLD_BUFFET
from proposals import tasks as proposals_tasks
from proposals.deciding import queries as deciding_queries
from proposals.voting import queries as voting_queries
from rulesets.history import queries as history_queries
from tests.wiring.telling import NOW, game_at, seen, sent, source

PEOPLE = CAST[1][1]


game = game_at("the-cold-buffet")


@pytest.fixture
def theatre(game: Game) -> Theatre:
    found = theatre_queries.present_theatre(game.pk)
    assert found is not None
    return found


def agent(game: Game, name: str) -> Agent:
    return next(each for each in roster_queries.roster(game.pk) if each.name == name)


def names(game: Game) -> dict[int, str]:
    return {each.pk: each.name for each in roster_queries.roster(game.pk)}


def test_a_sandwich_was_won_and_its_winner_opened_a_dynasty_of_spies(game: Game) -> None:
    first, second = Dynasty.objects.filter(game=game).order_by("number")

    titles = {rule.title for rule in history_queries.ruleset(game.pk).rules}

    assert (first.head_name, second.head_name) == ("Bellweather", "Ottoline")
    assert {"Movement", "Capture", "Spy Shop"} <= titles
    assert "The Buffet" not in titles
    assert roster_queries.open_hiatus(game.pk) is None


def test_eight_spies_take_part_each_with_a_button_and_so_has_the_mastermind(game: Game, theatre: Theatre) -> None:
    roster = roster_queries.roster(game.pk)

    spies = {spy.agent.name for spy in theatre_queries.spies(theatre)}

    assert game.mastermind is not None
    assert len(spies) == 8
    assert spies == {each.name for each in roster if each.is_playing} - {game.mastermind.name}
    assert [each.name for each in roster if each.is_admin] == ["Bellweather"]
    assert {each.account.username for each in roster} == {username for username, _ in PEOPLE}


def test_everybody_is_somewhere_and_one_has_not_said_whom_e_serves(game: Game, theatre: Theatre) -> None:
    known = names(game)

    found = theatre_queries_covers.covers_of(theatre, frozenset(spy.agent_id for spy in theatre_queries.spies(theatre)))

    undeclared = [known[key] for key, cover in found.items() if cover.affiliation is None]
    spy = theatre_queries.spy_of(theatre, agent(game, "Dabney").pk)
    assert all(cover.location for cover in found.values())
    assert undeclared == ["Dabney"]
    assert spy is not None
    assert spy.declare_by is not None
    assert NOW + timedelta(days=6) <= spy.declare_by < NOW + timedelta(days=7)


def test_they_moved_in_every_way_that_there_is(theatre: Theatre) -> None:
    trail = theatre_queries_covers.visible_trail(theatre, theatre.game.mastermind, theatre.game)

    moves = [each for each in trail if each.why == "moved"]

    assert {str(each.facts["kind"]) for each in moves} == {"land", "air", "sea", "hop"}
    assert any(each.facts["crosses"] for each in moves)  # smuggled by sea


def test_two_were_captured_one_of_whom_was_rescued(game: Game, theatre: Theatre) -> None:
    known = names(game)

    spies = frozenset(spy.agent_id for spy in theatre_queries.spies(theatre))
    held = {
        known[key]: cover.prison
        for key, cover in theatre_queries_covers.covers_of(theatre, spies).items()
        if cover.prison
    }

    ledger = theatre_queries.read_ledger(game.pk)
    ((name, prison),) = held.items()
    assert name in {"Umber", "Corvina"}
    assert prison == "SIB"
    assert ledger.of(agent(game, name).pk, LKL_COLUMN) == "SIB-PRI"
    assert [each.open for each in prison_queries.all_attempts(theatre)].count(False) == 2
    assert Event.objects.filter(game=game, kind="tracker.updated", data__comment="RESCUE").count() == 1


def test_the_desk_is_full(game: Game, theatre: Theatre) -> None:
    head = game.mastermind

    claims, tries = missions_queries.claims_to_rule(theatre), prison_queries.visible_attempts(theatre, head, game)

    waiting = [each for each in map_queries.passages(theatre, head, game) if each.post is None]
    duties = list(duties_queries.open_duties(game.pk))
    assert [each.mission.title for each in claims] == [LUNCH]
    assert [each.open for each in tries].count(True) == 1
    assert [names(game)[each.agent] for each in waiting] == ["Larkspur"]
    assert [duty.text for duty in duties] == [f"Set the cost of the Gadget “{MOUSTACHE}”"]
    assert duties[0].due_at is not None
    assert duties[0].due_at > NOW


def test_two_missions_are_open_and_the_tenth_is_for_the_mastermind_to_rule_on(game: Game, theatre: Theatre) -> None:
    board = missions_queries.mission_board(theatre)

    done = missions_queries.completion_counts(theatre)

    ledger, larkspur, umber = theatre_queries.read_ledger(game.pk), agent(game, "Larkspur"), agent(game, "Umber")
    endings = [each.row.ending for each in board]
    assert {each.row.title for each in board if each.standing.is_open} == {LUNCH, SAUNA}
    assert endings.count("done") == 11
    assert endings.count("aborted") == 1
    assert done[larkspur.pk] == 9
    assert ledger.of(larkspur.pk, RANK_COLUMN) == "Experienced Spy"
    assert ledger.of(umber.pk, RANK_COLUMN) == "Standard Spy"


def test_gadgets_are_in_every_state(game: Game, theatre: Theatre) -> None:
    states = {row.name: row.status for row in GadgetRequest.objects.filter(theatre=theatre)}

    thimble = gadgets_queries.belongings_of(theatre, agent(game, "Thimble").pk, theatre_queries.read_ledger(game.pk))

    bought = [each.gadget.name for each in gadgets_queries.holdings_in_play(theatre) if each.how == "bought"]
    assert sorted(states.values()) == ["approved"] * 5 + ["denied", "pending"]
    assert states[PIGEON] == "pending"
    assert [each.name for each in gadgets_queries.unpriced_gadgets(theatre)] == [MOUSTACHE]
    assert len(bought) == 2
    assert (thimble.owned, thimble.limit) == (3, 2)
    assert thimble.is_over


def test_one_secret_was_disclosed_and_its_owner_sees_that_it_was(game: Game, theatre: Theatre) -> None:
    reader, owner = agent(game, "Sedgwick"), agent(game, "Halloway")

    told, given = (
        disclosure_queries.own_disclosures(theatre, reader).told,
        disclosure_queries.own_disclosures(theatre, owner).given,
    )

    assert len(told) == 1
    assert len(given) == 1
    assert disclosure_queries.own_disclosures(theatre, owner).told == ()


def test_proposals_would_double_a_price_and_repeal_a_rule(game: Game) -> None:
    waiting = deciding_queries.pending_matters(voting_queries.judging_context(game, clock.now()))

    changes = {judged.post.title: judged.post.changes for judged in waiting}

    assert set(changes) == {AMNESTY, FARE}
    assert [each["kind"] for each in changes[AMNESTY]] == ["repeal"]
    assert "dial:spy.hop_price" in changes[FARE][0]["find"]
    assert law_queries.law(game.pk)[HOP_PRICE] == 1


def test_nothing_is_overdue_for_the_clerk(game: Game, theatre: Theatre) -> None:
    # An errand's moment is drawn in secret: only that of the last two days may have come.
    old = list(Errand.objects.filter(theatre=theatre, next_check__lt=NOW))

    proposals_tasks.sweep()

    assert old == []
    assert disclosure_queries.due_declarations(NOW) == []
    assert [each.name for each in roster_queries.roster(game.pk) if not each.is_playing] == []


# -- what the readme sends a visitor to do


def test_the_tenth_mission_is_accepted_at_the_desk_and_a_victory_can_be_declared(game: Game, theatre: Theatre) -> None:
    desk, (claim,) = source(game, "Ottoline", "spy/desk/"), missions_queries.claims_to_rule(theatre)

    answer = sent(game, "Ottoline", f"spy/claims/{claim.uid}/accept/")

    assert "Thimble would capture Dabney" in desk
    assert "Larkspur passed Checkpoint Charlie" in desk
    assert claim.uid in desk
    assert answer == 302
    assert "have achieved victory" in seen(game, "Larkspur", "spy/dossier/")


def test_the_newcomer_declares_whom_e_serves(game: Game, theatre: Theatre) -> None:
    before = seen(game, "Dabney", "spy/dossier/")

    answer = sent(game, "Dabney", "spy/dossier/declare/", affiliation="World")

    assert "not declared" in before
    assert answer in {302, 303}
    assert theatre_queries_covers.cover_of(theatre, agent(game, "Dabney").pk).affiliation == "World"


def test_one_gadget_too_many_is_claimed_by_another(game: Game, theatre: Theatre) -> None:
    thimble, corvina = agent(game, "Thimble").pk, agent(game, "Corvina").pk
    bought = next(
        each for each in gadgets_queries.holdings_in_play(theatre) if each.owner_id == thimble and each.how == "bought"
    )

    answer = sent(game, "Corvina", f"spy/gadgets/owned/{bought.pk}/claim/")

    ledger = theatre_queries.read_ledger(game.pk)
    assert answer in {302, 303}
    assert gadgets_queries.belongings_of(theatre, thimble, ledger).owned == 2
    assert gadgets_queries.belongings_of(theatre, corvina, ledger).owned == 2


def test_both_ends_of_a_disclosure_read_of_it_and_nobody_else(game: Game) -> None:
    owner, reader = seen(game, "Halloway", "spy/dossier/"), seen(game, "Sedgwick", "spy/dossier/")

    other = seen(game, "Bellweather", "spy/dossier/")

    assert "Of yours was disclosed to somebody" in owner
    assert "Halloway" in reader.partition("Disclosed")[2]
    assert "Disclosed" not in other


def test_the_map_and_the_log_give_nobody_away(game: Game, client: Client) -> None:
    pages = [client.get(f"/g/{game.slug}/{page}").content.decode() for page in ("spy/map/", "log/", "tracker/")]

    assert not [page for page in pages if "Double Agent" in page]
    assert "You are in" not in pages[0]
    assert "You are in Berlin" in seen(game, "Larkspur", "spy/map/")


def test_chance_has_its_say() -> None:
    kinds = {type(act) for act in THE_COLD_BUFFET.acts}

    by_chance = {Wander, RuleOnCapture, Supplies, LookAround}

    assert by_chance <= kinds
