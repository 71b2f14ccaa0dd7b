"""Five weeks on the Commons: a committee adjourns, and its people make law about a green, some geese and a bell.

Posts are found again by their titles, what was done to the tracker by its comment, letters by their subject.
"""

from __future__ import annotations

from nomic.demo.history.arrivals import ARRIVALS
from nomic.demo.history.committee import COMMITTEE
from nomic.demo.history.disputes import DISPUTES, DUTIES
from nomic.demo.history.first_week import FIRST_WEEK
from nomic.demo.history.letters import LETTERS, VISITS
from nomic.demo.history.second_week import SECOND_WEEK
from nomic.demo.history.the_book import THE_BOOKS
from nomic.demo.history.third_week import THIRD_WEEK

HISTORY = COMMITTEE + ARRIVALS + FIRST_WEEK + SECOND_WEEK + THIRD_WEEK + THE_BOOKS + DISPUTES + DUTIES
HISTORY += LETTERS + VISITS
