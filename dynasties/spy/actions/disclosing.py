"""The Mastermind discloses one thing about one Agent to another. (Rule Top Secret)"""

from __future__ import annotations

from dynasties.spy.actions import entering
from dynasties.spy.actions.telling import tell_spy
from dynasties.spy.mechanics.disclosing import THINGS, may_disclose
from dynasties.spy.models import Disclosure, Theatre
from dynasties.spy.queries import covers, disclosures, theatres
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Fact, Invalid
from nomic.core.models import Agent


def disclose(*, actor_id: int, game_id: int, owner_id: int, to_id: int, what: str) -> Disclosure:
    """The Mastermind tells `to_id` one thing about `owner_id`, as it is now; `what` is one of `disclosing.THINGS`.

    Both have news in eir dossiers: the one what it is, the other that it was disclosed. Nobody else learns anything.
    To tell the same once more tells nothing. `Invalid` at `owner_id`, `to_id` or `what`; refused for everybody else.
    """
    if what not in THINGS:
        raise Invalid("what", "Choose what to disclose.", "no-thing")
    with floor(game_id) as the_floor:
        theatre, mastermind = entering.mastermind(the_floor, actor_id, "spy.disclosure")
        owner, to = _owner(theatre, owner_id), _reader(the_floor, to_id)
        may_disclose(the_floor.law, owner=owner.pk, to=to.pk, mastermind=mastermind.pk).or_refuse()
        value: str | None = covers.cover(theatre, owner.pk).kept[what]
        twin = disclosures.same_as(theatre, owner.pk, to.pk, what, value)
        return twin or _disclosed(the_floor, theatre, mastermind, owner, to, what, value)


def _owner(theatre: Theatre, agent_id: int) -> Agent:
    spy = theatres.spy_of(theatre, agent_id)
    if spy is None:
        raise Invalid("owner_id", "Choose one of those who take part.", "no-spy")
    return spy.agent


def _reader(the_floor: Floor, agent_id: int) -> Agent:
    found = next((each for each in core.roster(the_floor.game.pk) if each.pk == agent_id), None)
    if found is None:
        raise Invalid("to_id", "Choose somebody in the game.", "nobody-here")
    return found


def _disclosed(
    the_floor: Floor, theatre: Theatre, mastermind: Agent, owner: Agent, to: Agent, what: str, value: str | None
) -> Disclosure:
    kept: dict[str, Fact] = {"owner": owner.pk, "to": to.pk, "what": what, "value": value}
    uid = vault.fresh_uid()
    link = the_floor.conceal("spy.disclosure", actor=mastermind, theatre=theatre.number, uid=uid, **kept)
    row = Disclosure.objects.create(
        theatre=theatre, uid=uid, private=link, at=the_floor.now, sealed=vault.seal(kept)
    )  # fmt: skip
    tell_spy(the_floor, to)
    tell_spy(the_floor, owner)
    return row
