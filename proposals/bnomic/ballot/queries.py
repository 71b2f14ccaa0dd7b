"""The open ballot and its votes, what would come of it at this moment, the counts and what passed by them, and whose
vote is missing. Reads only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count

from nomic.core import clock
from nomic.core.chain import plain_json
from nomic.core.decision import Reason
from nomic.core.games.models import Agent, AgentState, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.log.models import Event
from nomic.core.notifications.models import Notice
from proposals.bnomic.ballot import rules as ballot_rules
from proposals.bnomic.ballot.rules import BallotCount, CountLaw, CountLine, read_facts, read_trace
from proposals.bnomic.dials import NWEEK_VOTING
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import NDAY, ProposalState
from proposals.bnomic.register import queries as register_queries, rules_lists as register_rules_lists
from proposals.bnomic.register.models import BallotVote, Listed, Proposal, Relation
from proposals.bnomic.register.queries import listed_numbers, proposals_in_state
from proposals.bnomic.register.rules import FinalVote
from proposals.bnomic.register.rules_lists import Meanings, MeantItem, Register, meant_numbers
from rulesets.models import RuleVersion


@dataclass(frozen=True, slots=True)
class OpenBallot:
    """Everything that the count of a ballot rests on: the Open Proposals, the Lost ones of before, and the law."""

    open_ones: tuple[ballot_rules.BallotProposal, ...]
    lost_before: frozenset[int]
    law: CountLaw

    def count(self) -> BallotCount:
        return ballot_rules.ballot_count(self.open_ones, self.lost_before, law=self.law)


def final_votes(rows: Iterable[Proposal], seq: int | None = None) -> dict[int, dict[str, FinalVote]]:
    """The Final Vote of each Player who is one now, by Number and name; a Player who is idle or gone has none.

    `seq`: of the votes up to that event alone.
    """
    numbers = {row.pk: row.number for row in rows}
    cast = BallotVote.objects.filter(proposal__in=numbers, voter__state=AgentState.ACTIVE.value)
    if seq is not None:
        cast = cast.filter(seq__lte=seq)
    found: dict[int, dict[str, FinalVote]] = defaultdict(dict)
    for proposal_id, name, vote in cast.order_by("seq").values_list("proposal_id", "voter__name", "vote"):
        found[numbers[proposal_id]][name] = FinalVote(vote)
    return found


def own_votes(rows: Iterable[Proposal], agent_id: int) -> dict[int, FinalVote]:
    """The Final Votes of one Player, by Number, whatever e is now."""
    numbers = {row.pk: row.number for row in rows}
    cast = BallotVote.objects.filter(proposal__in=numbers, voter_id=agent_id).order_by("seq")
    return {numbers[key]: FinalVote(vote) for key, vote in cast.values_list("proposal_id", "vote")}


def votes_on(row: Proposal) -> list[BallotVote]:
    """Every vote cast on a Proposal, in order."""
    return list(row.votes.select_related("voter").order_by("seq"))


def open_ballot(game: Game, law: Law, rows: Sequence[Proposal] | None = None) -> OpenBallot:
    """The ballot as it stands. `rows`: what is Open, where that has been read, or what is supposed to be."""
    rows = proposals_in_state(game.pk, ProposalState.OPEN) if rows is None else rows
    votes, listed = final_votes(rows), listed_numbers(rows)
    lost = Proposal.objects.filter(game=game, state=ProposalState.LOST.value).values_list("number", flat=True)
    open_ones = tuple(
        ballot_rules.BallotProposal(
            row.number,
            votes.get(row.number, {}),
            depends=listed[row.number, Relation.DEPENDS],
            conflicts=listed[row.number, Relation.CONFLICTS],
        )
        for row in rows
    )
    return OpenBallot(open_ones, frozenset(lost), CountLaw.of(law))


def pending_counts() -> dict[int, int]:
    """How many Proposals are Pending or Open, by game."""
    living = Proposal.objects.filter(state__in=[ProposalState.PENDING.value, ProposalState.OPEN.value])
    return dict(living.order_by().values_list("game_id").annotate(count=Count("pk")))


# The ballot as it stands at one moment, whoever has carried out what was due by then. Reads only.

LIVING = (ProposalState.PENDING, ProposalState.OPEN)


@dataclass(frozen=True, slots=True)
class LivingProposals:
    """The Proposals that are not Historical on record, by what each is by law and clock, lowest Number first.

    `closed`: those whose ballot is over, and whose count is due and not made yet.
    """

    hands: ClockReading | None
    pending: tuple[Proposal, ...]
    open_ones: tuple[Proposal, ...]
    closed: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a count makes of its Proposals, or would: by Number what they are and what each Lost one falls by, and the
    Won ones in the order in which they pass. `is_due`: the ballot is over, and its count is still to be made."""

    law: CountLaw
    ballot: Mapping[int, ballot_rules.BallotProposal]
    sunk: Mapping[int, CountLine]
    passed: tuple[int, ...]
    is_due: bool = False

    def strength(self, number: int) -> int | None:
        """The Strength of a Proposal in this ballot; None of one outside it."""
        return self.ballot[number].strength if number in self.ballot else None


@dataclass(frozen=True, slots=True)
class BallotStanding:
    """All that a page says of the living Proposals. `register`: every Proposal as it stands by law and clock. By
    Number: what each lists (`listed`), and the Numbers that it Depends on (`depends`). `due`: the outcome of the count
    that is due; `now`: what it would be for the Open ones if the ballot closed at this moment."""

    living: LivingProposals
    register: Register
    listed: Mapping[int, Sequence[Listed]]
    depends: Mapping[int, Collection[int]]
    due: Outcome
    now: Outcome

    def outcome_of(self, number: int) -> Outcome | None:
        """The count that this Proposal is in; None for a Pending one."""
        return next((each for each in (self.now, self.due) if number in each.ballot), None)


def living_proposals(game: Game, now: datetime, law: Law, *, texts: bool = True) -> LivingProposals:
    """Three queries. Not `texts`: their texts and changes are left where they are, for who asks only what there is."""
    clock = nweeks_queries.clock_row(game)
    hands = nweeks_queries.reading_of(clock, now, law) if clock else None
    rows = register_queries.all_proposals(game.pk).filter(state__in=[each.value for each in LIVING])
    pending, open_ones, closed = list[Proposal](), list[Proposal](), list[Proposal]()
    for row in rows if texts else rows.defer("post__body", "post__changes"):
        recorded = _state_then(row, clock)
        if hands and recorded in hands.closed:
            closed.append(row)
        elif recorded is ProposalState.OPEN or (hands and hands.opened):
            open_ones.append(row)
        else:
            pending.append(row)
    return LivingProposals(hands, tuple(pending), tuple(open_ones), tuple(closed))


def _state_then(row: Proposal, clock: NweekClock | None) -> ProposalState:
    """Its state on record when the Clock was read: what has opened since then was Pending."""
    opened_since = clock is not None and row.opened_seq is not None and row.opened_seq > clock.game.last_seq
    return ProposalState.PENDING if opened_since else ProposalState(row.state)


def ballot_standing(game: Game, law: Law, there: LivingProposals, recorded: Register) -> BallotStanding:
    """Four queries more, however many Proposals there are. `recorded`: all of them as they stand on record."""
    whole = open_ballot(game, law, (*there.closed, *there.open_ones))
    # Those that opened before the ones that are late with it were counted in a ballot of their own.
    first, second = (_numbers(there.closed, state) for state in (ProposalState.OPEN, ProposalState.PENDING))
    before = _count_outcome(whole, first)
    due = _merge_outcomes(before, _count_outcome(_next_ballot(whole, before), second))
    now = _count_outcome(_next_ballot(whole, due), {row.number for row in there.open_ones})
    listed = _rows_by_number((*there.pending, *there.closed, *there.open_ones))
    depends = {number: meant_numbers(depends_on(rows)) for number, rows in listed.items()}
    return BallotStanding(there, _register_by_now(recorded, there, due), listed, depends, due, now)


def _register_by_now(recorded: Register, there: LivingProposals, due: Outcome) -> Register:
    """What is Open on record or not yet is Open; and what has been in a ballot that is over is Historical."""
    states = {row.number: ProposalState.OPEN for row in there.open_ones}
    states |= {number: ProposalState.LOST if number in due.sunk else ProposalState.WON for number in due.ballot}
    return recorded.with_states(states, due.ballot.keys())


def _numbers(rows: Iterable[Proposal], recorded: ProposalState) -> set[int]:
    return {row.number for row in rows if row.state == recorded.value}


def _count_outcome(whole: OpenBallot, numbers: Collection[int]) -> Outcome:
    ones = tuple(each for each in whole.open_ones if each.number in numbers)
    found = replace(whole, open_ones=ones).count()
    return Outcome(whole.law, _proposals_by_number(ones), found.sunk, found.passed)


def _merge_outcomes(before: Outcome, after: Outcome) -> Outcome:
    sunk, passed = {**before.sunk, **after.sunk}, before.passed + after.passed
    return Outcome(before.law, {**before.ballot, **after.ballot}, sunk, passed, is_due=True)


def _next_ballot(whole: OpenBallot, before: Outcome) -> OpenBallot:
    """The next ballot: who was Lost in the one before is Lost by then."""
    return replace(whole, lost_before=whole.lost_before | before.sunk.keys())


def outcome_on_record(count: NweekCount) -> Outcome:
    """What a count has come to, from what it has kept: no query."""
    ones, _, law = read_facts(count.facts)
    trace = read_trace(count.trace)
    passed = tuple(line.number for line in trace if line.step is ballot_rules.CountStep.PASSED)
    return Outcome(law, _proposals_by_number(ones), ballot_rules.losses_in(trace), passed)


def _proposals_by_number(ones: Iterable[ballot_rules.BallotProposal]) -> Mapping[int, ballot_rules.BallotProposal]:
    return {each.number: each for each in ones}


# -- lists ---------------------------------------------------------------------------------------------


def _rows_by_number(rows: Sequence[Proposal]) -> Mapping[int, Sequence[Listed]]:
    found: dict[int, list[Listed]] = defaultdict(list)
    for each in register_queries.lists_of_rows(rows):
        found[each.proposal.number].append(each)
    return found


def depends_on(rows: Iterable[Listed]) -> tuple[MeantItem, ...]:
    """What these rows of one Proposal say that it Depends on."""
    return tuple(MeantItem(each.said, each.means) for each in rows if each.relation == Relation.DEPENDS)


def conflicts_with(rows: Iterable[Listed]) -> tuple[MeantItem, ...]:
    """What these rows of one Proposal say that it Conflicts with."""
    return tuple(MeantItem(each.said, each.means) for each in rows if each.relation == Relation.CONFLICTS)


def warnings_of(row: Proposal, standing: BallotStanding, law: Law) -> tuple[Reason, ...]:
    """What is odd about the lists of a living Proposal."""
    rows = standing.listed.get(row.number, ())
    meant = Meanings(depends_on(rows), conflicts_with(rows))
    return register_rules_lists.list_warnings(row.number, meant, standing.register, standing.depends, law)


# Counts that have been made, and what became of the Proposals that Won. Reads only. (Rules The Count, Passing)

PASSINGS = ("bnomic.passed", "bnomic.passed-without-effect", "bnomic.stumbled")


@dataclass(frozen=True, slots=True)
class ProposalPassing:
    """How a Won Proposal Passed. `event`: that of the log; `made`: the versions of rules that it made."""

    row: Proposal
    event: Event | None
    made: Sequence[RuleVersion]

    @property
    def seq(self) -> int | None:
        """The number of that event."""
        return self.event.seq if self.event else None

    @property
    def has_failed(self) -> bool:
        """Whether the server failed over it."""
        return self.event is not None and self.event.kind == "bnomic.stumbled"

    @property
    def problems(self) -> list[tuple[int, Reason]]:
        """Which of its changes could not be made, as places in its list from 0, and why; none if it had effect."""
        if self.event is None or self.row.passed:
            return []
        told = self.event.data.get("problems", ())
        return [(each["place"], Reason(each["code"], "", each["facts"])) for each in told]


def counted_nweeks(game_id: int) -> list[int]:
    """The nweeks whose ballot has been counted, the newest first."""
    return list(nweeks_queries.all_counts(game_id).values_list("nweek", flat=True))


def without_effect(count: NweekCount) -> frozenset[int]:
    """The Numbers of those whose changes could not all be made, so that none was. One query."""
    return frozenset(count.proposals.filter(passed=False).values_list("number", flat=True))


def passings_of(count: NweekCount) -> list[ProposalPassing]:
    """All that Won in a count, in the order in which they Passed. Three queries."""
    return _passings(
        count, list(register_queries.all_proposals(count.game_id).filter(count=count, state=ProposalState.WON.value))
    )


def passing_of(row: Proposal) -> ProposalPassing | None:
    """How one Proposal Passed; None for a Lost one, and before its count. Two queries."""
    if row.state != ProposalState.WON.value or row.count is None:
        return None
    return _passings(row.count, [row])[0]


def _passings(count: NweekCount, rows: Sequence[Proposal]) -> list[ProposalPassing]:
    subjects = [row.post.subject_key for row in rows]
    events, made = _passing_events(count, subjects), _versions_made(count.game_id, subjects)
    return [ProposalPassing(row, events.get(row.post.subject_key), made[row.post.subject_key]) for row in rows]


def _passing_events(count: NweekCount, subjects: Sequence[str]) -> Mapping[str, Event]:
    """Each Passes once."""
    told = Event.objects.filter(game_id=count.game_id, seq__gt=count.seq, kind__in=PASSINGS, subject__in=subjects)
    return {event.subject: event for event in told}


def _versions_made(game_id: int, subjects: Sequence[str]) -> Mapping[str, list[RuleVersion]]:
    found: dict[str, list[RuleVersion]] = defaultdict(list)
    versions = RuleVersion.objects.filter(game_id=game_id, cause__in=subjects).select_related("rule")
    for version in versions.order_by("seq"):
        found[version.cause].append(version)
    return found


# Whose vote is missing on the last nday before a count, and who is to be reminded of it. Reads only.

OPENED, NEAR = "ballot-open", "ballot-near"


@dataclass(frozen=True, slots=True)
class LateVoter:
    """A Player without a Final Vote on `missing` Open Proposals, on the nday at whose end, `at`, they are counted."""

    game_id: int
    nweek: int
    at: datetime
    account_id: int
    missing: int

    @property
    def key(self) -> str:
        """Once before each count; one that a pause has put off is told of again."""
        return f"nweek:{self.nweek}@{self.at:%Y-%m-%d}"


def games_to_remind(now: datetime) -> list[int]:
    """The games in which somebody is to be reminded."""
    games = Game.objects.filter(
        stroke_at__gt=now, nweek_clock__running=True, ballot_proposals__state=ProposalState.OPEN.value
    )
    return [game.pk for game in games.order_by("pk").distinct() if late_voters(game, now)]


def late_voters(game: Game, now: datetime) -> list[LateVoter]:
    """The Players to be reminded, and not reminded yet. Whoever was told since the present nday began that Proposals
    are Open was told late enough."""
    known = _all_late_voters(game, now)
    if not known:
        return []
    heard = Notice.objects.filter(game=game, kind=NEAR, key=known[0].key)
    fresh = Notice.objects.filter(game=game, kind=OPENED, at__gte=known[0].at - NDAY)
    told = {*heard.values_list("account_id", flat=True), *fresh.values_list("account_id", flat=True)}
    return [each for each in known if each.account_id not in told]


def _all_late_voters(game: Game, now: datetime) -> list[LateVoter]:
    """Everybody who lacks a Final Vote, if this is the last nday before a count and there is voting."""
    law = law_queries.law(game.pk)
    hands = nweeks_queries.clock_reading(game, now, law)
    if hands is None or hands.next_count is None or hands.next_count != game.stroke_at:
        return []
    missing = _missing_votes(game) if law.carries(NWEEK_VOTING) else {}
    return [LateVoter(game.pk, hands.place.nweek, hands.next_count, who, count) for who, count in missing.items()]


def _missing_votes(game: Game) -> dict[int, int]:
    """By account, on how many Open Proposals a Player has no vote; who has one on all is not among them."""
    open_ones = Proposal.objects.filter(game=game, state=ProposalState.OPEN.value).count()
    cast = BallotVote.objects.filter(proposal__game=game, proposal__state=ProposalState.OPEN.value)
    voted = [voter for voter, _ in cast.order_by().values_list("voter_id", "proposal_id").distinct()]
    players = Agent.objects.filter(game=game, state=AgentState.ACTIVE.value, account__is_active=True).order_by("pk")
    left = {account: open_ones - voted.count(pk) for pk, account in players.values_list("pk", "account_id")}
    return {account: count for account, count in left.items() if count}


def is_ballot_reminder_current(told: Notice) -> bool:
    """Whether a reminder still says something: that count is to come, and its reader has not voted on everything."""
    game = Game.objects.get(pk=told.game_id)
    waiting = {
        each.account_id: each
        for each in _all_late_voters(game, clock.now())
        if plain_json(each.at) == told.facts.get("at")
    }
    return told.account_id in waiting


def is_ballot_open(told: Notice) -> bool:
    """Whether anything is voted on of which a notice says that it is Open."""
    rows = Proposal.objects.filter(game_id=told.game_id, state=ProposalState.OPEN.value)
    return rows.filter(opened_seq=told.key.removeprefix("event:")).exists()
