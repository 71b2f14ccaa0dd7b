"""What change lists do to gamestate pages, written down in the floor of the enactment."""

from __future__ import annotations

from dynasties.actions import pages
from dynasties.mechanics.page_changes import DropPage, MakePage, WritePage
from dynasties.models import Page
from nomic.core.floor import Floor
from rulesets.actions.changing import Cause
from rulesets.mechanics.steps import Step


def make(the_floor: Floor, step: Step, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, MakePage)
    assert step.rule is not None
    pages.make_page(
        the_floor, title=change.title, rule_id=step.rule, editors=change.editors, text=step.after,
        cause=cause.subject, by=cause.by,
    )  # fmt: skip


def write(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, WritePage)
    page = _page(the_floor, step.change.page)
    pages.write_page(
        the_floor, page, step.after, cause=cause.subject, by=cause.by, merged=step.merged, resolved=step.resolved
    )


def drop(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, DropPage)
    pages.drop_page(the_floor, _page(the_floor, step.change.page), cause=cause.subject, by=cause.by)


def _page(the_floor: Floor, number: int) -> Page:
    return Page.objects.get(game=the_floor.game, number=number)
