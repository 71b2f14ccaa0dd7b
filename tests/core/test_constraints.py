"""What no row may hold, whoever writes it: the database has the last word."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, models, transaction

from nomic.core.floor import floor
from nomic.core.games.models import Agent
from nomic.core.law.models import LawSnapshot
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions
from nomic.core.roster.models import Application, Hiatus, Reign, Standing
from proposals.composer import actions as composer_actions
from proposals.posts.models import Comment, Draft, Matter, Post, PostVersion
from rulesets.models import Arrangement, Rule, RuleVersion
from tests.casting import Table
from tests.openings import kept

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

# Counted from one, or the number of an event, of which the first is one.
FROM_ONE = [
    (Post, "number"),
    (Post, "version"),
    (PostVersion, "n"),
    (Comment, "number"),
    (Comment, "version"),
    (Rule, "rid"),
    (RuleVersion, "n"),
    (RuleVersion, "seq"),
    (Arrangement, "seq"),
    (Event, "seq"),
    (Standing, "seq"),
    (Reign, "seq"),
    (LawSnapshot, "seq"),
    (Hiatus, "began_seq"),
]
CHOSEN = [
    (Post, "category"),
    (PostVersion, "category"),
    (Draft, "category"),
    (Matter, "kind"),
    (Matter, "status"),
    (Comment, "vote"),
    (RuleVersion, "act"),
    (RuleVersion, "section"),
    (Agent, "state"),
    (Standing, "state"),
    (Application, "state"),
]


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return kept(of_every_kind, clock)


def of_every_kind(clock: time_machine.Traveller) -> Table:
    """A game that has a row of every kind: something said, voted on, drafted, and a hiatus."""
    table = Table("Josh")
    table.propose("Josh", "Something")
    table.vote("Josh", 1)
    table.announce("Zack")
    composer_actions.save_draft(
        actor_id=table.agent("Josh").pk,
        game_id=table.made.pk,
        token="draft",
        words=composer_actions.PostWords("plain", "", changes=[]),
    )
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")
    return table


def refused(model: type[models.Model], **values: Any) -> bool:
    """Whether the database refuses to write these values over one row, and takes what stood there before."""
    row = model._default_manager.order_by("pk").last()
    assert row is not None
    same = model._default_manager.filter(pk=row.pk)
    assert same.update(**{field: getattr(row, field) for field in values if not field.endswith("_at")}) == 1
    try:
        with transaction.atomic():
            same.update(**values)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(("model", "field"), FROM_ONE)
def test_what_counts_from_one_is_never_nought(table: Table, model: type[models.Model], field: str) -> None:
    assert refused(model, **{field: 0})


@pytest.mark.parametrize(("model", "field"), CHOSEN)
def test_what_is_chosen_from_a_list_is_nothing_else(table: Table, model: type[models.Model], field: str) -> None:
    assert refused(model, **{field: "unheard-of"[:10]})


def test_a_matter_is_resolved_after_it_was_opened(table: Table) -> None:
    opened = Matter.objects.get(post__number=1)
    status, at, seq = "failed", opened.opened_at, opened.opened_seq

    assert refused(Matter, status=status, resolved_at=at, resolved_seq=seq)
    assert refused(Matter, status=status, resolved_at=at - timedelta(microseconds=1), resolved_seq=seq + 1)
    assert not refused(Matter, status=status, resolved_at=at, resolved_seq=seq + 1)


def test_a_hiatus_ends_after_it_began(table: Table) -> None:
    began = Hiatus.objects.get(game=table.made)

    assert refused(Hiatus, ended_at=began.began_at, ended_seq=began.began_seq)
    assert not refused(Hiatus, ended_at=began.began_at, ended_seq=began.began_seq + 1)


def test_a_standing_may_be_any_that_an_agent_can_have(table: Table) -> None:
    for state in ("active", "idle", "left", "removed"):
        assert not refused(Standing, state=state)
