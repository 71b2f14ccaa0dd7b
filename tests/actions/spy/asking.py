"""What tests of requests for Gadgets share."""

from __future__ import annotations

from datetime import timedelta

from dynasties.spy.gadgets.models import GadgetRequest
from dynasties.spy.gadgets.rules_requests import Stance

HOUR = timedelta(hours=1)
AYE, NAY, VETO = Stance.APPROVE, Stance.DISAPPROVE, Stance.VETO


def now_of(row: GadgetRequest) -> GadgetRequest:
    return GadgetRequest.objects.get(pk=row.pk)
