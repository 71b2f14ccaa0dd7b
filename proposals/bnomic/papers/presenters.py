"""What the page shows on which a Proposal is written, and what the changes of a Proposal would do or did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from nomic.core.decision import Invalid, Reason
from nomic.core.requests import AgentRequest, GameRequest, law_of
from proposals.bnomic.ballot import presenters as ballot_presenters
from proposals.bnomic.ballot.presenters import ProposalLink, register_of
from proposals.bnomic.ballot.presenters_fates import state_text
from proposals.bnomic.dials import NWEEK_REVISING
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.papers.actions import body_with_lists
from proposals.bnomic.papers.forms import SubmissionForm
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.queries import SubmissionPreview
from proposals.bnomic.register.rules_lists import Lists, MeantItem, Register, check_lists, proposal_title, read_lists
from proposals.changes.presenters import (
    ShownChange,
    ShownChanges,
    present_applied,
    present_changes,
    present_lints,
    readable_changes,
    state_of,
)
from proposals.composer import presenters as composer_presenters
from proposals.composer.presenters import Context, PostPreview, Sheet
from proposals.reasons.presenters import ReasonLine, address, reason_text, reasons_context
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules_steps import ConflictWith, DryRun

if TYPE_CHECKING:
    from proposals.bnomic.ballot.queries import ProposalPassing
    from proposals.bnomic.register.models import Proposal


def submit_context(
    sheet: Sheet[SubmissionForm], request: AgentRequest, *, row: Proposal | None, **more: Any
) -> Context:
    """The context of `bnomic/submit.html`. `row`: the Proposal that is submitted anew."""
    may = register_queries.may_submit(request.agent, request.game, law_of(request)) if row is None else None
    return (
        composer_presenters.change_list_context(sheet, request)
        | lists_form_context(sheet, request, row=row)
        | {
            "form": sheet.form,
            "editing": _edited_paper(row, request) if row else None,
            "barred": reasons_context(may.reasons, request) if may else [],
            "fate": pending_until(request),
            "preview": None,
            "stale": None,
            "refused": [],
            "wrong": False,
        }
        | more
    )


class EditedPaper(NamedTuple):
    title: str
    number: int
    url: str


def _edited_paper(row: Proposal, request: AgentRequest) -> EditedPaper:
    return EditedPaper(row.title, row.number, address("ballot_proposal", request, row.number))


# -- what happens next -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PendingUntil:
    """Until when a Proposal that is Pending now stays so, by the Clock and the law as they are. `until`: `opening`,
    `pause` (of the Clock), `clock` (which stands) or `never`; `nday`, `nweek`, `at`: of the opening, or of its end.
    `revised`: whether it may be until then."""

    until: str
    at: datetime | None = None
    nweek: int | None = None
    nday: int | None = None
    revised: bool = False


def pending_until(request: AgentRequest) -> PendingUntil:
    law = law_of(request)
    hands = nweeks_queries.clock_reading(request.game, request.now, law)
    revised = law.carries(NWEEK_REVISING)
    if hands is None or hands.course.opens is None:
        return PendingUntil("never", revised=revised)
    return replace(_pending_by_clock(hands), nday=hands.course.opens, revised=revised)


def _pending_by_clock(hands: ClockReading) -> PendingUntil:
    opens, place = hands.course.opens, hands.place
    if hands.midnight is None:
        return PendingUntil("clock")
    if hands.clock.is_paused:
        return PendingUntil("pause", hands.clock.resumes_at)
    if hands.next_opening is None or opens is None:
        return PendingUntil("never")
    return PendingUntil("opening", hands.next_opening, place.nweek + (place.nday >= opens))


# -- whom the lists mean -----------------------------------------------------------------------------


def lists_form_context(
    sheet: Sheet[SubmissionForm], request: AgentRequest, *, row: Proposal | None, picking: bool = False
) -> Context:
    """The context of `bnomic/_submit_lists.html`. `picking`: the Proposals to choose from are folded out."""
    listed = meanings_context(sheet, request, row)
    return {"form": sheet.form, "listed": listed, "present": _proposals_to_pick(listed, request), "picking": picking}


@dataclass(frozen=True, slots=True)
class MeantLine:
    """An item of a list: whom it means, if anybody, and what is odd about it; `itself`: the Proposal that lists it."""

    said: str
    number: int | None
    name: str
    state: str | None
    itself: bool
    odd: list[str]
    url: str


@dataclass(frozen=True, slots=True)
class MeantLists:
    """Whom each item means if it is submitted now, and what is odd; `problem`: why the lists could not be taken."""

    number: int
    depends: list[MeantLine]
    conflicts: list[MeantLine]
    warnings: list[ReasonLine]
    problem: str
    register: Register


@dataclass(frozen=True, slots=True)
class PickChoice:
    """A Proposal to choose, and which list has it already."""

    number: int
    name: str
    state: str
    url: str
    depends: bool
    conflicts: bool


def meanings_context(sheet: Sheet[SubmissionForm], request: AgentRequest, row: Proposal | None) -> MeantLists:
    """What `bnomic/_submit_listed.html` takes."""
    typed = {name: normalize("NFC", text) for name, text in field_values(sheet).items()}
    listed = read_lists(body_with_lists(typed["body"], typed["depends"], typed["conflicts"]))
    problem = _lists_problem(listed)
    # Of a list that is too long to be taken, nothing is said but that.
    found = _preview_of(typed["name"], Lists() if problem else listed, row, request)
    return MeantLists(
        found.number,
        [_meant_line("depends", each, found, request) for each in found.meanings.depends],
        [_meant_line("conflicts", each, found, request) for each in found.meanings.conflicts],
        reasons_context([each for each in found.warnings if "said" not in each.facts], request),
        problem,
        found.register,
    )


def _preview_of(name: str, listed: Lists, row: Proposal | None, request: AgentRequest) -> SubmissionPreview:
    number = row.number if row else register_queries.next_number(request.game)
    known = register_of(request)
    return register_queries.preview_submission(
        request.game, law_of(request), known, number=number, name=name, said=listed
    )


def field_values(sheet: Sheet[SubmissionForm]) -> dict[str, str]:
    """What stands in the fields, understood or not."""
    return {name: sheet.form[name].value() or "" for name in ("name", "body", "depends", "conflicts")}


def _meant_line(name: str, each: MeantItem, found: SubmissionPreview, request: AgentRequest) -> MeantLine:
    odd = [reason for reason in found.warnings if _is_about(reason, name, each)]
    known = found.register.known.get(each.number) if each.number is not None else None
    itself = each.number == found.number
    state, url = None, ""
    if known and not itself:
        state, url = state_text(known), address("ballot_proposal", request, each.number)
    told = list(dict.fromkeys(reason_text(reason, request) for reason in odd))
    return MeantLine(each.said, each.number, known.name if known else "", state, itself, told, url)


def _is_about(reason: Reason, name: str, each: MeantItem) -> bool:
    """Whether a warning is about this item of that list."""
    return reason.facts.get("said") == each.said and reason.facts.get("list", name) == name


def _lists_problem(listed: Lists) -> str:
    """Why lists could not be taken; told before they are sent."""
    try:
        check_lists(listed)
    except Invalid as error:
        return error.text
    return ""


def _proposals_to_pick(listed: MeantLists, request: AgentRequest) -> list[PickChoice]:
    """The Proposals of the ballot and those that wait for one, the newest first, each with which list has it."""
    depends, conflicts = ({each.number for each in meant} for meant in (listed.depends, listed.conflicts))
    known = sorted(listed.register.known.values(), reverse=True)
    return [
        PickChoice(
            each.number,
            each.name,
            each.state,
            address("ballot_proposal", request, each.number),
            each.number in depends,
            each.number in conflicts,
        )
        for each in known
        if not each.state.historical and each.number != listed.number
    ]


# -- the preview -------------------------------------------------------------------------------------


def preview_proposal(sheet: Sheet[SubmissionForm], request: AgentRequest, *, row: Proposal | None) -> PostPreview:
    """What voters would see: its title, its body with the lines that its fields write, its lists and its changes."""
    typed = field_values(sheet)
    listed = meanings_context(sheet, request, row)
    body = body_with_lists(typed["body"], typed["depends"], typed["conflicts"])
    shown = composer_presenters.preview_context(
        sheet, request, title=proposal_title(listed.number, typed["name"].strip()), body=body
    )
    return replace(shown, more="bnomic/_submit_preview.html", listed=listed)


# The changes of a Proposal: what they would do, or did, and what stands in their way.


def changes_context(
    row: Proposal, seq: int, request: GameRequest, passing: ProposalPassing | None
) -> list[ShownChange]:
    """The change list against the text that it was drafted on, after event `seq`, each with what stands, or stood, in
    its way. `passing`: how it Passed, if it did."""
    historical = ProposalState(row.state).historical
    problems = _problems_on_record(passing, request) if historical else _problems_now(row, request)
    listed = present_changes(row.post.changes, seq, request, pending=not historical)
    return [replace(each, problem=each.problem or problems.get(place, "")) for place, each in enumerate(listed)]


def _problems_now(row: Proposal, request: GameRequest) -> Mapping[int, str]:
    if not row.post.changes:
        return {}
    problems = changes_queries.try_kept_changes(state_of(request), row.post.changes).problems
    return {each.index: f"Now: {reason_text(Reason(each.code, '', each.facts), request)}" for each in problems}


def _problems_on_record(passing: ProposalPassing | None, request: GameRequest) -> Mapping[int, str]:
    """What the log says of one that Passed without effect."""
    return {place: reason_text(reason, request, passing.seq) for place, reason in passing.problems} if passing else {}


class PaperConflict(NamedTuple):
    """A change, counted from 1, that another Proposal comes before."""

    change: int
    text: str
    to: ProposalLink


@dataclass(frozen=True, slots=True)
class PaperRehearsal:
    """What its changes would do now, and after those that would pass before it if the ballot closed now.

    Without a run, only the address at which one is asked for.
    """

    url: str = ""
    run: DryRun | None = None
    now: ShownChanges | None = None
    in_turn: ShownChanges | None = None
    ahead: Sequence[ProposalLink] = ()
    conflicts: Sequence[PaperConflict] = ()
    left_out: Sequence[str] = ()
    effects: Sequence[str] = ()
    lints: Sequence[Any] = ()


def rehearsal_context(row: Proposal, request: GameRequest) -> PaperRehearsal | None:
    """None where there is nothing to rehearse; without a run until it is asked for, since that takes a while."""
    own = readable_changes(row.post.changes)
    if ProposalState(row.state).historical or not own:
        return None
    if "rehearsal" not in request.GET:
        return PaperRehearsal(address("ballot_proposal", request, row.number))
    state, ahead = state_of(request), _passing_before(row, request)
    rehearsed = changes_queries.rehearse(
        state, own, [(f"#{each.number}", readable_changes(each.post.changes)) for each in ahead]
    )
    run, register = rehearsed.run, ballot_presenters.register_of(request)
    told = present_lints(rehearsed.lints, request)
    return PaperRehearsal(
        run=run,
        now=present_applied(run.now, own, state, request),
        in_turn=present_applied(run.in_turn, own, state, request) if ahead else None,
        ahead=[ballot_presenters.proposal_link(each.number, register, request) for each in ahead],
        conflicts=[_paper_conflict(each, register, request) for each in run.conflicts],
        left_out=run.skipped,
        effects=told["effects"],
        lints=told["lints"],
    )


def _paper_conflict(each: ConflictWith, register: Register, request: GameRequest) -> PaperConflict:
    text = reason_text(Reason(each.code, "", {"ref": each.ref}), request)
    other = ballot_presenters.proposal_link(int(each.ref.removeprefix("#")), register, request)
    return PaperConflict(each.index + 1, text, other)


def _passing_before(row: Proposal, request: GameRequest) -> list[Proposal]:
    """Those that pass before this one by a count that is due, and those that would if the ballot closed now."""
    standing, there = ballot_presenters.standing_of(request), ballot_presenters.living_of(request)
    passed = {*standing.due.passed, *standing.now.passed}
    # What was in an earlier ballot has a lower Number.
    return [each for each in (*there.closed, *there.open_ones) if each.number in passed and each.number < row.number]
