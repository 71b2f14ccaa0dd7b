"""Updates of the tracker as pages show them: by whom, with what rights, and what became of which cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.http import Http404

from dynasties.mechanics.columns import shown
from dynasties.queries import updates as queries
from dynasties.queries.updates import Entry
from dynasties.views.sheets import cell_url
from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.dials import CLERK
from nomic.core.mechanics.playing import may_play
from nomic.core.mechanics.terms import label_of
from nomic.core.queries.dice import rolls
from nomic.core.views.entering import GameRequest, law_of
from proposals import queries as proposals
from proposals.mechanics.votes import Kind
from proposals.views.scenes import scene_of
from proposals.views.wording import address, grounds
from rulesets import queries as law

if TYPE_CHECKING:
    from dynasties.models import Update

Shown = dict[str, Any]


def entry_shown(entry: Entry, request: GameRequest) -> Shown:
    """What one act did to one cell, in words."""
    return {
        "entry": entry,
        "column": entry.column.name,
        "before": shown(entry.column, entry.before),
        "after": shown(entry.column, entry.after),
        "by": entry.by or CLERK,
        "url": address("tracker_update", request, entry.number) if entry.number else "",
        "cell_url": cell_url(request, entry.column, entry.agent),
        "cause": _cause(entry.cause, request),
    }


def _cause(cause: str, request: GameRequest) -> Shown | None:
    """The post whose enactment did it."""
    kind, _, number = cause.partition(":")
    if kind != "post" or not number.isdecimal():
        return None
    return {"label": f"#{number}", "url": address("post", request, int(number))}


def shown_updates(request: GameRequest, per_page: int) -> tuple[Page[Update], list[Shown]]:
    """One page of the public updates; as many queries for many as for few."""
    page = Paginator(queries.updates(request.game), per_page).get_page(request.GET.get("page"))
    return page, updates_shown(request, page.object_list)


def updates_shown(request: GameRequest, acts: Iterable[Update]) -> list[Shown]:
    acts = list(acts)
    entries = queries.entries_of(acts, request.game, request.agent)
    titles = _titles(request) if any(act.rule_id for act in acts) else {}
    return [
        {
            "update": act,
            "by": act.by.name if act.by else CLERK,
            "update_url": address("tracker_update", request, act.number),
            "entries": [entry_shown(each, request) for each in entries.get(act.pk, ())],
            "rule": titles.get(act.rule_id or 0, ""),
            "rule_url": address("rule", request, act.rule_id) if act.rule_id else "",
            "act": label_of(act.act) if act.act else "",
            "cause": _cause(act.cause, request),
        }
        for act in acts
    ]


def _titles(request: GameRequest) -> dict[int, str]:
    """What each rule that ever was is called, or was called last."""
    return {rid: title for title, rid in law.former_titles(request.game.pk).items()}


def found(request: GameRequest, number: int) -> Update:
    """The public update of that number, or 404."""
    act = queries.update(request.game, number)
    if act is None:
        raise Http404("There is no such update.")
    return act


def update_page(request: GameRequest, number: int) -> Shown:
    """The context of `dynasties/tracker_update.html`."""
    act = found(request, number)
    may = may_undo(request, act)
    return updates_shown(request, [act])[0] | {
        "rolls": list(rolls(request.game.pk).filter(number__in=act.rolls)) if act.rolls else [],
        "undone_by": list(act.undone_by.order_by("pk")),
        "stands_undone": queries.stands_undone(act),
        "may_undo": may.outcome,
        "grounds": grounds(may.reasons, request),
        "disputable": act.undoes is not None and request.agent is not None,
        "against_dispute": grounds(_against_disputing(request), request) if act.undoes else [],
    }  # fmt: skip


def _against_disputing(request: GameRequest) -> tuple[Reason, ...]:
    """Why the reader may not call for judgment now."""
    if request.agent is None:
        return ()
    return proposals.may_post(request.agent.pk, Kind.CFJ, scene_of(request)).reasons


def may_update_at_all(request: GameRequest) -> Decision[bool]:
    """Whether the reader may update anything: nobody from outside, no idle Agent, and only where a rule provides."""
    plays = _plays(request)
    return law_of(request).requires("tracker.updating") if plays.outcome else plays


def may_undo(request: GameRequest, act: Update) -> Decision[bool]:
    """Whether the reader may undo an update now."""
    plays = _plays(request)
    return queries.may_undo(act) if plays.outcome else plays


def _plays(request: GameRequest) -> Decision[bool]:
    agent = request.agent
    return may_play(law_of(request), in_game=agent is not None, idle_since=agent.idle_since if agent else None)
