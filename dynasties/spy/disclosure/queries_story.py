"""Whether what was kept secret in a theatre is what was committed to, and, once it is revealed, all of it was opened.

What `verify_log` asks of the spy dynasty. Before anything is revealed it is checked by unsealing, and no word of it is
told: a flaw names the number of a link, and what is wrong with it. Reads only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cryptography.fernet import InvalidToken
from django.db.models import Model

from dynasties.spy.mechanics.revealing import Opening, digest_of
from dynasties.spy.models import Attempt, Claim, Cover, Disclosure, Errand, Team, Theatre
from dynasties.spy.queries import openings
from dynasties.spy.queries.openings import links, opened_in, pieces_of
from nomic.core import vault
from nomic.core.models import Event, PrivateEvent
from nomic.core.queries import Flaw

# The kinds of links that a row answers to, and where such a row names its theatre.
ROWS: Mapping[str, tuple[type[Model], str]] = {
    "spy.cover": (Cover, "theatre"),
    "spy.attempt": (Attempt, "theatre"),
    "spy.errand": (Errand, "theatre"),
    "spy.disclosure": (Disclosure, "theatre"),
    "spy.claim": (Claim, "mission__theatre"),
}
# Where rulings are, by the name that they have for what is ruled on, and the groups, each change of which is a link.
RULED, CLAIM_RULED, TEAM = "spy.attempt-ruled", "spy.claim-ruled", "spy.team"
LATER = frozenset({"ruling", "opened", "post", "reason"})  # what a row gains after its link was made
BESIDE = frozenset({"theatre", "mission"})  # what a link says that its row has in columns of its own

Links = Mapping[int, tuple[PrivateEvent, Opening]]


def flaws(game_id: int) -> Iterator[Flaw]:
    """Everything in a game's theatres that its private chain, or what was opened of it, does not bear out."""
    for theatre in openings.theatres(game_id):
        known = {link.pk: (link, opening) for link, opening in links(theatre)}
        yield from _of_rows(theatre, known)
        yield from _of_rulings(theatre, known)
        yield from _of_teams(theatre, known)
        yield from _of_the_opening(theatre, known)
    yield from _openings_of_nothing(game_id)


# -- rows and links


def _of_rows(theatre: Theatre, known: Links) -> Iterator[Flaw]:
    for kind, (model, where) in ROWS.items():
        wanted = {pk: each for pk, each in known.items() if each[1].content["kind"] == kind}
        rows: Iterable[Any] = model._default_manager.filter(**{where: theatre}).select_related("private")
        for row in rows:
            yield from _of_row(row, wanted.pop(row.private_id, None))
        for link, _ in wanted.values():
            yield Flaw(f"private event {link.n}", "secret-gone")


def _of_row(row: Any, found: tuple[PrivateEvent, Opening] | None) -> Iterator[Flaw]:
    what = f"private event {row.private.n}"
    if found is None:
        yield Flaw(what, "secret-elsewhere")
        return
    try:
        kept = vault.unseal(row.sealed)
    except InvalidToken:
        yield Flaw(what, "secret-unreadable")
        return
    if not _agrees(kept | _beside(row), found[1].content["data"]) or getattr(row, "at", found[0].at) != found[0].at:
        yield Flaw(what, "secret-differs")


def _beside(row: Any) -> dict[str, Any]:
    return {"uid": row.uid} if hasattr(row, "uid") else {}


def _agrees(kept: Mapping[str, Any], committed: Mapping[str, Any]) -> bool:
    """Whether a row says what its link says, and nothing besides but what came later."""
    said = {name: value for name, value in committed.items() if name not in BESIDE | LATER}
    return said == {name: value for name, value in kept.items() if name in said or name not in LATER | {"uid"}}


def _of_rulings(theatre: Theatre, known: Links) -> Iterator[Flaw]:
    """Every ruling on an attempt or a claim against the link with which it was made."""
    attempts = Attempt.objects.filter(theatre=theatre).select_related("private", "roll")
    yield from _ruled(_named(known, RULED, "attempt"), attempts, _attempt_said, _attempt_ruled)
    claims = Claim.objects.filter(mission__theatre=theatre).select_related("private")
    yield from _ruled(_named(known, CLAIM_RULED, "uid"), claims, _claim_said, _claim_ruled)


def _named(known: Links, kind: str, name: str) -> dict[str, Opening]:
    """The last link of that kind for each thing that it names."""
    made = (each for _, each in known.values() if each.content["kind"] == kind)
    return {each.content["data"][name]: each for each in made}


def _ruled(
    made: dict[str, Opening], rows: Iterable[Any], said: Callable[[Any], object], ruled: Callable[[Any, Any], object]
) -> Iterator[Flaw]:
    for row in rows:
        opening = made.pop(row.uid, None)
        committed = said(opening.content["data"]) if opening else NEVER[type(row)]
        if (ruled(row, _kept(row)), row.ruled_at is not None) != (committed, opening is not None):
            yield Flaw(f"private event {opening.n if opening else row.private.n}", "secret-differs")
    for opening in made.values():
        yield Flaw(f"private event {opening.n}", "secret-gone")


# How a row stands that nobody has ruled on.
NEVER: Mapping[type[Model], object] = {Attempt: (None, None), Claim: (None, "")}


def _attempt_said(data: Mapping[str, Any]) -> object:
    return {"row": data["row"], "fates": data["fates"]}, data["roll"]


def _attempt_ruled(row: Attempt, kept: Mapping[str, Any]) -> object:
    return kept.get("ruling"), row.roll.number if row.roll else None


def _claim_said(data: Mapping[str, Any]) -> object:
    return data["accepted"], data["reason"]


def _claim_ruled(row: Claim, kept: Mapping[str, Any]) -> object:
    return row.accepted, kept.get("reason", "")


def _of_teams(theatre: Theatre, known: Links) -> Iterator[Flaw]:
    """Every group as the last change of it left it."""
    made = _named(known, TEAM, "uid")
    for row in Team.objects.filter(mission__theatre=theatre):
        opening = made.pop(row.uid, None)
        kept = {name: value for name, value in _kept(row).items() if name != "token"}
        if opening is None or not _agrees(kept | {"uid": row.uid}, _without_deed(opening.content["data"])):
            yield Flaw(f"private event {opening.n}" if opening else "a group", "secret-differs")
    for opening in made.values():
        yield Flaw(f"private event {opening.n}", "secret-gone")


def _without_deed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A group as its link has it, without what was done to it then."""
    return {name: value for name, value in data.items() if name != "what"}


def _kept(row: Any) -> Mapping[str, Any]:
    """What a row keeps; nothing where no key opens it, which is a flaw of its own."""
    try:
        kept: Mapping[str, Any] = vault.unseal(row.sealed)
    except InvalidToken:
        return {}
    return kept


# -- what was revealed


def _of_the_opening(theatre: Theatre, known: Links) -> Iterator[Flaw]:
    what, event = f"theatre {theatre.number}", theatre.revealed
    if event is None:
        for piece in pieces_of(theatre):
            yield Flaw(what, "opened-unrevealed", found=f"event {piece.seq}")
        return
    if (event.kind, event.data.get("theatre")) != (openings.WHOLE, theatre.number):
        yield Flaw(what, "another-event", openings.WHOLE, f"event {event.seq}, {event.kind}")
        return
    told = opened_in(theatre)
    if (event.data["links"], event.data["digest"]) != (len(told), digest_of(told)):
        yield Flaw(what, "digest-differs", f"{event.data['links']} {event.data['digest']}",
                   f"{len(told)} {digest_of(told)}")  # fmt: skip
    yield from _opened_truly(told, {link.n: (link, each) for link, each in known.values()}, event.data["until"])


def _opened_truly(told: list[Opening], by_n: Links, until: int) -> Iterator[Flaw]:
    """Each opening is what was committed to at its number, and none is missing."""
    for each in told:
        link = by_n.get(each.n)
        if link is None:
            yield Flaw(f"private event {each.n}", "opened-foreign")
        elif each.committed != link[0].commitment:
            yield Flaw(f"private event {each.n}", "opening-differs", link[0].commitment, each.committed)
    for n in sorted({n for n in by_n if n <= until} - {each.n for each in told}):
        yield Flaw(f"private event {n}", "never-opened")


def _openings_of_nothing(game_id: int) -> Iterator[Flaw]:
    """Events that say that something was revealed, of a theatre that does not know of it."""
    known = set(Theatre.objects.filter(game_id=game_id, revealed__isnull=False).values_list("revealed_id", flat=True))
    for event in Event.objects.filter(game_id=game_id, kind=openings.WHOLE).order_by("seq"):
        if event.pk not in known:
            yield Flaw(event.subject.replace(":", " "), "revealed-unknown", found=f"event {event.seq}")
