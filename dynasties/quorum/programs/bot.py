"""A program for a seat: python -m dynasties.quorum.programs.bot ADDRESS TOKEN"""
from __future__ import annotations

import sys

from dynasties.quorum.programs.client import Seat

seat = Seat(*sys.argv[1:3])
for seen in seat.rounds():
    worth = [2 if any(each["clause"] == n for each in seen["bill"]["amendments"].values()) else 1 for n in range(3)]
    behind = float(seen["influence"][seen["seat"]]) < max(map(float, seen["influence"]))
    seat.decide(vote="yea", priorities=worth, amendment="A1", filibuster=behind and seen["may"]["filibuster"])
print(seat.seen["names"], seat.seen["scores"])
