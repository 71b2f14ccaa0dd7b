"""What Admins put right about posts, all of it in the public log. (Rule Gamestate Tracking; Reading 12)"""

from __future__ import annotations

from typing import Any

from nomic.core.decision import Invalid
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import clean_text
from nomic.core.roster import actions as roster_actions
from proposals.deciding.actions import LONGEST_NOTE, LONGEST_WHY, reschedule_checks, write_note
from proposals.deciding.actions_kinds import actions_of
from proposals.posts.actions import close_matter, get_post_or_refuse
from proposals.posts.models import AdminNote, Matter, Post
from proposals.repairs import queries as repairs_queries
from proposals.repairs.rules import may_note
from proposals.voting import queries as voting_queries
from proposals.voting.rules import Status
from rulesets.history import queries as history_queries


def mark_illegal(*, actor_id: int, game_id: int, number: int, why: str, rule_id: int) -> None:
    """An Admin marks a pending matter as never having been a legal one: it holds no slot and no place. (Reading 12)

    Raises `Invalid` at `why` or `rule` for a finding without a ground, or without the rule that it rests on.
    """
    why = _clean_ground(why)
    with floor(game_id) as the_floor:
        admin, entry = roster_actions.require_admin(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        finding = _finding_json(the_floor, why, rule_id)
        repairs_queries.may_mark_illegal(entry, the_floor.law).or_refuse()
        close_matter(the_floor, entry.matter, Status.ILLEGAL, admin, finding)
        _record_finding(the_floor, "post.marked-illegal", entry, admin, "Marked illegal", finding)
        actions_of(entry.matter.kind).on_drop(the_floor)
        reschedule_checks(the_floor)


def reopen_matter(*, actor_id: int, game_id: int, number: int, why: str, rule_id: int) -> Post:
    """An Admin opens a matter again that was failed, or marked illegal, by mistake: on its old clock, votes and all.

    A quorum that has agreed on a Call for Judgment has agreed: what it decided stays decided. (Reading 43)

    Its author may hold more slots by that than the law lets em take. Raises `Invalid` as `mark_illegal` does.
    """
    why = _clean_ground(why)
    with floor(game_id) as the_floor:
        admin, entry = roster_actions.require_admin(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        finding = _finding_json(the_floor, why, rule_id)
        repairs_queries.may_reopen(
            entry, the_floor.game, voting_queries.judging_context(the_floor.game, the_floor.now)
        ).or_refuse()
        finding["closed_seq"] = entry.matter.resolved_seq
        Matter.objects.filter(post=entry).update(
            status=Status.PENDING.value,
            resolved_at=None,
            resolved_seq=None,
            resolved_by=None,
            closing=None,
            next_check=the_floor.now,
        )
        _record_finding(the_floor, "post.reopened", entry, admin, "Opened again", finding)
        actions_of(entry.matter.kind).on_open(the_floor, entry)
        reschedule_checks(the_floor)
    return entry


def append_note(*, actor_id: int, game_id: int, number: int, text: str) -> AdminNote:
    """An Admin adds a note to the part of an official post that is kept for Admins: it only grows. (Rule 1.7)

    Raises `Invalid` at `text` for an empty or endless one.
    """
    text = clean_text("text", "A note", text, LONGEST_NOTE)
    if not text:
        raise Invalid("text", "Write what became of it.", "empty")
    with floor(game_id) as the_floor:
        admin, entry = roster_actions.require_admin(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        may_note(entry.official, the_floor.law).or_refuse()
        made = write_note(the_floor, entry, text, admin)
        the_floor.record("post.noted", actor=admin, subject=entry.subject_key, number=made.number, text=text)
    return made


def _record_finding(the_floor: Floor, kind: str, entry: Post, by: Agent, what: str, finding: dict[str, Any]) -> None:
    """A finding goes into the log, and is the next note on the post."""
    text = f"{what} under {finding['citation']}: {finding['why']}"
    write_note(the_floor, entry, text, by)
    the_floor.record(kind, actor=by, subject=entry.subject_key, note=text, **finding)


def _clean_ground(why: str) -> str:
    why = clean_text("why", "The ground", why, LONGEST_WHY)
    if not why:
        raise Invalid("why", "Say why.", "empty")
    return why


def _finding_json(the_floor: Floor, why: str, rule_id: int) -> dict[str, Any]:
    """A ground with the rule that it rests on, by its number and title of this moment."""
    ruleset = history_queries.ruleset(the_floor.game.pk)
    if ruleset.rule(rule_id) is None:
        raise Invalid("rule", "Cite a rule that is in force.", "no-rule")
    return {"why": why, "cites": rule_id, "citation": ruleset.citation(rule_id)}
