"""The replay of an Episode that has ended: round by round, with every decision and note, or as one seat saw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dynasties.quorum.chamber import presenters as chamber_presenters
from dynasties.quorum.chamber.presenters import BillCard, ClosedRound, NoteSlip, Seen, bill_card, note_slip
from dynasties.quorum.chamber.presenters_hemicycle import ChamberPicture, SenatorRow, chamber_picture
from dynasties.quorum.episodes.presenters import ordinal
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import replay_bytes
from dynasties.quorum.rounds.views import get_episode_or_404
from nomic.core.requests import GameRequest, in_game
from proposals.reasons.presenters import address

Replay = Mapping[str, Any]


@require_safe
@never_cache
@in_game
def replay_page(request: GameRequest, number: int) -> HttpResponse:
    """`?round=` of the Episode, `?seat=` whose eyes it is seen with; empty, everybody's. htmx gets the frame alone."""
    row = get_episode_or_404(request, number)
    document = replay_queries.get_replay(row)
    round = _number_asked(request, "round", len(document["rounds"])) or 0
    seat = _number_asked(request, "seat", len(document["seats"]))
    context = {
        "episode": row,
        "address": address("quorum_replay", request, number),
        "round": round,
        "seat": seat,
        "last": len(document["rounds"]) - 1,
        "seats": [(at, each["name"]) for at, each in enumerate(document["seats"])],
        "replay": document,
        "scores": _score_lines(document),
        "frame": replay_frame(document, round, seat) if document["rounds"] else None,
    }
    return render(request, "quorum/_frame.html" if request.htmx else "quorum/replay.html", context)


def _number_asked(request: GameRequest, name: str, count: int) -> int | None:
    """The number that the address asks for, if it is below `count`; None for none or another."""
    words = request.GET.get(name, "")
    return int(words) if words.isdecimal() and len(words) < 4 and int(words) < count else None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Who has how much in the end."""

    place: int
    name: str
    score: str


def _score_lines(document: Replay) -> list[ScoreLine]:
    """The highest first."""
    scores = [Fraction(each) for each in document["scores"]]
    found = [
        ScoreLine(1 + sum(other > mine for other in scores), seat["name"], words)
        for seat, words, mine in zip(document["seats"], document["scores"], scores, strict=True)
    ]
    return sorted(found, key=lambda each: each.place)


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One round of the replay. `viewer`: whose eyes it is seen with; empty, everybody's."""

    picture: ChamberPicture
    description: str
    caption: str
    bill: BillCard
    round: ClosedRound
    sent: Sequence[NoteSlip]
    received: Sequence[NoteSlip]
    standings: Sequence[SenatorRow]
    viewer: str
    ordinal: str


def replay_frame(document: Replay, number: int, seat: int | None) -> ReplayFrame:
    """`seat`: what it knew when it decided, and what it did; None: all of it."""
    records = [each["record"] for each in document["rounds"][: number + 1]]
    names = [each["name"] for each in document["seats"]]
    seen, record = _picture_facts(document, records, seat), records[-1]
    titles = {each["bill"]["id"]: each["bill"]["title"] for each in document["rounds"]}
    senators, round = chamber_presenters.senator_rows(seen), chamber_presenters.closed_round(record, names)
    yeas, marks = chamber_presenters.yea_share(record), chamber_presenters.threshold_marks(seen)
    sent = [each for each in _notes_sent(document, number) if seat in (None, each["from"])]
    after = {each: record[each] for each in ("influence", "capital", "filibuster_used")}
    return ReplayFrame(
        chamber_picture(senators, yeas, marks),
        chamber_presenters.picture_text(senators, seen),
        f"{record['yea_influence']} of {record['total_influence']}",
        bill_card(document["rounds"][number]["bill"], titles, record),
        round if seat is None else replace(round, seats=[round.seats[seat]]),
        [note_slip(each, names, number, number) for each in sent],
        _notes_received(document, number, seat, names),
        chamber_presenters.standing_rows({**seen, **after}),
        names[seat] if seat is not None else "",
        ordinal(number + 1),
    )


def _picture_facts(document: Replay, records: list[Mapping[str, Any]], seat: int | None) -> Seen:
    """The round as the picture takes it: the influence that was weighed, and the votes that were cast."""
    record, config = records[-1], document["config"]
    seats, orders = config["num_seats"], config["orders"]
    before = records[-2] if len(records) > 1 else None
    return {
        "names": [each["name"] for each in document["seats"]],
        "kinds": [each["kind"] for each in document["seats"]],
        "seat": seat,
        "seats": seats,
        "chair": record["chair"],
        "over": False,
        "state": "replayed",
        "influence": before["influence"] if before else [orders["influence"]] * seats,
        "capital": record["capital"],
        "filibuster_used": record["filibuster_used"],
        "decided": [not each for each in record["fallback"]],
        "history": records,
        "scores": None,
        "threshold": {"plain": config["pass_threshold"], "filibustered": orders["bar"] or config["pass_threshold"]},
    }


def _notes_sent(document: Replay, number: int) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = document["rounds"][number]["notes"]
    return found


def _notes_received(document: Replay, number: int, seat: int | None, names: list[str]) -> list[NoteSlip]:
    """The notes that a seat had got when this round opened, the latest first."""
    earlier = ((at, each) for at in range(number - 1, -1, -1) for each in _notes_sent(document, at))
    return [note_slip(each, names, at, number) for at, each in earlier if each["to"] == seat]


@require_safe
@never_cache
@in_game
def download_openings(request: GameRequest, number: int) -> HttpResponse:
    """What each seat had sealed, opened with its salt: a file, for who would check that nothing was changed after."""
    row = get_episode_or_404(request, number)
    answer = JsonResponse(replay_queries.openings_of(row), safe=False)
    answer["Content-Disposition"] = f'attachment; filename="episode-{row.number}-decisions.json"'
    return answer


@require_safe
@never_cache
@in_game
def download_replay(request: GameRequest, number: int) -> HttpResponse:
    """The replay as a file, in the one way that it is written."""
    row = get_episode_or_404(request, number)
    answer = HttpResponse(replay_bytes(replay_queries.get_replay(row)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="episode-{row.number}.json"'
    return answer
