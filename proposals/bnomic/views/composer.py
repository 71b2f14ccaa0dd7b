"""Where a Proposal is submitted, and submitted anew while it is Pending. One form; its buttons say what to do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.views.entering import AgentRequest, as_agent, law_of
from proposals.actions import drafts
from proposals.bnomic.actions import submitting
from proposals.bnomic.forms.submission import SubmissionForm, fields_of
from proposals.bnomic.mechanics.listing import as_field, items
from proposals.bnomic.queries import ballots, permits
from proposals.bnomic.views import composing
from proposals.bnomic.views.entered import played
from proposals.bnomic.views.shown import register_of
from proposals.forms.rows import kept, rows_in, rows_kept
from proposals.views import drafting
from proposals.views.reworking import Composer, reworked
from proposals.views.sheets import Sheet, shelf_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from proposals.bnomic.models import Proposal
    from proposals.models import Draft

FIELDS = ("name", "body", "depends", "conflicts")


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def submit(request: AgentRequest) -> HttpResponse:
    """Write a Proposal: an empty form, or one of the reader's own drafts. 404 in a game that never had any."""
    played(request)
    if request.method != "POST":
        return _composer(None).shown(request, _started(request))
    do = request.POST.get("do", "post")
    if do in drafting.KEEPING:
        return drafting.keep(request, _composer(None), _kept, "ballot_submit")
    return _submit(request) if do == "post" else _worked_on(request, do, None)


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def revise(request: AgentRequest, number: int) -> HttpResponse:
    """Submit one's own Proposal anew, while it is Pending."""
    row = ballots.proposal(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Proposal.")
    if request.method != "POST":
        return _composer(row).shown(request, _opened(request, row))
    do = request.POST.get("do", "post")
    return _revise(request, row) if do == "post" else _worked_on(request, do, row)


def _composer(row: Proposal | None) -> Composer[SubmissionForm]:
    return Composer(
        SubmissionForm, "bnomic/submit.html", partial(composing.page, row=row), partial(composing.preview, row=row)
    )


# -- working on the sheet ----------------------------------------------------------------------------


def _worked_on(request: AgentRequest, do: str, row: Proposal | None) -> HttpResponse:
    """`lists`: whom they mean so far; `pick-depends-14` puts a Proposal into that list, or takes it out again."""
    verb, _, rest = do.partition("-")
    name, _, number = rest.partition("-")
    if do == "lists":
        return _heard(request, row)
    if verb == "pick" and name in {"depends", "conflicts"} and number.isascii() and number.isdigit():
        return _picked(request, row, name, number)
    return reworked(request, _composer(row), do)


def _heard(request: AgentRequest, row: Proposal | None) -> HttpResponse:
    sheet = _unjudged(request)
    if request.htmx:
        return render(request, "bnomic/_submit_listed.html", {"listed": composing.heard(sheet, request, row)})
    return _composer(row).shown(request, sheet)


def _picked(request: AgentRequest, row: Proposal | None, name: str, number: str) -> HttpResponse:
    listed, register = items(request.POST.get(name, "")), register_of(request)
    left = tuple(each for each in listed if str(register.meant(each)) != number)
    sheet = _unjudged(request, **{name: as_field(left if len(left) < len(listed) else (*listed, f"#{number}"))})
    shown = composing.lists(sheet, request, row=row, picking=True)
    if request.htmx:
        return render(request, "bnomic/_submit_lists.html", shown)
    return _composer(row).shown(request, sheet, **shown)


def _unjudged(request: AgentRequest, **instead: str) -> Sheet[SubmissionForm]:
    """The sheet as it was sent, or with that in a field; nothing is said about it yet."""
    typed = {name: request.POST.get(name, "") for name in SubmissionForm.base_fields}
    return Sheet(SubmissionForm(initial=typed | instead), rows_in(request.POST), shelf_of(request))


# -- a new one, and its draft ------------------------------------------------------------------------


def _started(request: AgentRequest) -> Sheet[SubmissionForm]:
    """The sheet to begin with: a draft, or what a link has begun."""
    draft = drafting.asked_for(request)
    if draft and ballots.is_drafted(draft):
        return _taken_up(request, draft)
    begun = drafting.begun(request, FIELDS) | {"token": fresh_token()}
    return Sheet(SubmissionForm(initial=begun), [], shelf_of(request))


def _taken_up(request: AgentRequest, draft: Draft) -> Sheet[SubmissionForm]:
    fields = fields_of(draft.title, draft.body) | {"token": draft.token}
    return Sheet(SubmissionForm(initial=fields), rows_kept(draft.changes), shelf_of(request))


def _kept(request: AgentRequest, token: str) -> Draft | None:
    """Its lists are kept as the lines that they would be in its body."""
    typed = drafting.typed(request, FIELDS)
    if typed is None:
        return None
    body = submitting.written(typed["body"], typed["depends"], typed["conflicts"])
    return drafts.save_draft(
        actor_id=request.agent.pk, game_id=request.game.pk, token=token, category=submitting.CATEGORY,
        title=typed["name"], body=body, changes=kept(rows_in(request.POST)),
    )  # fmt: skip


def _submit(request: AgentRequest) -> HttpResponse:
    composer = _composer(None)
    sheet = composer.sent(request)
    if not sheet.valid:
        return composer.shown(request, sheet, 422)
    typed = sheet.form.cleaned_data
    try:
        made = submitting.submit(
            actor_id=request.agent.pk, game_id=request.game.pk, token=typed["token"], changes=sheet.entries(),
            **{name: typed[name] for name in FIELDS},
        )  # fmt: skip
    except Invalid as error:
        sheet.refuse(error)
        return composer.shown(request, sheet, 422)
    except Refused as refusal:
        return composer.shown(request, sheet, 409, refused=grounds(refusal.reasons, request))
    messages.success(request, f"{made.title} is submitted.")
    return redirect("ballot_proposal", request.game.slug, made.number)


# -- one that is Pending -----------------------------------------------------------------------------


def _opened(request: AgentRequest, row: Proposal) -> Sheet[SubmissionForm]:
    """What it says now, with its lists in the fields for them."""
    state = register_of(request).state(row.number)
    permits.may_revise(request.agent, row, request.game, law_of(request), state).or_refuse()
    mark = {"token": fresh_token(), "base_version": row.post.version}
    return drafting.opened(SubmissionForm(initial=fields_of(row.name, row.post.body) | mark), row.post, request)


def _revise(request: AgentRequest, row: Proposal) -> HttpResponse:
    composer = _composer(row)
    sheet = composer.sent(request)
    if not sheet.valid:
        return composer.shown(request, sheet, 422)
    typed = sheet.form.cleaned_data
    try:
        submitting.revise(
            actor_id=request.agent.pk, game_id=request.game.pk, number=row.number, changes=sheet.entries(),
            base_version=typed["base_version"] or 0, **{name: typed[name] for name in FIELDS},
        )  # fmt: skip
    except Invalid as error:
        sheet.refuse(error)
        return composer.shown(request, sheet, 422)
    except Refused as refusal:
        return _refused(request, row, sheet, refusal)
    messages.success(request, f"Proposal {row.number} is submitted anew.")
    return redirect("ballot_proposal", request.game.slug, row.number)


def _refused(request: AgentRequest, row: Proposal, sheet: Sheet[SubmissionForm], refusal: Refused) -> HttpResponse:
    """What was typed stays; if the Proposal was revised in another window, beside what has changed since."""
    refused, stale = grounds(refusal.reasons, request), None
    if any(each.code == "edited-meanwhile" for each in refusal.reasons):
        sheet, stale = drafting.overtaken(request, sheet, SubmissionForm, row.post_id)
    return _composer(row).shown(request, sheet, 409, refused=refused, stale=stale)
