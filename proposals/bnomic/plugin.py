"""What B Nomic adds to the server: its entry in each table of the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse

from nomic.core.effects import HiatusChanged, LawChanged
from nomic.core.log.recount import Check
from nomic.core.plugin import Look, Plugin, Unvoted
from nomic.core.requests import law_of
from proposals.bnomic.ballot import (
    presenters as ballot_presenters,
    queries as ballot_queries,
    recount as ballot_recount,
)
from proposals.bnomic.ballot.notify import notify_authors, notify_of_count, notify_of_opening, send_ballot_reminders
from proposals.bnomic.ballot.presenters_fates import state_text
from proposals.bnomic.clock import recount as clock_recount
from proposals.bnomic.clock.actions import adjust_clock, run_clock, run_forced_events
from proposals.bnomic.dials import NWEEK_SUBMITTING
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.papers import recount as papers_recount
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.rules_lists import split_body
from proposals.reasons.presenters import address

if TYPE_CHECKING:
    from nomic.core.requests import GameRequest
    from proposals.posts.models import Draft, Post


def due_looks(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: Clocks whose next stroke is due, and games in which somebody is to be reminded."""
    for game_id in nweeks_queries.due_clocks(now):
        yield ("clock", game_id), partial(run_clock, game_id=game_id)
    for game_id in ballot_queries.games_to_remind(now):
        yield ("ballot reminders", game_id), partial(send_ballot_reminders, game_id=game_id)


def bar_entries(request: GameRequest) -> list[tuple[str, str]]:
    """Its page in the game's bar, while the law has Proposals of this kind."""
    return [("Ballot", "ballot")] if nweeks_queries.is_played(law_of(request)) else []


def composer_links(request: GameRequest) -> list[tuple[str, str]]:
    """Where Proposals are submitted, while the law has that."""
    return [("Submit a Proposal", "ballot_submit")] if law_of(request).carries(NWEEK_SUBMITTING) else []


def bar_counts(request: GameRequest) -> Mapping[str, Callable[[], int]]:
    """How many Open Proposals wait for the reader's vote."""
    return (
        {"ballot": lambda: len(ballot_presenters.unvoted_proposals(request))}
        if nweeks_queries.is_played(law_of(request))
        else {}
    )


def unvoted_titles(request: GameRequest) -> Unvoted | None:
    """The same Open Proposals by their titles."""
    if not nweeks_queries.is_played(law_of(request)):
        return None
    owed = [
        (row.title, address("ballot_proposal", request, row.number))
        for row in ballot_presenters.unvoted_proposals(request)
    ]
    return Unvoted("on the ballot", "ballot", owed)


def sidebar_panel(request: GameRequest) -> tuple[str, Mapping[str, Any]] | None:
    """The nday, the next opening and count, and what is Open and waits for the reader's vote."""
    return (
        ("bnomic/_panel.html", ballot_presenters.panel_context(request))
        if nweeks_queries.is_played(law_of(request))
        else None
    )


def page_of_post(entry: Post) -> str | None:
    """A Proposal has a page of its own."""
    row = register_queries.proposal_of_post(entry)
    return reverse("ballot_proposal", args=[entry.game.slug, row.number]) if row else None


def page_of_draft(kept: Draft) -> str | None:
    """A Proposal is written, and taken up again, in a composer of its own."""
    if not register_queries.is_drafted(kept):
        return None
    return f"{reverse('ballot_submit', args=[kept.game.slug])}?{urlencode({'draft': kept.token})}"


STYLES = {ProposalState.WON: "enacted", ProposalState.LOST: "failed"}  # the others are pending


def post_states(entries: Sequence[Post], request: GameRequest) -> dict[int, tuple[str, str]]:
    """How the Proposals among these posts stand by law and clock."""
    recorded = register_queries.states_of(entries)
    found = {key: (STYLES.get(state, "pending"), state.value) for key, state in recorded.items()}
    return found | (
        _states_by_now(request) if recorded and nweeks_queries.may_be_late(request.game, request.now) else {}
    )


def _states_by_now(request: GameRequest) -> dict[int, tuple[str, str]]:
    """Of those of the ballot, while what was due may not be on record."""
    standing = ballot_presenters.standing_of(request)
    rows, known = (*standing.living.open_ones, *standing.living.closed), standing.register.known
    return {row.pk: ("pending", state_text(known[row.number])) for row in rows}


def prose_of(body: str) -> str:
    """Without the lines that list others."""
    return split_body(body)[0]


# What a recount works out anew of nweeks and their ballots.

CHECKS: Mapping[str, Check] = {
    "strokes and turns of the Clock": clock_recount.recount_clock,
    "Proposals in ballots": papers_recount.recount_proposals,
    "openings": papers_recount.recount_openings,
    "lists of Proposals": papers_recount.recount_lists,
    "votes in ballots": ballot_recount.recount_ballot_votes,
    "counts of ballots": ballot_recount.recount_counts,
    "losses and passings": ballot_recount.recount_passings,
}


PLUGIN = Plugin(
    urls="proposals.bnomic.urls",
    strokes=run_forced_events,
    handlers={LawChanged: (adjust_clock,), HiatusChanged: (adjust_clock,)},
    tellers={"bnomic.opened": (notify_of_opening,), "bnomic.counted": (notify_of_count, notify_authors)},
    stands={
        ballot_queries.OPENED: ballot_queries.is_ballot_open,
        ballot_queries.NEAR: ballot_queries.is_ballot_reminder_current,
    },
    checks=CHECKS,
    due=due_looks,
    entries=bar_entries,
    counts=bar_counts,
    unvoted=unvoted_titles,
    panel=sidebar_panel,
    page=page_of_post,
    pending=ballot_queries.pending_counts,
    states=post_states,
    prose=prose_of,
    draft=page_of_draft,
    doors=composer_links,
)
