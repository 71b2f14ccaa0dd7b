"""What an account is told, how far each kind reaches, and what e has seen. Eir own business: every query names em."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.core import signing
from django.db.models import QuerySet
from django.urls import reverse

from nomic.core.games.models import IN_GAME, Account, Agent, AgentState
from nomic.core.games.queries import only_row
from nomic.core.language.rules import Keywords
from nomic.core.notifications import rules as notifications_rules
from nomic.core.notifications.models import Mail, Notice, NoticeChoice, Reach, Visit
from nomic.core.notifications.rules import Facts
from nomic.core.registry import registry

STOP = "nomic.stop-letters"


def listeners(account_ids: Collection[int], game_id: int, kind: str) -> dict[int, str]:
    """Who of these accounts is told of a kind in a game, and how far it reaches to each."""
    if not account_ids:
        return {}
    agents = {each.account_id: each for each in Agent.objects.filter(account__in=account_ids, game_id=game_id)}
    chosen = NoticeChoice.objects.filter(account__in=account_ids, kind=kind).values_list("account_id", "reach")
    reaches = dict(chosen)
    accounts = Account.objects.filter(pk__in=account_ids, is_active=True)
    return {
        # Without an address it reaches no further than the inbox.
        each.pk: reaches.get(each.pk, registry().notices[kind].custom) if each.email else Reach.INBOX.value
        for each in accounts
        if _may_be_told(agents.get(each.pk), kind)
    }


def _may_be_told(agent: Agent | None, kind: str) -> bool:
    here = agent if agent and agent.state in IN_GAME else None
    idle = here is not None and here.state == AgentState.IDLE
    return notifications_rules.may_be_told(
        registry().notices[kind], in_game=here is not None, idle=idle, is_admin=here is not None and here.is_admin
    )


def may_be_told(account_id: int, game_id: int, kind: str) -> bool:
    """Whether an account is told of a kind in a game, as e stands there now."""
    return account_id in listeners([account_id], game_id, kind)


def is_still_current(notice: Notice) -> bool:
    """Whether what a notice tells may still be told to its reader, and is not over."""
    if not may_be_told(notice.account_id, notice.game_id, notice.kind):
        return False
    asked = registry().still_current.get(notice.kind)
    return asked is None or asked(notice)


def reaches(account_id: int) -> dict[str, str]:
    """How far each kind reaches to an account: as e chose, else as is the custom."""
    chosen = dict(NoticeChoice.objects.filter(account_id=account_id).values_list("kind", "reach"))
    return {kind: chosen.get(kind, each.custom) for kind, each in registry().notices.items()}


def notice_sentence(kind: str, facts: Facts, keywords: Keywords) -> str:
    """A notice in words; a kind that this server does not know any more says only that there is one."""
    known = registry().notices.get(kind)
    return known.say(facts, keywords) if known else "Something has happened."


def inbox(account_id: int) -> QuerySet[Notice]:
    """Everything an account was told, newest first, of all games."""
    return Notice.objects.filter(account_id=account_id).select_related("game").order_by("-at", "-pk")


def notice(account_id: int, uid: str) -> Notice | None:
    """One of an account's own notices; None for everybody else's."""
    return Notice.objects.filter(account_id=account_id, uid=uid).first()


def unread_count(account_id: int | None) -> int:
    """How many notices an account has not opened."""
    return Notice.objects.filter(account_id=account_id, read_at=None).count() if account_id else 0


def undigested_notices(account_id: int) -> QuerySet[Notice]:
    """What the next digest of an account will tell: nothing that e has opened since."""
    return inbox(account_id).filter(reach=Reach.DIGEST, digested_at=None).order_by("game__title", "game_id", "at", "pk")


def digests_due(now: datetime, most: int) -> list[int]:
    """The accounts whose digest is due, the longest overdue first."""
    return list(Account.objects.filter(digest_at__lte=now).order_by("digest_at").values_list("pk", flat=True)[:most])


def letters_due(now: datetime, most: int) -> list[Mail]:
    """Letters to be tried now, in due order."""
    due = Mail.objects.filter(sent_at=None, given_up_at=None, taken_at=None, try_at__lte=now)
    return list(due.select_related("account").order_by("try_at", "pk")[:most])


def notice_of_letter(letter: Mail) -> Notice | None:
    """The notice that a letter carries; None for a digest."""
    kind, _, key = letter.key.partition(":")
    return Notice.objects.filter(pk=key).select_related("game").first() if kind == "notice" else None


def visit(account_id: int, game_id: int) -> Visit | None:
    return only_row(Visit.objects.filter(account_id=account_id, game_id=game_id))


def seen_before(visit: Visit | None, now: datetime) -> int | None:
    """Up to which event somebody had seen before this visit; None on eir first."""
    if visit is None:
        return None
    # Half an hour of silence, and this page begins another visit.
    return visit.seen_seq if notifications_rules.is_over(visit.last_at, now) else visit.before_seq


# -- the way out, which works signed out --------------------------------------------------------------


def stop_url(account_id: int, kind: str) -> str:
    """Where a letter leads whoever wants no more of its kind: signed for one account and one kind, for ever."""
    return reverse("stop_letters", args=[signing.dumps([account_id, kind], salt=STOP)])


def letters_stopped_by(ticket: str) -> tuple[int, str] | None:
    """The account and the kind that such a ticket was signed for; None for what we never signed, or if it is gone."""
    try:
        account_id, kind = signing.loads(ticket, salt=STOP)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (account_id, kind) if Account.objects.filter(pk=account_id).exists() else None
