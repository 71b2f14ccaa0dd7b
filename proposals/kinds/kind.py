"""The record of a kind of matter: how it is posted, voted on, judged, closed and spoken of; and of a post's category.

A kind that lacks a field fails when the server starts, with the field's name: no field has a default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from nomic.core.decision import Decision, Reason
from nomic.core.law.rules import Dial, Law, Mechanism
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.rules import HiatusClock, PostingFacts, ReopeningFacts
from proposals.voting.rules import Ballot, CountsAs, Latch, MatterFacts, Roster, Status, Tally, Verdict, Vote
from rulesets.changes.rules import Change

if TYPE_CHECKING:
    from nomic.core.language.words import Words
    from nomic.core.log.words import Sentence

Hiatus: TypeAlias = Sequence[Interval]
Judge: TypeAlias = Callable[[MatterFacts, Roster, Law, datetime, Hiatus], Verdict]


# What a list shows of a matter of any of the journal's own kinds that is closed.
ICONS_IN_LISTS: Mapping[str, tuple[CountsAs, ...]] = {
    Vote.FOR: (CountsAs.FOR,),
    Vote.AGAINST: (CountsAs.AGAINST,),
    Vote.VETO: (CountsAs.VETO,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KindWords:
    """How pages speak of a kind of matter; a text that may be empty says so.

    `passed`: its state once it has passed, which also ends the name of that event; `to_pass`: “It may …”; `may_pass`:
    in the sidebar; `button`: what an Admin presses; `clerk_passes`: “The Clerk … this”; `has_passed`: “#7 …”.
    `note`: in the composer, what it is for, or empty; `by_hand`: what is said while it has no change list, with
    `{admin}`, or empty; `reopening`: what opening it again brings about, or empty; `posted`: what its author is told
    on posting it, or empty; `no_changes`: why it has no change list, empty where it may have one.
    """

    passed: str
    to_pass: str
    may_pass: str
    button: str
    clerk_passes: str
    has_passed: str
    note: str
    by_hand: str
    reopening: str
    posted: str
    no_changes: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MatterKind:
    """A kind of matter. Pure: what it does with tables is in its `KindActions` (`proposals.deciding.actions_kinds`).

    Names: `code` in addresses, events and tables (10 characters at most), `label` and `plural` for people.
    Law: `posting`, `voting` and `deciding` are the mechanisms without which it is not posted, not voted on and not
    decided; `resolver` the dial that says who closes it; `dials` and `mechanisms` are those that it brings.
    Sentences: `reasons` for the codes of reasons and `events` for the kinds of events that it brings.
    Votes: `icons`, in the order of display, each with the ways of counting that stand in its column; `listed_icons`,
    those that a list shows of one that is closed; `wrong_icon`, the code of refusal for any other; `tally` counts;
    `vote_refusals` says why one of these icons, of this voter, would be no vote at its moment.
    Verdict: `judge` gives it, `verdict` also says since when it has stood so, `prospects` what would change it;
    `clock_in_hiatus` says whether a stretch of hiatus counts. `check_question` raises `Invalid` for a question that
    the referee cannot judge.
    Acts: `may_post` and `may_reopen`; `reserved_changes`, what its change list may hold that others may not.
    `has_queue`: only the oldest is decided; `has_slots`: an author has only so many; `may_be_anonymous`: its author's
    name may be left off; `find_agreement`: whether a quorum agrees at this moment, which decides it for good, or None
    for a kind that no quorum decides so; `has_implied_vote`: whoever posts it is not asked for a vote; `needs_hands`:
    without a change list, a person must carry it out; `declares_victory`: the game is in hiatus while it is pending,
    and whoever passes with it wins.
    """

    code: str
    label: str
    plural: str
    words: KindWords
    posting: Mechanism
    voting: Mechanism
    deciding: Mechanism
    resolver: Dial[str]
    dials: tuple[Dial[Any], ...]
    mechanisms: tuple[Mechanism, ...]
    reasons: Words
    events: Mapping[str, Sentence]
    icons: Mapping[str, tuple[CountsAs, ...]]
    listed_icons: Mapping[str, tuple[CountsAs, ...]]
    wrong_icon: str
    tally: Callable[[MatterFacts, Roster, Law, datetime, Hiatus], Tally]
    vote_refusals: Callable[[Ballot, MatterFacts, Roster, Law, Hiatus], list[Reason]]
    judge: Judge
    verdict: Judge
    prospects: Callable[[MatterFacts, Roster, Law, datetime, Hiatus], tuple[Reason, ...]]
    clock_in_hiatus: Callable[[Law, datetime, datetime], HiatusClock]
    check_question: Callable[[MatterFacts, Roster], None]
    may_post: Callable[[PostingFacts, Law], Decision[bool]]
    may_reopen: Callable[[ReopeningFacts, Law], Decision[bool]]
    reserved_changes: frozenset[type[Change]]
    has_queue: bool
    has_slots: bool
    may_be_anonymous: bool
    find_agreement: Callable[[MatterFacts, Roster, Law, datetime, Hiatus], Latch | None] | None
    has_implied_vote: bool
    needs_hands: bool
    declares_victory: bool

    def __str__(self) -> str:
        return self.code

    @property
    def has_latch(self) -> bool:
        """Whether a quorum decides it in the moment when it is reached, and that is kept."""
        return self.find_agreement is not None

    def status_word(self, status: Status) -> str:
        """What a status is called: what a Proposal calls enacted, other kinds call otherwise."""
        return self.words.passed if status is Status.ENACTED else status.value

    def end_event(self, status: Status) -> str:
        """The kind of the event with which it passes or fails."""
        return f"{self.code}.{self.status_word(status)}"

    @property
    def end_events(self) -> Mapping[str, Status]:
        """The kinds of the events with which a vote ends it, and what each makes of it."""
        return {self.end_event(status): status for status in (Status.ENACTED, Status.FAILED)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Category:
    """What a post is filed as. `kind` is None for what is never voted on here.

    `style`: its name in the style guide; `listed_as`: the category that readers sift by to find it. `is_official`:
    altered only as the law lets its author; `is_offered`: anybody may choose it, others belong to an act of their own;
    `is_final`: never withdrawn or filed elsewhere; `is_decided_elsewhere`: by another procedure than the journal's,
    which numbers it in its title. `no_changes` and `reserved_changes`: as for a kind.
    """

    code: str
    label: str
    style: str
    listed_as: str
    kind: MatterKind | None
    is_official: bool
    is_offered: bool
    is_final: bool
    is_decided_elsewhere: bool
    no_changes: str
    reserved_changes: frozenset[type[Change]]

    @classmethod
    def of_kind(cls, kind: MatterKind) -> Category:
        """The category of the posts that are matters of this kind."""
        return cls(
            code=kind.code,
            label=kind.label,
            style=kind.code,
            listed_as=kind.code,
            kind=kind,
            is_official=True,
            is_offered=True,
            is_final=False,
            is_decided_elsewhere=False,
            no_changes=kind.words.no_changes,
            reserved_changes=kind.reserved_changes,
        )

    @property
    def may_be_anonymous(self) -> bool:
        return self.kind is not None and self.kind.may_be_anonymous

    @property
    def has_changes(self) -> bool:
        """Whether its posts may have a change list."""
        return not self.no_changes
