"""Declare an Affiliation to the Mastermind, disclose one thing about an Agent to another, reveal everything when the
Dynasty is over. (Rules Affiliation and Top Secret)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.urls import reverse

from dynasties.spy.dials import AFFILIATION, DISCLOSURE
from dynasties.spy.disclosure import (
    queries as disclosure_queries,
    queries_story as disclosure_queries_story,
    rules as disclosure_rules,
)
from dynasties.spy.disclosure.queries import counted_since
from dynasties.spy.disclosure.rules import (
    DISCLOSABLE_THINGS,
    Opening,
    may_declare,
    may_disclose,
    story_digest,
    story_parts,
)
from dynasties.spy.gadgets import actions as gadgets_actions
from dynasties.spy.theatre import (
    actions as theatre_actions,
    queries as theatre_queries,
    queries_covers as theatre_queries_covers,
)
from dynasties.spy.theatre.actions import notify_spy
from dynasties.spy.theatre.models import Disclosure, Spy, Theatre
from dynasties.spy.theatre.rules import Affiliation, SecretState
from nomic.core import vault
from nomic.core.decision import Decision, Fact, Invalid
from nomic.core.effects import Effect
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.log.models import Event
from nomic.core.roster import (
    actions as roster_actions,
    actions_activity as roster_actions_activity,
    queries as roster_queries,
)
from nomic.core.secrets import actions as secrets_actions
from proposals.composer.actions import write_story


def declare_affiliation(*, actor_id: int, game_id: int, affiliation: str) -> SecretState:
    """An Agent tells the Mastermind whom e serves, once; nobody else learns that e has.

    `affiliation` is one of the four, as `allegiance.Affiliation` writes them; `Invalid` for anything else, refused for
    another than the one that stands. To say the same again changes nothing.
    """
    chosen = read_affiliation(affiliation)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, AFFILIATION)
        before = theatre_queries_covers.cover_of(theatre, actor.pk)
        may_declare(before.affiliation_served, chosen, the_floor.law).or_refuse()
        after = replace(before, affiliation=chosen.value)
        if after != before:
            theatre_actions.save_secret_state(the_floor, theatre, after, "declared", actor=actor)
    return after


def read_affiliation(words: str) -> Affiliation:
    """One of the four. Raises `Invalid` at the field `affiliation` for anything else."""
    try:
        return Affiliation(words)
    except ValueError:
        raise Invalid("affiliation", "Choose one of the four.", "no-affiliation") from None


def look_again_at_spy(*, game_id: int, spy_id: int) -> bool:
    """The Clerk's look at one Agent's time to declare: idles em if it is over and e has not. Repeatable.

    It looks at everybody, and leaves the same behind whether or not e has declared: nothing, until it idles.
    """
    with floor(game_id) as the_floor:
        spy = Spy.objects.select_related("agent", "theatre").get(pk=spy_id)
        if spy.theatre.ended_at or spy.next_check is None or spy.next_check > the_floor.now:
            return False
        decision = _judge_silence(the_floor, spy)
        # The same for who has declared and who has not.
        spy.next_check = None
        spy.save(update_fields=["next_check"])
        if decision.outcome:
            roster_actions_activity.make_idle(
                the_floor, spy.agent, decision, because="no Affiliation was declared in time"
            )
    return decision.outcome


def _judge_silence(the_floor: Floor, spy: Spy) -> Decision[bool]:
    asked = theatre_queries.takes_part(the_floor.game, spy.agent, the_floor.law)
    return disclosure_rules.must_be_idled(
        declared=not asked or theatre_queries_covers.cover_of(spy.theatre, spy.agent_id).affiliation is not None,
        since=counted_since(the_floor.game.pk, [spy])[spy.agent_id],
        law=the_floor.law,
        now=the_floor.now,
        stops=roster_queries.hiatus_intervals(the_floor.game.pk),
    )


def reschedule_declarations(the_floor: Floor, effect: Effect) -> None:
    """Handler: the law, the roster or a hiatus changed, and with it until when each shall have declared. Repeatable."""
    # Where no law of spies is left, `muster_theatre` has just ended the theatre, and there is none to ask for.
    if (
        not theatre_queries.is_played(the_floor.law)
        or (theatre := theatre_queries.present_theatre(the_floor.game.pk)) is None
    ):
        return
    spies, stops = theatre_queries.spies(theatre), roster_queries.hiatus_intervals(the_floor.game.pk)
    since = counted_since(the_floor.game.pk, spies)
    for spy in spies:
        spy.declare_by = disclosure_rules.declare_by(since[spy.agent_id], the_floor.law, stops)
        spy.next_check = spy.declare_by + disclosure_rules.MOMENT if spy.declare_by is not None else None
    Spy.objects.bulk_update(spies, ["declare_by", "next_check"])


# The Mastermind discloses one thing about one Agent to another. (Rule Top Secret)


def disclose_thing(*, actor_id: int, game_id: int, owner_id: int, to_id: int, what: str) -> Disclosure:
    """The Mastermind tells `to_id` one thing about `owner_id`, as it is now; `what` is one of `DISCLOSABLE_THINGS`.

    Both have news in eir dossiers: the one what it is, the other that it was disclosed. Nobody else learns anything.
    To tell the same once more tells nothing. `Invalid` at `owner_id`, `to_id` or `what`; refused for everybody else.
    """
    if what not in DISCLOSABLE_THINGS:
        raise Invalid("what", "Choose what to disclose.", "no-thing")
    with floor(game_id) as the_floor:
        theatre, mastermind = theatre_actions.require_mastermind(the_floor, actor_id, DISCLOSURE)
        owner, to = _get_owner(theatre, owner_id), _get_reader(the_floor, to_id)
        may_disclose(the_floor.law, owner=owner.pk, to=to.pk, mastermind=mastermind.pk).or_refuse()
        value: str | None = theatre_queries_covers.cover_of(theatre, owner.pk).to_json()[what]
        twin = disclosure_queries.same_disclosure(theatre, owner.pk, to.pk, what, value)
        if twin:
            return twin
        told: dict[str, Fact] = {"owner": owner.pk, "to": to.pk, "what": what, "value": value}
        made = _record_disclosure(the_floor, theatre, mastermind, told)
        notify_spy(the_floor, to)
        notify_spy(the_floor, owner)
    return made


def _get_owner(theatre: Theatre, agent_id: int) -> Agent:
    spy = theatre_queries.spy_of(theatre, agent_id)
    if spy is None:
        raise Invalid("owner_id", "Choose one of those who take part.", "no-spy")
    return spy.agent


def _get_reader(the_floor: Floor, agent_id: int) -> Agent:
    found = next((each for each in roster_queries.roster(the_floor.game.pk) if each.pk == agent_id), None)
    if found is None:
        raise Invalid("to_id", "Choose somebody in the game.", "nobody-here")
    return found


def _record_disclosure(the_floor: Floor, theatre: Theatre, mastermind: Agent, told: Mapping[str, Fact]) -> Disclosure:
    uid = vault.fresh_uid()
    link = the_floor.append_private_event("spy.disclosure", actor=mastermind, theatre=theatre.number, uid=uid, **told)
    return Disclosure.objects.create(theatre=theatre, uid=uid, private=link, at=the_floor.now, sealed=vault.seal(told))


# When the Dynasty is over, the Mastermind reveals everything. (Rule Top Secret)
# The log gains the content and the salt of every link of the private chain that the theatre left there, and the seed
# of its secret dice: whoever reads it can check with SHA-256 alone that none of it was changed after the fact.


def reveal_all(*, actor_id: int, game_id: int, number: int | None = None) -> Theatre:
    """The Mastermind of this moment opens everything that was secret in a theatre: `number`, or else the latest.

    Refused for everybody else, while the Dynasty is not over, a second time, and where no rule has em do it; `Invalid`
    at `number` where nothing was played. A theatre that is revealed is over: what is played after is another one.
    """
    with floor(game_id) as the_floor:
        actor = roster_actions.require_player(the_floor, actor_id)
        theatre = _get_asked_theatre(game_id, number)
        disclosure_queries_story.may_reveal_now(theatre, the_floor.game, actor).or_refuse()
        opened = [opening for _, opening in disclosure_queries_story.private_links(theatre)]
        _open_links(the_floor, theatre, actor, opened)
        seed = secrets_actions.ensure_secret_seed(the_floor)
        secrets_actions.open_secret_seed(the_floor)
        _close_theatre(theatre, _record_revealing(the_floor, theatre, actor, opened, seed.n))
        if theatre_queries.present_theatre(game_id) is None:
            gadgets_actions.cancel_price_duties(the_floor)
        _announce_story(the_floor, theatre, actor)
    return theatre


def _get_asked_theatre(game_id: int, number: int | None) -> Theatre:
    found = (
        disclosure_queries_story.get_theatre(game_id, number)
        if number is not None
        else next(iter(disclosure_queries_story.theatres_of_game(game_id)), None)
    )
    if found is None:
        raise Invalid("number", "Nothing of that number was played.", "no-theatre")
    return found


def _open_links(the_floor: Floor, theatre: Theatre, actor: Agent, opened: Sequence[Opening]) -> None:
    for piece in story_parts(opened):
        the_floor.record(
            "spy.opened",
            actor=actor,
            subject=f"theatre:{theatre.number}",
            theatre=theatre.number,
            openings=[each.to_json() for each in piece],
        )


def _record_revealing(the_floor: Floor, theatre: Theatre, actor: Agent, opened: Sequence[Opening], seed: int) -> Event:
    """Step: how many links there were, and a digest of all, so that none can be left out of a copy."""
    return the_floor.record(
        "spy.revealed",
        actor=actor,
        subject=f"theatre:{theatre.number}",
        theatre=theatre.number,
        links=len(opened),
        digest=story_digest(opened),
        until=the_floor.game.private_n,
        seed=seed,
    )


def _close_theatre(theatre: Theatre, event: Event) -> None:
    """Nobody plays on with cards that everybody has seen."""
    theatre.revealed = event
    if theatre.ended_at is None:
        theatre.ended_at, theatre.ended_seq = event.at, event.seq
    theatre.save(update_fields=["revealed", "ended_at", "ended_seq"])


def _announce_story(the_floor: Floor, theatre: Theatre, actor: Agent) -> None:
    """Step: the journal leads to it, as long as there is a journal."""
    url = reverse("spy_revealed", args=[the_floor.game.slug, theatre.number])
    body = f"All that was top secret can be read now, and checked by anybody: [the secret story]({url})."
    write_story(the_floor, actor, "Everything is revealed", body, vault.fresh_uid())
