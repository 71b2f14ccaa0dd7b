"""Telling people: a line in the inbox, and a letter where its reader wants one, written with what they tell of."""

from __future__ import annotations

from django.conf import settings

from nomic.core import queries
from nomic.core.floor import Floor
from nomic.core.mechanics import tidings
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Account, Mail, Notice, Reach
from nomic.core.words_notices import notice_sentence


def tell(
    the_floor: Floor, account_id: int, kind: str, key: str, facts: dict[str, Fact], url: str = ""
) -> Notice | None:
    """Step: tell an account of something, once; None where e was told already, or is not told of such things.

    `kind` is one of `mechanics.tidings.KINDS`, `key` says what it is about (`post:12`), `facts` make its words at
    reading time, and `url` is the address inside this site that it leads to.
    """
    if not queries.may_be_told(account_id, the_floor.game.pk, kind):
        return None
    if Notice.objects.filter(account_id=account_id, game=the_floor.game, kind=kind, key=key).exists():
        return None
    account = Account.objects.get(pk=account_id)
    notice = Notice.objects.create(
        account=account, game=the_floor.game, kind=kind, key=key, at=the_floor.now, facts=plain(facts), url=url,
        reach=queries.reach_of(account, kind),
    )  # fmt: skip
    if notice.reach == Reach.MAIL:
        write(the_floor, notice)
    elif notice.reach == Reach.DIGEST:
        waiting = Account.objects.filter(pk=account_id, digest_at=None)
        waiting.update(digest_at=tidings.next_digest(the_floor.now))
    return notice


def write(the_floor: Floor, notice: Notice) -> None:
    """Step: put the letter of a notice into the outbox; whoever posts the mail sends it after this act stands."""
    said = notice_sentence(notice.kind, notice.facts, queries.keywords(the_floor.game))
    Mail.objects.create(
        account=notice.account, key=f"notice:{notice.pk}", subject=subject(the_floor.game.title, said),
        body=f"{said}\n\n{settings.NOMIC_SITE_URL}{notice.url}\n", made_at=the_floor.now, try_at=the_floor.now,
    )  # fmt: skip


def subject(title: str, said: str) -> str:
    """The subject of a letter: one line, whatever people wrote into titles."""
    return " ".join(f"[{title}] {said}".split())[:200]
