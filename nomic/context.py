"""What every page shows around its own content: the clock, the nameplate, the game's bar and the sidebar.

Worked out when a template asks for it: a fragment has none of it, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from dynasties.succession import views as succession_views
from nomic.core import clock
from nomic.core.language.rules import Keywords
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.notifications import queries as notifications_queries
from nomic.core.plugin import Plugin
from nomic.core.requests import GameRequest, law_of
from nomic.core.roster import queries as roster_queries
from nomic.plugins import PLUGINS
from proposals import procedures
from proposals.deciding import presenters as deciding_presenters, queries as deciding_queries
from proposals.deciding.presenters import pending_matters_of, slots_of, verdict_state
from proposals.journal import presenters as journal_presenters
from proposals.kinds.proposal.dials import PROPOSALS_POSTING
from proposals.procedures import PROCEDURES
from proposals.reasons.presenters import reason_text
from proposals.voting import queries as voting_queries
from proposals.voting.presenters import judging_context_of, waiting_of
from proposals.voting.rules import quorum

if TYPE_CHECKING:
    from nomic.core.games.models import Agent, Game

NAV = (
    ("Journal", "journal"),
    ("Pending", "pending"),
    ("Tracker", "tracker"),
    ("Ruleset", "ruleset"),
    ("Roster", "roster"),
)
MORE = (("Dynasties", "dynasties"), ("Pages", "pages"), ("Dice", "dice"), ("Log", "log"))  # folded away
OWN = (("Duties", "duties"), ("Messages", "messages"))  # for whoever is in the game
STATES = {  # in a word or three what an Admin could do with a matter now
    "failable": "may be failed",
    "hiatus": "in hiatus",
    "blocked": "waits its turn",
}


def site(request: HttpRequest) -> dict[str, Any]:
    """Context for every template; inside a game also its nameplate, bar and sidebar."""
    game: Game | None = getattr(request, "game", None)
    found: dict[str, Any] = {
        "now": getattr(request, "now", None) or clock.now(),
        "demo": settings.NOMIC_DEMO,
        "request_id": getattr(request, "request_id", ""),
        "unread": SimpleLazyObject(lambda: _unread(request)),
    }
    if game is None:
        return found
    entered = cast(GameRequest, request)
    agent: Agent | None = getattr(request, "agent", None)
    keywords: Keywords = getattr(request, "keywords", None) or Keywords()
    return found | {
        "game": SimpleLazyObject(lambda: nameplate(entered, game)),
        "game_nav": SimpleLazyObject(lambda: _nav(entered, game, agent)),
        "keywords": keywords,
        "viewer": agent,
        "strip": SimpleLazyObject(lambda: journal_presenters.waiting_strip(entered) or {}),
        "awaited": SimpleLazyObject(lambda: succession_views.address_awaited(entered) or {}),
        "hiatus": SimpleLazyObject(lambda: deciding_presenters.hiatus_banner(entered) or {}),
        "doors": SimpleLazyObject(lambda: _doors(entered, game)),
        "proposing": SimpleLazyObject(lambda: _proposal_doors(entered, game)),
        "glance": SimpleLazyObject(lambda: glance(entered, game, agent, keywords)),
    }


def _unread(request: HttpRequest) -> int:
    """The reader's unopened notices: in a game they are counted with all else that waits for em there."""
    if getattr(request, "agent", None) is None:
        return notifications_queries.unread_count(request.user.pk)
    return waiting_of(cast(GameRequest, request)).notices


def nameplate(request: GameRequest, game: Game) -> dict[str, Any]:
    """Which game it is, for every template; whether it is in hiatus and its Dynasty are read where they are shown."""
    plate = SimpleLazyObject(lambda: succession_views.plate(game))

    def plate_text(name: str) -> Callable[[], str]:
        return lambda: plate.get(name, "")

    return {
        "name": game.title,
        "slug": game.slug,
        "url": reverse("journal", args=[game.slug]),
        "status": lambda: "Hiatus" if judging_context_of(request).in_hiatus else "",
        **{name: plate_text(name) for name in ("dynasty", "dynasty_url", "motto", "theme_url")},
    }


def _doors(request: GameRequest, game: Game) -> list[dict[str, str]]:
    """Where something is put to a procedure other than the journal's own."""
    found = [door for each in PLUGINS.values() for door in each.doors(request)]
    return [{"label": label, "url": reverse(name, args=[game.slug])} for label, name in found]


def _proposal_doors(request: GameRequest, game: Game) -> dict[str, str]:
    """Where a Proposal of this game is begun: in the journal's composer, unless that takes none."""
    if not _has_slots(request, judging_context_of(request)):
        return _doors(request, game)[0]
    return {"label": "New post", "url": reverse("new-post", args=[game.slug])}


@dataclass(frozen=True, slots=True)
class NavEntry:
    """An entry of the game's bar. `current`: "page" there, "true" on a page below it; `folded`: under More."""

    label: str
    url: str
    current: str
    count: int
    folded: bool


def _nav(request: GameRequest, game: Game, agent: Agent | None) -> list[NavEntry]:
    here = (request.resolver_match.url_name if request.resolver_match else None) or ""
    themed = [entry for each in PLUGINS.values() for entry in each.entries(request)]
    queue = (("Queue", "queue"),) if agent and agent.is_admin else ()
    folded = MORE if _has_dynasties(request, game) else tuple(each for each in MORE if each[1] != "dynasties")
    # Where the journal has no Proposals of its own, “Pending” is said of others: it leads to what is pending here.
    own = [each for each in NAV[1:] if each[1] != "pending" or _has_matters(request)]
    entries = [*NAV[:1], *themed, *own, *(OWN if agent else ()), *queue, *folded]
    counts: dict[str, Callable[[], int]] = {"queue": lambda: deciding_presenters.count_admin_work(request)}
    if agent:
        waits = waiting_of(request)
        for each in PLUGINS.values():
            counts |= each.counts(request)
        counts |= {"duties": lambda: waits.duties, "messages": lambda: waits.messages}
    return [
        NavEntry(
            label,
            reverse(name, args=[game.slug]),
            # Of a page below it, the entry is not that page, though one is there.
            "page" if here == name else "true" if here.startswith(f"{name}_") else "",
            counts[name]() if name in counts else 0,
            folded=(label, name) in MORE,
        )
        for label, name in entries
    ]


def _has_dynasties(request: GameRequest, game: Game) -> bool:
    """Not where nobody has ever headed the game, and its law lets nobody win it."""
    return game.procedure not in PROCEDURES or law_of(request).carries(DOV_DECLARING)


@dataclass(frozen=True, slots=True)
class DocketLine:
    """A pending matter beside the page, with how many votes count for and against it."""

    number: int
    title: str
    url: str
    posted_at: datetime
    votes_for: int
    against: int
    state: str
    state_label: str
    unvoted: bool


@dataclass(frozen=True, slots=True)
class SlotsUsed:
    """The reader's slots; None for no limit. `reason`: why e may post no Proposal."""

    pending_used: int
    pending_limit: int | None
    today_used: int
    today_limit: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class PersonLine:
    name: str
    url: str
    role: str
    is_idle: bool


Panel: TypeAlias = tuple[str, Mapping[str, Any]]  # the template of what a package shows beside a page, and its context


@dataclass(frozen=True, slots=True)
class Glance:
    """The sidebar: what the game's procedure shows, quorum, pending matters, your slots, the roster."""

    quorum: int
    quorum_url: str
    voters: int
    pending: list[DocketLine]
    pending_url: str
    slots: SlotsUsed | None
    played: list[Panel]
    panels: list[Panel]
    roster: list[PersonLine]
    roster_url: str


def glance(request: GameRequest, game: Game, agent: Agent | None, keywords: Keywords) -> Glance:
    """As many queries for thirty matters as for three."""
    scene = judging_context_of(request)
    voters = len(scene.roster.agents)
    own = procedures.procedure_plugins().get(game.procedure)
    return Glance(
        quorum(voters, scene.law),
        reverse("quorum", args=[game.slug]),
        voters,
        pending=[_docket(each, request) for each in pending_matters_of(request)],
        pending_url=reverse("pending", args=[game.slug]) if _has_matters(request) else "",
        slots=_slots(agent, request) if agent and _has_slots(request, scene) else None,
        played=_panels(request, [own] if own else []),
        panels=_panels(request, [each for each in PLUGINS.values() if each is not own]),
        roster=[_person(each, game, keywords) for each in scene.facts.in_game],
        roster_url=reverse("roster", args=[game.slug]),
    )


def _panels(request: GameRequest, parts: Iterable[Plugin]) -> list[Panel]:
    return [panel for each in parts if (panel := each.panel(request))]


def _has_matters(request: GameRequest) -> bool:
    """Whether matters of the journal's own are, or may at any time be, pending."""
    return _has_slots(request, judging_context_of(request)) or bool(pending_matters_of(request))


def _has_slots(request: GameRequest, scene: voting_queries.JudgingContext) -> bool:
    """Not where the law has Proposals of another procedure alone."""
    return scene.law.carries(PROPOSALS_POSTING) or not any(each.doors(request) for each in PLUGINS.values())


def _docket(judged: deciding_queries.JudgedMatter, request: GameRequest) -> DocketLine:
    now, tally = verdict_state(judged), judged.verdict.tally
    return DocketLine(
        judged.post.number,
        judged.post.title,
        reverse("post", args=[request.game.slug, judged.post.number]),
        judged.facts.posted_at,
        tally.for_,
        tally.against,
        now,
        judged.facts.kind.words.may_pass if now == "enactable" else STATES.get(now, ""),
        deciding_presenters.is_unvoted(judged, request),
    )


def _slots(agent: Agent, request: GameRequest) -> SlotsUsed:
    used, may = slots_of(request, agent)
    barred = " ".join(reason_text(reason, request) for reason in may.reasons)
    return SlotsUsed(used.pending, used.pending_limit, used.made_today, used.daily_limit, barred)


def _person(member: roster_queries.Member, game: Game, keywords: Keywords) -> PersonLine:
    roles = keywords.offices(mastermind=member.id == game.mastermind_id, admin=member.is_admin)
    url = reverse("agent", args=[game.slug, member.id])
    return PersonLine(member.name, url, ", ".join(roles), not member.is_playing)
