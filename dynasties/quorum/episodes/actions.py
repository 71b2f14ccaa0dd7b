"""Who acts in an Episode: looked up under the lock, and whether law and game let em now. (Rule Episodes)"""

from __future__ import annotations

from dataclasses import dataclass

from dynasties.quorum.models import Episode, EpisodeState, Seat
from dynasties.quorum.queries import episodes
from nomic.core.floor import Floor
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.models import Account, Agent

GUEST = "(guest)"


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person who may convene and sit; `agent`: who e is in the game, None for who is only welcome."""

    account: Account
    agent: Agent | None

    @property
    def name(self) -> str:
        return self.agent.name if self.agent else guest_name(self.account)


def guest_name(account: Account) -> str:
    """What somebody is called who is not in the game: no Agent's name, whatever eir login is."""
    return f"{account.username[: names.LONGEST]} {GUEST}"


def sitter(the_floor: Floor, account_id: int) -> Sitter:
    """A person who may act in an Episode now. Refused for anybody else, and for all in a hiatus or without the law."""
    if against := episodes.barred(the_floor.game.pk, the_floor.law):
        raise Refused(*against)
    account = Account.objects.get(pk=account_id)
    agent = Agent.objects.filter(game=the_floor.game, account=account).first()
    if against := episodes.kept_out(the_floor.game, account, agent, the_floor.law):
        raise Refused(*against)
    return Sitter(account, agent if agent and agent.in_game else None)


def gathering(the_floor: Floor, number: int) -> Episode:
    """An Episode whose seats are being taken."""
    found = episodes.episode(the_floor.game.pk, number)
    return check_state(the_floor, found, EpisodeState.GATHERING, "not-gathering")


def check_state(the_floor: Floor, episode: Episode | None, state: EpisodeState, otherwise: str) -> Episode:
    """An Episode that stands so. Refused, with the code `otherwise`, for any other."""
    if episode is None or episode.state != state:
        raise Refused(Reason(otherwise, the_floor.law.rule(episodes.EPISODES)))
    return episode


def by_the_convener(the_floor: Floor, number: int, who: Sitter) -> Episode:
    """An Episode whose seats are being taken, for who convened it."""
    found = gathering(the_floor, number)
    if found.convener_id != who.account.pk:
        raise Refused(Reason("no-convener", the_floor.law.rule(episodes.EPISODES)))
    return found


def seat(the_floor: Floor, episode: Episode, number: int) -> Seat:
    """One of its seats. Refused for a number that none has."""
    found = Seat.objects.filter(episode=episode, number=number).first()
    if found is None:
        raise Refused(Reason("no-seat", the_floor.law.rule(episodes.EPISODES), {"seat": number}))
    return found
