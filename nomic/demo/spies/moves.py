"""Who went where, what e paid, and who was arrested on the way. The script copes with what chance does."""

from __future__ import annotations

from nomic.demo.script import Act, Admit, Arrive, Enact, Open, Remark, Send, Write
from nomic.demo.spies.acts import (
    Assign,
    Capture,
    Disclose,
    Exchange,
    LookAround,
    Move,
    Notice,
    Rescue,
    Rule,
    Supplies,
    Wander,
    at,
)
from nomic.demo.votes import AGAINST, FOR

NO_DRAWS = "Custody: Nobody walks away"
DRAWS = "Custody: Let them run"
QUESTION = "A question about a colleague"
ALSACE = "Where does one hand it in?"

LONDON_TO_ICELAND: tuple[Act, ...] = (
    Move(at(4, 10), "Larkspur", "YOR"),
    Move(at(6, 10), "Larkspur", "EDI"),
    Move(at(9, 10), "Larkspur", "NWG"),
    Move(at(10, 10), "Larkspur", "ICE"),
    Rescue(at(13, 10), "Larkspur", ("Halloway", "Sedgwick")),
    Move(at(14, 10), "Larkspur", "NAO"),
    Move(at(16, 10), "Larkspur", "LIV"),
    Supplies(at(16, 18), "Larkspur"),
    Move(at(18, 10), "Larkspur", "WAL"),
    Move(at(20, 10), "Larkspur", "LON"),
    Supplies(at(20, 18), "Larkspur", quiet=True),
    Move(at(22, 10), "Larkspur", "FRA"),
)

# Through the one polite gap in the Curtain, and then east.
HAMBURG_TO_ODESSA: tuple[Act, ...] = (
    Move(at(3, 11), "Umber", "FRA"),
    Move(at(4, 11), "Umber", "BER"),
    Notice(at(4, 23), "Ottoline"),
    Move(at(6, 11), "Umber", "SIL"),
    Move(at(7, 11), "Umber", "KRA"),
    Supplies(at(7, 20), "Umber"),
    Move(at(9, 11), "Umber", "POD"),
    Move(at(11, 11), "Umber", "ODE"),
)

# Istanbul lies on both sides: the way across is by water, at twice the fare.
GREECE_TO_ODESSA: tuple[Act, ...] = (
    Move(at(4, 12), "Corvina", "IST"),
    Move(at(5, 12), "Corvina", "WBS"),
    Move(at(7, 12), "Corvina", "ODE"),
    Supplies(at(8, 12), "Corvina"),
    Supplies(at(10, 12), "Corvina"),
)

ABOUT_PARIS: tuple[Act, ...] = (
    Exchange(at(3, 13), "Thimble", "land", "sea"),
    Supplies(at(4, 13), "Thimble"),
    Supplies(at(6, 13), "Thimble"),
    Supplies(at(12, 13), "Thimble"),
    Wander(at(3, 16), "Bellweather"),
    Wander(at(6, 16), "Bellweather"),
    Wander(at(10, 16), "Bellweather"),
    Wander(at(15, 16), "Bellweather"),
    Wander(at(21, 16), "Bellweather"),
    Wander(at(16, 14), "Halloway"),
    Wander(at(17, 15), "Sedgwick"),
    Wander(at(24, 15), "Sedgwick"),
)

# With no draws in the law, one of the two ends up in prison; which, the die says.
ARRESTS: tuple[Act, ...] = (
    Write(
        at(3, 12),
        "Halloway",
        "proposal",
        NO_DRAWS,
        "Two professionals meet, and both run away. It happens half of the time, the rule says, and it is "
        "undignified. Let every meeting end with somebody behind bars. *I do not expect that it will be me.*",
        (
            {
                "kind": "replace",
                "rule": "Capture",
                "find": "[1 to 33](dial:spy.capture_success)",
                "replace": "[1 to 50](dial:spy.capture_success)",
            },
            {
                "kind": "replace",
                "rule": "Capture",
                "find": "[34 to 50](dial:spy.capture_backfire)",
                "replace": "[51 to 100](dial:spy.capture_backfire)",
            },
        ),
    ),
    Remark(at(3, 13, 30), "Sedgwick", NO_DRAWS, FOR, "It would simplify the accounts."),
    Remark(at(3, 14), "Larkspur", NO_DRAWS, FOR),
    Remark(at(3, 15), "Thimble", NO_DRAWS, AGAINST, "I run away for a living."),
    Remark(at(3, 17), "Corvina", NO_DRAWS, FOR, "My uncle's boat is too small to be arrested on."),
    Remark(at(3, 19), "Umber", NO_DRAWS, FOR, "I was told to."),
    Enact(at(4, 14), "Bellweather", NO_DRAWS),
    Move(at(4, 15), "Sedgwick", "BOR"),
    Move(at(5, 14), "Halloway", "BOR"),
    Supplies(at(5, 15), "Sedgwick"),
    Send(
        at(5, 20),
        "Sedgwick",
        None,
        QUESTION,
        "There is somebody in Bordeaux who orders for two, and eats alone. Whom does Halloway serve? I ask for the "
        "accounts.",
    ),
    Open(at(6, 8), "Ottoline", QUESTION),
    Disclose(at(6, 8, 30), "Ottoline", "Halloway", "Sedgwick"),
    Send(at(6, 9), "Ottoline", "Sedgwick", "As you ask so nicely", "It is in your dossier. Eat this letter."),
    Open(at(6, 18), "Sedgwick", "As you ask so nicely"),
    Capture(at(7, 15), "Sedgwick", "Halloway"),
    Rule(at(8, 2), "Ottoline"),
    Write(
        at(8, 6),
        "Bellweather",
        "plain",
        "There is somebody in the ice house",
        "The tracker says ICE-PRI, and so it must be true. Has anybody a Ticket of every kind, and a warm coat?",
    ),
    Remark(at(8, 9), "Larkspur", "There is somebody in the ice house", None, "I am going that way. For the fish."),
    LookAround(at(11, 2), None),
    Capture(at(15, 12), "Corvina", "Umber"),
    Rule(at(16, 2), "Ottoline"),
    Write(
        at(16, 20),
        "Bellweather",
        "proposal",
        DRAWS,
        "Two arrests, and two empty chairs at lunch. I have seen the ice house now, and it has no menu. Let the rows "
        "be as they were, running away included.",
        (
            {
                "kind": "replace",
                "rule": "Capture",
                "find": "[1 to 50](dial:spy.capture_success)",
                "replace": "[1 to 33](dial:spy.capture_success)",
            },
            {
                "kind": "replace",
                "rule": "Capture",
                "find": "[51 to 100](dial:spy.capture_backfire)",
                "replace": "[34 to 50](dial:spy.capture_backfire)",
            },
        ),
    ),
    Remark(at(16, 22), "Thimble", DRAWS, FOR, "Running is the better part of espionage."),
    Remark(at(17, 1), "Halloway", DRAWS, FOR, "I withdraw my earlier remarks. For reasons."),
    Remark(at(17, 4), "Larkspur", DRAWS, FOR),
    Remark(at(17, 6), "Umber", DRAWS, FOR, "Nobody told me to. I should like that noted."),
    Enact(at(17, 22), "Bellweather", DRAWS),
    LookAround(at(18, 2), None),
    LookAround(at(25, 2), None),
    LookAround(at(27, 9, 30), None),
)

# A newcomer, who has until six days from now to say whom e serves, and has told everybody where e is.
DABNEY: tuple[Act, ...] = (
    Arrive(at(20, 2), None, "Dabney", "Hello! I am a spy. My mother is very proud. Is this the right desk?"),
    Admit(at(20, 5), "Bellweather", "Dabney"),
    Assign(at(20, 8), "Ottoline", "Dabney", "ALS"),
    Write(
        at(23, 9),
        "Dabney",
        "plain",
        ALSACE,
        "My Affiliation, I mean. I have a form, but nobody to give it to. I am in Alsace, if anybody would like to "
        "have lunch and explain. The dossier says not to tell, but not *whom*.",
    ),
    Remark(at(23, 11), "Sedgwick", ALSACE, None, "Your dossier has a button for it. And a clock. Do take it indoors."),
    Remark(at(23, 13), "Thimble", ALSACE, None, "Stay where you are. I shall bring the umbrella."),
    Remark(at(23, 15), "Dabney", ALSACE, None, "How kind!"),
    Move(at(26, 13), "Thimble", "ALS"),
    Capture(at(26, 18), "Thimble", "Dabney"),
)

MOVES = LONDON_TO_ICELAND + HAMBURG_TO_ODESSA + GREECE_TO_ODESSA + ABOUT_PARIS + ARRESTS + DABNEY
