"""What Admins put right about posts, all of it in the public log. (Rule Gamestate Tracking; Reading 12)"""

from __future__ import annotations

from typing import Any

from nomic.core import queries as core
from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.writing import tidied
from nomic.core.models import Agent
from proposals import queries
from proposals.actions.declarations import declared, undeclared
from proposals.actions.due import turns_are_due
from proposals.actions.latching import quorums_may_agree
from proposals.actions.posting import close, entry_of
from proposals.mechanics.repairs import may_note
from proposals.mechanics.votes import Kind, Status
from proposals.models import AdminNote, Matter, Post
from rulesets import queries as law

LONGEST_WHY, LONGEST_NOTE = 1_000, 2_000


def mark_illegal(*, actor_id: int, game_id: int, number: int, why: str, rule_id: int) -> None:
    """An Admin marks a pending matter as never having been a legal one: it holds no slot and no place. (Reading 12)

    Raises `Invalid` at `why` or `rule` for a finding without a ground, or without the rule that it rests on.
    """
    why = _ground(why)
    with floor(game_id) as the_floor:
        admin, entry = people.admin(the_floor, actor_id), entry_of(the_floor, number)
        finding = _finding(the_floor, why, rule_id)
        queries.may_mark_illegal(entry, the_floor.law).or_refuse()
        close(the_floor, entry.matter, Status.ILLEGAL, admin, finding)
        _found(the_floor, "post.marked-illegal", entry, admin, "Marked illegal", finding)
        if entry.matter.kind == Kind.DOV:
            undeclared(the_floor)
        turns_are_due(the_floor)


def reopen(*, actor_id: int, game_id: int, number: int, why: str, rule_id: int) -> Post:
    """An Admin opens a matter again that was failed, or marked illegal, by mistake: on its old clock, votes and all.

    A quorum that has agreed on a Call for Judgment has agreed: what it decided stays decided. (Reading 43)

    Its author may hold more slots by that than the law lets em take. Raises `Invalid` as `mark_illegal` does.
    """
    why = _ground(why)
    with floor(game_id) as the_floor:
        admin, entry = people.admin(the_floor, actor_id), entry_of(the_floor, number)
        finding = _finding(the_floor, why, rule_id)
        queries.may_reopen(entry, the_floor.game, queries.scene(the_floor.game, the_floor.now)).or_refuse()
        finding["closed_seq"] = entry.matter.resolved_seq
        Matter.objects.filter(post=entry).update(
            status=Status.PENDING.value, resolved_at=None, resolved_seq=None, resolved_by=None, closing=None,
            next_check=the_floor.now,
        )  # fmt: skip
        _found(the_floor, "post.reopened", entry, admin, "Opened again", finding)
        if entry.matter.kind == Kind.DOV:
            declared(the_floor, entry)
        quorums_may_agree(the_floor)
        turns_are_due(the_floor)
    return entry


def append_note(*, actor_id: int, game_id: int, number: int, text: str) -> AdminNote:
    """An Admin adds a note to the part of an official post that is kept for Admins: it only grows. (Rule 1.7)

    Raises `Invalid` at `text` for an empty or endless one.
    """
    text = tidied("text", "A note", text, LONGEST_NOTE)
    if not text:
        raise Invalid("text", "Write what became of it.", "empty")
    with floor(game_id) as the_floor:
        admin, entry = people.admin(the_floor, actor_id), entry_of(the_floor, number)
        may_note(entry.official, the_floor.law).or_refuse()
        made = note(the_floor, entry, text, admin)
        the_floor.record("post.noted", actor=admin, subject=entry.subject_key, number=made.number, text=text)
    return made


def note(the_floor: Floor, entry: Post, text: str, by: Agent | None) -> AdminNote:
    """Step: a note of an Admin's, or the Clerk's, as of the next event, which has its words too."""
    number = core.next_number(AdminNote.objects.filter(post=entry))
    return AdminNote.objects.create(
        post=entry, number=number, author=by, text=text, at=the_floor.now, seq=the_floor.next_seq
    )


def _found(the_floor: Floor, kind: str, entry: Post, by: Agent, what: str, finding: dict[str, Any]) -> None:
    """A finding goes into the log, and is the next note on the post."""
    text = f"{what} under {finding['citation']}: {finding['why']}"
    note(the_floor, entry, text, by)
    the_floor.record(kind, actor=by, subject=entry.subject_key, note=text, **finding)


def _ground(why: str) -> str:
    why = tidied("why", "The ground", why, LONGEST_WHY)
    if not why:
        raise Invalid("why", "Say why.", "empty")
    return why


def _finding(the_floor: Floor, why: str, rule_id: int) -> dict[str, Any]:
    """A ground with the rule that it rests on, by its number and title of this moment."""
    ruleset = law.ruleset(the_floor.game.pk)
    if ruleset.rule(rule_id) is None:
        raise Invalid("rule", "Cite a rule that is in force.", "no-rule")
    return {"why": why, "cites": rule_id, "citation": ruleset.cited(rule_id)}
