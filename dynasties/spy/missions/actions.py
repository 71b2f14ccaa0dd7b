"""Open, close and cancel missions, write rewards and Ranks to the tracker. (Rules Missions and Ranks)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from dynasties.spy.dials import MISSIONS, RANK_GADGETS, RANKS
from dynasties.spy.missions import queries as missions_queries, rules as missions_rules
from dynasties.spy.missions.models import Mission
from dynasties.spy.missions.rules import MissionEnding, NumberChange, read_changes, read_checks, title_link
from dynasties.spy.theatre import actions as theatre_actions, queries as theatre_queries
from dynasties.spy.theatre.actions import carrying_rule
from dynasties.spy.theatre.models import Spy, Theatre
from dynasties.spy.theatre.rules_tickets import GADGETS_COLUMN, RANK_COLUMN
from dynasties.tracker import actions as tracker_actions, queries as tracker_queries
from dynasties.tracker.actions import TrackerAct, WrittenCell
from dynasties.tracker.models import Update
from dynasties.tracker.rules import CellOp
from nomic.core import vault
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.effects import CameBack, LawChanged, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, check_same_form, check_token, clean_text, unseen_in
from nomic.core.law.rules import Provision
from nomic.core.log.models import Event
from nomic.core.notifications.actions import tell_accounts
from nomic.core.roster.rules import LONGEST_FOLDED, fold_name
from proposals.composer import actions as composer_actions

LONGEST_TITLE, LONGEST_PART, LONGEST_WHY, MOST_COMPLETIONS = 80, 5_000, 1_000, 1_000
ANNOUNCEMENT_TITLE = "New Mission Available"


@dataclass(frozen=True, slots=True)
class MissionWords:
    """What the Mastermind writes of a mission; closed after `closes_after` completions.

    `checks`: what of its goals the server looks at (`rules_goals`); `gains`, `losses`: by how much which numbers
    change for who completes it, or claims it falsely (`rules`).
    """

    title: str
    description: str
    goals: str
    reward: str
    closing: str
    penalty: str
    closes_after: int | None = None
    checks: Sequence[Mapping[str, Any]] = ()
    gains: Sequence[Mapping[str, Any]] = ()
    losses: Sequence[Mapping[str, Any]] = ()


def open_mission(*, actor_id: int, game_id: int, words: MissionWords, token: str) -> Mission:
    """Put a mission on the board, and announce it in the journal. A form sent twice opens one.

    Raises `Invalid` at the field that cannot be taken, or at `token`.
    """
    check_token(token)
    parts = _clean_parts(words)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, MISSIONS)
        columns = missions_queries.rewardable_columns(the_floor.game.pk)
        kept = parts | {
            name: [each.to_json() for each in read_changes(entries, name, columns)]
            for name, entries in (("gains", words.gains), ("losses", words.losses))
        }
        if twin := Mission.objects.filter(opened_by=actor, token=token).first():
            check_same_form(all(getattr(twin, name) == value for name, value in kept.items()))
            return twin
        missions_rules.may_open(missions_queries.unfinished_count(theatre), the_floor.law).or_refuse()
        return _put_on_board(the_floor, theatre, actor, kept, token)


def _clean_parts(words: MissionWords) -> dict[str, Any]:
    """The fields of a mission, apart from those that depend on the tracker."""
    if words.closes_after is not None and not 0 < words.closes_after <= MOST_COMPLETIONS:
        raise Invalid("closes_after", f"A number from 1 to {MOST_COMPLETIONS:,}, or nothing.", "no-count")
    return {
        "title": _clean_title(words.title),
        "description": _clean_part("description", "A description", words.description),
        "goals": _clean_part("goals", "The goals", words.goals),
        "reward": _clean_part("reward", "The reward", words.reward),
        "closing": _clean_part("closing", "What closes it", words.closing),
        "penalty": _clean_part("penalty", "The penalty", words.penalty),
        "closes_after": words.closes_after,
        "checks": [each.to_json() for each in read_checks(words.checks)],
    }


def _clean_title(typed: str) -> str:
    title = " ".join(clean_text("title", "A title", typed, LONGEST_TITLE, JOINERS).split())
    if not title or not fold_name(title):
        raise Invalid("title", "Give it a title.", "empty")
    if unseen_in(title) or len(fold_name(title)) > 2 * LONGEST_FOLDED:
        raise Invalid("title", "A title cannot hold signs that nobody sees.", "hidden-characters")
    return title


def _clean_part(path: str, what: str, typed: str) -> str:
    text = clean_text(path, what, typed, LONGEST_PART)
    if not text:
        raise Invalid(path, "A mission has all its parts: say something here.", "empty")
    return text


def _put_on_board(the_floor: Floor, theatre: Theatre, actor: Agent, kept: Mapping[str, Any], token: str) -> Mission:
    """Step: the mission with its announcement, on record."""
    folded = fold_name(kept["title"])
    if Mission.objects.filter(theatre=theatre, folded=folded).exists():
        raise Invalid("title", "There is or was a mission whose title could be mistaken for this one.", "title-taken")
    # Numbered through the game: the address of an old one stays its own in a later Dynasty.
    number = games_queries.next_number(Mission.objects.filter(theatre__game=the_floor.game))
    url = reverse("spy_mission", args=[the_floor.game.slug, number])
    # The post's form is one of its own: the Mastermind may have used this token for another post.
    post = composer_actions.write_story(
        the_floor, actor, ANNOUNCEMENT_TITLE, title_link(kept["title"], url), vault.fresh_uid()
    )
    row = Mission.objects.create(
        theatre=theatre,
        number=number,
        folded=folded,
        opened_at=the_floor.now,
        opened_seq=the_floor.next_seq,
        opened_by=actor,
        post=post,
        token=token,
        **kept,
    )
    the_floor.record(
        "spy.mission-opened",
        actor=actor,
        subject=f"mission:{number}",
        name=row.title,
        post=post.number,
        digest=missions_rules.text_digest(kept),
    )
    return row


def close_mission(*, actor_id: int, game_id: int, number: int, why: str) -> Mission:
    """Close a mission: what it takes for that has come about, and `why` says how. Raises `Invalid` at `why`."""
    why = clean_text("why", "What you say", why, LONGEST_WHY)
    if not why:
        raise Invalid("why", "Say what has come about.", "empty")
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, MISSIONS)
        row = get_mission(theatre, number)
        missions_rules.may_close(missions_queries.standing_of(row), the_floor.law).or_refuse()
        take_down_mission(the_floor, row, actor, MissionEnding.DONE, why)
    return row


def cancel_mission(*, actor_id: int, game_id: int, number: int, why: str = "") -> Mission:
    """Cancel a mission that is young still, or against which enough Agents have spoken. Raises `Invalid` at `why`."""
    why = clean_text("why", "What you say", why, LONGEST_WHY)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, MISSIONS)
        row = get_mission(theatre, number)
        ground = missions_queries.may_be_cancelled(row, the_floor.law, the_floor.now).or_refuse().outcome
        assert ground is not None
        take_down_mission(the_floor, row, actor, ground, why)
    return row


def get_mission(theatre: Theatre, number: int) -> Mission:
    """Step: the mission of that number in this theatre; `Invalid` where there is none."""
    found = Mission.objects.filter(theatre=theatre, number=number).select_related("post").first()
    if found is None:
        raise Invalid("mission", "There is no such mission.", "no-mission")
    return found


def take_down_mission(the_floor: Floor, row: Mission, by: Agent | None, ending: MissionEnding, why: str) -> None:
    """Step: a mission is open no longer."""
    row.closed_at, row.closed_seq = the_floor.now, the_floor.next_seq
    row.ending, row.why = ending.value, why
    row.save(update_fields=["closed_at", "closed_seq", "ending", "why"])
    the_floor.record(
        "spy.mission-closed", actor=by, subject=f"mission:{row.number}", name=row.title, ending=ending.value, why=why
    )


def notify_of_mission(the_floor: Floor, event: Event) -> None:
    """Teller: everybody else hears that there is a new mission."""
    own = event.actor.account_id if event.actor else None
    everybody = [each for each in games_queries.accounts_in(the_floor.game.pk) if each != own]
    url = reverse("spy_mission", args=[the_floor.game.slug, int(event.subject.partition(":")[2])])
    tell_accounts(the_floor, everybody, "mission", event.subject, {"name": event.data["name"]}, url)


# The step by which numbers and Ranks of several Agents change in one update of the tracker. (Rules Missions, Ranks)


def award_changes(the_floor: Floor, agents: Sequence[Agent], changes: Sequence[NumberChange]) -> list[WrittenCell]:
    """Step: what these changes make of each Agent's numbers. What the tracker keeps no longer is left out."""
    columns = tracker_queries.column_rows(the_floor.game.pk, {each.column for each in changes})
    held = tracker_queries.value_now(the_floor.game.pk, {row.pk for row, _ in columns.values()})

    def cell_changes() -> Iterator[WrittenCell]:
        for agent in agents:
            for each in changes:
                row, column = columns[each.column]
                before = held[row.pk, agent.pk][0] if (row.pk, agent.pk) in held else column.standard
                after = (
                    missions_rules.changed_cell(column, before, each.add)
                    if missions_rules.may_change(column)
                    else before
                )
                if after != before:
                    op = CellOp.GAIN if each.add > 0 else CellOp.LOSE
                    yield WrittenCell(row, column, agent.pk, agent.name, op.value, before, after)

    return list(cell_changes())


def rank_changes(the_floor: Floor, theatre: Theatre, agents: Sequence[Agent]) -> list[WrittenCell]:
    """Step: the Ranks that these Agents have by what they have completed, where the tracker shows others."""
    known, done = theatre_queries.read_ledger(the_floor.game.pk), missions_queries.completion_counts(theatre)
    if RANK_COLUMN not in known.columns or not agents:
        return []
    row, column = known.columns[RANK_COLUMN]
    due = {each: missions_rules.rank_for(done[each.pk], the_floor.law) for each in agents}
    return [
        WrittenCell(row, column, agent.pk, agent.name, "set", known.of(agent.pk, RANK_COLUMN), rank.value)
        for agent, rank in due.items()
        if rank is not None and column.may_hold(rank.value) and known.of(agent.pk, RANK_COLUMN) != rank.value
    ]


def write_awards(
    the_floor: Floor, by: Agent | None, comment: str, written: Sequence[WrittenCell], *, carried_by: Provision
) -> Update:
    """Step: it stands in the tracker, under the rule that carries this mechanism."""
    return tracker_actions.write_values(
        the_floor, "tracker.updated", TrackerAct(by, comment, carrying_rule(the_floor, carried_by)), written
    )


# What a Rank lets a spy do, and the tracker's Ranks kept in line with the law. (Rule Ranks)


def raise_gadget_limit(*, actor_id: int, game_id: int) -> Spy:
    """Raise the number of Gadgets that one may own, as a Standard Spy may once."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, RANKS)
        missions_queries.record_of(theatre, actor, the_floor.law).may_raise.or_refuse()
        more = the_floor.law[RANK_GADGETS]
        # Where the law raises it by nothing, the one time is not used up.
        if not more:
            raise Refused(Reason("no-gadgets-more", the_floor.law.rule(RANK_GADGETS)))
        spy = Spy.objects.get(theatre=theatre, agent=actor)
        spy.raised_seq = the_floor.next_seq
        spy.save(update_fields=["raised_seq"])
        held = theatre_queries.read_ledger(the_floor.game.pk).number(actor.pk, GADGETS_COLUMN)
        done = TrackerAct(actor, "What a Standard Spy may raise once", carrying_rule(the_floor, RANKS))
        theatre_actions.write_cells(the_floor, done, {(actor.pk, GADGETS_COLUMN): held + more})
    return spy


def update_ranks(the_floor: Floor, effect: LawChanged | RosterChanged | CameBack) -> None:
    """Handler: the tracker shows everybody's Rank as the law of now gives it, higher or lower. Repeatable."""
    # The law is in hand: a game without spies is asked for no theatre.
    if not the_floor.law.carries(RANKS) or (theatre := theatre_queries.present_theatre(the_floor.game.pk)) is None:
        return
    written = rank_changes(the_floor, theatre, missions_queries.agents_taking_part(theatre, the_floor.law))
    if written:
        write_awards(the_floor, None, "Ranks as the law gives them", written, carried_by=RANKS)
