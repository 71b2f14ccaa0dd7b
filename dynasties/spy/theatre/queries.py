"""The stretch of play, who takes part in it, and eir numbers in the tracker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dynasties.pages import queries as pages_queries
from dynasties.spy.dials import MASTERMIND_PLAYS
from dynasties.spy.theatre.models import Spy, Theatre
from dynasties.spy.theatre.rules_map import Curtain, read_curtain_page, read_legend
from dynasties.spy.theatre.rules_tickets import (
    COLUMN_NAMES,
    CURTAIN_TITLE,
    LEGEND_TITLE,
    TICKET_COLUMNS,
    Ticket,
    Tickets,
    is_usable_column,
)
from dynasties.tracker import queries as tracker_queries
from dynasties.tracker.models import Column
from dynasties.tracker.rules import ColumnFacts, Held
from nomic.core.decision import Reason
from nomic.core.games.models import Agent, Game
from nomic.core.games.queries import only_row
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.law.rules import Law, Mechanism
from nomic.core.roster import queries as roster_queries
from nomic.core.roster.rules import fold_name
from rulesets.history import queries as history_queries
from rulesets.history.queries import Edition
from rulesets.text.rules import Ruleset

TOPIC = "spy."


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the tracker holds for the spies: its columns by name, those that there are, and every cell of theirs."""

    columns: Mapping[str, tuple[Column, ColumnFacts]]
    held: Mapping[tuple[str, int], Held]

    def of(self, agent_id: int, name: str) -> Held:
        """What an Agent's cell of that column holds; None where the law keeps no such column."""
        standard = self.columns[name][1].standard if name in self.columns else None
        return self.held.get((name, agent_id), standard)

    def number(self, agent_id: int, name: str) -> int:
        """The same as a number, 0 where there is none."""
        value = self.of(agent_id, name)
        return value if isinstance(value, int) else 0

    def tickets(self, agent_id: int) -> Tickets:
        """An Agent's Tickets; where a column went below none by a rule, there are none."""
        return Tickets(*(max(self.number(agent_id, TICKET_COLUMNS[kind]), 0) for kind in Ticket))


@dataclass(frozen=True, slots=True)
class BoardPages:
    """What the pages called Iron Curtain and Legend say as long as their rules carry them: how the board is parted,
    and the names of codes. `numbers`: of those of the two that there are, by their titles."""

    curtain: Curtain
    legend: Mapping[str, str]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody may read of a theatre: the tracker, the two pages, and whoever ever took part, as e came."""

    ledger: Ledger
    papers: BoardPages
    spies: Sequence[Spy]


def present_theatre(game_id: int) -> Theatre | None:
    """The theatre that is being played, if one is."""
    return only_row(Theatre.objects.filter(game_id=game_id, ended_at__isnull=True))


def latest_theatre(game_id: int) -> Theatre | None:
    """The same, or else the last that was played."""
    return Theatre.objects.filter(game_id=game_id).order_by("-number").first()


def is_played(law: Law) -> bool:
    """Whether any rule of spies is in the law."""
    return any(name.startswith(TOPIC) for name in law.mechanisms)


def takes_part(game: Game, agent: Agent, law: Law) -> bool:
    """Whether an Agent is one of those who have a Location, Tickets and Gadgets. (Reading 50)"""
    return agent.is_playing and (agent.pk != game.mastermind_id or law[MASTERMIND_PLAYS])


def keeps_the_secrets(viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer, None for a visitor, is the present Mastermind, for whom nothing here is secret."""
    return viewer is not None and viewer.in_game and viewer.pk == game.mastermind_id


def hiatus_reasons(since: datetime | None, law: Law) -> tuple[Reason, ...]:
    """Why nothing that these rules provide for is done now: the game is in hiatus. Empty while it is not."""
    return (Reason("hiatus", law.rule(DOV_DECLARING), {"since": since}),) if since else ()


def barring_reasons(
    theatre: Theatre | None, mechanism: Mechanism, law: Law, stopped: tuple[Reason, ...] | None = None
) -> tuple[Reason, ...]:
    """Why nobody, whoever e is, does now what this mechanism provides for; empty where somebody may.

    `stopped`: what `halted` answers, where that has been asked already.
    """
    if not (carried := law.requires(mechanism)).outcome:
        return carried.reasons
    # The law may be in force when everything is revealed, but nothing is played by it before the next Dynasty.
    if theatre is None or theatre.ended_at is not None:
        return (Reason("all-revealed", law.rule(mechanism)),)
    return hiatus_reasons(roster_queries.hiatus_since(theatre.game_id), law) if stopped is None else stopped


def spies(theatre: Theatre) -> list[Spy]:
    """Everybody who ever took part in it, in the order in which e came."""
    return list(Spy.objects.filter(theatre=theatre).select_related("agent").order_by("since_seq", "pk"))


def players(theatre: Theatre, game: Game, law: Law) -> list[Agent]:
    """Everybody who takes part in it now, in the order in which e came."""
    return players_of(spies(theatre), game, law)


def players_of(those: Iterable[Spy], game: Game, law: Law) -> list[Agent]:
    """The same, of spies that have been read already."""
    return [each.agent for each in those if takes_part(game, each.agent, law)]


def spy_of(theatre: Theatre, agent_id: int) -> Spy | None:
    return only_row(Spy.objects.filter(theatre=theatre, agent_id=agent_id).select_related("agent"))


def player(theatre: Theatre, agent_id: int, game: Game, law: Law) -> Agent | None:
    """One of those who take part now, by key; None for anybody else."""
    found = spy_of(theatre, agent_id)
    return found.agent if found is not None and takes_part(game, found.agent, law) else None


def public_state(theatre: Theatre) -> PublicState:
    """All of it, as it is now: the law is read once for tracker and pages."""
    edition = history_queries.edition(theatre.game_id)
    return PublicState(
        read_ledger(theatre.game_id, edition.ruleset), read_board_pages(theatre.game_id, edition), spies(theatre)
    )


def read_ledger(game_id: int, ruleset: Ruleset | None = None) -> Ledger:
    """The spies' part of the tracker, as it is now. `ruleset`: the law of now, where that has been read already."""
    wanted = {fold_name(name): name for name in COLUMN_NAMES}
    live = ((fold_name(column.name), row, column) for row, column in tracker_queries.live_rows(game_id, ruleset))
    found = {wanted[folded]: (row, column) for folded, row, column in live if folded in wanted}
    # One that was made anew may be of another kind, for the whole game or secret: then it is none of these.
    rows = {name: each for name, each in found.items() if is_usable_column(name, each[1])}
    names = {row.pk: name for name, (row, _) in rows.items()}
    held = tracker_queries.value_now(game_id, names)
    cells = {(names[key], agent): value for (key, agent), (value, _) in held.items() if agent is not None}
    return Ledger(rows, cells)


def read_board_pages(game_id: int, edition: Edition | None = None) -> BoardPages:
    """The two pages, as they are now. `edition`: the law of now, where that has been read already."""
    there = {fold_name(each.title): each for each in reversed(pages_queries.live_pages(game_id, edition=edition))}
    found = {title: there[fold_name(title)] for title in (CURTAIN_TITLE, LEGEND_TITLE) if fold_name(title) in there}
    texts = {title: each.version.text for title, each in found.items() if each.is_open}
    numbers = {title: each.number for title, each in found.items()}
    return BoardPages(
        read_curtain_page(texts.get(CURTAIN_TITLE, "")), read_legend(texts.get(LEGEND_TITLE, "")), numbers
    )


def read_curtain(game_id: int) -> Curtain:
    """What the page called Iron Curtain lists; nothing without the page."""
    return read_board_pages(game_id).curtain


def tickets_of(theatre: Theatre, agent_id: int) -> Tickets:
    """How many of each kind the tracker has for an Agent."""
    return read_ledger(theatre.game_id).tickets(agent_id)
