"""What the people of the Commons write to one another in private, and when they last looked in."""

from __future__ import annotations

from nomic.demo.script import Act, Open, Send, Visit, ago, at

LETTERS: tuple[Act, ...] = (
    Send(at(16, 0, 20), "Wexford", "Fenwick", "Wax", "Thank you for the wax. I can hear you thinking, now. W."),
    Open(at(16, 1), "Fenwick", "Wax"),
    Send(at(24, 8), "Bramble", None, "A name for your ears", "It is Order Order. Do not look at her differently."),
    Open(at(24, 9), "Quillon", "A name for your ears"),
    Send(
        at(24, 10),
        "Quillon",
        "Bramble",
        "I looked at all of them",
        "The same way, and for some time. They know that something is up.",
        answers="A name for your ears",
    ),
    Open(at(24, 11), "Bramble", "I looked at all of them"),
    Send(
        at(31, 16),
        "Odalys",
        "Mudlark",
        "The swan",
        "You are *overdue*, dear. It was 48 hours. Take it to the pond and let it decide.",
    ),
    Open(at(31, 20), "Mudlark", "The swan"),
    Send(ago(27, 30), "Mudlark", "Odalys", "It has decided", "It decided on my boat.", answers="The swan"),
    Send(ago(9, 30), "Fenwick", "Quillon", "Before anybody else says it", "It was three. I lost count at two."),
    Send(ago(4), "Tarragon", "Pipistrelle", "No hard feelings", "I see now that there are two of you. Both: sorry."),
    Send(ago(2, 30), "Odalys", None, "A seconder", "If the wet acre comes to a vote, may I count on the office?"),
)

VISITS: tuple[Act, ...] = (
    Visit(ago(31, 10), "Wexford"),
    Visit(ago(9, 20), "Fenwick"),
    Visit(ago(8, 50), "Mudlark"),
    Visit(ago(6, 50), "Odalys"),
    Visit(ago(5, 20), "Bramble"),
    Visit(ago(3, 20), "Quillon"),
    Visit(ago(1, 55), "Tarragon"),
    Visit(ago(1, 20), "Pipistrelle"),
)
