"""What an Address makes of the titles of rules. (Rule Victory and Ascension)"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from nomic.core.decision import Refused
from tests.casting import Table

pytestmark = pytest.mark.django_db


def test_no_rule_is_called_in_the_new_words_what_somebody_in_the_game_is() -> None:
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC), tick=False) as clock:
        table = Table("Josh", "Silver Spell")
        table.enact_rule("Gadgets", "An Agent may hold a Gadget.")
        table.enact_rule("Silver Gadget", "It shines.")
        table.win("Josh", clock)

        with pytest.raises(Refused) as caught:
            table.ascend("Josh", "Magic", {"Gadget": "Spell"})
        table.ascend("Josh", "Magic", {"Gadget": "Charm"})

    assert [each.code for each in caught.value.reasons] == ["title-names-somebody"]
    assert "Silver Charm" in {each.title for each in table.rules()}
