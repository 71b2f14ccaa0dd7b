"""Dice fall: in public, bound to an Agent and to what e said they are for; or in secret. (Rule Dice; Reading 51)"""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from nomic.core import vault
from nomic.core.decision import Invalid
from nomic.core.dice.models import Roll, SecretRoll
from nomic.core.dice.rules import Fallen, check_dice_bounds, dice_faces, dice_notation, may_roll, read_dice
from nomic.core.duties import actions as duties_actions
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, check_same_form, check_token, clean_text
from nomic.core.roster import actions as roster_actions
from nomic.core.secrets import actions as secrets_actions, queries as secrets_queries
from nomic.core.secrets.models import Day

LONGEST_PURPOSE, LONGEST_NONCE, LONGEST_ACT = 300, 64, 60
NONCE_BYTES = 8


@dataclass(frozen=True, slots=True)
class ThrowWords:
    """What is said of dice before they fall: how many of which, such as “2DICE6”, and what for.

    `nonce`: a word of one's own; `act`: the often or occasional act that the roll is part of.
    """

    notation: str
    purpose: str
    nonce: str = ""
    act: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """What was asked of the dice, understood: all of it is said before they fall."""

    dice: int
    sides: int
    purpose: str
    nonce: str
    act: str

    @classmethod
    def of(cls, said: ThrowWords) -> Throw:
        """Raises `Invalid` at the field that cannot be taken. Without a nonce, a random one is made."""
        dice, sides = read_dice(said.notation)
        purpose = clean_text("purpose", "What the dice are for", said.purpose, LONGEST_PURPOSE, JOINERS)
        if not purpose:
            raise Invalid("purpose", "Say what the dice are for, before they fall.", "empty")
        nonce = clean_text("nonce", "A word of your own", said.nonce, LONGEST_NONCE, JOINERS) or token_hex(NONCE_BYTES)
        return cls(dice, sides, purpose, nonce, clean_text("act", "The name of an act", said.act, LONGEST_ACT, JOINERS))


def roll_dice(*, actor_id: int, game_id: int, said: ThrowWords, token: str) -> Roll:
    """Roll dice, declared before they fall. A form sent twice makes one roll. The act that it is part of is spent.

    Refused for the idle, where no rule carries rolling, and where the act is not to be done yet; `Invalid` at the field
    that is not understood.
    """
    with floor(game_id) as the_floor:
        return roll_dice_on_floor(the_floor, roster_actions.require_agent(the_floor, actor_id), said, token)


def roll_dice_on_floor(the_floor: Floor, actor: Agent, said: ThrowWords, token: str) -> Roll:
    """Step: the same, for an act that rolls as a part of it: a tracker update that asks for dice in its comment.

    Each roll needs a token of its own. The number of the roll's event goes into the dice: nobody chose it.
    """
    asked = Throw.of(said)
    check_token(token)
    if twin := Roll.objects.filter(agent=actor, token=token).first():
        check_same_form(_asks_for(twin, asked, said.nonce))
        return twin
    may_roll(idle_since=actor.idle_since, law=the_floor.law).or_refuse()
    # The day's seed is committed to in an earlier event than the roll, in this floor at the latest.
    today = secrets_actions.turn_day(the_floor)
    if asked.act:
        duties_actions.use_allowance(the_floor, actor, asked.act)
    return _record_roll(the_floor, actor, asked, today, token)


def _record_roll(the_floor: Floor, actor: Agent, asked: Throw, today: Day, token: str) -> Roll:
    faces = dice_faces(
        secrets_queries.unseal_seed(today.sealed), the_floor.next_seq, asked.nonce, asked.dice, asked.sides
    )
    number = games_queries.next_number(Roll.objects.filter(game=the_floor.game))
    event = the_floor.record(
        "dice.rolled",
        actor=actor,
        subject=f"roll:{number}",
        dice=asked.dice,
        sides=asked.sides,
        roll=dice_notation(asked.dice, asked.sides),
        purpose=asked.purpose,
        nonce=asked.nonce,
        act=asked.act,
        day=today.day.isoformat(),
        faces=faces,
        total=sum(faces),
    )
    return Roll.objects.create(
        game=the_floor.game,
        number=number,
        agent=actor,
        event=event,
        day=today,
        at=the_floor.now,
        dice=asked.dice,
        sides=asked.sides,
        nonce=asked.nonce,
        purpose=asked.purpose,
        act=asked.act,
        faces=list(faces),
        total=sum(faces),
        token=token,
    )


def _asks_for(twin: Roll, asked: Throw, nonce: str) -> bool:
    """Whether a roll is what a form with its token asks for; a nonce left to the server never differs."""
    same = (twin.dice, twin.sides, twin.purpose, twin.act) == (asked.dice, asked.sides, asked.purpose, asked.act)
    return same and (not nonce.strip() or twin.nonce == asked.nonce)


def roll_secret_dice(the_floor: Floor, actor: Agent | None, dice: int, sides: int, purpose: str) -> Fallen:
    """Step: dice of which the public log tells nothing; they and their purpose are sealed in the private chain.

    They derive from the secret seed, the number of their link there, and a nonce that nobody chose; from a day's seed,
    which is published, never. (Reading 51)
    """
    check_dice_bounds(dice, sides)
    # In use since the game's first day: this turns that day only where the Clerk has not come round even once.
    if not secrets_queries.secret_seeds(the_floor.game.pk).exists():
        secrets_actions.turn_day(the_floor)
    seed, nonce, uid = secrets_actions.ensure_secret_seed(the_floor), token_hex(NONCE_BYTES), vault.fresh_uid()
    fallen = Fallen(
        dice_faces(secrets_queries.unseal_seed(seed.sealed), the_floor.game.private_n + 1, nonce, dice, sides)
    )
    link = the_floor.append_private_event(
        "dice.rolled-in-secret",
        actor=actor,
        uid=uid,
        seed=seed.n,
        dice=dice,
        sides=sides,
        nonce=nonce,
        purpose=purpose,
        faces=fallen.faces,
        total=fallen.total,
    )
    SecretRoll.objects.create(game=the_floor.game, uid=uid, seed=seed, private=link)
    return fallen
