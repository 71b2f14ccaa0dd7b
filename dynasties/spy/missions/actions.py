"""A mission is put on the board and taken off it, by the Mastermind. (Rule Missions)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from dynasties.spy.actions import entering
from dynasties.spy.mechanics import missions as mechanics
from dynasties.spy.mechanics.goals import read_checks
from dynasties.spy.mechanics.missions import Ending, as_link
from dynasties.spy.mechanics.rewards import read_changes
from dynasties.spy.models import Mission, Theatre
from dynasties.spy.queries import missions as queries
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.actions.tidings import tell_all
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.names import LONGEST_FOLDED, fold
from nomic.core.mechanics.writing import JOINERS, tidied, unseen_in
from nomic.core.models import Agent, Event
from proposals.actions import posting

LONGEST_TITLE, LONGEST_PART, LONGEST_WHY, MOST_COMPLETIONS = 80, 5_000, 1_000, 1_000
ANNOUNCED = "New Mission Available"


@dataclass(frozen=True, slots=True)
class Parts:
    """The title and the parts of a mission as they are kept, apart from what depends on the tracker."""

    title: str
    description: str
    goals: str
    reward: str
    closing: str
    penalty: str
    closes_after: int | None
    checks: tuple[dict[str, Any], ...]

    @property
    def fields(self) -> dict[str, Any]:
        names = ("title", "description", "goals", "reward", "closing", "penalty", "closes_after")
        return {name: getattr(self, name) for name in names} | {"checks": list(self.checks)}


def open_mission(
    *,
    actor_id: int,
    game_id: int,
    title: str,
    description: str,
    goals: str,
    checks: Sequence[Mapping[str, Any]] = (),
    reward: str,
    gains: Sequence[Mapping[str, Any]] = (),
    closing: str,
    closes_after: int | None = None,
    penalty: str,
    losses: Sequence[Mapping[str, Any]] = (),
    token: str,
) -> Mission:
    """Put a mission on the board, and announce it in the journal. A form sent twice opens one.

    `checks`: what of its goals the server looks at (`mechanics.goals`); `gains`, `losses`: by how much which numbers
    change for who completes it, or claims it falsely (`mechanics.rewards`); `closes_after` so many completions.
    Raises `Invalid` at the field that cannot be taken, or at `token`.
    """
    check_token(token)
    parts = _parts(title, description, goals, reward, closing, penalty, closes_after, checks)
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, mechanics.CARRIED)
        columns = queries.rewarding(the_floor.game.pk)
        kept = parts.fields | {
            name: [each.kept for each in read_changes(entries, name, columns)]
            for name, entries in (("gains", gains), ("losses", losses))
        }
        if twin := Mission.objects.filter(opened_by=actor, token=token).first():
            same_again(all(getattr(twin, name) == value for name, value in kept.items()))
            return twin
        mechanics.may_open(queries.unfinished(theatre), the_floor.law).or_refuse()
        return _open(the_floor, theatre, actor, kept, token)


def _parts(
    title: str, description: str, goals: str, reward: str, closing: str, penalty: str, closes_after: int | None,
    checks: Sequence[Mapping[str, Any]],
) -> Parts:  # fmt: skip
    if closes_after is not None and not 0 < closes_after <= MOST_COMPLETIONS:
        raise Invalid("closes_after", f"A number from 1 to {MOST_COMPLETIONS:,}, or nothing.", "no-count")
    return Parts(
        _title(title),
        _part("description", "A description", description),
        _part("goals", "The goals", goals),
        _part("reward", "The reward", reward),
        _part("closing", "What closes it", closing),
        _part("penalty", "The penalty", penalty),
        closes_after,
        tuple(each.kept for each in read_checks(checks)),
    )


def _title(typed: str) -> str:
    title = " ".join(tidied("title", "A title", typed, LONGEST_TITLE, JOINERS).split())
    if not title or not fold(title):
        raise Invalid("title", "Give it a title.", "empty")
    if unseen_in(title) or len(fold(title)) > 2 * LONGEST_FOLDED:
        raise Invalid("title", "A title cannot hold signs that nobody sees.", "hidden-characters")
    return title


def _part(path: str, what: str, typed: str) -> str:
    text = tidied(path, what, typed, LONGEST_PART)
    if not text:
        raise Invalid(path, "A mission has all its parts: say something here.", "empty")
    return text


def _open(the_floor: Floor, theatre: Theatre, actor: Agent, kept: Mapping[str, Any], token: str) -> Mission:
    """Step: the mission with its announcement, on record."""
    folded = fold(kept["title"])
    if Mission.objects.filter(theatre=theatre, folded=folded).exists():
        raise Invalid("title", "There is or was a mission whose title could be mistaken for this one.", "title-taken")
    # Numbered through the game: the address of an old one stays its own in a later Dynasty.
    number = core.next_number(Mission.objects.filter(theatre__game=the_floor.game))
    url = reverse("spy_mission", args=[the_floor.game.slug, number])
    # The post's form is one of its own: the Mastermind may have used this token for another post.
    post = posting.write_story(the_floor, actor, ANNOUNCED, as_link(kept["title"], url), vault.fresh_uid())
    row = Mission.objects.create(
        theatre=theatre, number=number, folded=folded, opened_at=the_floor.now, opened_seq=the_floor.next_seq,
        opened_by=actor, post=post, token=token, **kept,
    )  # fmt: skip
    the_floor.record(
        "spy.mission-opened", actor=actor, subject=f"mission:{number}", name=row.title, post=post.number,
        digest=mechanics.text_digest(kept),
    )  # fmt: skip
    return row


def close(*, actor_id: int, game_id: int, number: int, why: str) -> Mission:
    """Close a mission: what it takes for that has come about, and `why` says how. Raises `Invalid` at `why`."""
    why = tidied("why", "What you say", why, LONGEST_WHY)
    if not why:
        raise Invalid("why", "Say what has come about.", "empty")
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, mechanics.CARRIED)
        row = mission_of(theatre, number)
        mechanics.may_close(queries.standing_of(row), the_floor.law).or_refuse()
        take_down(the_floor, row, actor, Ending.DONE, why)
    return row


def cancel(*, actor_id: int, game_id: int, number: int, why: str = "") -> Mission:
    """Cancel a mission that is young still, or against which enough Agents have spoken. Raises `Invalid` at `why`."""
    why = tidied("why", "What you say", why, LONGEST_WHY)
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, mechanics.CARRIED)
        row = mission_of(theatre, number)
        ground = queries.may_be_cancelled(row, the_floor.law, the_floor.now).or_refuse().outcome
        assert ground is not None
        take_down(the_floor, row, actor, ground, why)
    return row


def mission_of(theatre: Theatre, number: int) -> Mission:
    """Step: the mission of that number in this theatre; `Invalid` where there is none."""
    found = Mission.objects.filter(theatre=theatre, number=number).select_related("post").first()
    if found is None:
        raise Invalid("mission", "There is no such mission.", "no-mission")
    return found


def take_down(the_floor: Floor, row: Mission, by: Agent | None, ending: Ending, why: str) -> None:
    """Step: a mission is open no longer."""
    row.closed_at, row.closed_seq = the_floor.now, the_floor.next_seq
    row.ending, row.why = ending.value, why
    row.save(update_fields=["closed_at", "closed_seq", "ending", "why"])
    the_floor.record(
        "spy.mission-closed", actor=by, subject=f"mission:{row.number}", name=row.title, ending=ending.value, why=why
    )


def tell_of_mission(the_floor: Floor, event: Event) -> None:
    """Teller: everybody else hears that there is a new mission."""
    own = event.actor.account_id if event.actor else None
    everybody = [each for each in core.accounts_in(the_floor.game.pk) if each != own]
    url = reverse("spy_mission", args=[the_floor.game.slug, int(event.subject.partition(":")[2])])
    tell_all(the_floor, everybody, "mission", event.subject, {"name": event.data["name"]}, url)
