"""Gamestate pages are written: by whoever a rule licenses, or by an enactment. (Rule 1.7)

Nobody's words are lost: who wrote on an older version has eir changes merged with those of others, and where the two
contradict each other nothing is written until somebody has chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dynasties.mechanics.licences import Editors
from dynasties.mechanics.page_changes import LONGEST_TEXT
from dynasties.models import Page, PageVersion
from dynasties.queries import pages as queries
from nomic.core import queries as core
from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.names import fold
from nomic.core.mechanics.writing import JOINERS, tidied
from nomic.core.models import Agent
from rulesets.mechanics.merge import Merged, marked_in, merge3

LONGEST_COMMENT = 300


@dataclass(frozen=True, slots=True)
class Edited:
    """What became of an edit. `version` is None where it met with newer words: `merged` shows both, nothing is done.

    `newest` is the version that the page has now.
    """

    newest: PageVersion
    merged: Merged
    version: PageVersion | None = None


def edit(*, actor_id: int, game_id: int, number: int, text: str, comment: str, base_version: int) -> Edited:
    """Write a page's new text, drafted on its version `base_version`.

    Raises `Invalid` at the field that cannot be taken. Sent twice, it is done once: what would alter nothing answers
    with the version that stands.
    """
    text, comment = page_text(text), tidied("comment", "A remark", comment, LONGEST_COMMENT, JOINERS)
    with floor(game_id) as the_floor:
        actor = people.agent(the_floor, actor_id)
        shown = _found(game_id, number)
        queries.may_edit_page(shown, actor, the_floor.game, the_floor.law).or_refuse()
        base = queries.page_version(shown.row.pk, base_version)
        if base is None:
            raise Invalid("base_version", "This page never had that version.", "no-version")
        _settled(text, base.text)
        merged = merge3(base.text, shown.version.text, text)
        if merged.text is None or merged.text == shown.version.text:
            return Edited(shown.version, merged, shown.version if merged.text is not None else None)
        made = _write(the_floor, shown.row, page_text(merged.text), comment, by=actor)
        _record(the_floor, "page.edited", made, by=actor, comment=comment, merged=merged.text != text)
    return Edited(made, merged, made)


def page_text(text: str) -> str:
    """A page's text as it is kept. Raises `Invalid` at `text` for too much of it and for hidden signs."""
    return tidied("text", "A page", text, LONGEST_TEXT)


def _settled(text: str, base: str) -> None:
    """Raises `Invalid` while marks of a conflict are left that were not in the text that it was drafted on."""
    if marked_in(text) and not marked_in(base):
        raise Invalid(
            "text", "Marks of the conflict are left: choose one side of each, and take the marks out.", "marked"
        )


def _found(game_id: int, number: int) -> queries.PageShown:
    shown = queries.page(game_id, number)
    if shown is None:
        raise Refused(Reason("no-page", "", {"number": number}))
    return shown


# -- steps of an enactment ---------------------------------------------------------------------------


def make_page(
    the_floor: Floor, *, title: str, rule_id: int, editors: str, text: str, cause: str, by: Agent | None
) -> Page:
    """Step: a page comes into being, carried by a rule. `title` and `text` are tidy.

    One of that title whose rule is gone makes way for it; that no other has it was judged before.
    """
    for former in Page.objects.filter(game=the_floor.game, folded=fold(title), dropped_seq__isnull=True):
        drop_page(the_floor, former, cause=cause, by=by)
    page = Page.objects.create(
        game=the_floor.game,
        number=core.next_number(Page.objects.filter(game=the_floor.game)),
        title=title,
        folded=fold(title),
        rule_id=rule_id,
        editors=Editors(editors).value,
        made_at=the_floor.now,
        made_seq=the_floor.next_seq,
        cause=cause,
    )
    made = _write(the_floor, page, text, "", by=None)
    _record(the_floor, "page.made", made, by=by, cause=cause, rule=rule_id, editors=page.editors)
    return page


def write_page(
    the_floor: Floor, page: Page, text: str, *, cause: str, by: Agent | None, merged: bool = False,
    resolved: bool = False,
) -> PageVersion:  # fmt: skip
    """Step: an enactment gives a page its new text."""
    made = _write(the_floor, page, text, "", by=None)
    _record(the_floor, "page.written", made, by=by, cause=cause, merged=merged, resolved=resolved)
    return made


def drop_page(the_floor: Floor, page: Page, *, cause: str, by: Agent | None) -> None:
    """Step: a page is no part of the Gamestate any more. What it said stays in its history."""
    page.dropped_at, page.dropped_seq = the_floor.now, the_floor.next_seq
    page.save(update_fields=["dropped_at", "dropped_seq"])
    the_floor.record("page.dropped", actor=by, subject=f"page:{page.number}", title=page.title, cause=cause)


def _write(the_floor: Floor, page: Page, text: str, comment: str, *, by: Agent | None) -> PageVersion:
    """A version more, from the next event on. `by` is None for what an enactment writes."""
    n = core.next_number(PageVersion.objects.filter(page=page), "n")
    return PageVersion.objects.create(
        page=page,
        n=n,
        text=text,
        comment=comment,
        by=by,
        at=the_floor.now,
        seq=the_floor.next_seq,
        digest=queries.text_digest(page.number, page.title, n, text),
    )


def _record(the_floor: Floor, kind: str, made: PageVersion, *, by: Agent | None, **facts: Any) -> None:
    the_floor.record(
        kind, actor=by, subject=f"page:{made.page.number}", title=made.page.title, version=made.n, digest=made.digest,
        **facts,
    )  # fmt: skip
