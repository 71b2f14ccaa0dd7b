"""A game of each kind is founded whole; one of Quorum is played, by people who are of no game as well. (Rule 1.8)"""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from dynasties.quorum.dials import EPISODES, LAURELS, OPEN_TO, SEATS
from dynasties.quorum.rounds import actions as rounds_actions
from dynasties.quorum.senate import actions as senate_actions
from dynasties.succession.models import Dynasty
from nomic.catalogue import STARTERS
from nomic.core.decision import Refused
from nomic.core.games.models import Account, Game
from nomic.core.law import queries as law_queries
from rulesets.founding.actions import found_game
from tests.pages.deciding.pages import words
from tests.sitting import NAY, YEA

pytestmark = pytest.mark.django_db


@pytest.fixture
def kevan() -> Account:
    return Account.objects.create_user("kevan", "kevan@example.org", "kevan")


def found(founder: Account, starter: str, name: str = "Kevan") -> Game:
    return found_game(founder=founder, title="The House", slug="house", name=name, starter=starter)


def holds() -> bool:
    """Whether recount and verify_log are content; fails with what they say."""
    said = StringIO()
    try:
        for command in ("recount", "verify_log"):
            call_command(command, stdout=said)
    except SystemExit:
        raise AssertionError(said.getvalue()) from None
    return True


def test_the_form_offers_every_kind_of_game(client: Client, kevan: Account) -> None:
    client.force_login(kevan, backend="django.contrib.auth.backends.ModelBackend")

    page = client.get("/games/new/")

    assert all(each.label in words(page) for each in STARTERS.values())
    assert [name for name in STARTERS if f'value="{name}"' not in page.content.decode()] == []


def test_a_game_of_quorum_is_founded_by_the_form(client: Client, kevan: Account) -> None:
    client.force_login(kevan, backend="django.contrib.auth.backends.ModelBackend")

    answer = client.post(
        "/games/new/", {"title": "The House", "slug": "house", "name": "Kevan", "starter": "quorum"}, follow=True
    )

    game = Game.objects.get(slug="house")
    assert answer.status_code == 200
    assert law_queries.law(game.pk).carries(EPISODES)


@pytest.mark.parametrize("starter", STARTERS)
def test_a_game_of_each_kind_holds_from_its_first_moment(kevan: Account, starter: str) -> None:
    game = found(kevan, starter)

    dynasty = Dynasty.objects.filter(game=game).first()
    assert (game.procedure, game.mastermind is not None) == (starter, STARTERS[starter].headed)
    assert (dynasty is not None) == STARTERS[starter].headed
    if dynasty:
        assert dynasty.package == STARTERS[starter].package
        assert (dynasty.opened_at is not None) == bool(dynasty.package)
    assert holds()


def test_the_first_dynasty_of_quorum_has_its_name_and_its_law_cites_its_rules(kevan: Account) -> None:
    game = found(kevan, "quorum")

    dynasty, law = Dynasty.objects.get(game=game), law_queries.law(game.pk)
    assert (dynasty.theme, dynasty.head) == ("The Senate of Quorum", game.mastermind)
    assert (law[SEATS], law[LAURELS], law[OPEN_TO]) == (6, 3, True)
    assert law.rule(EPISODES) == "Episodes"


@pytest.mark.parametrize("name", ["Veto", "Episodes", "veto"], ids=["a rule", "another", "small"])
def test_nobody_founds_it_under_the_name_of_one_of_its_rules(kevan: Account, name: str) -> None:
    with pytest.raises(Refused) as refusal:
        found(kevan, "quorum", name)

    assert [each.code for each in refusal.value.reasons] == ["name-reserved"]
    assert not Game.objects.exists()


def test_in_it_an_episode_is_played_by_whoever_has_an_account(kevan: Account) -> None:
    game, guest = found(kevan, "quorum"), Account.objects.create_user("wanda", "wanda@example.org", "wanda")
    episode = senate_actions.convene_episode(
        account_id=guest.pk, game_id=game.pk, wishes=senate_actions.ConvenerWishes(2, 2, seed="goose"), token="form"
    )
    for seat, account in enumerate((kevan, guest)):
        senate_actions.take_seat(account_id=account.pk, game_id=game.pk, number=episode.number, seat=seat)

    for round in (0, 1):
        for seat, (account, raw) in enumerate(((kevan, YEA), (guest, NAY))):
            rounds_actions.take_decision(
                game_id=game.pk, number=1, ask=rounds_actions.DecisionRequest(seat, round, raw, account_id=account.pk)
            )

    episode.refresh_from_db()
    assert (episode.state, episode.scores) == ("over", ["7", "0"])
    assert holds()


def test_the_log_leads_to_an_episode_and_is_sifted_by_one(client: Client, kevan: Account) -> None:
    game = found(kevan, "quorum")
    for number in (1, 2):
        senate_actions.convene_episode(
            account_id=kevan.pk, game_id=game.pk, wishes=senate_actions.ConvenerWishes(2, 2), token=f"form-{number}"
        )
    senate_actions.open_episode(account_id=kevan.pk, game_id=game.pk, number=2, scripts=["greedy", "random"])

    whole, sifted = client.get("/g/house/log/"), client.get("/g/house/log/?subject=Episode 2")

    assert "Kevan convenes Episode 1 : 2 seats, 2 rounds." in words(whole)
    assert '<a href="/g/house/quorum/1/">Episode 1</a>' in whole.content.decode()
    assert "Round 1 of Episode 2 closes: its bill" in words(sifted)
    assert "Episode 1" not in words(sifted)
