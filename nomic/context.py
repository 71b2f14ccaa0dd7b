"""What every page may show."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from nomic.core import clock


def site(request: HttpRequest) -> dict[str, object]:
    return {"now": clock.now(), "demo": settings.NOMIC_DEMO, "request_id": getattr(request, "request_id", "")}
