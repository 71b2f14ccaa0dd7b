"""Who acts in an Episode: looked up under the lock, and whether law and game let em now. (Rule Episodes)"""

from __future__ import annotations

from dataclasses import dataclass

from dynasties.quorum.dials import EPISODES
from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat
from dynasties.quorum.episodes.queries import guest_name
from nomic.core.decision import Reason, Refused
from nomic.core.floor import Floor
from nomic.core.games.models import Account, Agent


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person who may convene and sit; `agent`: who e is in the game, None for who is only welcome."""

    account: Account
    agent: Agent | None

    @property
    def name(self) -> str:
        return self.agent.name if self.agent else guest_name(self.account)


def require_sitter(the_floor: Floor, account_id: int) -> Sitter:
    """A person who may act in an Episode now. Refused for anybody else, and for all in a hiatus or without the law."""
    if against := episodes_queries.barring_reasons(the_floor.game.pk, the_floor.law):
        raise Refused(*against)
    account = Account.objects.get(pk=account_id)
    agent = Agent.objects.filter(game=the_floor.game, account=account).first()
    if against := episodes_queries.exclusion_reasons(the_floor.game, account, agent, the_floor.law):
        raise Refused(*against)
    return Sitter(account, agent if agent and agent.in_game else None)


def get_gathering_episode(the_floor: Floor, number: int) -> Episode:
    """An Episode whose seats are being taken."""
    found = episodes_queries.get_episode(the_floor.game.pk, number)
    return check_state(the_floor, found, EpisodeState.GATHERING, "not-gathering")


def check_state(the_floor: Floor, episode: Episode | None, state: EpisodeState, otherwise: str) -> Episode:
    """An Episode that stands so. Refused, with the code `otherwise`, for any other."""
    if episode is None or episode.state != state:
        raise Refused(Reason(otherwise, the_floor.law.rule(EPISODES)))
    return episode


def get_own_gathering_episode(the_floor: Floor, number: int, who: Sitter) -> Episode:
    """An Episode whose seats are being taken, for who convened it."""
    found = get_gathering_episode(the_floor, number)
    if found.convener_id != who.account.pk:
        raise Refused(Reason("no-convener", the_floor.law.rule(EPISODES)))
    return found


def get_seat(the_floor: Floor, episode: Episode, number: int) -> Seat:
    """One of its seats. Refused for a number that none has."""
    found = Seat.objects.filter(episode=episode, number=number).first()
    if found is None:
        raise Refused(Reason("no-seat", the_floor.law.rule(EPISODES), {"seat": number}))
    return found
