"""The demo games: casts that anybody may sign in as, where the demo switch is on, and what they have been up to."""

from __future__ import annotations

# By the title of their game: username and label of each sign-in button, in their order.
CAST = (
    (
        "The Commons",
        (
            ("quillon", "Quillon, Mastermind and Admin"),
            ("pipistrelle", "Pipistrelle, Admin"),
            ("mudlark", "Mudlark, two Proposals pending, a swan overdue"),
            ("fenwick", "Fenwick, holder of the rope"),
            ("odalys", "Odalys, Mastermind of the first Dynasty"),
            ("bramble", "Bramble, once Bramblebush"),
            ("tarragon", "Tarragon, asking to be idle"),
            ("wexford", "Wexford, idle"),
            ("saltmarsh", "Saltmarsh, waiting to be admitted"),
        ),
    ),
    (
        "The Cold Buffet, a game of spies",
        (
            ("ottoline", "Ottoline, Mastermind, with a full desk"),
            ("larkspur", "Larkspur, nine missions, and says ten"),
            ("bellweather", "Bellweather, Admin, somewhere at random"),
            ("umber", "Umber, Standard Spy, as e was told"),
            ("thimble", "Thimble, one Gadget too many"),
            ("corvina", "Corvina, whose uncle has a boat"),
            ("halloway", "Halloway, whose secret is out"),
            ("sedgwick", "Sedgwick, accounts, who knows it"),
            ("dabney", "Dabney, new, and undeclared"),
        ),
    ),
    (
        "The Draughty House, a senate",
        (
            ("isolde", "Isolde, seat 0, and the bill is before em"),
            ("prudence", "Prudence, seat 1, with a note to read"),
            ("thaddeus", "Thaddeus, who answers for a program"),
            ("barnaby", "Barnaby, no better than a script"),
        ),
    ),
    (
        "Little Soaking Pier, a game of nweeks",
        (
            ("whelk", "Whelk, on whose vote a hat depends"),
            ("samphire", "Samphire, for a longer pier, and the teas"),
            ("thrift", "Thrift, for a shorter one"),
            ("marram", "Marram, with a donkey pending"),
            ("dulse", "Dulse, tuba"),
            ("limpet", "Limpet, in the last deckchair"),
            ("fulmar", "Fulmar, Administrator, who asks for blue"),
        ),
    ),
)
