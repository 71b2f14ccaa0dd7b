"""The outbox: letters leave after what they tell of stands, once, however long the post is down.

A letter is taken by a guarded update before it is sent, and sent outside any transaction. Whoever took it alone may
mark it sent or put it back. So a process that dies in between leaves a letter of which nobody knows whether it has
left: it is never sent again, for once is what was promised, and its notice is in the inbox anyway.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F

from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Account
from nomic.core.notifications import queries as notifications_queries, rules as notifications_rules
from nomic.core.notifications.actions import mail_subject
from nomic.core.notifications.models import Mail, Notice

log = logging.getLogger(__name__)
LETTERS, DIGESTS = 50, 50  # a round; what is left waits for the next
FAILURES = 3  # in a row: the post is down, and the rest of the round would only wait for it
DIGEST = "digest"


def send_due_mail() -> int:
    """Write the digests that are due, and send what is due; answers how many letters left."""
    for account_id in notifications_queries.digests_due(clock.now(), DIGESTS):
        write_digest(account_id)
    abandon_stale_letters()
    sent = failed = 0
    for letter in notifications_queries.letters_due(clock.now(), LETTERS):
        if failed == FAILURES:
            break
        outcome = send_letter(letter)
        sent, failed = sent + (outcome is True), failed + 1 if outcome is False else 0
    return sent


def send_letter(letter: Mail) -> bool | None:
    """Send one letter, if it is ours to send; None if it is another's, or has nothing to say any more."""
    now = clock.now()
    free = Mail.objects.filter(pk=letter.pk, sent_at=None, given_up_at=None, taken_at=None, try_at=letter.try_at)
    if free.update(taken_at=now, tries=F("tries") + 1) != 1:
        return None
    ours = Mail.objects.filter(pk=letter.pk, taken_at=now, sent_at=None)
    try:
        if not _may_leave(letter):
            ours.update(given_up_at=now)
            return None
        _email_message(letter).send()
    except Exception as error:  # whatever the post says: the letter waits, the game goes on
        log.warning("letter %s could not be sent: %s", letter.pk, error)
        _put_back(letter, now)
        return False
    ours.update(sent_at=clock.now())
    return True


def _put_back(letter: Mail, taken_at: datetime) -> None:
    now = clock.now()
    again = notifications_rules.next_try(letter.made_at, letter.tries + 1, now)
    ours = Mail.objects.filter(pk=letter.pk, taken_at=taken_at, sent_at=None)
    ours.update(taken_at=None, try_at=again or letter.try_at, given_up_at=None if again else now)


def abandon_stale_letters() -> None:
    """Give up what was taken long ago and never marked: it may have left, and is not sent twice."""
    now = clock.now()
    Mail.objects.filter(taken_at__lte=now - notifications_rules.LEASE, sent_at=None, given_up_at=None).update(
        given_up_at=now
    )


def _may_leave(letter: Mail) -> bool:
    """Whether its reader still has an address and may still see what it says: asked anew at the door."""
    if not letter.account.email or not letter.account.is_active:
        return False
    notice = notifications_queries.notice_of_letter(letter)
    return notifications_queries.is_still_current(notice) if notice else letter.key.startswith(f"{DIGEST}:")


def _email_message(letter: Mail) -> EmailMessage:
    notice = notifications_queries.notice_of_letter(letter)
    stop = settings.NOMIC_SITE_URL + notifications_queries.stop_url(
        letter.account_id, notice.kind if notice else DIGEST
    )
    choices = settings.NOMIC_SITE_URL + "/inbox/choices/"
    body = f"{letter.body}\n-- \nWhat you are told by mail: {choices}\nNo more letters like this one: {stop}\n"
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(letter.subject, body, to=[letter.account.email], headers=headers)


# -- the daily digest --------------------------------------------------------------------------------


def write_digest(account_id: int) -> None:
    """One letter with everything that an account wants told once a day, by game; none where there is nothing."""
    now = clock.now()
    with transaction.atomic(durable=True):
        due = Account.objects.filter(pk=account_id, digest_at__lte=now)
        if due.update(digest_at=notifications_rules.next_digest(now)) != 1:
            return
        account, told = Account.objects.get(pk=account_id), list(notifications_queries.undigested_notices(account_id))
        Notice.objects.filter(pk__in=[each.pk for each in told]).update(digested_at=now)
        worth = [each for each in told if each.read_at is None and notifications_queries.is_still_current(each)]
        if worth and account.email:
            _digest_letter(account, worth, now)


def _digest_letter(account: Account, told: list[Notice], now: datetime) -> None:
    games = dict.fromkeys(each.game for each in told)
    parts = [
        "\n".join([game.title, "", *(_digest_line(each) for each in told if each.game_id == game.pk), ""])
        for game in games
    ]
    count = f"{len(told)} thing{'' if len(told) == 1 else 's'} since the last digest"
    Mail.objects.create(
        account=account,
        key=f"{DIGEST}:{account.pk}:{now.timestamp():.0f}",
        subject=mail_subject("Nomic", count),
        body="\n".join(parts),
        made_at=now,
        try_at=now,
    )


def _digest_line(notice: Notice) -> str:
    said = notifications_queries.notice_sentence(notice.kind, notice.facts, games_queries.keywords_of(notice.game))
    return f"- {said}\n  {settings.NOMIC_SITE_URL}{notice.url or '/inbox/'}"
