"""An Episode is convened, called off, and opened. (Rule Episodes)"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from dynasties.quorum.actions import closing, entering
from dynasties.quorum.actions.entering import Sitter
from dynasties.quorum.actions.seating import put_script
from dynasties.quorum.mechanics.config import LONGEST_SEED, Config, config_json, read_seed
from dynasties.quorum.mechanics.dials import LEAST_ROUNDS, LEAST_SEATS, ROUND, THRESHOLD
from dynasties.quorum.mechanics.orders import orders_of
from dynasties.quorum.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.queries import episodes
from nomic.core import vault
from nomic.core.actions.tokens import check_token
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.sealing import commitment
from nomic.core.mechanics.shares import decimal_words
from nomic.core.queries.numbering import next_number

SEED_BYTES = 16
MOST_ON, MOST_A_DAY, A_DAY = 20, 50, timedelta(hours=24)
SHORTEST, LONGEST = (round(each.total_seconds()) for each in (ROUND.least, ROUND.most))


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a convener asks for; None is what the law says, or for a seed, that it is drawn."""

    seats: int
    rounds: int
    threshold: Fraction | None = None
    veto: bool = True
    caucus: bool = True
    decision_seconds: int | None = None
    seed: str | None = None


def convene(
    *,
    account_id: int,
    game_id: int,
    seats: int,
    rounds: int,
    threshold: Fraction | None = None,
    veto: bool = True,
    caucus: bool = True,
    decision_seconds: int | None = None,
    seed: str | None = None,
    token: str,
) -> Episode:
    """Convene an Episode: its seats can be taken. A form sent twice convenes one.

    Raises `Invalid` at the field that cannot be taken; refused where law or game let nobody, or not this person.
    """
    check_token(token)
    wishes = Wishes(seats, rounds, threshold, veto, caucus, decision_seconds, _seed(seed))
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        if twin := Episode.objects.filter(game=the_floor.game, convener=who.account, token=token).first():
            return twin
        _may_convene(the_floor, who)
        return _convene(the_floor, who, wishes, token)


def _may_convene(the_floor: Floor, who: Sitter) -> None:
    # One person with a script would fill list and log for everybody.
    game, convener, rule = the_floor.game.pk, who.account.pk, the_floor.law.rule(episodes.EPISODES)
    if episodes.convened_and_on(game, convener) >= MOST_ON:
        raise Refused(Reason("too-many-episodes", rule, {"most": MOST_ON}))
    if episodes.convened_since(game, convener, the_floor.now - A_DAY) >= MOST_A_DAY:
        raise Refused(Reason("too-many-in-a-day", rule, {"most": MOST_A_DAY}))


def _seed(seed: str | None) -> str | None:
    seed = (seed or "").strip()
    try:
        return read_seed(Field(seed)) if seed else None
    except Invalid:
        said = f"A seed has at most {LONGEST_SEED} plain letters, digits and signs."
        raise Invalid("seed", said, "bad-seed") from None


def _config(wishes: Wishes, law: Law) -> Config:
    """What is played, by the law of this moment. Raises `Invalid` at the field."""
    _within("seats", wishes.seats, LEAST_SEATS, law.count("senate.seats") or LEAST_SEATS)
    _within("rounds", wishes.rounds, LEAST_ROUNDS, law.count("senate.rounds") or LEAST_ROUNDS)
    threshold = law.share("senate.threshold") if wishes.threshold is None else wishes.threshold
    if not THRESHOLD.least <= threshold <= THRESHOLD.most:
        least, most = decimal_words(THRESHOLD.least), decimal_words(THRESHOLD.most)
        raise Invalid("threshold", f"A threshold is from {least} to {most}.", "out-of-bounds")
    return Config(wishes.seats, wishes.rounds, threshold, wishes.veto, wishes.caucus, orders_of(law))


def _within(path: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise Invalid(path, f"The law lets it be from {least} to {most}.", "out-of-bounds")


def _time(wishes: Wishes, law: Law) -> int:
    usual = law.duration("senate.decision_time")
    assert usual is not None  # the dial has a standard value
    seconds = round(usual.total_seconds()) if wishes.decision_seconds is None else wishes.decision_seconds
    if not SHORTEST <= seconds <= LONGEST:
        raise Invalid("decision_seconds", "A round lasts from one second to sixty days.", "out-of-bounds")
    return seconds


def _convene(the_floor: Floor, who: Sitter, wishes: Wishes, token: str) -> Episode:
    config = plain(config_json(_config(wishes, the_floor.law)))
    seed, salt = wishes.seed or secrets.token_hex(SEED_BYTES), vault.fresh_salt()
    episode = Episode.objects.create(
        game=the_floor.game, number=next_number(Episode.objects.filter(game=the_floor.game)), convener=who.account,
        convener_name=who.name, config=config, decision_seconds=_time(wishes, the_floor.law),
        sealed_seed=vault.seal({"seed": seed, "salt": salt}), seed_digest=commitment({"seed": seed}, salt),
        seed_given=wishes.seed is not None, token=token, convened_at=the_floor.now,
    )  # fmt: skip
    Seat.objects.bulk_create(Seat(episode=episode, number=number) for number in range(wishes.seats))
    the_floor.record(
        "quorum.convened", actor=who.agent, by=who.name, subject=subject_key(episode), episode=episode.number,
        seats=wishes.seats, rounds=wishes.rounds, config=config, seconds=episode.decision_seconds,
        seed_digest=episode.seed_digest, seed_given=episode.seed_given,
    )  # fmt: skip
    return episode


def subject_key(episode: Episode) -> str:
    """What the log calls it."""
    return f"episode:{episode.number}"


def call_off(*, account_id: int, game_id: int, number: int) -> Episode:
    """The convener calls an Episode off that has not opened."""
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        episode = entering.by_the_convener(the_floor, number, who)
        let_go(the_floor, episode)
        the_floor.record(
            "quorum.called-off", actor=who.agent, by=who.name, subject=subject_key(episode), episode=episode.number
        )
        return episode


def let_go(the_floor: Floor, episode: Episode) -> None:
    """Step: an Episode that has not opened never will."""
    episode.state, episode.ended_at = EpisodeState.CALLED_OFF, the_floor.now
    episode.save(update_fields=["state", "ended_at"])


def open_episode(*, account_id: int, game_id: int, number: int, scripts: Sequence[str] = ()) -> Episode:
    """The convener opens it: scripts are seated where nobody sits, these in turn. Refused without one for each."""
    with floor(game_id) as the_floor:
        who = entering.sitter(the_floor, account_id)
        episode = entering.by_the_convener(the_floor, number, who)
        empty = [seat for seat in episodes.seats_of(episode) if seat.kind == SeatKind.EMPTY]
        if len(scripts) < len(empty):
            raise Refused(Reason("seats-empty", the_floor.law.rule(episodes.EPISODES), {"count": len(empty)}))
        for seat, script in zip(empty, scripts, strict=False):
            put_script(the_floor, seat, script)
        closing.open_it(the_floor, episode)
        return episode
