"""Convene an Episode, call it off or open it; take and leave seats, for people, programs and scripts; and what a
change of law or a hiatus does to all of them. (Rule Episodes)
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from math import ceil
from secrets import token_urlsafe

from dynasties.quorum.dials import (
    DECISION_TIME,
    EPISODES,
    LEAST_ROUNDS,
    LEAST_SEATS,
    ROUND_KIND,
    ROUNDS,
    SEATS,
    THRESHOLD,
    THRESHOLD_KIND,
)
from dynasties.quorum.episodes import actions as episodes_actions, queries as episodes_queries
from dynasties.quorum.episodes.actions import Sitter
from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.episodes.queries import token_digest
from dynasties.quorum.episodes.rules import LONGEST_SEED, Config, config_json, orders_of, read_seed
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from dynasties.quorum.rounds.models import Round
from dynasties.quorum.rounds.rules_scripts import POLICIES
from nomic.core import vault
from nomic.core.chain import commitment, plain_json
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.effects import HiatusChanged, LawChanged
from nomic.core.floor import Floor, floor
from nomic.core.games.queries import next_number
from nomic.core.input import Field, check_token
from nomic.core.law.rules import Law
from nomic.core.law.rules_wordings import decimal_words
from nomic.core.roster import queries as roster_queries, rules as roster_rules

SEED_BYTES = 16
MOST_ON, MOST_A_DAY, A_DAY = 20, 50, timedelta(hours=24)
SHORTEST, LONGEST = (round(each.total_seconds()) for each in (ROUND_KIND.least, ROUND_KIND.most))


@dataclass(frozen=True, slots=True)
class ConvenerWishes:
    """What a convener asks for; None is what the law says, or for a seed, that it is drawn."""

    seats: int
    rounds: int
    threshold: Fraction | None = None
    veto: bool = True
    caucus: bool = True
    decision_seconds: int | None = None
    seed: str | None = None


def convene_episode(*, account_id: int, game_id: int, wishes: ConvenerWishes, token: str) -> Episode:
    """Convene an Episode: its seats can be taken. A form sent twice convenes one.

    Raises `Invalid` at the field that cannot be taken; refused where law or game let nobody, or not this person.
    """
    check_token(token)
    wishes = replace(wishes, seed=_clean_seed(wishes.seed))
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        if twin := Episode.objects.filter(game=the_floor.game, convener=who.account, token=token).first():
            return twin
        _require_may_convene(the_floor, who)
        return _record_convening(the_floor, who, wishes, token)


def _require_may_convene(the_floor: Floor, who: Sitter) -> None:
    # One person with a script would fill list and log for everybody.
    game, convener, rule = the_floor.game.pk, who.account.pk, the_floor.law.rule(EPISODES)
    if episodes_queries.count_convened_and_on(game, convener) >= MOST_ON:
        raise Refused(Reason("too-many-episodes", rule, {"most": MOST_ON}))
    if episodes_queries.count_convened_since(game, convener, the_floor.now - A_DAY) >= MOST_A_DAY:
        raise Refused(Reason("too-many-in-a-day", rule, {"most": MOST_A_DAY}))


def _clean_seed(seed: str | None) -> str | None:
    seed = (seed or "").strip()
    try:
        return read_seed(Field(seed)) if seed else None
    except Invalid:
        said = f"A seed has at most {LONGEST_SEED} plain letters, digits and signs."
        raise Invalid("seed", said, "bad-seed") from None


def _config_for(wishes: ConvenerWishes, law: Law) -> Config:
    """What is played, by the law of this moment. Raises `Invalid` at the field."""
    _require_within("seats", wishes.seats, LEAST_SEATS, law[SEATS] or LEAST_SEATS)
    _require_within("rounds", wishes.rounds, LEAST_ROUNDS, law[ROUNDS] or LEAST_ROUNDS)
    threshold = law[THRESHOLD] if wishes.threshold is None else wishes.threshold
    if not THRESHOLD_KIND.least <= threshold <= THRESHOLD_KIND.most:
        least, most = decimal_words(THRESHOLD_KIND.least), decimal_words(THRESHOLD_KIND.most)
        raise Invalid("threshold", f"A threshold is from {least} to {most}.", "out-of-bounds")
    return Config(wishes.seats, wishes.rounds, threshold, wishes.veto, wishes.caucus, orders_of(law))


def _require_within(path: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise Invalid(path, f"The law lets it be from {least} to {most}.", "out-of-bounds")


def _clean_time(wishes: ConvenerWishes, law: Law) -> int:
    usual = law[DECISION_TIME]
    assert usual is not None  # the dial has a standard value
    seconds = round(usual.total_seconds()) if wishes.decision_seconds is None else wishes.decision_seconds
    if not SHORTEST <= seconds <= LONGEST:
        raise Invalid("decision_seconds", "A round lasts from one second to sixty days.", "out-of-bounds")
    return seconds


def _record_convening(the_floor: Floor, who: Sitter, wishes: ConvenerWishes, token: str) -> Episode:
    config = plain_json(config_json(_config_for(wishes, the_floor.law)))
    seed, salt = wishes.seed or secrets.token_hex(SEED_BYTES), vault.fresh_salt()
    episode = Episode.objects.create(
        game=the_floor.game,
        number=next_number(Episode.objects.filter(game=the_floor.game)),
        convener=who.account,
        convener_name=who.name,
        config=config,
        decision_seconds=_clean_time(wishes, the_floor.law),
        sealed_seed=vault.seal({"seed": seed, "salt": salt}),
        seed_digest=commitment({"seed": seed}, salt),
        seed_given=wishes.seed is not None,
        token=token,
        convened_at=the_floor.now,
    )
    Seat.objects.bulk_create(Seat(episode=episode, number=number) for number in range(wishes.seats))
    the_floor.record(
        "quorum.convened",
        actor=who.agent,
        by=who.name,
        subject=subject_key(episode),
        episode=episode.number,
        seats=wishes.seats,
        rounds=wishes.rounds,
        config=config,
        seconds=episode.decision_seconds,
        seed_digest=episode.seed_digest,
        seed_given=episode.seed_given,
    )
    return episode


def subject_key(episode: Episode) -> str:
    """What the log calls it."""
    return f"episode:{episode.number}"


def call_off_episode(*, account_id: int, game_id: int, number: int) -> Episode:
    """The convener calls an Episode off that has not opened."""
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        episode = episodes_actions.get_own_gathering_episode(the_floor, number, who)
        abandon_episode(the_floor, episode)
        the_floor.record(
            "quorum.called-off", actor=who.agent, by=who.name, subject=subject_key(episode), episode=episode.number
        )
        return episode


def abandon_episode(the_floor: Floor, episode: Episode) -> None:
    """Step: an Episode that has not opened never will."""
    episode.state, episode.ended_at = EpisodeState.CALLED_OFF, the_floor.now
    episode.save(update_fields=["state", "ended_at"])


def open_episode(*, account_id: int, game_id: int, number: int, scripts: Sequence[str] = ()) -> Episode:
    """The convener opens it: scripts are seated where nobody sits, these in turn. Refused without one for each."""
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        episode = episodes_actions.get_own_gathering_episode(the_floor, number, who)
        empty = [seat for seat in episodes_queries.seats_of(episode) if seat.kind == SeatKind.EMPTY]
        if len(scripts) < len(empty):
            raise Refused(Reason("seats-empty", the_floor.law.rule(EPISODES), {"count": len(empty)}))
        for seat, script in zip(empty, scripts, strict=False):
            put_script(the_floor, seat, script)
        rounds_actions.start_episode(the_floor, episode)
        return episode


# Seats are taken by people, programs and scripts, and left again, until the Episode opens. (Rule Episodes)

TOKEN_BYTES = 32


def take_seat(*, account_id: int, game_id: int, number: int, seat: int) -> Seat:
    """A person sits down. The Episode opens by itself with the last seat. Who sits there already has what e wants."""
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        if again := episodes_queries.seat_in(the_floor.game.pk, number, seat, account_id):
            return again
        episode = episodes_actions.get_gathering_episode(the_floor, number)
        if already := episodes_queries.seat_of(episode, account_id):
            raise Refused(Reason("sits-already", the_floor.law.rule(EPISODES), {"seat": already.number}))
        row = _get_empty_seat(the_floor, episode, seat)
        _fill_seat(the_floor, row, who, SeatKind.PERSON, who.name)
        rounds_actions.open_if_full(the_floor, episode)
        return row


def seat_program(*, account_id: int, game_id: int, number: int, seat: int, name: str) -> tuple[Seat, str]:
    """A person seats a program that e answers for, and gets its token: it is shown this once, and not kept."""
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        episode = episodes_actions.get_gathering_episode(the_floor, number)
        row, token = _get_empty_seat(the_floor, episode, seat), token_urlsafe(TOKEN_BYTES)
        row.token_digest = token_digest(token)
        _fill_seat(the_floor, row, who, SeatKind.PROGRAM, _clean_program_name(the_floor, episode, name))
        rounds_actions.open_if_full(the_floor, episode)
        return row, token


def seat_script(*, account_id: int, game_id: int, number: int, seat: int, script: str) -> Seat:
    """The convener seats a script of the bench. It opens no Episode by itself."""
    with floor(game_id) as the_floor:
        episode = episodes_actions.get_own_gathering_episode(
            the_floor, number, episodes_actions.require_sitter(the_floor, account_id)
        )
        row = _get_empty_seat(the_floor, episode, seat)
        put_script(the_floor, row, script)
        return row


def leave_seat(*, account_id: int, game_id: int, number: int, seat: int) -> Seat:
    """Who holds a seat gives it back before the Episode opens; the convener may clear one of a script."""
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        episode = episodes_actions.get_gathering_episode(the_floor, number)
        row = episodes_actions.get_seat(the_floor, episode, seat)
        if who.account.pk not in {row.account_id, episode.convener_id if row.kind == SeatKind.SCRIPT else None}:
            raise Refused(Reason("not-your-seat", the_floor.law.rule(EPISODES)))
        _clear_seat(row)
        the_floor.record(
            "quorum.left", actor=who.agent, by=who.name, subject=f"episode:{number}", episode=number, seat=seat
        )
        return row


def renew_token(*, account_id: int, game_id: int, number: int, seat: int) -> str:
    """Who answers for a program gets a new token for it; the old one is worth nothing from then on."""
    with floor(game_id) as the_floor:
        who = episodes_actions.require_sitter(the_floor, account_id)
        episode = episodes_queries.get_episode(the_floor.game.pk, number)
        row = episodes_actions.get_seat(the_floor, episode, seat) if episode else None
        if row is None or row.kind != SeatKind.PROGRAM or row.account_id != who.account.pk:
            raise Refused(Reason("not-your-seat", the_floor.law.rule(EPISODES)))
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
        "quorum.seated",
        subject=f"episode:{row.episode.number}",
        episode=row.episode.number,
        seat=row.number,
        seat_kind=row.kind,
        script=script,
        senator=row.name,
    )


def _get_empty_seat(the_floor: Floor, episode: Episode, number: int) -> Seat:
    row = episodes_actions.get_seat(the_floor, episode, number)
    if row.kind != SeatKind.EMPTY:
        raise Refused(Reason("seat-taken", the_floor.law.rule(EPISODES), {"seat": number}))
    return row


def _clear_seat(row: Seat) -> None:
    row.kind, row.account, row.agent, row.name = SeatKind.EMPTY, None, None, ""
    row.script, row.token_digest = "", None
    row.save()


def _clean_program_name(the_floor: Floor, episode: Episode, name: str) -> str:
    """What a program is to be called. Raises `Invalid` for a name by which it could be taken for somebody else."""
    name = roster_rules.normalize_name(name)
    taken = {roster_rules.fold_name(each.name) for each in roster_queries.roster(the_floor.game.pk)}
    taken |= {roster_rules.fold_name(each.name) for each in episodes_queries.seats_of(episode)}
    # A guest may sit down later, and whoever reads the table would not know which of the two e is.
    if roster_rules.fold_name(name) in taken or roster_rules.fold_name(name).endswith(
        roster_rules.fold_name(episodes_queries.GUEST)
    ):
        raise Invalid("name", "Somebody in the game or in this Episode is called that, or nearly.", "name-taken")
    return name


def _fill_seat(the_floor: Floor, row: Seat, who: Sitter, kind: SeatKind, name: str) -> None:
    row.kind, row.account, row.agent, row.name = kind, who.account, who.agent, name
    row.save()
    number = row.episode.number
    the_floor.record(
        "quorum.seated",
        actor=who.agent,
        by=who.name,
        subject=f"episode:{number}",
        episode=number,
        seat=row.number,
        seat_kind=row.kind,
        senator=name,
    )


# What becomes of Episodes when the law changes, or the game goes into hiatus and comes out of it. (Rule Episodes)


def adjourn_episodes(the_floor: Floor, effect: LawChanged) -> None:
    """Handler: where no rule provides for Episodes any more, those that are on are adjourned."""
    if episodes_queries.is_played(the_floor.law):
        return
    for episode in Episode.objects.filter(game=the_floor.game, state__in=episodes_queries.CURRENT_STATES).order_by(
        "number"
    ):
        if episode.state == EpisodeState.GATHERING:
            abandon_episode(the_floor, episode)
            the_floor.record("quorum.called-off", subject=f"episode:{episode.number}", episode=episode.number)
        else:
            _adjourn_episode(the_floor, episode)


def _adjourn_episode(the_floor: Floor, episode: Episode) -> None:
    """Step: its closed rounds count, and one whose time was over before; an open one, which nobody closes, does not."""
    rounds_actions.close_ready_rounds(the_floor, episode)
    if episode.state == EpisodeState.SITTING:
        rounds_actions.finish_episode(
            the_floor, episode, EpisodeState.ADJOURNED, rounds_queries.engine_of(episode).scores
        )


def update_round_clocks(the_floor: Floor, effect: HiatusChanged) -> None:
    """Handler: in a hiatus no round's time runs; after it, each has as much as it had left. Repeatable."""
    halted = roster_queries.open_hiatus(the_floor.game.pk) is not None
    for episode in Episode.objects.filter(game=the_floor.game, state=EpisodeState.SITTING).order_by("number"):
        round = rounds_queries.open_round(episode)
        assert round is not None  # it is sitting
        if halted and round.closes_at is not None:
            _stop_clock(the_floor, episode, round)
        elif not halted and round.seconds_left is not None:
            _start_clock(the_floor, round)


def _stop_clock(the_floor: Floor, episode: Episode, round: Round) -> None:
    # A round whose time was over before closes first; the one that it makes way for has all of its time.
    if round.closes_at is not None and round.closes_at <= the_floor.now:
        rounds_actions.close_ready_rounds(the_floor, episode)
        return
    assert round.closes_at is not None
    left = ceil((round.closes_at - the_floor.now).total_seconds())
    round.closes_at, round.seconds_left = None, left
    round.save(update_fields=["closes_at", "seconds_left"])


def _start_clock(the_floor: Floor, round: Round) -> None:
    assert round.seconds_left is not None
    round.closes_at, round.seconds_left = the_floor.now + timedelta(seconds=round.seconds_left), None
    round.save(update_fields=["closes_at", "seconds_left"])
