"""The people of the Commons arrive."""

from __future__ import annotations

from nomic.demo.script import Act, Admit, Arrive, Remark, Write, at

ARRIVALS: tuple[Act, ...] = (
    Arrive(at(0, 0, 20), None, "Pipistrelle", "I keep late hours and good minutes."),
    Arrive(at(0, 0, 31), None, "Mudlark", "Found your gate on the foreshore. Returning it in person."),
    Admit(at(0, 0, 45), "Quillon", "Pipistrelle"),
    Admit(at(0, 0, 46), "Quillon", "Mudlark"),
    Arrive(at(0, 2), None, "Fenwick", "I was told there would be a bell."),
    Admit(at(0, 3), "Quillon", "Fenwick"),
    Write(
        at(0, 4),
        "Quillon",
        "plain",
        "The Commons is open",
        "Good morning. There is a green here, and so far **no rule about it whatsoever**.\n\n"
        "I mean to reign lightly. Send me laws that can be read aloud without blushing, and leave every number in the "
        "sentence that it belongs to: the Clerk obeys only what is written.",
    ),
    Remark(at(0, 5), "Fenwick", "The Commons is open", None, "No rule about a bell either. I shall wait."),
    Arrive(at(0, 22), None, "Odalys", "Retired from three committees, all of which still meet."),
    Arrive(at(0, 22, 30), None, "Bramblebush", "The name was my parents' idea. May I come in?"),
    Arrive(at(0, 22, 40), None, "Tarragon", "I have views on hats."),
    Arrive(at(0, 22, 50), None, "Wexford", "Just looking, if that is lawful."),
    Admit(at(0, 23), "Quillon", "Odalys"),
    Admit(at(0, 23, 1), "Quillon", "Bramblebush"),
    Admit(at(0, 23, 2), "Quillon", "Tarragon"),
    Admit(at(0, 23, 3), "Quillon", "Wexford"),
)
