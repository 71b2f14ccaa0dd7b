"""What the page shows on which a Proposal is written: the fields, whom the lists mean, what happens next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from nomic.core.mechanics.decision import Invalid, Reason
from nomic.core.views.entering import AgentRequest, law_of
from proposals.bnomic.actions.submitting import written
from proposals.bnomic.forms.submission import SubmissionForm
from proposals.bnomic.mechanics.listing import Lists, check, read_lists, titled
from proposals.bnomic.mechanics.meanings import Known, Meant
from proposals.bnomic.queries import clocks, permits, supposing
from proposals.bnomic.queries.clocks import Hands
from proposals.bnomic.queries.supposing import Supposed
from proposals.bnomic.views.fates import stated
from proposals.bnomic.views.shown import register_of
from proposals.views import sheets
from proposals.views.sheets import Sheet, Shown
from proposals.views.wording import address, grounds, said

if TYPE_CHECKING:
    from proposals.bnomic.models import Proposal


def page(sheet: Sheet[SubmissionForm], request: AgentRequest, *, row: Proposal | None, **more: Any) -> Shown:
    """The context of `bnomic/submit.html`. `row`: the Proposal that is submitted anew."""
    may = permits.may_submit(request.agent, request.game, law_of(request)) if row is None else None
    return sheets.change_list(sheet, request) | lists(sheet, request, row=row) | {
        "form": sheet.form,
        "editing": _editing(row, request) if row else None,
        "barred": grounds(may.reasons, request) if may else [],
        "fate": fate(request),
        "preview": None,
        "stale": None,
        "refused": [],
        "wrong": False,
    } | more  # fmt: skip


def _editing(row: Proposal, request: AgentRequest) -> Shown:
    return {"title": row.title, "number": row.number, "url": address("ballot_proposal", request, row.number)}


# -- what happens next -------------------------------------------------------------------------------


def fate(request: AgentRequest) -> Shown:
    """Until when a Proposal that is Pending now stays so, by the Clock and the law as they are. `until`: `opening`,
    `pause` (of the Clock), `clock` (which stands) or `never`; `nday`, `nweek`, `at`: of the opening, or of its end."""
    law = law_of(request)
    hands = clocks.hands(request.game, request.now, law)
    revised = law.carries("nweek.revising")
    if hands is None or hands.course.opens is None:
        return {"until": "never", "revised": revised}
    return _until(hands) | {"nday": hands.course.opens, "revised": revised}


def _until(hands: Hands) -> Shown:
    opens, place = hands.course.opens, hands.place
    if hands.midnight is None:
        return {"until": "clock"}
    if hands.clock.paused:
        return {"until": "pause", "at": hands.clock.resumes_at}
    if hands.next_opening is None or opens is None:
        return {"until": "never"}
    return {"until": "opening", "at": hands.next_opening, "nweek": place.nweek + (place.nday >= opens)}


# -- whom the lists mean -----------------------------------------------------------------------------


def lists(sheet: Sheet[SubmissionForm], request: AgentRequest, *, row: Proposal | None, picking: bool = False) -> Shown:
    """The context of `bnomic/_submit_lists.html`. `picking`: the Proposals to choose from are folded out."""
    listed = heard(sheet, request, row)
    return {"form": sheet.form, "listed": listed, "present": _present(listed, request), "picking": picking}


def heard(sheet: Sheet[SubmissionForm], request: AgentRequest, row: Proposal | None) -> Shown:
    """The context of `bnomic/_submit_listed.html`: whom each item means if it is submitted now, and what is odd."""
    typed = {name: normalize("NFC", text) for name, text in words(sheet).items()}
    listed = read_lists(written(typed["body"], typed["depends"], typed["conflicts"]))
    problem = _problem(listed)
    # Of a list that is too long to be taken, nothing is said but that.
    found = _supposed(typed["name"], Lists() if problem else listed, row, request)
    return {
        "number": found.number,
        "depends": [_item("depends", each, found, request) for each in found.meanings.depends],
        "conflicts": [_item("conflicts", each, found, request) for each in found.meanings.conflicts],
        "warnings": grounds([each for each in found.warnings if "said" not in each.facts], request),
        "problem": problem,
        "register": found.register,
    }


def _supposed(name: str, listed: Lists, row: Proposal | None, request: AgentRequest) -> Supposed:
    number = row.number if row else supposing.next_number(request.game)
    known = register_of(request)
    return supposing.supposed(request.game, law_of(request), known, number=number, name=name, said=listed)


def words(sheet: Sheet[SubmissionForm]) -> dict[str, str]:
    """What stands in the fields, understood or not."""
    return {name: sheet.form[name].value() or "" for name in ("name", "body", "depends", "conflicts")}


def _item(name: str, each: Meant, found: Supposed, request: AgentRequest) -> Shown:
    odd = [reason for reason in found.warnings if _concerns(reason, name, each)]
    known = found.register.known.get(each.number) if each.number is not None else None
    itself = each.number == found.number
    return {
        "said": each.said,
        "number": each.number,
        "name": known.name if known else "",
        "state": stated(known) if known and not itself else None,
        "itself": itself,
        "odd": list(dict.fromkeys(said(reason, request) for reason in odd)),
        "url": address("ballot_proposal", request, each.number) if known and not itself else "",
    }


def _concerns(reason: Reason, name: str, each: Meant) -> bool:
    """Whether a warning is about this item of that list."""
    return reason.facts.get("said") == each.said and reason.facts.get("list", name) == name


def _problem(listed: Lists) -> str:
    """Why lists could not be taken; told before they are sent."""
    try:
        check(listed)
    except Invalid as error:
        return error.text
    return ""


def _present(listed: Shown, request: AgentRequest) -> list[Shown]:
    """The Proposals of the ballot and those that wait for one, the newest first, each with which list has it."""
    meant = {name: {each["number"] for each in listed[name]} for name in ("depends", "conflicts")}
    known = sorted(listed["register"].known.values(), reverse=True)
    return [
        _choice(each, request) | {name: each.number in numbers for name, numbers in meant.items()}
        for each in known
        if not each.state.historical and each.number != listed["number"]
    ]


def _choice(each: Known, request: AgentRequest) -> Shown:
    return {
        "number": each.number, "name": each.name, "state": each.state,
        "url": address("ballot_proposal", request, each.number),
    }  # fmt: skip


# -- the preview -------------------------------------------------------------------------------------


def preview(sheet: Sheet[SubmissionForm], request: AgentRequest, *, row: Proposal | None) -> Shown:
    """What voters would see: its title, its body with the lines that its fields write, its lists and its changes."""
    typed = words(sheet)
    listed = heard(sheet, request, row)
    body = written(typed["body"], typed["depends"], typed["conflicts"])
    shown = sheets.preview(sheet, request, title=titled(listed["number"], typed["name"].strip()), body=body)
    return shown | {"more": "bnomic/_submit_preview.html", "listed": listed}
