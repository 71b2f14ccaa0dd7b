"""Gadgets: asked for, voted on, priced, bought. One owner has more than e may, and one cost is owed."""

from __future__ import annotations

from dynasties.spy.mechanics.gadget_requests import Say
from nomic.demo.script import Act
from nomic.demo.spies.acts import Add, Ask, Buy, LookAround, Price, RaiseGadgets, Voice, at

APPROVE, DISAPPROVE, VETO = Say.APPROVE, Say.DISAPPROVE, Say.VETO
UMBRELLA, SEASON, SAMOVAR = "Ministry Umbrella", "Season Ticket", "Diplomatic Samovar"
CAKE, TYPEWRITER, MOUSTACHE, PIGEON = "Cake with a File in It", "Golden Typewriter", "Second Moustache", "Stool Pigeon"

APPROVED: tuple[Act, ...] = (
    Ask(
        at(2, 18),
        "Thimble",
        UMBRELLA,
        "Black, and heavier than it looks. Once a week its owner may state in a post that it is raining. It is then "
        "raining, and everybody else shall say so if asked.",
    ),
    Voice(at(2, 20), "Larkspur", UMBRELLA, APPROVE, "It is."),
    Voice(at(2, 22), "Corvina", UMBRELLA, APPROVE),
    Voice(at(3, 4), "Sedgwick", UMBRELLA, DISAPPROVE, "I count four umbrellas in, and five out."),
    Add(at(4, 20), "Thimble", UMBRELLA),
    Price(at(5, 4), "Ottoline", UMBRELLA, 1, 0, 1),
    Ask(
        at(3, 9),
        "Umber",
        SEASON,
        "Second class, any line, not valid on trains. A hop costs its owner a Land Ticket less.",
        ("discount-land",),
    ),
    Voice(at(3, 10), "Corvina", SEASON, APPROVE),
    Voice(at(3, 16, 30), "Thimble", SEASON, APPROVE, "I shall want one."),
    Voice(at(3, 18), "Halloway", SEASON, DISAPPROVE, "A spy pays eir way."),
    Add(at(5, 12, 30), "Umber", SEASON),
    Price(at(6, 3), "Ottoline", SEASON, 0, 1, 0),
    Ask(
        at(4, 9),
        "Corvina",
        SAMOVAR,
        "It has a seal on the lid and a flag on the spout, and no customs officer has ever wanted tea enough to open "
        "it. Its owner crosses the Iron Curtain in it.",
        ("cross-curtain",),
    ),
    Voice(at(4, 16), "Umber", SAMOVAR, APPROVE),
    Voice(at(4, 18), "Sedgwick", SAMOVAR, APPROVE, "If it is entered as a teapot."),
    Add(at(6, 12), "Corvina", SAMOVAR),
    Price(at(6, 22), "Ottoline", SAMOVAR, 1, 2, 0),
    Ask(
        at(6, 14),
        "Bellweather",
        CAKE,
        "Madeira, with a file of the filing kind: whoever is handed it walks out, being obviously the clerk.",
        ("leave-prison",),
    ),
    Voice(at(6, 19), "Thimble", CAKE, APPROVE, "Lemon, if there is a choice."),
    Voice(at(7, 2), "Larkspur", CAKE, APPROVE),
    Add(at(8, 20), "Bellweather", CAKE),
    Price(at(9, 4), "Ottoline", CAKE, 1, 1, 1),
)

# With the loss that a false claim brings, these are one too many.
BOUGHT: tuple[Act, ...] = (
    Buy(at(7, 13), "Thimble", SEASON),
    Buy(at(9, 13), "Thimble", SAMOVAR),
    RaiseGadgets(at(12, 11), "Umber"),
)

DENIED: tuple[Act, ...] = (
    Ask(at(8, 3), "Sedgwick", TYPEWRITER, "Solid gold. It writes nothing, and two have to carry it."),
    Voice(at(8, 16), "Thimble", TYPEWRITER, APPROVE, "It would suit the umbrella stand."),
    Voice(at(9, 6), "Ottoline", TYPEWRITER, VETO, "I know what this office is paid, Sedgwick. So do you."),
    LookAround(at(10, 6), None),
)

PRESENT: tuple[Act, ...] = (
    Ask(
        at(24, 2),
        "Sedgwick",
        MOUSTACHE,
        "Worn over the first. Whoever asks its owner for eir name may be given two, and is to choose.",
    ),
    Voice(at(24, 8), "Halloway", MOUSTACHE, APPROVE, "Distinguished. Twice."),
    Voice(at(24, 16), "Thimble", MOUSTACHE, APPROVE),
    Voice(at(25, 1), "Umber", MOUSTACHE, DISAPPROVE, "I was told to have one. It itches."),
    Add(at(26, 12), "Sedgwick", MOUSTACHE),
    Ask(
        at(27, 1),
        "Larkspur",
        PIGEON,
        "It sits on a stool and repeats what it has heard. By sea its owner pays a Ticket less, for the bird knows "
        "everybody on the docks.",
        ("discount-sea",),
    ),
    Voice(at(27, 3), "Corvina", PIGEON, APPROVE, "My uncle knows this bird."),
    Voice(at(27, 6), "Thimble", PIGEON, DISAPPROVE, "It knows me, too."),
    Voice(at(27, 9), "Bellweather", PIGEON, APPROVE),
)

GADGETS = APPROVED + BOUGHT + DENIED + PRESENT
