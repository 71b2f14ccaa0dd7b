"""THE door to an Episode: whatever anybody is shown of one comes through here, and once it has ended through its
replay. (Rules Rounds and Caucus)

A seat sees its own decision and the notes that it got; a visitor sees neither. Who else has decided is a mark,
and no more. The seed, all decisions and all notes are open when the Episode has ended.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.rounds import rules_decisions as rounds_rules_decisions
from dynasties.quorum.rounds.models import Decision, Round
from dynasties.quorum.rounds.rules import (
    NO_EXTRAS,
    OBSERVATION_FORMAT,
    EpisodeEngine,
    SenateState,
    SentNote,
    options_of,
)
from nomic.core import vault
from nomic.core.chain import canonical_json, plain_json
from nomic.core.games.models import Agent
from nomic.core.games.queries import only_row
from nomic.core.notifications.models import Notice
from nomic.core.notifications.rules import NEARLY

ETAG_BYTES = 16
NO_OPTIONS = NO_EXTRAS._asdict()


def viewing_seat(episode: Episode, *, account_id: int | None = None, token: str | None = None) -> Seat | None:
    """Whose eyes somebody sees an Episode with: a person's own seat, or that of a token; None for a visitor."""
    return (
        episodes_queries.seat_by_token(episode, token)
        if token is not None
        else episodes_queries.seat_of(episode, account_id)
    )


def observation(episode: Episode, seat: Seat | None) -> dict[str, Any]:
    """Everything that this seat sees, None being a visitor: the engine's observation, and what the table adds to it.

    `decided` holds a mark for each seat; `own` the seat's raw decision of the open round, if it has one.
    """
    seats, round = episodes_queries.seats_of(episode), open_round(episode)
    seen = (
        engine_of(episode).observation_of(seat.number if seat else None)
        if episode.senate
        else _gathering_facts(episode)
    )
    own = decision_of(round, seat.pk) if round and seat else None
    return {
        **seen,
        "seat": seat.number if seat else None,
        "episode": episode.number,
        "state": episode.state,
        "names": [each.name for each in seats],
        "kinds": [each.kind for each in seats],
        "decided": _decided_marks(episode, seats, round),
        "opened_at": plain_json(round.opened_at) if round else None,
        "closes_at": plain_json(round.closes_at) if round else None,
        "own": own,
        "own_problems": _decision_problems(episode, seat, own),
        "seed_digest": episode.seed_digest,
        **_ending_facts(episode),
    }


def _gathering_facts(episode: Episode) -> dict[str, Any]:
    """What there is to see while seats are being taken."""
    config = episodes_queries.config_of(episode)
    return {
        "format": OBSERVATION_FORMAT,
        "round": 0,
        "rounds": config.rounds,
        "seats": config.seats,
        "seat": None,
        "chair": 0,
        "over": False,
        "config": episode.config,
        "influence": [],
        "capital": [],
        "filibuster_used": [],
        "statutes": [],
        "bill": None,
        "threshold": None,
        "may": NO_OPTIONS,
        "notes": [],
        "history": [],
        "scores": None,
    }


def _decided_marks(episode: Episode, seats: Sequence[Seat], round: Round | None) -> list[bool]:
    decided = set(Decision.objects.filter(round=round).values_list("seat_id", flat=True)) if round else set()
    return [each.kind == SeatKind.SCRIPT or each.pk in decided for each in seats]


def _decision_problems(episode: Episode, seat: Seat | None, own: object | None) -> list[dict[str, str]]:
    if seat is None or own is None:
        return []
    where = options_of(episodes_queries.config_of(episode), senate_of(episode), seat.number)
    return [
        {"path": each.path, "code": each.code, "text": each.text}
        for each in rounds_rules_decisions.decision_problems(own, where)
    ]


def _ending_facts(episode: Episode) -> dict[str, Any]:
    if not episode.has_ended:
        return {"seed": None, "replay": None}
    seed, _ = seed_and_salt(episode)
    # What lay before the Senate when it was adjourned is decided by nobody.
    return {
        "scores": episode.scores,
        "over": True,
        "bill": None,
        "may": NO_OPTIONS,
        "seed": seed,
        "replay": reverse("quorum_replay_json", args=[episode.game.slug, episode.number]),
    }


def etag(episode: Episode, seat: Seat | None) -> str:
    """A short word that changes exactly when what this seat sees does. It tells nothing by itself."""
    seats, round = episodes_queries.seats_of(episode), open_round(episode)
    own = Decision.objects.filter(round=round, seat=seat).values_list("private__commitment", flat=True).first()
    moved = {
        "state": episode.state,
        "round": round and round.number,
        "closes_at": round and round.closes_at,
        "seats": [[each.kind, each.name] for each in seats],
        "decided": _decided_marks(episode, seats, round),
        "seat": seat.number if seat else None,
        "own": own if round and seat else None,
    }
    return hashlib.sha256(canonical_json(moved)).hexdigest()[: 2 * ETAG_BYTES]


# What seats have decided, unsealed for acts and for the door; nobody else asks.
# A raw decision is kept as the text of its JSON: what came in can then be anything that JSON can say.


def decision_text(raw: object) -> str:
    """A raw decision as the one text that it is kept by: equal decisions give equal texts, all of it ASCII."""
    return json.dumps(raw, sort_keys=True, separators=(",", ":"), allow_nan=False)


def decisions_in(round: Round) -> dict[int, object]:
    """For acts: what the seats that have decided in an open round decided, raw, by the number of the seat."""
    rows = Decision.objects.filter(round=round).select_related("seat")
    return {row.seat.number: json.loads(vault.unseal(row.sealed)["raw"]) for row in rows}


def decision_of(round: Round, seat_id: int) -> object | None:
    """For acts and the door: what one seat decided in a round."""
    row = Decision.objects.filter(round=round, seat_id=seat_id).first()
    return json.loads(vault.unseal(row.sealed)["raw"]) if row else None


def counted_decisions(round: Round) -> list[object]:
    """For acts and the door: what every seat's decision in a closed round was, raw; None where there was none."""
    return [json.loads(text) for text in vault.unseal(round.sealed)["raws"]]


def seed_and_salt(episode: Episode) -> tuple[str, str]:
    """For acts and the door: the seed from which the bills follow, and the salt of its digest."""
    kept: dict[str, Any] = vault.unseal(episode.sealed_seed)
    return kept["seed"], kept["salt"]


def notes_in(rounds: list[Round]) -> list[SentNote]:
    """For acts and the door: every note that was sent in these closed rounds, as it counted."""
    return [SentNote(*each) for round in rounds for each in vault.unseal(round.sealed)["notes"]]


# An Episode as the engine plays it, taken up from the tables. For acts and the door. Reads only.


def engine_of(episode: Episode, closed: list[Round] | None = None) -> EpisodeEngine:
    """The Episode before its open round, or after its last; `closed`: its closed rounds, if they are read already."""
    rounds = closed_rounds(episode) if closed is None else closed
    seed, _ = seed_and_salt(episode)
    history = [record_of(round) for round in rounds]
    return EpisodeEngine.at_state(
        episodes_queries.config_of(episode), seed, senate_of(episode), history, notes_in(rounds)
    )


# For whom a round of an Episode still waits, and who is to be reminded of it. Reads only.

NEAR_NOTICE = "senate-near"
# Where a round is shorter than this, whoever is told that it begins is told late enough.
LONG_ROUND = round(2 * NEARLY.total_seconds())


@dataclass(frozen=True, slots=True)
class LateSenator:
    """Somebody who has not decided shortly before a round closes. `number`: of the Episode; `round`: from 0."""

    game_id: int
    number: int
    round: int
    closes_at: datetime
    account_id: int

    @property
    def key(self) -> str:
        return notice_key(self.number, self.round)


def notice_key(number: int, round: int) -> str:
    """What a notice of a round goes by."""
    return f"episode:{number}@{round}"


def late_senators(now: datetime) -> list[LateSenator]:
    """The people to be reminded, and not reminded yet, in rounds that close within the next twelve hours."""
    known = _undecided_senators(now)
    told = Notice.objects.filter(kind=NEAR_NOTICE, key__in={each.key for each in known})
    heard = set(told.values_list("game_id", "key", "account_id"))
    return [each for each in known if (each.game_id, each.key, each.account_id) not in heard]


def _undecided_senators(now: datetime) -> list[LateSenator]:
    rows = Seat.objects.filter(
        kind=SeatKind.PERSON,
        account__is_active=True,
        episode__state=EpisodeState.SITTING,
        episode__decision_seconds__gte=LONG_ROUND,
        episode__rounds__closed_at__isnull=True,
        episode__rounds__closes_at__gt=now,
        episode__rounds__closes_at__lte=now + NEARLY,
    )
    decided = Decision.objects.filter(seat=OuterRef("pk"), round__closed_at__isnull=True)
    found = (
        rows.exclude(Exists(decided))
        .order_by("episode__game_id", "episode__number", "number")
        .values_list(
            "episode__game_id", "episode__number", "episode__rounds__number", "episode__rounds__closes_at", "account_id"
        )
    )
    return [
        LateSenator(game_id, number, of, until, who) for game_id, number, of, until, who in found if until is not None
    ]


def still_waits(told: Notice) -> bool:
    """Whether what a notice says of a round still holds: it is open, and its reader has not decided in it."""
    number, _, of = told.key.removeprefix("episode:").partition("@")
    open_ = Round.objects.filter(
        episode__game=told.game, episode__number=number, number=of, closed_at__isnull=True, episode__ended_at=None
    )
    sits = open_.filter(episode__seats__account=told.account_id, episode__seats__kind=SeatKind.PERSON)
    return (
        sits.exists()
        and not open_.filter(decisions__seat__account=told.account_id, decisions__seat__kind=SeatKind.PERSON).exists()
    )


def open_round(episode: Episode) -> Round | None:
    """The round in which the Senate is; none where it is not sitting."""
    if episode.state != EpisodeState.SITTING:
        return None
    return only_row(Round.objects.filter(episode=episode, closed_at__isnull=True))


def closed_rounds(episode: Episode) -> list[Round]:
    """The rounds that are over, in their order."""
    return list(Round.objects.filter(episode=episode, closed_at__isnull=False).order_by("number"))


def record_of(round: Round) -> dict[str, Any]:
    """The public record of a closed round."""
    assert round.record is not None  # it is closed
    return dict(round.record)


def senate_json(state: SenateState) -> dict[str, object]:
    """What stands before a round, as an Episode keeps it."""
    return {**state._asdict()}


def senate_of(episode: Episode) -> SenateState:
    """What stands before the open round, or after the last one."""
    kept: Mapping[str, Sequence[int]] = episode.senate
    return SenateState(
        episode.senate["round"],
        tuple(kept["influence"]),
        tuple(kept["capital"]),
        tuple(map(bool, kept["used"])),
        tuple(episode.senate["statutes"]),
    )


def agents_heard(seats: Sequence[Seat], record: Mapping[str, Any]) -> list[Agent]:
    """The Agents among those who sat there emselves and decided legally, by a round's record. (Rule Decisions)"""
    legal = [seat for seat, void in zip(seats, record["fallback"], strict=True) if not void]
    return [seat.agent for seat in legal if seat.kind == SeatKind.PERSON and seat.agent is not None]


def due_rounds(now: datetime) -> list[tuple[int, int, int]]:
    """The open rounds whose time is over, who has waited longest first: game, number of the Episode, and key."""
    rows = Round.objects.filter(closed_at__isnull=True, closes_at__lte=now, episode__state=EpisodeState.SITTING)
    return list(rows.order_by("closes_at", "pk").values_list("episode__game_id", "episode__number", "pk"))
