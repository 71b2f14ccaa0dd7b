"""An Ascension Address sent twice at once is one. (Rule 1.9)"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from dynasties.recount import CHECKS
from nomic.core.decision import Refused
from nomic.core.log.models import Event
from proposals.posts.models import Post
from proposals.recount import recount_game
from tests.casting import Table
from tests.concurrency.test_floor import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def table() -> Iterator[Table]:
    with time_machine.travel(datetime(2026, 3, 2, 9, 0, tzinfo=UTC), tick=False) as clock:
        table = Table("Josh", "Lulu")
        table.enact_rule("Gadgets", "An Agent may hold a Gadget.")
        table.win("Josh", clock)
        yield table


def test_the_same_address_sent_twice_at_once_is_one(table: Table) -> None:
    give = [lambda: table.ascend("Josh", renames={"Agent": "Wizard", "Gadget": "Orb"}, token="once")] * 2

    first, second = at_once(give)

    assert first == second
    assert Post.objects.filter(game=table.made, category="address").count() == 1
    assert Event.objects.filter(game=table.made, kind="dynasty.opened").count() == 1
    assert recount_game(table.game, CHECKS).differences == ()


def test_of_two_different_ones_the_second_is_refused(table: Table) -> None:
    answers = at_once(
        [
            lambda: table.ascend("Josh", "The Sea", {"Agent": "Sailor"}, token="one"),
            lambda: table.ascend("Josh", "The Land", {"Agent": "Farmer"}, token="other"),
        ]
    )

    refused = [each for each in answers if isinstance(each, Refused)]
    assert [reason.code for each in refused for reason in each.reasons] == ["no-address-awaited"]
    assert table.dynasty.theme in {"The Sea", "The Land"}
    assert recount_game(table.game, CHECKS).differences == ()


def test_an_address_and_the_handing_on_of_the_role_are_one_before_the_other(table: Table) -> None:
    answers = at_once([lambda: table.ascend("Josh"), lambda: table.pass_role("Josh", "Lulu")])

    assert sum(isinstance(each, Refused) for each in answers) == 1
    assert table.game.awaits_address is isinstance(answers[0], Refused)
