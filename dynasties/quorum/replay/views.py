"""The replay of an Episode that has ended: round by round, with every decision and note, or as one seat saw it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dynasties.quorum.mechanics.replay import written
from dynasties.quorum.queries import observing
from dynasties.quorum.views import chamber_shown as shown
from dynasties.quorum.views.bill_shown import bill
from dynasties.quorum.views.entered import found
from dynasties.quorum.views.hemicycle import hemicycle
from nomic.core.views.entering import GameRequest, in_game
from proposals.views.wording import address

Replay = Mapping[str, Any]


@require_safe
@never_cache
@in_game
def replay(request: GameRequest, number: int) -> HttpResponse:
    """`?round=` of the Episode, `?seat=` whose eyes it is seen with; empty, everybody's. htmx gets the frame alone."""
    row = found(request, number)
    document = observing.replay_of(row)
    round = _asked(request, "round", len(document["rounds"])) or 0
    seat = _asked(request, "seat", len(document["seats"]))
    context = {
        "episode": row,
        "address": address("quorum_replay", request, number),
        "round": round,
        "seat": seat,
        "last": len(document["rounds"]) - 1,
        "seats": [(at, each["name"]) for at, each in enumerate(document["seats"])],
        "replay": document,
        "scores": _scores(document),
        "frame": frame(document, round, seat) if document["rounds"] else None,
    }
    return render(request, "quorum/_frame.html" if request.htmx else "quorum/replay.html", context)


def _asked(request: GameRequest, name: str, count: int) -> int | None:
    """The number that the address asks for, if it is below `count`; None for none or another."""
    words = request.GET.get(name, "")
    return int(words) if words.isdecimal() and len(words) < 4 and int(words) < count else None


def _scores(document: Replay) -> list[shown.Shown]:
    """Who has how much in the end, the highest first."""
    scores = [Fraction(each) for each in document["scores"]]
    found = [
        {"name": seat["name"], "score": words, "place": 1 + sum(other > mine for other in scores)}
        for seat, words, mine in zip(document["seats"], document["scores"], scores, strict=True)
    ]
    return sorted(found, key=lambda each: int(each["place"]))


def frame(document: Replay, number: int, seat: int | None) -> shown.Shown:
    """One round of the replay. `seat`: what it knew when it decided, and what it did; None: all of it."""
    records = [each["record"] for each in document["rounds"][: number + 1]]
    names = [each["name"] for each in document["seats"]]
    seen, record = _seen(document, records, seat), records[-1]
    titles = {each["bill"]["id"]: each["bill"]["title"] for each in document["rounds"]}
    return {
        "seen": seen,
        "picture": hemicycle(shown.senators(seen), shown.gauge(record), shown.marks(seen)),
        "description": shown.described(shown.senators(seen), seen),
        "caption": f"{record['yea_influence']} of {record['total_influence']}",
        "line": shown.vote_line(record),
        "bill": bill(document["rounds"][number]["bill"], titles, record),
        "round": _only(shown.closed(record, names), seat),
        "sent": [_note(each, number, names) for each in _sent(document, number) if seat in (None, each["from"])],
        "received": _received(document, number, seat, names),
        "standings": shown.standings({**seen, "influence": record["influence"], "capital": record["capital"],
                                      "filibuster_used": record["filibuster_used"]}),
        "viewer": names[seat] if seat is not None else "",
        "chair": names[record["chair"]],
        "ordinal": shown.ordinal(number + 1),
    }  # fmt: skip


def _seen(document: Replay, records: list[Mapping[str, Any]], seat: int | None) -> shown.Shown:
    """The round as the picture takes it: the influence that was weighed, and the votes that were cast."""
    record, config = records[-1], document["config"]
    seats, orders = config["num_seats"], config["orders"]
    before = records[-2] if len(records) > 1 else None
    return {
        "names": [each["name"] for each in document["seats"]],
        "kinds": [each["kind"] for each in document["seats"]],
        "seat": seat, "seats": seats, "chair": record["chair"], "over": False, "state": "replayed",
        "influence": before["influence"] if before else [orders["influence"]] * seats,
        "capital": record["capital"], "filibuster_used": record["filibuster_used"],
        "decided": [not each for each in record["fallback"]], "history": records, "scores": None,
        "threshold": {"plain": config["pass_threshold"], "filibustered": orders["bar"] or config["pass_threshold"]},
    }  # fmt: skip


def _only(round: shown.Shown, seat: int | None) -> shown.Shown:
    return round if seat is None else {**round, "seats": [round["seats"][seat]]}


def _sent(document: Replay, number: int) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = document["rounds"][number]["notes"]
    return found


def _received(document: Replay, number: int, seat: int | None, names: list[str]) -> list[shown.Shown]:
    """The notes that a seat had got when this round opened, the latest first."""
    earlier = [(at, each) for at in range(number - 1, -1, -1) for each in _sent(document, at) if each["to"] == seat]
    return [{**_note(each, at, names), "is_fresh": at == number - 1} for at, each in earlier]


def _note(note: Mapping[str, Any], round: int, names: list[str]) -> shown.Shown:
    return {"round": round, "from": names[note["from"]], "to": names[note["to"]], "text": note["text"]}


@require_safe
@never_cache
@in_game
def openings(request: GameRequest, number: int) -> HttpResponse:
    """What each seat had sealed, opened with its salt: a file, for who would check that nothing was changed after."""
    row = found(request, number)
    answer = JsonResponse(observing.openings_of(row), safe=False)
    answer["Content-Disposition"] = f'attachment; filename="episode-{row.number}-decisions.json"'
    return answer


@require_safe
@never_cache
@in_game
def download(request: GameRequest, number: int) -> HttpResponse:
    """The replay as a file, in the one way that it is written."""
    row = found(request, number)
    answer = HttpResponse(written(observing.replay_of(row)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="episode-{row.number}.json"'
    return answer
