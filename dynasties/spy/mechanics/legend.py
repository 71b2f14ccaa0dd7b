"""The page called Legend: the names of those territories that a drawing marks by their code alone. (Rule Map)"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from dynasties.spy.mechanics.atlas import ATLAS, known

ENTRY = re.compile(r"\s*[-*+]\W+(?P<code>[A-Z]{3})\b\W*(?P<name>\w[^*_(]*).*")
LONGEST_NAME = 60
# Too small for their names on a drawing of the whole board.
MARKED = (
    "ADR ANA APU AUV BAR BEL BOS BRI CLY CZE EDI FRA GIB HAM HEL HOL ISR LIV LON MAC MAR MIL MOL MON MUN NAP PIC PIE "
    "POR PRU ROM SAX SKA TUS VEN WAL YOR"
)
LEGEND_PAGE = "\n".join(f"- {code}: {ATLAS[code].name}" for code in MARKED.split()) + "\n"


@lru_cache(maxsize=64)
def read_legend(text: str) -> Mapping[str, str]:
    """The name for each code that the page gives, one a bullet: “- BOR: Bordeaux”. What is no code it passes over."""
    found = (ENTRY.fullmatch(line) for line in text.splitlines())
    named = {entry["code"]: entry["name"][:LONGEST_NAME].rstrip() for entry in found if entry}
    return {code: name for code, name in named.items() if known(code)}
