"""What of the private chain belongs to a theatre, what of it the log has opened, and whether both agree.

`private_links` is for the act that opens everything and for what checks it; whatever is shown comes from
`opened_links`, which reads the public log, or asks first whether the theatre is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from cryptography.fernet import InvalidToken
from django.db.models import Model

from dynasties.spy.dials import REVEALING
from dynasties.spy.disclosure.rules import Opening, may_reveal, story_digest
from dynasties.spy.missions.models import Claim, Team
from dynasties.spy.theatre import rules as theatre_rules
from dynasties.spy.theatre.models import Attempt, Cover, Disclosure, Errand, Theatre
from dynasties.spy.theatre.rules import EVENT_PREFIX, SECRET_ROLL, STORY_PART
from nomic.core import vault
from nomic.core.decision import Decision, Reason, refusal
from nomic.core.dice.queries import Flaw
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets import queries as secrets_queries
from nomic.core.secrets.queries import proofs_of
from nomic.core.secrets.rules import Proof


def get_theatre(game_id: int, number: int) -> Theatre | None:
    return Theatre.objects.filter(game_id=game_id, number=number).select_related("revealed").first()


def theatres_of_game(game_id: int) -> list[Theatre]:
    """Every stretch of play, the newest first."""
    return list(Theatre.objects.filter(game_id=game_id).select_related("revealed").order_by("-number"))


def may_reveal_now(the_theatre: Theatre, game: Game, agent: Agent | None, now: Law | None = None) -> Decision[bool]:
    """Whether an Agent, None for a visitor, may reveal everything of a theatre now, with the grounds against it.

    `now`: the law in force, where that has been read already.
    """
    law = now if now is not None and the_theatre.ended_at is None else revealing_law(the_theatre)
    if agent is None or agent.pk != game.mastermind_id:
        return refusal("for-the-mastermind", law.rule(REVEALING))
    over = the_theatre.ended_at is not None or game.awaits_address
    return may_reveal(law, over=over, revealed=the_theatre.revealed_id is not None)


def revealing_law(the_theatre: Theatre) -> Law:
    """The law that says who reveals it: that of now, or, where it is all gone, the last that was there."""
    ended = the_theatre.ended_seq
    return law_queries.law(the_theatre.game_id, _before_the_end(the_theatre, ended) if ended is not None else None)


def _before_the_end(the_theatre: Theatre, ended_seq: int) -> int:
    """The last event of a theatre under whose law it was played."""
    seq = ended_seq
    while (snapshot := law_queries.law_snapshot(the_theatre.game_id, seq)) is not None:
        if any(name.startswith(EVENT_PREFIX) for name in snapshot.mechanisms):
            return snapshot.seq
        seq = snapshot.seq - 1
    return ended_seq


def private_links(the_theatre: Theatre, *, until_n: int | None = None) -> Iterator[tuple[PrivateEvent, Opening]]:
    """For the act and for checks: every link of a theatre, unsealed, in the order of the chain.

    That is what its rules had kept secret, and the secret dice that fell while it was played; no message, and no
    author. What no key opens is passed over: the chain's own check tells of it.
    """
    chain = PrivateEvent.objects.filter(game_id=the_theatre.game_id, at__gte=the_theatre.began_at).order_by("n")
    for link in (chain if until_n is None else chain.filter(n__lte=until_n)).iterator():
        try:
            told = secrets_queries.unseal_event(link)
        except InvalidToken:
            continue
        if _belongs_to_theatre(the_theatre, told, link.at):
            yield link, Opening(link.n, told.content, told.salt)


def _belongs_to_theatre(the_theatre: Theatre, told: secrets_queries.UnsealedEvent, at: datetime) -> bool:
    if told.kind == SECRET_ROLL:
        return the_theatre.ended_at is None or at <= the_theatre.ended_at
    return told.kind.startswith(EVENT_PREFIX) and told.data.get("theatre") == the_theatre.number


def opened_links(the_theatre: Theatre) -> list[Opening]:
    """What the log has opened of a theatre; nothing before it is revealed."""
    return [Opening(**each) for event in opening_events(the_theatre) for each in event.data["openings"]]


def opening_events(the_theatre: Theatre) -> list[Event]:
    """The events that opened it."""
    told = Event.objects.filter(game_id=the_theatre.game_id, kind=STORY_PART, subject=f"theatre:{the_theatre.number}")
    return list(told.order_by("seq"))


def link_proofs(the_theatre: Theatre, only: int | None = None) -> dict[int, Proof]:
    """By number of the link: that it was in the chain by the end of its day. Only of what is revealed.

    A link has no proof until its day is over. `only`: of this link alone, with what it says.
    """
    told = opened_links(the_theatre) if the_theatre.revealed_id is not None else []
    known = [each.n for each in told if only in {None, each.n}]
    links = PrivateEvent.objects.filter(game_id=the_theatre.game_id, n__in=known).order_by("n")
    return proofs_of(links, disclose=only is not None)


def revealing_barriers(the_theatre: Theatre, game: Game, agent: Agent | None, law: Law) -> tuple[Reason, ...]:
    """The grounds against revealing it now; none where it may be done. `law`: that in force."""
    ruled = may_reveal_now(the_theatre, game, agent, law)
    return () if ruled.outcome else ruled.reasons


# Whether what was kept secret in a theatre is what was committed to, and, once it is revealed, all of it was opened.
# What `verify_log` asks of the spy dynasty. Before anything is revealed it is checked by unsealing, and no word of it
# is told: a flaw names the number of a link, and what is wrong with it. Reads only.

# The kinds of links that a row answers to, and where such a row names its theatre.
SEALED_ROWS: Mapping[str, tuple[type[Model], str]] = {
    "spy.cover": (Cover, "theatre"),
    "spy.attempt": (Attempt, "theatre"),
    "spy.errand": (Errand, "theatre"),
    "spy.disclosure": (Disclosure, "theatre"),
    "spy.claim": (Claim, "mission__theatre"),
}
# Where rulings are, by the name that they have for what is ruled on, and the groups, each change of which is a link.
ATTEMPT_RULED, CLAIM_RULED, TEAM = "spy.attempt-ruled", "spy.claim-ruled", "spy.team"
LATER = frozenset({"ruling", "opened", "post", "reason"})  # what a row gains after its link was made
BESIDE = frozenset({"theatre", "mission"})  # what a link says that its row has in columns of its own

LinksByNumber = Mapping[int, tuple[PrivateEvent, Opening]]


def theatre_flaws(game_id: int) -> Iterator[Flaw]:
    """Everything in a game's theatres that its private chain, or what was opened of it, does not bear out."""
    for theatre in theatres_of_game(game_id):
        known = {link.pk: (link, opening) for link, opening in private_links(theatre)}
        yield from _row_flaws(theatre, known)
        yield from _ruling_flaws(theatre, known)
        yield from _team_flaws(theatre, known)
        yield from _opening_flaws(theatre, known)
    yield from _stray_opening_flaws(game_id)


# -- rows and links


def _row_flaws(theatre: Theatre, known: LinksByNumber) -> Iterator[Flaw]:
    for kind, (model, where) in SEALED_ROWS.items():
        wanted = {pk: each for pk, each in known.items() if each[1].content["kind"] == kind}
        rows: Iterable[Any] = model._default_manager.filter(**{where: theatre}).select_related("private")
        for row in rows:
            yield from _one_row_flaws(row, wanted.pop(row.private_id, None))
        for link, _ in wanted.values():
            yield Flaw(f"private event {link.n}", "secret-gone")


def _one_row_flaws(row: Any, found: tuple[PrivateEvent, Opening] | None) -> Iterator[Flaw]:
    what = f"private event {row.private.n}"
    if found is None:
        yield Flaw(what, "secret-elsewhere")
        return
    try:
        kept = vault.unseal(row.sealed)
    except InvalidToken:
        yield Flaw(what, "secret-unreadable")
        return
    if (
        not _agrees(kept | _fields_beside(row), found[1].content["data"])
        or getattr(row, "at", found[0].at) != found[0].at
    ):
        yield Flaw(what, "secret-differs")


def _fields_beside(row: Any) -> dict[str, Any]:
    return {"uid": row.uid} if hasattr(row, "uid") else {}


def _agrees(kept: Mapping[str, Any], committed: Mapping[str, Any]) -> bool:
    """Whether a row says what its link says, and nothing besides but what came later."""
    said = {name: value for name, value in committed.items() if name not in BESIDE | LATER}
    return said == {name: value for name, value in kept.items() if name in said or name not in LATER | {"uid"}}


def _ruling_flaws(theatre: Theatre, known: LinksByNumber) -> Iterator[Flaw]:
    """Every ruling on an attempt or a claim against the link with which it was made."""
    attempts = Attempt.objects.filter(theatre=theatre).select_related("private", "roll")
    yield from _rulings_against_links(
        _last_links(known, ATTEMPT_RULED, "attempt"), attempts, _attempt_link, _attempt_row
    )
    claims = Claim.objects.filter(mission__theatre=theatre).select_related("private")
    yield from _rulings_against_links(_last_links(known, CLAIM_RULED, "uid"), claims, _claim_link, _claim_row)


def _last_links(known: LinksByNumber, kind: str, name: str) -> dict[str, Opening]:
    """The last link of that kind for each thing that it names."""
    made = (each for _, each in known.values() if each.content["kind"] == kind)
    return {each.content["data"][name]: each for each in made}


def _rulings_against_links(
    made: dict[str, Opening], rows: Iterable[Any], said: Callable[[Any], object], ruled: Callable[[Any, Any], object]
) -> Iterator[Flaw]:
    for row in rows:
        opening = made.pop(row.uid, None)
        committed = said(opening.content["data"]) if opening else NO_RULING[type(row)]
        if (ruled(row, _sealed_fields(row)), row.ruled_at is not None) != (committed, opening is not None):
            yield Flaw(f"private event {opening.n if opening else row.private.n}", "secret-differs")
    for opening in made.values():
        yield Flaw(f"private event {opening.n}", "secret-gone")


# How a row stands that nobody has ruled on.
NO_RULING: Mapping[type[Model], object] = {Attempt: (None, None), Claim: (None, "")}


def _attempt_link(data: Mapping[str, Any]) -> object:
    return {"row": data["row"], "fates": data["fates"]}, data["roll"]


def _attempt_row(row: Attempt, kept: Mapping[str, Any]) -> object:
    return kept.get("ruling"), row.roll.number if row.roll else None


def _claim_link(data: Mapping[str, Any]) -> object:
    return data["accepted"], data["reason"]


def _claim_row(row: Claim, kept: Mapping[str, Any]) -> object:
    return row.accepted, kept.get("reason", "")


def _team_flaws(theatre: Theatre, known: LinksByNumber) -> Iterator[Flaw]:
    """Every group as the last change of it left it."""
    made = _last_links(known, TEAM, "uid")
    for row in Team.objects.filter(mission__theatre=theatre):
        opening = made.pop(row.uid, None)
        kept = {name: value for name, value in _sealed_fields(row).items() if name != "token"}
        if opening is None or not _agrees(kept | {"uid": row.uid}, _without_deed(opening.content["data"])):
            yield Flaw(f"private event {opening.n}" if opening else "a group", "secret-differs")
    for opening in made.values():
        yield Flaw(f"private event {opening.n}", "secret-gone")


def _without_deed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A group as its link has it, without what was done to it then."""
    return {name: value for name, value in data.items() if name != "what"}


def _sealed_fields(row: Any) -> Mapping[str, Any]:
    """What a row keeps; nothing where no key opens it, which is a flaw of its own."""
    try:
        kept: Mapping[str, Any] = vault.unseal(row.sealed)
    except InvalidToken:
        return {}
    return kept


# -- what was revealed


def _opening_flaws(theatre: Theatre, known: LinksByNumber) -> Iterator[Flaw]:
    what, event = f"theatre {theatre.number}", theatre.revealed
    if event is None:
        for piece in opening_events(theatre):
            yield Flaw(what, "opened-unrevealed", found=f"event {piece.seq}")
        return
    if (event.kind, event.data.get("theatre")) != (theatre_rules.STORY_REVEALED, theatre.number):
        yield Flaw(what, "another-event", theatre_rules.STORY_REVEALED, f"event {event.seq}, {event.kind}")
        return
    told = opened_links(theatre)
    if (event.data["links"], event.data["digest"]) != (len(told), story_digest(told)):
        yield Flaw(
            what, "digest-differs", f"{event.data['links']} {event.data['digest']}", f"{len(told)} {story_digest(told)}"
        )
    yield from _opened_link_flaws(told, {link.n: (link, each) for link, each in known.values()}, event.data["until"])


def _opened_link_flaws(told: list[Opening], by_n: LinksByNumber, until: int) -> Iterator[Flaw]:
    """Each opening is what was committed to at its number, and none is missing."""
    for each in told:
        link = by_n.get(each.n)
        if link is None:
            yield Flaw(f"private event {each.n}", "opened-foreign")
        elif each.commitment != link[0].commitment:
            yield Flaw(f"private event {each.n}", "opening-differs", link[0].commitment, each.commitment)
    for n in sorted({n for n in by_n if n <= until} - {each.n for each in told}):
        yield Flaw(f"private event {n}", "never-opened")


def _stray_opening_flaws(game_id: int) -> Iterator[Flaw]:
    """Events that say that something was revealed, of a theatre that does not know of it."""
    known = set(Theatre.objects.filter(game_id=game_id, revealed__isnull=False).values_list("revealed_id", flat=True))
    for event in Event.objects.filter(game_id=game_id, kind=theatre_rules.STORY_REVEALED).order_by("seq"):
        if event.pk not in known:
            yield Flaw(event.subject.replace(":", " "), "revealed-unknown", found=f"event {event.seq}")
