"""Recount every vote, count and passing, from what the log says of Proposals, with the roster and the law of that
moment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from nomic.core.chain import Json, plain_json
from nomic.core.games.models import IN_GAME, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.models import LawSnapshot
from nomic.core.law.rules import Law
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from nomic.core.roster import queries as roster_queries
from proposals.bnomic.ballot import rules as ballot_rules
from proposals.bnomic.ballot.actions import problems_json
from proposals.bnomic.ballot.rules import CountLaw, ballot_count, facts_json, losses_in, read_trace, trace_json
from proposals.bnomic.dials import NWEEK_CLOCK
from proposals.bnomic.nweeks.models import NweekCount
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register.models import BallotVote, Relation
from proposals.bnomic.register.rules import FinalVote
from proposals.bnomic.register.rules_lists import KnownProposal, Register
from proposals.posts.models import Post
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import (
    AmendRule,
    Change,
    EnactRule,
    GameState,
    MoveRule,
    RenameRule,
    RepealRule,
    ReplaceText,
    RosterSeat,
)
from rulesets.history import queries as history_queries
from rulesets.models import Rule

(
    SUBMITTED,
    REVISED,
    VOTED,
    NDAY,
    OPENED,
    COUNTED,
    PASSED,
    WITHOUT_EFFECT,
    STUMBLED,
    CARRIED_OUT,
    ON,
    OFF,
    PAUSED,
    SET,
    NUMBERED,
    LOST,
) = (
    f"bnomic.{each}"
    for each in (
        "submitted",
        "revised",
        "voted",
        "nday",
        "opened",
        "counted",
        "passed",
        "passed-without-effect",
        "stumbled",
        "carried-out",
        "clock-on",
        "clock-off",
        "clock-paused",
        "clock-set",
        "numbered-from",
        "lost",
    )
)
ListedItem = dict[str, Any]  # what a Proposal lists, as its event has it: `relation`, `said` and `means`


@dataclass(slots=True)
class LoggedProposal:
    """A Proposal as the log has told of it so far. `versions`: what each version of its body lists."""

    number: int
    event: Event
    name: str
    versions: dict[int, list[ListedItem]]
    state: ProposalState = ProposalState.PENDING
    opened_seq: int | None = None
    closed_seq: int | None = None
    nweek: int | None = None
    passed: bool | None = None
    carried_out_at: datetime | None = None
    final: dict[int | None, FinalVote] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return max(self.versions)

    def numbers_meant(self, relation: str) -> frozenset[int]:
        """The Numbers that its present version lists."""
        listed = self.versions[self.version]
        return frozenset(each["means"] for each in listed if each["relation"] == relation and each["means"] is not None)


class BallotLog:
    """The log, told event by event: `add_event` takes the next one."""

    def __init__(self) -> None:
        self.proposals: dict[int, LoggedProposal] = {}
        self._hearing: Mapping[str, Callable[[Event], None]] = {
            SUBMITTED: self._add_submission,
            REVISED: self._add_revision,
            VOTED: self._add_vote,
            OPENED: self._add_opening,
            COUNTED: self._add_count,
            PASSED: self._add_passing,
            CARRIED_OUT: self._carried_out,
        }

    def add_event(self, event: Event) -> None:
        """An event that tells of a Proposal of which nothing was told changes nothing."""
        known = event.kind == SUBMITTED or "number" not in event.data or event.data["number"] in self.proposals
        if known and event.kind in self._hearing:
            self._hearing[event.kind](event)

    def in_state(self, state: ProposalState) -> list[LoggedProposal]:
        """Those in a state, by Number."""
        return sorted((each for each in self.proposals.values() if each.state is state), key=lambda each: each.number)

    def register(self) -> Register:
        """Every Proposal, as lists may name it."""
        return Register.of(KnownProposal(each.number, each.name, each.state) for each in self.proposals.values())

    def _add_submission(self, event: Event) -> None:
        number, name = event.data["number"], event.data["name"]
        self.proposals[number] = LoggedProposal(number, event, name, {1: _items_listed(event)})
        self._take_name(number, name)

    def _add_revision(self, event: Event) -> None:
        told = self.proposals[event.data["number"]]
        told.name = event.data["name"]
        told.versions[event.data["version"]] = _items_listed(event)
        self._take_name(told.number, told.name)

    def _take_name(self, number: int, name: str) -> None:
        """Whoever listed a Name that nobody bore means its first bearer."""
        own = Register.of([KnownProposal(number, name, ProposalState.PENDING)])
        for told in self.proposals.values():
            for each in told.versions[told.version]:
                if each["means"] is None and own.bearers(each["said"]):
                    each["means"] = number

    def _add_vote(self, event: Event) -> None:
        self.proposals[event.data["number"]].final[event.actor_id] = FinalVote(event.data["vote"])

    def _add_opening(self, event: Event) -> None:
        for told in self.in_state(ProposalState.PENDING):
            told.state, told.opened_seq = ProposalState.OPEN, event.seq

    def _add_count(self, event: Event) -> None:
        for told in self.in_state(ProposalState.OPEN):
            won = told.number in event.data["passed"]
            told.state, told.passed = (ProposalState.WON, False) if won else (ProposalState.LOST, None)
            told.closed_seq, told.nweek = event.seq, event.data["nweek"]

    def _add_passing(self, event: Event) -> None:
        self.proposals[event.data["number"]].passed = True

    def _carried_out(self, event: Event) -> None:
        self.proposals[event.data["number"]].carried_out_at = event.at


def _items_listed(event: Event) -> list[ListedItem]:
    """Copies: what is meant by a Name may be told later."""
    return [dict(each) for each in event.data["listed"]]


# The law after every event, and whether a hiatus was on: read once, and asked for each event of the log.

HIATUS = {"hiatus.began": True, "hiatus.ended": False}


class LawHistory:
    """The laws of a game, by the numbers of the events since which each was in force."""

    def __init__(self, game: Game, log: Log) -> None:
        rows = LawSnapshot.objects.filter(game=game).order_by("seq")
        self._since: Sequence[int] = list(rows.values_list("seq", flat=True))
        self._laws: Sequence[Law] = [law_queries.law(game.pk, seq) for seq in (0, *self._since)]
        turns = [event for event in log.values() if event.kind in HIATUS]
        self._halts: Sequence[bool] = [False, *(HIATUS[event.kind] for event in turns)]
        self._halted: Sequence[int] = [event.seq for event in turns]

    def after(self, seq: int) -> Law:
        """The law after event `seq`."""
        return self._laws[bisect_right(self._since, seq)]

    def clock_goes(self, seq: int) -> bool:
        """Whether midnights meant anything after event `seq`: by law there is a Clock, and no hiatus was on."""
        return self.after(seq).carries(NWEEK_CLOCK) and not self._halts[bisect_right(self._halted, seq)]


# Whether the changes of a Proposal could be made, tried once more on the law and the roster of their moment.

OF_THE_TEXT: tuple[type[Change], ...] = (EnactRule, AmendRule, ReplaceText, RepealRule, RenameRule, MoveRule)


def problems_then(event: Event) -> list[Json] | None:
    """What stood against the changes of the Proposal that an event is about, just before that event.

    None where it changes more than the text of the law: what else there was at that moment, the log need not tell.
    """
    post = Post.objects.filter(game_id=event.game_id, number=event.subject.removeprefix("post:")).first()
    changes = changes_queries.read_kept_changes(post.changes) if post else None
    if changes is None or not all(isinstance(each, OF_THE_TEXT) for each in changes):
        return None
    return problems_json(changes_queries.try_changes(_state_then(event.game_id, event.seq - 1), changes))


def _seat_then(each: roster_queries.Member) -> RosterSeat:
    here = each.state in IN_GAME
    return RosterSeat(each.name, each.is_admin, here, is_idle=here and not each.is_playing)


def _state_then(game_id: int, seq: int) -> GameState:
    seats = {each.id: _seat_then(each) for each in roster_queries.roster_facts(game_id, seq).members}
    made = Rule.objects.filter(game_id=game_id, created_seq__lte=seq).order_by("-rid")
    newest = made.values_list("rid", flat=True).first() or 0
    return GameState(history_queries.ruleset(game_id, seq), seats, newest + 1)


# Every vote in a ballot, against the event of its casting.


def recount_ballot_votes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each vote as its event tells of it, on a Proposal that was Open then; and no vote of which there is one alone."""
    rows = BallotVote.objects.filter(proposal__game=game).select_related("proposal__post").order_by("seq")
    kept, story = {row.seq: row for row in rows}, BallotLog()
    for event in log.values():
        if event.kind == VOTED:
            yield _vote_differences(event, kept.pop(event.seq, None), story)
        story.add_event(event)
    for seq, row in kept.items():
        yield [Difference(seq, f"vote on Proposal {row.proposal.number}", row.vote, None)]


def _vote_differences(event: Event, row: BallotVote | None, story: BallotLog) -> list[Difference]:
    number = event.data["number"]
    told = (event.actor_id, number, event.data["vote"], event.subject, event.at)
    now = (row.voter_id, row.proposal.number, row.vote, row.proposal.post.subject_key, row.at) if row else None
    found = compare_values(event.seq, f"vote on Proposal {number}", now, told)
    state = story.proposals[number].state if number in story.proposals else None
    return found + compare_values(
        event.seq, f"state of Proposal {number} when it was voted on", state, ProposalState.OPEN
    )


# Every ballot counted anew: from the votes, lists and states that the log tells of, and the roster and law of then.


def recount_counts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each count as its event and its row have it, and as it comes out; and no row of a count that is not told of."""
    kept = {row.seq: row for row in NweekCount.objects.filter(game=game)}
    laws, story = LawHistory(game, log), BallotLog()
    for event in log.values():
        if event.kind == COUNTED:
            yield [*_count_differences(event, story, laws), *_count_row_differences(event, kept.pop(event.seq, None))]
        story.add_event(event)
    for seq, row in kept.items():
        yield [Difference(seq, str(row), row.nweek, None)]


def _count_differences(event: Event, story: BallotLog, laws: LawHistory) -> list[Difference]:
    again, recorded = _count_again(event, story, laws), event.data
    found = []
    for name in ("law", "proposals", "lost_before"):
        what = f"{name} in the count of nweek {recorded['nweek']}"
        found += compare_values(event.seq, what, recorded["facts"].get(name), again["facts"][name])
    for name in ("trace", "strength", "passed"):
        found += compare_values(
            event.seq, f"{name} of the count of nweek {recorded['nweek']}", recorded[name], again[name]
        )
    return found


def _count_again(event: Event, story: BallotLog, laws: LawHistory) -> dict[str, Any]:
    """What the event would say."""
    law, lost = CountLaw.of(laws.after(event.seq - 1)), [each.number for each in story.in_state(ProposalState.LOST)]
    open_ones = _ballot_then(event, story)
    counted = ballot_count(open_ones, lost, law=law)
    again = plain_json(
        {
            "facts": facts_json(open_ones, lost, law),
            "trace": trace_json(counted.trace),
            "strength": counted.strength,
            "passed": counted.passed,
        }
    )
    assert isinstance(again, dict)
    return again


def _ballot_then(event: Event, story: BallotLog) -> list[ballot_rules.BallotProposal]:
    """What was Open, with the Final Votes of those who were Players then."""
    there = roster_queries.roster_facts(event.game_id, event.seq - 1).members
    players = {each.id: each.name for each in there if each.is_playing}
    return [
        ballot_rules.BallotProposal(
            told.number,
            {players[who]: vote for who, vote in told.final.items() if who in players},
            told.numbers_meant(Relation.DEPENDS.value),
            told.numbers_meant(Relation.CONFLICTS.value),
        )
        for told in story.in_state(ProposalState.OPEN)
    ]


def _count_row_differences(event: Event, row: NweekCount | None) -> list[Difference]:
    what, told = f"row of the count of nweek {event.data['nweek']}", event.data
    if row is None:
        return [Difference(event.seq, what, None, event.kind)]
    now = {"nweek": row.nweek, "due_at": plain_json(row.due_at), "at": row.at, "facts": row.facts, "trace": row.trace}
    return [
        difference
        for name, value in now.items()
        for difference in compare_values(
            event.seq, f"{name} in the {what}", value, event.at if name == "at" else told[name]
        )
    ]


# What was Lost and what passed after each count: by what, and with what effect.

PASSING_EVENTS = (PASSED, WITHOUT_EFFECT, STUMBLED)


def recount_passings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """All that was Won passed at that midnight, one after another; with all of its changes, or with none."""
    story, events = BallotLog(), list(log.values())
    for place, event in enumerate(events):
        story.add_event(event)
        if event.kind == COUNTED:
            after = _until_nday(events[place + 1 :])
            yield from _loss_differences(event, [each for each in after if each.kind == LOST], story)
            yield from _differences_after(event, after, story)
    yield from _stray_differences(events)


def _loss_differences(counted: Event, losses: Sequence[Event], story: BallotLog) -> Iterator[list[Difference]]:
    """Each Lost one by what the trace says, told of at the same midnight."""
    told = [[event.data[name] for name in ("number", "step", "through")] for event in losses]
    sunk = losses_in(read_trace(counted.data["trace"])).values()
    again = sorted([line.number, line.step.value, line.by] for line in sunk)
    yield compare_values(counted.seq, f"what was Lost of nweek {counted.data['nweek']}", told, again)
    for event in losses:
        yield _subject_differences(event, f"loss of Proposal {event.data['number']}", counted, story)


def _until_nday(events: Sequence[Event]) -> list[Event]:
    """What happened at the same midnight before the next nday began."""
    end = next((place for place, each in enumerate(events) if each.kind == NDAY), len(events))
    return list(events[:end])


def _differences_after(counted: Event, events: Sequence[Event], story: BallotLog) -> Iterator[list[Difference]]:
    ends = [place for place, event in enumerate(events) if event.kind in PASSING_EVENTS]
    order = [events[place].data["number"] for place in ends]
    yield compare_values(
        counted.seq, f"what passed of nweek {counted.data['nweek']}", order, sorted(counted.data["passed"])
    )
    for place, following in zip(ends, [*ends, len(events)][1:], strict=True):
        yield _passing_differences(events[place], events[place + 1 : following], counted, story)


def _passing_differences(event: Event, brought: Sequence[Event], counted: Event, story: BallotLog) -> list[Difference]:
    """Its own facts, and what could be made of it: `brought` is what came between it and the next."""
    what = f"passing of Proposal {event.data['number']}"
    found = _subject_differences(event, what, counted, story)
    if event.kind == STUMBLED:
        return found + compare_values(event.seq, f"what followed from the {what}", _kinds_of(brought), [])
    again = problems_then(event)
    if again is not None:
        found += compare_values(event.seq, f"problems of the {what}", event.data["problems"], again)
    if event.kind == PASSED:
        return found + compare_values(event.seq, f"effect of the {what}", bool(event.data["problems"]), False)
    found += compare_values(event.seq, f"effect of the {what}", bool(event.data["problems"]), True)
    return found + compare_values(event.seq, f"what followed from the {what}", _kinds_of(brought), [])


def _subject_differences(event: Event, what: str, counted: Event, story: BallotLog) -> list[Difference]:
    """That it is about this Proposal, at the midnight of the count."""
    told = story.proposals.get(event.data["number"])
    found = compare_values(event.seq, f"moment of the {what}", event.data["due_at"], counted.data["due_at"])
    found += compare_values(event.seq, f"subject of the {what}", event.subject, told.event.subject if told else None)
    called = event.data.get("name", told and told.name)
    return found + compare_values(event.seq, f"name in the {what}", called, told.name if told else None)


def _kinds_of(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def _stray_differences(events: Sequence[Event]) -> Iterator[list[Difference]]:
    """Nothing passes but after a count."""
    counting = False
    for event in events:
        counting = event.kind == COUNTED or (counting and event.kind != NDAY)
        if event.kind in (*PASSING_EVENTS, LOST) and not counting:
            yield [Difference(event.seq, f"end of Proposal {event.data['number']}", event.kind, None)]
