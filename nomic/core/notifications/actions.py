"""Telling people: a line in the inbox, and a letter where its reader wants one, written with what they tell of.

A step takes the floor first: who is told of something that is then undone was never told of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.conf import settings

from nomic.core import queries
from nomic.core.floor import Floor
from nomic.core.mechanics import tidings
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Account, Mail, Notice, Reach
from nomic.core.words_notices import notice_sentence

LONGEST_SUBJECT = 200


def tell(
    the_floor: Floor, account_id: int, kind: str, key: str, facts: Mapping[str, Fact], url: str = ""
) -> Notice | None:
    """Step: tell an account of something, once; None where e was told already, or is not told of such things.

    `kind` is one of `mechanics.tidings.KINDS`, `key` says what it is about (`post:12`), `facts` make its words at
    reading time, and `url` is the address inside this site that it leads to.
    """
    told = tell_all(the_floor, [account_id], kind, key, facts, url)
    return told[0] if told else None


def tell_all(
    the_floor: Floor, account_ids: Collection[int], kind: str, key: str, facts: Mapping[str, Fact], url: str = ""
) -> list[Notice]:
    """Step: the same for several, with as many queries for thirty as for three; answers the notices that are new."""
    if not account_ids:
        return []
    known = Notice.objects.filter(game=the_floor.game, kind=kind, key=key, account__in=account_ids)
    asked = set(account_ids) - set(known.values_list("account_id", flat=True))
    reaches = queries.listeners(asked, the_floor.game.pk, kind)
    told = Notice.objects.bulk_create(
        Notice(
            account_id=account_id, game=the_floor.game, kind=kind, key=key, at=the_floor.now, facts=plain(dict(facts)),
            url=url, reach=reach,
        )
        for account_id, reach in sorted(reaches.items())
    )  # fmt: skip
    _send_on(the_floor, told)
    return told


def _send_on(the_floor: Floor, told: Collection[Notice]) -> None:
    """What shall reach further than the inbox: letters at once, and the hour of the next digest."""
    Mail.objects.bulk_create(_letter(the_floor, each) for each in told if each.reach == Reach.MAIL)
    kept = [each.account_id for each in told if each.reach == Reach.DIGEST]
    if kept:
        idle = Account.objects.filter(pk__in=kept, digest_at=None)
        idle.update(digest_at=tidings.next_digest(the_floor.now))


def _letter(the_floor: Floor, notice: Notice) -> Mail:
    """The letter of a notice, for the outbox; whoever posts the mail sends it after this act stands."""
    said = notice_sentence(notice.kind, notice.facts, queries.keywords(the_floor.game))
    return Mail(
        account_id=notice.account_id, key=f"notice:{notice.pk}", subject=subject(the_floor.game.title, said),
        body=f"{said}\n\n{settings.NOMIC_SITE_URL}{notice.url or '/inbox/'}\n", made_at=the_floor.now,
        try_at=the_floor.now,
    )  # fmt: skip


def subject(title: str, said: str) -> str:
    """The subject of a letter: one line, whatever people wrote into titles."""
    return " ".join(f"[{title}] {said}".split())[:LONGEST_SUBJECT]
