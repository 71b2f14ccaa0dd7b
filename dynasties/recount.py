"""What a recount works out anew of Dynasties, the tracker and its pages."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.recounting import pages, reigning, tracker
from proposals.recounting.differences import Check

CHECKS: Mapping[str, Check] = {
    "Dynasties": reigning.dynasties,
    "keywords": reigning.keywords,
    "page texts": pages.page_texts,
    "columns": tracker.columns,
    "tracker updates": tracker.values,
    "cells": tracker.chains,
    "secret updates": tracker.secrets,
}
