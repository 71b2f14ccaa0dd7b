"""What random play does with judgments, victory and ascension, the tracker and its pages, dice, duties and messages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Max

from dynasties.pages import actions as pages_actions
from dynasties.pages.models import Page, PageVersion
from dynasties.succession import actions as succession_actions
from dynasties.tracker import actions as tracker_actions
from dynasties.tracker.models import Column, Update
from nomic.core.decision import Invalid, Refused
from nomic.core.dice import actions as dice_actions
from nomic.core.duties import actions as duties_actions
from nomic.core.duties.models import Duty
from nomic.core.floor import floor
from nomic.core.games.models import Game
from nomic.core.messages import actions as messages_actions
from nomic.core.messages.models import Message
from proposals import tasks as proposals_tasks
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.voting.rules import Vote
from rulesets.history import queries as history_queries

if TYPE_CHECKING:
    from tests.fuzz.play import Play

REFUSALS = (Refused, Invalid)
OPS = ("set", "gain", "lose", "spend", "undo")
VALUES: tuple[Any, ...] = (
    0,
    1,
    3,
    -2,
    7,
    10**12,
    10**30,
    "4",
    "−1",
    "٣",
    "yes",
    "Red",
    "blue",
    "a word",
    "",
    None,
    True,
    "2DICE6",
    "\u202e",
)
FITTING: dict[str, Any] = {"number": 2, "text": "a word", "choice": "Red", "switch": "yes"}
NOTATIONS = ("DICE6", "3DICE10", "DICE0", "2DICE-4", "0DICE6", "999DICE6", "DICE", "DICE٦", "1DICE2DICE3")
ACTS_NAMED = ("", "", "walk", "dance", "fly")
NEW_WORDS = (
    "Wizard",
    "Pilot",
    "Oracle",
    "Agent",
    "Mastermind",
    "Admin",
    "Josh",
    "Quorum",
    "Rule",
    "e",
    "Them",
    "W1zard",
    "{x}",
)


def call(play: Play) -> None:
    """A Call for Judgment, mostly without a name; now and then somebody says that it was eirs."""
    who, token = play.chance.anybody(), play.chance.token()
    entry = composer_actions.publish_post(
        actor_id=who,
        game_id=play.game,
        words=composer_actions.PostWords(
            "cfj", "A Call", changes=play.chance.changes(2), anonymous=play.chance.luck(0.7)
        ),
        token=token,
    )
    _all_vote(play, entry.number, 0.7)
    if play.chance.luck(0.3):
        composer_actions.reveal_author(
            actor_id=who if play.chance.luck(0.7) else play.chance.anybody(), game_id=play.game, number=entry.number
        )
    elif play.chance.luck(0.2):
        composer_actions.withdraw_post(actor_id=who, game_id=play.game, number=entry.number)


def triumph(play: Play) -> None:
    """Somebody declares victory, perhaps two do; people vote, and the Clerk comes by when it is due."""
    for _ in range(play.dice.choice([1, 1, 2])):
        entry = composer_actions.publish_post(
            actor_id=play.dice.choice(play.awake()).pk if play.awake() else 0,
            game_id=play.game,
            words=composer_actions.PostWords("dov", "Mine"),
            token=play.chance.token(),
        )
        _all_vote(play, entry.number, 0.8)
    play.clock.shift(timedelta(hours=26))
    proposals_tasks.sweep()


def _all_vote(play: Play, number: int, share: float) -> None:
    for agent in play.awake():
        vote = Vote.FOR if play.chance.luck(share) else Vote.AGAINST
        with suppress(*REFUSALS):
            comments_actions.post_comment(
                actor_id=agent.pk, game_id=play.game, number=number, vote=vote, token=play.chance.token()
            )


def ascend(play: Play) -> None:
    """Whoever is awaited speaks, or somebody else tries to; mostly somebody has to win first."""
    if not Game.objects.get(pk=play.game).awaits_address and play.chance.luck(0.8):
        triumph(play)
    game = Game.objects.get(pk=play.game)
    speaker = game.mastermind_id if game.mastermind_id and play.chance.luck(0.8) else play.chance.admin()
    renames: list[dict[str, Any]] = [
        {"from": word, "to": play.dice.choice(NEW_WORDS), "inside": []}
        for word in ("Agent", "Mastermind", "Admin")
        if play.chance.luck(0.1)
    ]
    dynastic = [each.id for each in history_queries.ruleset(play.game).rules if each.section.value == "dynastic"]
    repeal = [each for each in dynastic if play.chance.luck(0.3)]
    wild = play.chance.luck(0.2)
    succession_actions.give_address(
        actor_id=speaker,
        game_id=play.game,
        words=succession_actions.AddressWords(
            f"Theme {play.dice.randrange(9)}",
            repeal=[*repeal, play.chance.rule()] if wild else repeal,
            renames=renames,
            package="nowhere" if wild else play.dice.choice(["", "harbour"]),
            accent=360 if wild else 359,
            emblem="words that are no emblem" if wild else "⚓",
        ),
        token=play.chance.token(),
    )


def hand_on(play: Play) -> None:
    game = Game.objects.get(pk=play.game)
    succession_actions.pass_role(
        actor_id=game.mastermind_id or play.chance.anybody(), game_id=play.game, to_agent_id=play.chance.anybody()
    )


def update(play: Play) -> None:
    """One to three cells, of any column there ever was; sometimes with dice, or as an act that has a budget."""
    who, columns = play.chance.anybody(), list(Column.objects.filter(game=play.game).order_by("number"))
    cells = [_cell(play, play.dice.choice(columns), who) for _ in range(play.dice.randint(0, 2) if columns else 0)]
    tracker_actions.update_cells(
        actor_id=who,
        game_id=play.game,
        cells=cells,
        said=tracker_actions.UpdateWords(
            act=play.dice.choice(ACTS_NAMED) if play.chance.luck(0.3) else "",
            comment=play.dice.choice(["", "So it goes.", "For 2DICE6.", "For DICE0 and 3DICE4."]),
            rule_id=play.chance.rule() if play.chance.luck(0.2) else None,
        ),
        token=play.chance.token(),
    )


def _cell(play: Play, column: Column, who: int) -> dict[str, Any]:
    """Mostly one of eir own, with a value that it can hold."""
    whose = None if column.scope == "game" else who if play.chance.luck(0.7) else play.chance.anybody()
    cell = {"column": column.number, "agent": whose, "op": "set", "value": FITTING[column.kind], "base": None}
    if column.kind == "number":
        cell |= {"op": play.dice.choice(["gain", "lose", "spend"]), "value": play.dice.choice([0, 1, 4])}
    if play.chance.luck(0.3):
        cell |= {"op": play.dice.choice(OPS), "value": play.dice.choice(VALUES)}
    return cell | {"base": play.dice.choice([None, None, 0, 1, 10**30])}


def undo(play: Play) -> None:
    known = list(Update.objects.filter(game=play.game, number__isnull=False).order_by("number"))
    act = play.dice.choice(known[-5:]) if known else None
    rule = act.rule_id if act and act.rule_id and play.chance.luck(0.7) else play.chance.rule()
    tracker_actions.undo_update(
        actor_id=play.chance.anybody(),
        game_id=play.game,
        number=act.number or 0 if act else 999,
        rule_id=rule,
        why="It broke it.",
        token=play.chance.token(),
    )


def write(play: Play) -> None:
    """A gamestate page, on its newest version or on an old one."""
    known = list(Page.objects.filter(game=play.game).order_by("number"))
    page = play.dice.choice(known) if known else None
    last = PageVersion.objects.filter(page=page).aggregate(last=Max("n"))["last"] or 1
    pages_actions.edit_page(
        actor_id=play.chance.anybody(),
        game_id=play.game,
        number=page.number if page else 999,
        text="\n\n".join(f"Line {play.dice.randrange(9)}" for _ in range(3)),
        comment="So.",
        base_version=play.dice.choice([last, last, 1]),
    )


def roll(play: Play) -> None:
    dice_actions.roll_dice(
        actor_id=play.chance.anybody(),
        game_id=play.game,
        said=dice_actions.ThrowWords(play.dice.choice(NOTATIONS), "a hat", act=play.dice.choice(ACTS_NAMED)),
        token=play.chance.token(),
    )


def roll_in_secret(play: Play) -> None:
    with floor(play.game) as the_floor:
        dice_actions.roll_secret_dice(the_floor, play.dice.choice([None, *play.awake()]), 2, 6, "where e goes")


def message(play: Play) -> None:
    """Written, and perhaps opened; or somebody tries to open what is not eirs."""
    to: int | str = messages_actions.OFFICE if play.chance.luck(0.3) else play.chance.anybody()
    last = Message.objects.values_list("uid", flat=True).last()
    sent = messages_actions.send_message(
        actor_id=play.chance.anybody(),
        game_id=play.game,
        letter=messages_actions.LetterWords(to, "Psst", "A word.", last if play.chance.luck(0.2) else None),
        token=play.chance.token(),
    )
    reader = sent.recipient_id if play.chance.luck(0.6) else play.chance.anybody()
    messages_actions.open_message(actor_id=reader, game_id=play.game, uid=sent.uid)


def draft(play: Play) -> None:
    composer_actions.save_draft(
        actor_id=play.chance.anybody(),
        game_id=play.game,
        token=play.chance.token(),
        words=composer_actions.PostWords("cfj", "Soon", changes=play.chance.changes(2), anonymous=True),
    )


def report_done(play: Play) -> None:
    owed = Duty.objects.filter(game=play.game).order_by("number").last()
    who = owed.owed_by_id if owed and owed.owed_by_id and play.chance.luck(0.7) else play.chance.admin()
    duties_actions.report_done(actor_id=who, game_id=play.game, number=owed.number if owed else 999, note="Done.")


def days_pass(play: Play) -> None:
    """The Clerk is away for some days, and comes back at midnight, just before or just after."""
    play.clock.shift(timedelta(days=play.dice.choice([1, 3])))
    midnight = play.now().replace(hour=0, minute=0, second=0, microsecond=0)
    play.clock.move_to(midnight + timedelta(days=1, seconds=play.dice.choice([-1, 0, 1])), tick=False)
    proposals_tasks.sweep()


ACTS: dict[Callable[[Play], object], int] = {
    call: 3,
    triumph: 2,
    ascend: 5,
    hand_on: 1,
    update: 8,
    undo: 4,
    write: 2,
    roll: 3,
    roll_in_secret: 1,
    message: 3,
    draft: 1,
    report_done: 2,
    days_pass: 2,
}
