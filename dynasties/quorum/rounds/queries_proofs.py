"""Whether what seats decided is what the private chain committed to, and the seed the one that was committed to.

What `verify_log` asks of Quorum. It is checked by unsealing, and no word of it is told: a flaw names the number of a
link, or a round, and what is wrong with it. Reads only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cryptography.fernet import InvalidToken

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, Seat
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.models import Decision, Round
from nomic.core import vault
from nomic.core.chain import commitment
from nomic.core.dice.queries import Flaw
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets.queries import UnsealedEvent, unseal_event

DECIDED, CONVENED, CLOSED, TOLD = (
    "quorum.decided",
    "quorum.convened",
    "quorum.round-closed",
    ("quorum.ended", "quorum.adjourned"),
)


class DecisionPlace(NamedTuple):
    """Whose decision it is: number of the Episode, of the round, of the seat."""

    episode: int
    round: int
    seat: int


class DecisionLink(NamedTuple):
    row: PrivateEvent
    says: UnsealedEvent


# The links of every seat's decision in a round, in their order: the last one counts.
LinksByPlace = Mapping[DecisionPlace, list[DecisionLink]]


def episode_flaws(game_id: int) -> Iterator[Flaw]:
    """Everything about a game's Episodes that its private chain, and what was told of it, do not bear out."""
    rows = list(Episode.objects.filter(game_id=game_id).order_by("number"))
    links = _links_by_place(game_id) if rows else {}
    left = dict(links)
    for episode in rows:
        yield from _seed_flaws(episode)
        for decision in _decisions_of(episode):
            place = DecisionPlace(episode.number, decision.round.number, decision.seat.number)
            yield from _decision_flaws(decision, left.pop(place, []))
        yield from _round_flaws(episode, links)
    for made in left.values():
        yield Flaw(f"private event {made[-1].row.n}", "decision-gone")


def _links_by_place(game_id: int) -> dict[DecisionPlace, list[DecisionLink]]:
    found: dict[DecisionPlace, list[DecisionLink]] = {}
    for row in PrivateEvent.objects.filter(game_id=game_id).order_by("n").iterator():
        try:
            says = unseal_event(row)
        except InvalidToken:
            continue  # the chain's own break
        if says.kind == DECIDED:
            place = DecisionPlace(says.data["episode"], says.data["round"], says.data["seat"])
            found.setdefault(place, []).append(DecisionLink(row, says))
    return found


def _decisions_of(episode: Episode) -> list[Decision]:
    rows = Decision.objects.filter(round__episode=episode).select_related("private", "round", "seat")
    return list(rows.order_by("round__number", "seat__number"))


# -- decisions and links


def _decision_flaws(row: Decision, made: list[DecisionLink]) -> Iterator[Flaw]:
    what = f"private event {row.private.n}"
    if not made or made[-1].row.pk != row.private_id:
        yield Flaw(what, "decision-elsewhere")
        return
    link = made[-1]
    try:
        kept = vault.unseal(row.sealed)
    except InvalidToken:
        yield Flaw(what, "decision-unreadable")
        return
    if kept != link.says.data or link.says.actor_id != row.seat.agent_id:
        yield Flaw(what, "decision-differs")
    if row.changes != len(made) - 1:
        yield Flaw(what, "decision-miscounted")
    if not all(_is_timely(row.round, each) for each in made):
        yield Flaw(what, "decision-untimely")


def _is_timely(round: Round, link: DecisionLink) -> bool:
    """Whether it came after the round had opened, and before its time was over."""
    # Not before it closed: a link has no event, so a clock that is put back may close the round at an earlier moment.
    return round.opened_at <= link.row.at and (round.closes_at is None or link.row.at < round.closes_at)


# -- rounds that are closed


def _round_flaws(episode: Episode, links: LinksByPlace) -> Iterator[Flaw]:
    """Each decision counted as it was committed to, and everybody was told of that commitment."""
    told = {event.data["round"]: event for event in _events_of(episode, CLOSED)}
    seats = episodes_queries.seats_of(episode)
    for round in rounds_queries.closed_rounds(episode):
        what = f"round {round.number} of episode {episode.number}"
        if round.number not in told:
            yield Flaw(what, "closed-untold")
            continue
        made = {seat.number: links.get(DecisionPlace(episode.number, round.number, seat.number), []) for seat in seats}
        yield from _commitment_flaws(what, told[round.number], made)
        yield from _counting_flaws(what, round, seats, made)


def _events_of(episode: Episode, *kinds: str) -> list[Event]:
    rows = Event.objects.filter(game_id=episode.game_id, subject=f"episode:{episode.number}", kind__in=kinds)
    return list(rows.order_by("seq"))


def _commitment_flaws(what: str, event: Event, made: Mapping[int, list[DecisionLink]]) -> Iterator[Flaw]:
    committed = {number: links[-1].row.commitment if links else None for number, links in made.items()}
    for number, said in enumerate(event.data["commitments"]):
        if said != committed.get(number):
            yield Flaw(f"seat {number} in {what}", "commitment-differs", str(committed.get(number)), str(said))


def _counting_flaws(
    what: str, round: Round, seats: list[Seat], made: Mapping[int, list[DecisionLink]]
) -> Iterator[Flaw]:
    try:
        raws = rounds_queries.counted_decisions(round)
    except InvalidToken:
        yield Flaw(what, "decision-unreadable")
        return
    for seat, raw in zip(seats, raws, strict=False):
        links = made[seat.number]
        said = json.loads(links[-1].says.data["raw"]) if links else None
        if not seat.script and raw != said:
            yield Flaw(f"seat {seat.number} in {what}", "counted-otherwise")


# -- the seed


def _seed_flaws(episode: Episode) -> Iterator[Flaw]:
    """It makes the digest that was told at the beginning, and is the one that was told at the end."""
    what = f"episode {episode.number}"
    try:
        seed, salt = rounds_queries.seed_and_salt(episode)
    except InvalidToken:
        yield Flaw(what, "unreadable")
        return
    digest = commitment({"seed": seed}, salt)
    for event in _events_of(episode, CONVENED):
        if event.data["seed_digest"] != digest:
            yield Flaw(what, "seed-not-committed", event.data["seed_digest"], digest)
    if episode.seed_digest != digest:
        yield Flaw(what, "seed-not-committed", episode.seed_digest, digest)
    for event in _events_of(episode, *TOLD):
        if (event.data["seed"], event.data["salt"]) != (seed, salt):
            yield Flaw(what, "seed-told-otherwise", found=f"event {event.seq}")
