"""A senate of programs in the database of `DATABASE_URL`, which may be empty: prints their tokens as JSON.

Run by `test_programs_wait`: `python -m tests.servers.seated <seats> <rounds> <seconds for a round>`.
"""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    django.setup()
    from tests.quorum.api.conftest import seated
    from tests.sitting import SenateTable

    seats, rounds, seconds = map(int, sys.argv[1:])
    programs = seated(SenateTable("Josh"), seats, rounds=rounds, decision_seconds=seconds)
    print(json.dumps([each.token for each in programs]))


if __name__ == "__main__":
    main()
