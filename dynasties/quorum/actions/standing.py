"""What becomes of Episodes when the law changes, or the game goes into hiatus and comes out of it. (Rule Episodes)"""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from dynasties.quorum.actions import closing
from dynasties.quorum.actions.convening import let_go
from dynasties.quorum.models import Episode, EpisodeState, Round
from dynasties.quorum.queries import episodes, tables
from nomic.core import queries as core
from nomic.core.floor import Floor
from nomic.core.mechanics.effects import HiatusChanged, LawChanged


def adjourn(the_floor: Floor, effect: LawChanged) -> None:
    """Handler: where no rule provides for Episodes any more, those that are on are adjourned."""
    if episodes.is_played(the_floor.law):
        return
    for episode in Episode.objects.filter(game=the_floor.game, state__in=episodes.ON).order_by("number"):
        if episode.state == EpisodeState.GATHERING:
            let_go(the_floor, episode)
            the_floor.record("quorum.called-off", subject=f"episode:{episode.number}", episode=episode.number)
        else:
            _adjourn(the_floor, episode)


def _adjourn(the_floor: Floor, episode: Episode) -> None:
    """Step: its closed rounds count, and one whose time was over before; an open one, which nobody closes, does not."""
    closing.go_on(the_floor, episode)
    if episode.state == EpisodeState.SITTING:
        closing.finish(the_floor, episode, EpisodeState.ADJOURNED, tables.engine(episode).scores)


def time_stands(the_floor: Floor, effect: HiatusChanged) -> None:
    """Handler: in a hiatus no round's time runs; after it, each has as much as it had left. Repeatable."""
    halted = core.open_hiatus(the_floor.game.pk) is not None
    for episode in Episode.objects.filter(game=the_floor.game, state=EpisodeState.SITTING).order_by("number"):
        round = episodes.open_round(episode)
        assert round is not None  # it is sitting
        if halted and round.closes_at is not None:
            _stop(the_floor, episode, round)
        elif not halted and round.seconds_left is not None:
            _run(the_floor, round)


def _stop(the_floor: Floor, episode: Episode, round: Round) -> None:
    # A round whose time was over before closes first; the one that it makes way for has all of its time.
    if round.closes_at is not None and round.closes_at <= the_floor.now:
        closing.go_on(the_floor, episode)
        return
    assert round.closes_at is not None
    left = ceil((round.closes_at - the_floor.now).total_seconds())
    round.closes_at, round.seconds_left = None, left
    round.save(update_fields=["closes_at", "seconds_left"])


def _run(the_floor: Floor, round: Round) -> None:
    assert round.seconds_left is not None
    round.closes_at, round.seconds_left = the_floor.now + timedelta(seconds=round.seconds_left), None
    round.save(update_fields=["closes_at", "seconds_left"])
