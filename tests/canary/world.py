"""A game in which everything that is secret has been done, each secret holding words that stand nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TypeVar, cast

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from time_machine import Traveller

from nomic.core import vault
from nomic.core.dice import actions as dice_actions
from nomic.core.floor import floor
from nomic.core.log.models import PrivateEvent
from nomic.core.messages.models import Message
from nomic.core.notifications.queries import stop_url
from nomic.core.secrets.models import Day, SecretSeed
from nomic.core.secrets.queries import unseal_event
from proposals.composer import actions as composer_actions
from proposals.posts.models import Post
from proposals.voting.rules import Vote
from tests.canary.crawl import Crawl
from tests.casting import Table
from tests.lawmaking import change
from tests.openings import kept

START = datetime(2027, 3, 1, 9, tzinfo=UTC)
PACKAGES, CALL = ("nomic", "rulesets", "proposals", "dynasties"), ".append_private_event("
SOMEBODY, STRANGER = "", "Stranger"
# Who looks: nobody signed in, a stranger to the game, and everybody in it. Quill has the secrets, Cleo shares some.
VIEWERS = (SOMEBODY, STRANGER, "Idris", "Ben", "Ada", "Kevan", "Quill", "Cleo")


@dataclass(frozen=True, slots=True)
class Canary:
    """Words that stand nowhere else, and who may see them. `shown`: and shall, somewhere, without asking further."""

    words: str
    owners: frozenset[str]
    shown: bool = True


def unplanted(belongs: Callable[[str], bool]) -> set[str]:
    """Kinds of private events that the product appends somewhere, and that have not happened in the game; of those
    that belong to it."""
    happened = {unseal_event(link).kind for link in PrivateEvent.objects.all()}
    return {kind for kind in _private_kinds() if belongs(kind)} - happened


@lru_cache(maxsize=1)
def _private_kinds() -> frozenset[str]:
    """The first argument of every call of `append_private_event`."""
    texts = [path.read_text() for package in PACKAGES for path in (settings.BASE_DIR / package).rglob("*.py")]
    calls = [each for text in texts if CALL in text for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Call)]
    return frozenset(
        ast.literal_eval(each.args[0])
        for each in calls
        if isinstance(each.func, ast.Attribute) and f".{each.func.attr}(" == CALL
    )


@dataclass
class World:
    """The game, the birds in it, and what an address of it may be filled in with.

    `elsewhere`: how the names of routes begin at which another canary looks; `forms`: of those to which forms are sent;
    `starts`: addresses to which no link leads as things stand.
    """

    table: Table
    canaries: list[Canary] = field(default_factory=list)
    values: dict[str, Sequence[str]] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ("spy_", "quorum_", "ballot")
    forms: str = ""
    starts: tuple[str, ...] = ()

    def hide(self, words: str, *owners: str, shown: bool = True) -> str:
        self.canaries.append(Canary(words, frozenset(owners), shown))
        return words

    def browser(self, viewer: str) -> Client:
        """What somebody looks with."""
        client = Client(raise_request_exception=False)
        if viewer:
            client.force_login(self.table.account(viewer), backend="django.contrib.auth.backends.ModelBackend")
        return client

    def crawl(self, viewer: str, *, errors: bool = False) -> Mapping[str, str]:
        """What a viewer is shown anywhere, by address; with `errors` also whoever sends forms that are not right."""
        walk = Crawl(self.browser(viewer), elsewhere=self.elsewhere)
        walk.walk(self.values, self.starts)
        if errors:
            walk.send_nothing(self.forms)
        return walk.shown

    def check(self, viewer: str, shown: Mapping[str, str]) -> None:
        """Everybody finds eir own secrets in what e is shown, and nobody else's."""
        everything = "\0".join(dict.fromkeys(shown.values()))
        for canary in self.canaries:
            found = canary.words in everything
            if viewer in canary.owners:
                assert found or not canary.shown, f"{viewer} finds {canary.words} nowhere: the crawl is blind there"
            elif found:
                places = [address for address, answer in shown.items() if canary.words in answer]
                # An address that the crawl asked for is in the answer that there is no such page.
                places = [address for address in places if canary.words not in address]
                assert not places, f"{viewer or 'a visitor'} sees {canary.words} at {places[:5]}"


W = TypeVar("W", bound=World)
PLAYED: dict[str, World] = {}


def play_once(name: str, play: Callable[[Traveller], W], clock: Traveller) -> W:
    """The world that `play` makes from nothing: played the first time, and from then on its rows are put back."""

    def seat(traveller: Traveller) -> Table:
        PLAYED[name] = play(traveller)
        return PLAYED[name].table

    seat.__qualname__ = name
    clock.move_to(START)
    table, world = kept(seat, clock), cast(W, PLAYED[name])
    return replace(world, table=table, canaries=list(world.canaries), values=deepcopy(world.values))


@contextmanager
def rolled_back(clock: Traveller) -> Iterator[None]:
    """Whatever is played and shown meanwhile is taken back afterwards, numbers and all."""
    before = transaction.savepoint()
    cache.clear()
    yield
    transaction.savepoint_rollback(before)
    clock.move_to(START)


def public(clock: Traveller) -> World:
    """What both the game with secrets and the one without have in common."""
    clock.move_to(START)
    table = Table("Ada", "Ben", "Cleo", "Idris", "Quill")
    table.account(STRANGER)
    table.make_admin("Ada")
    table.idle("Idris")
    table.sweep()
    table.enact_rule("Moves", "[Often](often:march), an Agent may march one step.")
    table.column("Coins", standard=3)
    made = {"kind": "make-page", "title": "Map", "rule": table.rule("Coins").id, "editors": "agents", "text": "North."}
    change(table, made)
    table.column("Cover", rule="Spies", kind="text", secret=True)
    table.update("Ben", table.cell("Coins", "Ben", "gain", 2), comment="Found 2DICE6 of them.")
    table.undo("Ada", 1)
    table.propose("Ben", "Something to vote on", [table.amend("Voting", "openly made", "made in the open")])
    table.vote("Ada", 1)
    table.comment("Ben", 1, "What everybody may read.")
    return World(table)


def secret(world: World) -> None:
    """Every secret there can be, each done as players do it."""
    table = world.table
    _letters(world)
    _cover(world)
    _drafts(world)
    with floor(table.made.pk) as the_floor:
        purpose = world.hide("canary-sealed-roll")
        dice_actions.roll_secret_dice(the_floor, table.agent("Quill"), 2, 6, purpose)
    world.hide(vault.unseal(Day.objects.get(game=table.made).sealed)["seed"])
    world.hide(vault.unseal(SecretSeed.objects.get(game=table.made).sealed)["seed"])
    for link in PrivateEvent.objects.filter(game=table.made):
        world.hide(unseal_event(link).salt, *_ends(link), shown=False)


def _ends(link: PrivateEvent) -> Sequence[str]:
    """Who may prove what a link of the private chain says: the ends of a message, if it is one."""
    message = Message.objects.select_related("sender", "recipient").filter(private=link).first()
    return (message.sender.name, message.recipient.name) if message else ()


def _letters(world: World) -> None:
    table = world.table
    letter = table.message(
        "Quill",
        "Cleo",
        world.hide("canary-letter-body", "Quill", "Cleo"),
        subject=world.hide("canary-letter-subject", "Quill", "Cleo"),
    )
    table.open_message("Cleo", letter)
    office = table.message("Quill", "the Mastermind", world.hide("canary-to-the-office", "Quill", "Kevan"))
    table.open_message("Kevan", office)
    world.values["uid"] = [letter.uid, office.uid]


def _cover(world: World) -> None:
    table = world.table
    words = world.hide("canary-secret-value", "Quill", "Kevan")
    comment = world.hide("canary-secret-comment", "Quill", "Kevan")
    table.update("Quill", table.cell("Cover", "Quill", "set", words), comment=comment)


def _drafts(world: World) -> None:
    table = world.table
    accused = table.agent("Ben").pk
    composer_actions.save_draft(
        actor_id=table.agent("Quill").pk,
        game_id=table.made.pk,
        token="kept-draft",
        words=composer_actions.PostWords(
            "proposal",
            world.hide("canary-draft-title", "Quill"),
            world.hide("canary-draft-body", "Quill"),
            [{"kind": "remove-agent", "agent": accused}],
            evidence=world.hide("canary-draft-evidence", "Quill"),
        ),
    )
    world.values["token"] = ["kept-draft"]


def judgment(world: World, author: str) -> Post:
    """An anonymous Call for Judgment, edited once by its author, who does nothing in public after it."""
    table = world.table
    call = table.call(author, "Something urgent", anonymous=True)
    composer_actions.edit_post(
        actor_id=table.agent(author).pk,
        game_id=table.made.pk,
        number=call.number,
        words=composer_actions.PostWords("cfj", "Something most urgent"),
        base_version=1,
    )
    table.vote("Ben", call.number, Vote.FOR)
    return call


def report(world: World) -> Post:
    """A fair-play report: its evidence is for its author and the Admins, less those accused."""
    table = world.table
    accused = {"kind": "remove-agent", "agent": table.agent("Ben").pk}
    evidence = world.hide("canary-evidence", "Quill", "Ada", "Kevan")
    return table.post("Quill", "proposal", "Fair play", [accused], "See the evidence.", evidence=evidence)


def addresses(world: World) -> None:
    """What the places of an address are filled in with."""
    table, people = world.table, [world.table.agent(name) for name in ("Quill", "Ben", "Idris")]
    world.values |= {
        "slug": [table.made.slug],
        "agent_id": [str(each.pk) for each in people],
        "agent": [str(people[0].pk), "game"],
        "int": ["1", "2", "3"],
        "n": ["1", "2"],
        "comment_number": ["1", "2"],
        "rid": ["6"],
        "seq": ["1", str(table.game.last_seq)],
        "instant": ["2027-03-01T09:00:00Z"],
        "name": ["Moves"],
        "ticket": [stop_url(table.account("Quill").pk, "message").rstrip("/").rpartition("/")[2]],
    }
    for name in VIEWERS[1:]:
        words = table.account(name).email
        # Nobody is shown anybody else's address.
        world.canaries.append(Canary(words, frozenset({name})))


def later(clock: Traveller, hours: int = 1) -> None:
    clock.shift(timedelta(hours=hours))
