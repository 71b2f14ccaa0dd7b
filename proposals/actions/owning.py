"""An author puts eir name to what e posted without: with the proof that it was so from the start. (Rule 1.6)"""

from __future__ import annotations

from nomic.core.actions import people
from nomic.core.floor import floor
from proposals import queries
from proposals.actions.posting import entry_of
from proposals.models import Post


def own_up(*, actor_id: int, game_id: int, number: int) -> Post:
    """Tell that an anonymous post is one's own. Refused for anybody else's, and for one that bears a name.

    The log gets what the private chain kept, and its salt: anybody can work out that this is what the post committed to
    when it was made.
    """
    with floor(game_id) as the_floor:
        actor, entry = people.agent(the_floor, actor_id), entry_of(the_floor, number)
        queries.may_own_up(actor, entry, the_floor.law).or_refuse()
        sealed = queries.sealed_authorship(entry)
        assert sealed is not None  # it bears no name
        entry.author, entry.authorship = actor, None
        entry.save(update_fields=["author", "authorship"])
        the_floor.record(
            "post.owned", actor=actor, subject=entry.subject_key, name=actor.name, content=dict(sealed.content),
            salt=sealed.salt,
        )  # fmt: skip
    return entry
