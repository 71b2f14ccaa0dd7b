"""The post's round: once a minute, whatever letter is due leaves. Apart from the sweep, which waits for no post."""

from __future__ import annotations

from celery import shared_task

from nomic.core.notifications import actions_mail as notifications_actions_mail


@shared_task(name="nomic.core.tasks.post_mail")
def post_mail() -> int:
    """Send the letters that are due; answers how many left. Harmless to run twice, late, or on two machines at once."""
    return notifications_actions_mail.send_due_mail()
