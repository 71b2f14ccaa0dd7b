"""Quillon speaks, and the green begins; the rest of its people arrive."""

from __future__ import annotations

from nomic.demo.history.committee import BELL_FOR_ORDER
from nomic.demo.script import Act, Admit, Arrive, Ascend, Fail, Remark, at
from nomic.demo.votes import AGAINST

ADDRESS = "Ascension Address: The Green"

ARRIVALS: tuple[Act, ...] = (
    Ascend(
        at(9, 4),
        "Quillon",
        "The Green",
        "Good morning. There is a green here, and so far **no rule about it whatsoever**.\n\n"
        "The Committee is adjourned, and its Urn goes to whoever can lift it. Its minutes stay: they were the best of "
        "it. What remains of it shall be called a Parliament, since nobody is in it.\n\n"
        "I mean to reign lightly. Send me laws that can be read aloud without blushing, and leave every number in the "
        "sentence that it belongs to: the Clerk obeys only what is written.",
        repeal=("The Urn", "Adjournment"),
        renames=({"from": "Committee", "to": "Parliament"},),
        accent=135,
        emblem="❦",
    ),
    Remark(at(9, 5), "Fenwick", ADDRESS, None, "No rule about a bell either. I shall wait."),
    Remark(at(9, 6), "Fenwick", BELL_FOR_ORDER, AGAINST, "There is no chair any more. This bell was before its time."),
    Fail(at(9, 8), "Quillon", BELL_FOR_ORDER, "Killed by its author, who looked out of the window at the green."),
    Arrive(at(9, 22, 30), None, "Bramblebush", "The name was my parents' idea. May I come in?"),
    Arrive(at(9, 22, 40), None, "Tarragon", "I have views on hats."),
    Arrive(at(9, 22, 50), None, "Wexford", "Just looking, if that is lawful."),
    Admit(at(9, 23, 1), "Quillon", "Bramblebush"),
    Admit(at(9, 23, 2), "Quillon", "Tarragon"),
    Admit(at(9, 23, 3), "Quillon", "Wexford"),
)
