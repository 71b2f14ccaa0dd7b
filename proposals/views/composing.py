"""What the composer's page shows: what was typed, what is wrong with it, and what voters would see."""

from __future__ import annotations

from typing import Any

from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import AgentRequest
from proposals import queries
from proposals.forms import PostForm
from proposals.mechanics.fairplay import ACCUSING
from proposals.mechanics.votes import Kind
from proposals.procedures import doors
from proposals.views import sheets
from proposals.views.scenes import scene_of, slots_of
from proposals.views.sheets import Sheet, Shown
from proposals.views.wording import grounds

PROPOSAL, CALL, DECLARATION = "proposal", "cfj", "dov"
CHANGING = {PROPOSAL, CALL}  # what may have a change list
POSTED_BY = {PROPOSAL: "proposals.posting", CALL: "cfj.raising", DECLARATION: "dov.declaring"}  # the mechanism of each


# -- the page ----------------------------------------------------------------------------------------


def page(sheet: Sheet[PostForm], request: AgentRequest, **more: Any) -> Shown:
    """The context of `proposals/composer.html`."""
    return sheets.change_list(sheet, request) | {
        "form": sheet.form,
        "categories": categories(sheet.form, request),
        "may_be_anonymous": grounds(queries.may_be_anonymous(CALL, scene_of(request).law).reasons, request),
        "declaring": False,
        "charging": any(row.kind in ACCUSING for row in sheet.rows) or bool(sheet.form["evidence"].value()),
        "slots": slots(request) if PROPOSAL in dict(offered(request)) else None,
        "preview": None,
        "stale": None,
        "refused": [],
        "editing": None,
        "wrong": False,
    } | more  # fmt: skip


def slots(request: AgentRequest) -> Shown:
    """The slots used, and every ground on which a Proposal would be refused now."""
    used, may = slots_of(request, request.agent)
    return {
        "pending_used": used.pending, "pending_limit": used.pending_limit,
        "today_used": used.made_today, "today_limit": used.daily_limit, "resets_at": used.resets_at,
        "reasons": grounds(may.reasons, request),
    }  # fmt: skip


def against(category: str, request: AgentRequest, *, anonymous: bool = False) -> tuple[Reason, ...]:
    """Why the reader may post nothing of this category now: asked before the act, and again in it."""
    scene = scene_of(request)
    reasons = queries.may_be_anonymous(category, scene.law).reasons if anonymous else ()
    votable = category in {*CHANGING, DECLARATION}
    return reasons + (queries.may_post(request.agent.pk, Kind(category), scene).reasons if votable else ())


NOTES = {
    CALL: "Where the law is in dispute, or something cannot wait. A quorum decides it at once.",
    DECLARATION: "The game goes into hiatus at once.",
}


def offered(request: AgentRequest) -> list[tuple[str, str]]:
    """The categories that one may choose from. Where another procedure has a door of its own, those that this game's
    law does not know are left out; elsewhere they show, with the rule that is gone."""
    everything = queries.categories()
    if not doors(request):
        return everything
    law = scene_of(request).law
    return [each for each in everything if each[0] not in POSTED_BY or law.carries(POSTED_BY[each[0]])]


def categories(form: PostForm, request: AgentRequest) -> list[Shown]:
    """What the post may be filed as, each with what it means and why it may not be. Any Proposal may be drafted."""
    chosen = form["category"].value() or ""
    return [_category(place, value, label, chosen, request) for place, (value, label) in enumerate(offered(request))]


def _category(place: int, value: str, label: str, chosen: str, request: AgentRequest) -> Shown:
    reasons = against(value, request) if value in NOTES else ()
    return {
        "value": value,
        "label": label,
        "id": f"id_category_{place}",
        "is_checked": value == chosen,
        "is_disabled": bool(reasons) and value != chosen,
        "note": NOTES.get(value, ""),
        "reasons": grounds(reasons, request),
    }


# -- the preview -------------------------------------------------------------------------------------


def preview(sheet: Sheet[PostForm], request: AgentRequest) -> Shown:
    """What readers would see, and what it would do; only what may have a change list is tried."""
    typed = {name: sheet.form[name].value() or "" for name in ("category", "title", "body")}
    changing = typed["category"] in CHANGING
    return sheets.preview(sheet, request, title=typed["title"], body=typed["body"], changing=changing)
