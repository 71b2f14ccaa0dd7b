"""Moments in words: relative while they are near, absolute UTC beyond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django import template

from nomic.core.language import words as language_words

register = template.Library()

NEAR = timedelta(hours=48)


@register.filter
def utc(moment: datetime | None) -> str:
    """“14 Mar 2007, 01:02 UTC”; nothing for no moment."""
    return "" if moment is None else language_words.moment(moment)


@register.filter
def iso(moment: datetime | None) -> str:
    """“2007-03-14T01:02:03Z”, for the `datetime` attribute, which scripts read."""
    return "" if moment is None else f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


@register.filter
def ago(moment: datetime | None, now: datetime | None = None) -> str:
    """“in 3 h 12 min”, “5 min ago”, “31 h ago” up to 48 hours either way, then the absolute moment.

    Players count the law's limits in hours, so hours never turn into “yesterday”.
    """
    if moment is None or not now or abs(moment - now) > NEAR:
        return utc(moment)
    minutes = int(abs(moment - now).total_seconds() // 60)
    if minutes == 0:
        return "in less than a minute" if moment > now else "just now"
    return f"in {_ahead(minutes)}" if moment > now else f"{_behind(minutes)} ago"


def _ahead(minutes: int) -> str:
    """To the minute: a deadline is planned by."""
    hours, rest = divmod(minutes, 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest else "") if part)


def _behind(minutes: int) -> str:
    """The largest unit only: the past is merely looked back on."""
    return f"{minutes // 60} h" if minutes >= 60 else f"{minutes} min"
