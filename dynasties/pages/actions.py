"""Write gamestate pages: by whoever a rule licenses, or by an enactment. (Rule 1.7)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dynasties.pages import queries as pages_queries
from dynasties.pages.models import Page, PageVersion
from dynasties.pages.rules import LONGEST_TEXT, DropPage, MakePage, WritePage
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, clean_text
from nomic.core.roster import actions as roster_actions
from nomic.core.roster.rules import fold_name
from rulesets.changes.actions import Cause
from rulesets.changes.rules_steps import ChangeStep
from rulesets.history.rules_differences import MergedText, marked_in, merge_texts

LONGEST_COMMENT = 300


@dataclass(frozen=True, slots=True)
class PageEdit:
    """What became of an edit. `version` is None where it met with newer words: `merged` shows both, nothing is done.

    `newest` is the version that the page has now.
    """

    newest: PageVersion
    merged: MergedText
    version: PageVersion | None = None


def edit_page(*, actor_id: int, game_id: int, number: int, text: str, comment: str, base_version: int) -> PageEdit:
    """Write a page's new text, drafted on its version `base_version`.

    Raises `Invalid` at the field that cannot be taken. Sent twice, it is done once: what would alter nothing answers
    with the version that stands.
    """
    text, comment = page_text(text), clean_text("comment", "A remark", comment, LONGEST_COMMENT, JOINERS)
    with floor(game_id) as the_floor:
        actor = roster_actions.require_agent(the_floor, actor_id)
        shown = _get_page(game_id, number)
        pages_queries.may_edit_page(shown, actor, the_floor.game, the_floor.law).or_refuse()
        base = pages_queries.page_version(shown.row.pk, base_version)
        if base is None:
            raise Invalid("base_version", "This page never had that version.", "no-version")
        _merged_text(text, base.text)
        merged = merge_texts(base.text, shown.version.text, text)
        if merged.text is None or merged.text == shown.version.text:
            return PageEdit(shown.version, merged, shown.version if merged.text is not None else None)
        made = _write_version(the_floor, shown.row, page_text(merged.text), comment, by=actor)
        _record(the_floor, "page.edited", made, by=actor, comment=comment, merged=merged.text != text)
    return PageEdit(made, merged, made)


def page_text(text: str) -> str:
    """A page's text as it is kept. Raises `Invalid` at `text` for too much of it and for hidden signs."""
    return clean_text("text", "A page", text, LONGEST_TEXT)


def _merged_text(text: str, base: str) -> None:
    """Raises `Invalid` while marks of a conflict are left that were not in the text that it was drafted on."""
    if marked_in(text) and not marked_in(base):
        raise Invalid(
            "text", "Marks of the conflict are left: choose one side of each, and take the marks out.", "marked"
        )


def _get_page(game_id: int, number: int) -> pages_queries.PageShown:
    shown = pages_queries.get_page(game_id, number)
    if shown is None:
        raise Refused(Reason("no-page", "", {"number": number}))
    return shown


# -- what change lists do to gamestate pages, written down in the floor of the enactment ---------------


def write_made_page(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """Step: a page comes into being, carried by a rule.

    One of that title whose rule is gone makes way for it; that no other has it was judged before.
    """
    change = step.change
    assert isinstance(change, MakePage)
    assert step.rule is not None
    for former in Page.objects.filter(game=the_floor.game, folded=fold_name(change.title), dropped_seq__isnull=True):
        _drop_page(the_floor, former, cause)
    page = Page.objects.create(
        game=the_floor.game,
        number=games_queries.next_number(Page.objects.filter(game=the_floor.game)),
        title=change.title,
        folded=fold_name(change.title),
        rule_id=step.rule,
        editors=change.editors.value,
        made_at=the_floor.now,
        made_seq=the_floor.next_seq,
        cause=cause.subject,
    )
    made = _write_version(the_floor, page, step.after, "", by=None)
    facts = {"cause": cause.subject, "rule": step.rule, "editors": page.editors}
    _record(the_floor, "page.made", made, by=cause.by, **facts)


def write_written_page(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """Step: an enactment gives a page its new text."""
    assert isinstance(step.change, WritePage)
    made = _write_version(the_floor, _page_by_key(the_floor, step.change.page), step.after, "", by=None)
    facts = {"cause": cause.subject, "merged": step.merged, "resolved": step.resolved}
    _record(the_floor, "page.written", made, by=cause.by, **facts)


def write_dropped_page(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """Step: a page is no part of the Gamestate any more. What it said stays in its history."""
    assert isinstance(step.change, DropPage)
    _drop_page(the_floor, _page_by_key(the_floor, step.change.page), cause)


def _drop_page(the_floor: Floor, page: Page, cause: Cause) -> None:
    page.dropped_at, page.dropped_seq = the_floor.now, the_floor.next_seq
    page.save(update_fields=["dropped_at", "dropped_seq"])
    subject = f"page:{page.number}"
    the_floor.record("page.dropped", actor=cause.by, subject=subject, title=page.title, cause=cause.subject)


def _page_by_key(the_floor: Floor, number: int) -> Page:
    return Page.objects.get(game=the_floor.game, number=number)


def _write_version(the_floor: Floor, page: Page, text: str, comment: str, *, by: Agent | None) -> PageVersion:
    """A version more, from the next event on. `by` is None for what an enactment writes."""
    n = games_queries.next_number(PageVersion.objects.filter(page=page), "n")
    return PageVersion.objects.create(
        page=page,
        n=n,
        text=text,
        comment=comment,
        by=by,
        at=the_floor.now,
        seq=the_floor.next_seq,
        digest=pages_queries.page_digest(page.number, page.title, n, text),
    )


def _record(the_floor: Floor, kind: str, made: PageVersion, *, by: Agent | None, **facts: Any) -> None:
    the_floor.record(
        kind,
        actor=by,
        subject=f"page:{made.page.number}",
        title=made.page.title,
        version=made.n,
        digest=made.digest,
        **facts,
    )
