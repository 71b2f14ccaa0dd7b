"""The lines of secret logs in words, for whom they are no secret; and what the panels for disclosing and revealing
show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from dynasties.spy.dials import DISCLOSURE
from dynasties.spy.disclosure import queries_story as disclosure_queries_story
from dynasties.spy.disclosure.forms import DiscloseForm
from dynasties.spy.disclosure.words import link_sentence
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.presenters import hiatus_reasons_on_request
from dynasties.spy.theatre.queries_covers import TrailEntry
from dynasties.spy.theatre.rules import SecretState
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.words import CAPTURE_OUTCOMES, SIDE_WORDS, affiliation_words, place_name
from nomic.core.language.rules import Keywords
from nomic.core.requests import AgentRequest, GameRequest, law_of
from nomic.core.roster import queries as roster_queries
from proposals.reasons.presenters import reasons_context

if TYPE_CHECKING:
    from dynasties.spy.disclosure.rules import Opening
    from dynasties.spy.theatre.models import Spy, Theatre
    from nomic.core.games.models import Agent


def place_text(code: str | None, legend: Mapping[str, str]) -> str:
    """“Berlin (BER)”, by the Legend of the game; “nowhere yet”."""
    if code is None:
        return "nowhere yet"
    return f"{legend.get(code) or ATLAS[code].name} ({code})" if code in ATLAS else code


def side_text(cover: SecretState) -> str:
    return SIDE_WORDS.get(cover.side or "", "")


def trail_sentence(entry: TrailEntry, names: Mapping[int, str], keywords: Keywords) -> str:
    """What became of a cover, in a sentence."""
    data = {**entry.cover.to_json(), "why": entry.why, "facts": entry.facts}
    return link_sentence({"kind": "spy.cover", "data": data}, names, keywords)


def outcome_text(row: int | None) -> str:
    """What a row of the table of captures does."""
    return CAPTURE_OUTCOMES[row or 0]


def disclose_context(request: AgentRequest, theatre: Theatre, form: DiscloseForm) -> dict[str, object]:
    """What `spy/_disclose.html` takes, for the Mastermind alone: `disclose_form`, and the grounds against it."""
    against = theatre_queries.barring_reasons(theatre, DISCLOSURE, law_of(request), hiatus_reasons_on_request(request))
    return {"disclose_form": form, "disclose_grounds": reasons_context(against, request)}


def disclose_form(request: AgentRequest, spies: Sequence[Spy], data: Any = None) -> DiscloseForm:
    """What is told about one of these, to anybody else in the game; `data`: what was sent."""
    owners = [(each.agent_id, each.agent.name) for each in spies]
    readers = [
        (each.pk, each.name) for each in roster_queries.roster(request.game.pk) if each.pk != request.game.mastermind_id
    ]
    return DiscloseForm(data, owners=owners, readers=readers)


def reveal_context(request: GameRequest, theatre: Theatre) -> dict[str, object]:
    """What `spy/_reveal.html` takes: `reveal_theatre`, and the grounds against revealing it now, none if it may be."""
    against = disclosure_queries_story.revealing_barriers(theatre, request.game, request.agent, law_of(request))
    return {"reveal_theatre": theatre, "reveal_grounds": reasons_context(against, request)}


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A link of the private chain, as the secret story tells it. `by`: empty for the Clerk."""

    n: int
    at: datetime
    by: str
    said: str


def story_line(opening: Opening, names: dict[int, str], keywords: Keywords) -> StoryLine:
    content = opening.content
    at, by = datetime.fromisoformat(content["at"]), names.get(content["actor"], "")
    return StoryLine(opening.n, at, by, link_sentence(content, names, keywords))


@dataclass(frozen=True, slots=True)
class FinalState:
    """What somebody was in the end."""

    agent: Agent
    affiliation: str
    location: str
    side: str
    prison: str


def final_states(theatre: Theatre, request: GameRequest) -> list[FinalState]:
    spies = theatre_queries.spies(theatre)
    last = [theatre_queries_covers.visible_cover(theatre, each.agent_id, request.agent, request.game) for each in spies]
    return [
        FinalState(
            spy.agent,
            affiliation_words(cover.affiliation, request.keywords) or "none declared",
            place_name(cover.location),
            side_text(cover),
            place_name(cover.prison) if cover.prison else "",
        )
        for spy, cover in zip(spies, last, strict=True)
        if cover is not None
    ]
