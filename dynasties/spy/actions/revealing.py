"""When the Dynasty is over, the Mastermind reveals everything. (Rule Top Secret)

The log gains the content and the salt of every link of the private chain that the theatre left there, and the seed of
its secret dice: whoever reads it can check with SHA-256 alone that none of it was changed after the fact.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from dynasties.spy.actions import pricing
from dynasties.spy.mechanics.revealing import Opening, digest_of, pieces
from dynasties.spy.models import Theatre
from dynasties.spy.queries import openings, theatres
from nomic.core import vault
from nomic.core.actions import days, people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid
from nomic.core.models import Agent, Event
from proposals.actions.posting import write_story


def reveal_all(*, actor_id: int, game_id: int, number: int | None = None) -> Theatre:
    """The Mastermind of this moment opens everything that was secret in a theatre: `number`, or else the latest.

    Refused for everybody else, while the Dynasty is not over, a second time, and where no rule has em do it; `Invalid`
    at `number` where nothing was played. A theatre that is revealed is over: what is played after is another one.
    """
    with floor(game_id) as the_floor:
        actor = people.player(the_floor, actor_id)
        theatre = _asked(game_id, number)
        openings.ruling(theatre, the_floor.game, actor).or_refuse()
        opened = [opening for _, opening in openings.links(theatre)]
        _tell(the_floor, theatre, actor, opened)
        seed = days.secret_seed(the_floor)
        days.open_secret_seed(the_floor)
        _close(theatre, _whole(the_floor, theatre, actor, opened, seed.n))
        if theatres.present(game_id) is None:
            pricing.lapse(the_floor)
        _announce(the_floor, theatre, actor)
    return theatre


def _asked(game_id: int, number: int | None) -> Theatre:
    found = openings.theatre(game_id, number) if number is not None else next(iter(openings.theatres(game_id)), None)
    if found is None:
        raise Invalid("number", "Nothing of that number was played.", "no-theatre")
    return found


def _tell(the_floor: Floor, theatre: Theatre, actor: Agent, opened: Sequence[Opening]) -> None:
    for piece in pieces(opened):
        the_floor.record(
            "spy.opened", actor=actor, subject=f"theatre:{theatre.number}", theatre=theatre.number,
            openings=[each.said for each in piece],
        )  # fmt: skip


def _whole(the_floor: Floor, theatre: Theatre, actor: Agent, opened: Sequence[Opening], seed: int) -> Event:
    """Step: how many links there were, and a digest of all, so that none can be left out of a copy."""
    return the_floor.record(
        "spy.revealed", actor=actor, subject=f"theatre:{theatre.number}", theatre=theatre.number, links=len(opened),
        digest=digest_of(opened), until=the_floor.game.private_n, seed=seed,
    )  # fmt: skip


def _close(theatre: Theatre, event: Event) -> None:
    """Nobody plays on with cards that everybody has seen."""
    theatre.revealed = event
    if theatre.ended_at is None:
        theatre.ended_at, theatre.ended_seq = event.at, event.seq
    theatre.save(update_fields=["revealed", "ended_at", "ended_seq"])


def _announce(the_floor: Floor, theatre: Theatre, actor: Agent) -> None:
    """Step: the journal leads to it, as long as there is a journal."""
    url = reverse("spy_revealed", args=[the_floor.game.slug, theatre.number])
    body = f"All that was top secret can be read now, and checked by anybody: [the secret story]({url})."
    write_story(the_floor, actor, "Everything is revealed", body, vault.fresh_uid())
