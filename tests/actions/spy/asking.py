"""What tests of requests for Gadgets share."""

from __future__ import annotations

from datetime import timedelta

from dynasties.spy.mechanics.gadget_requests import Say
from dynasties.spy.models import GadgetRequest

HOUR = timedelta(hours=1)
AYE, NAY, VETO = Say.APPROVE, Say.DISAPPROVE, Say.VETO


def now_of(row: GadgetRequest) -> GadgetRequest:
    return GadgetRequest.objects.get(pk=row.pk)
