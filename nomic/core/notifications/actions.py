"""Notices are written, opened and chosen; visits are noted.

A notice is a line in the inbox, and a letter where its reader wants one. A step that writes one takes the floor
first: if the act is undone, nobody was told of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from nomic.core.chain import plain_json
from nomic.core.decision import Fact
from nomic.core.floor import Floor, write_aside
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Account
from nomic.core.log.models import Event
from nomic.core.notifications import queries as notifications_queries, rules as notifications_rules
from nomic.core.notifications.models import Mail, Notice, NoticeChoice, Reach, Visit

LONGEST_SUBJECT = 200


def tell_account(
    the_floor: Floor, account_id: int, kind: str, key: str, facts: Mapping[str, Fact], url: str = ""
) -> Notice | None:
    """Step: tell an account of something, once; None where e was told already, or is not told of such things.

    `kind` is one of `Registry.notices`, `key` says what it is about (`post:12`), `facts` make its words at
    reading time, and `url` is the address inside this site that it leads to.
    """
    told = tell_accounts(the_floor, [account_id], kind, key, facts, url)
    return told[0] if told else None


def tell_accounts(
    the_floor: Floor, account_ids: Collection[int], kind: str, key: str, facts: Mapping[str, Fact], url: str = ""
) -> list[Notice]:
    """Step: the same for several, with as many queries for thirty as for three; answers the notices that are new."""
    if not account_ids:
        return []
    known = Notice.objects.filter(game=the_floor.game, kind=kind, key=key, account__in=account_ids)
    asked = set(account_ids) - set(known.values_list("account_id", flat=True))
    reaches = notifications_queries.listeners(asked, the_floor.game.pk, kind)
    told = Notice.objects.bulk_create(
        Notice(
            account_id=account_id,
            game=the_floor.game,
            kind=kind,
            key=key,
            at=the_floor.now,
            facts=plain_json(dict(facts)),
            url=url,
            reach=reach,
        )
        for account_id, reach in sorted(reaches.items())
    )
    _send_on(the_floor, told)
    return told


def _send_on(the_floor: Floor, told: Collection[Notice]) -> None:
    """What shall reach further than the inbox: letters at once, and the hour of the next digest."""
    Mail.objects.bulk_create(_letter(the_floor, each) for each in told if each.reach == Reach.MAIL)
    kept = [each.account_id for each in told if each.reach == Reach.DIGEST]
    if kept:
        idle = Account.objects.filter(pk__in=kept, digest_at=None)
        idle.update(digest_at=notifications_rules.next_digest(the_floor.now))


def _letter(the_floor: Floor, notice: Notice) -> Mail:
    """The letter of a notice, for the outbox; whoever posts the mail sends it after this act stands."""
    said = notifications_queries.notice_sentence(notice.kind, notice.facts, games_queries.keywords_of(the_floor.game))
    return Mail(
        account_id=notice.account_id,
        key=f"notice:{notice.pk}",
        subject=mail_subject(the_floor.game.title, said),
        body=f"{said}\n\n{settings.NOMIC_SITE_URL}{notice.url or '/inbox/'}\n",
        made_at=the_floor.now,
        try_at=the_floor.now,
    )


def mail_subject(title: str, said: str) -> str:
    """The subject of a letter: one line, whatever people wrote into titles."""
    return " ".join(f"[{title}] {said}".split())[:LONGEST_SUBJECT]


# Since when somebody has been looking at a game, and which notices e has opened: eir own business, written beside.

ONCE = timedelta(minutes=1)


def note_visit(*, account_id: int, game_id: int, visit: Visit | None, seq: int, now: datetime) -> None:
    """Somebody has just looked at a game of which `seq` was the newest event. Written once a minute at most.

    `visit` is what was noted before; where another page has noted one since, that one stays.
    """
    if visit is not None and now - visit.last_at < ONCE:
        return
    first = Visit(account_id=account_id, game_id=game_id, began_at=now, last_at=now, seen_seq=seq, before_seq=seq)
    if visit is None:
        write_aside(lambda: Visit.objects.bulk_create([first], ignore_conflicts=True))
    else:
        write_aside(lambda: _continue_visit(visit, seq, now))


def _continue_visit(visit: Visit, seq: int, now: datetime) -> None:
    """The visit lasts, or after long silence the next one begins."""
    moved = {"last_at": now, "seen_seq": max(seq, visit.seen_seq)}
    if notifications_rules.is_over(visit.last_at, now):
        moved |= {"began_at": now, "before_seq": visit.seen_seq}
    Visit.objects.filter(pk=visit.pk, last_at=visit.last_at).update(**moved)


def open_notice(*, account_id: int, uid: str, now: datetime) -> None:
    """An account has opened one of its own notices."""
    own = Notice.objects.filter(account_id=account_id, uid=uid, read_at=None)
    write_aside(lambda: own.update(read_at=now))


def open_all_notices(*, account_id: int, now: datetime) -> int:
    """An account marks everything that it was told by now as read; answers how many that were."""
    return Notice.objects.filter(account_id=account_id, read_at=None, at__lte=now).update(read_at=now)


def choose_reaches(*, account_id: int, reaches: dict[str, str]) -> None:
    """How far each kind shall reach to an account from now on; what is on its way already stays so."""
    for kind, reach in reaches.items():
        NoticeChoice.objects.update_or_create(account_id=account_id, kind=kind, defaults={"reach": reach})


def stop_letters(*, account_id: int, kind: str) -> None:
    """No more letters of one kind; of `digest`: no more digests, whatever they told of."""
    now = notifications_queries.reaches(account_id)
    kinds = [each for each, reach in now.items() if reach == Reach.DIGEST] if kind == "digest" else [kind]
    choose_reaches(
        account_id=account_id, reaches=dict.fromkeys((each for each in kinds if each in now), Reach.INBOX.value)
    )


def other_accounts(account_ids: Iterable[int], event: Event) -> list[int]:
    """Those of the accounts who did not do it themselves."""
    own = event.actor.account_id if event.actor else None
    return [each for each in account_ids if each != own]


def event_key(event: Event) -> str:
    """The key of what is told of an event as such."""
    return f"event:{event.seq}"
