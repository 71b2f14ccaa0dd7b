"""Seats are taken by people, programs and scripts, and left again, until the Episode opens. (Rule Episodes)"""

from __future__ import annotations

from secrets import token_urlsafe

from dynasties.quorum.actions import closing, entering
from dynasties.quorum.actions.entering import Sitter
from dynasties.quorum.mechanics.policies import POLICIES
from dynasties.quorum.models import Episode, Seat, SeatKind
from dynasties.quorum.queries import episodes
from dynasties.quorum.queries.holders import token_digest
from nomic.core import queries as core
from nomic.core.floor import Floor, floor
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Invalid, Reason, Refused

TOKEN_BYTES = 32


def take_seat(*, account_id: int, game_id: int, number: int, seat: int) -> Seat:
    """A person sits down. The Episode opens by itself with the last seat. Who sits there already has what e wants."""
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        if again := episodes.seat_in(the_floor.game.pk, number, seat, account_id):
            return again
        episode = entering.gathering(the_floor, number)
        if already := episodes.seat_of(episode, account_id):
            raise Refused(Reason("sits-already", the_floor.law.rule(episodes.EPISODES), {"seat": already.number}))
        row = _empty(the_floor, episode, seat)
        _sit(the_floor, row, who, SeatKind.PERSON, who.name)
        closing.open_if_full(the_floor, episode)
        return row


def seat_program(*, account_id: int, game_id: int, number: int, seat: int, name: str) -> tuple[Seat, str]:
    """A person seats a program that e answers for, and gets its token: it is shown this once, and not kept."""
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        episode = entering.gathering(the_floor, number)
        row, token = _empty(the_floor, episode, seat), token_urlsafe(TOKEN_BYTES)
        row.token_digest = token_digest(token)
        _sit(the_floor, row, who, SeatKind.PROGRAM, _name(the_floor, episode, name))
        closing.open_if_full(the_floor, episode)
        return row, token


def seat_script(*, account_id: int, game_id: int, number: int, seat: int, script: str) -> Seat:
    """The convener seats a script of the bench. It opens no Episode by itself."""
    with floor(game_id) as the_floor:
        episode = entering.by_the_convener(the_floor, number, entering.sitter(the_floor, account_id))
        row = _empty(the_floor, episode, seat)
        put_script(the_floor, row, script)
        return row


def leave_seat(*, account_id: int, game_id: int, number: int, seat: int) -> Seat:
    """Who holds a seat gives it back before the Episode opens; the convener may clear one of a script."""
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        episode = entering.gathering(the_floor, number)
        row = entering.seat(the_floor, episode, seat)
        if who.account.pk not in {row.account_id, episode.convener_id if row.kind == SeatKind.SCRIPT else None}:
            raise Refused(Reason("not-your-seat", the_floor.law.rule(episodes.EPISODES)))
        _clear(row)
        the_floor.record(
            "quorum.left", actor=who.agent, by=who.name, subject=f"episode:{number}", episode=number, seat=seat
        )
        return row


def renew_token(*, account_id: int, game_id: int, number: int, seat: int) -> str:
    """Who answers for a program gets a new token for it; the old one is worth nothing from then on."""
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        episode = episodes.episode(the_floor.game.pk, number)
        row = entering.seat(the_floor, episode, seat) if episode else None
        if row is None or row.kind != SeatKind.PROGRAM or row.account_id != who.account.pk:
            raise Refused(Reason("not-your-seat", the_floor.law.rule(episodes.EPISODES)))
        token = token_urlsafe(TOKEN_BYTES)
        row.token_digest = token_digest(token)
        row.save(update_fields=["token_digest"])
        return token


def put_script(the_floor: Floor, row: Seat, script: str) -> None:
    """Step: a script of the bench sits in a seat. Raises `Invalid` for one that there is not."""
    if script not in POLICIES:
        raise Invalid("script", "There is no such script on the bench.", "no-script")
    row.kind, row.script, row.name = SeatKind.SCRIPT, script, POLICIES[script].title
    row.save()
    the_floor.record(
        "quorum.seated", subject=f"episode:{row.episode.number}", episode=row.episode.number, seat=row.number,
        seat_kind=row.kind, script=script, senator=row.name,
    )  # fmt: skip


def _empty(the_floor: Floor, episode: Episode, number: int) -> Seat:
    row = entering.seat(the_floor, episode, number)
    if row.kind != SeatKind.EMPTY:
        raise Refused(Reason("seat-taken", the_floor.law.rule(episodes.EPISODES), {"seat": number}))
    return row


def _clear(row: Seat) -> None:
    row.kind, row.account, row.agent, row.name = SeatKind.EMPTY, None, None, ""
    row.script, row.token_digest = "", None
    row.save()


def _name(the_floor: Floor, episode: Episode, name: str) -> str:
    """What a program is to be called. Raises `Invalid` for a name by which it could be taken for somebody else."""
    name = names.tidy(name)
    taken = {names.fold(each.name) for each in core.roster(the_floor.game.pk)}
    taken |= {names.fold(each.name) for each in episodes.seats_of(episode)}
    # A guest may sit down later, and whoever reads the table would not know which of the two e is.
    if names.fold(name) in taken or names.fold(name).endswith(names.fold(entering.GUEST)):
        raise Invalid("name", "Somebody in the game or in this Episode is called that, or nearly.", "name-taken")
    return name


def _sit(the_floor: Floor, row: Seat, who: Sitter, kind: SeatKind, name: str) -> None:
    row.kind, row.account, row.agent, row.name = kind, who.account, who.agent, name
    row.save()
    number = row.episode.number
    the_floor.record(
        "quorum.seated", actor=who.agent, by=who.name, subject=f"episode:{number}", episode=number, seat=row.number,
        seat_kind=row.kind, senator=name,
    )  # fmt: skip
