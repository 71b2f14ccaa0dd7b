"""The demo game of spies: four weeks at a cold buffet."""

from __future__ import annotations

from dynasties.spy.gadgets.rules_requests import Stance
from nomic.demo.script import (
    AGAINST,
    FOR,
    Admit,
    Arrive,
    Ascend,
    DemoAct,
    Enact,
    Open,
    Remark,
    Script,
    Send,
    VisitGame,
    Write,
    merge_threads,
)
from nomic.demo.spies import (
    LENGTH,
    Accept,
    Add,
    Answer,
    AskForGadget,
    Assign,
    Buy,
    Cancel,
    Capture,
    ClaimMission,
    Close,
    Deal,
    Declare,
    Disclose,
    Exchange,
    Gather,
    LookAround,
    MoveSpy,
    OpenMission,
    PostNotice,
    Price,
    RaiseGadgets,
    Refuse,
    Rescue,
    RuleOnCapture,
    Supplies,
    VoiceOnRequest,
    Wander,
    at,
)

BUFFET = """\
There is a cold buffet, and on it one sandwich is left.

Any Agent may take it, by saying so in a post. If nobody asks em within six hours to put it back, e has achieved \
victory. *It is egg.*"""

LAST = "Catering: The last sandwich"
TAKEN = "I am taking the sandwich"
CLAIM = "It was egg"
ADDRESS = "Ascension Address: Everybody here is a spy"

PARTY: tuple[DemoAct, ...] = (
    Arrive(at(0, 0, 20), None, "Ottoline", "I am with the embassy. It hardly matters which."),
    Arrive(at(0, 0, 30), None, "Larkspur", "I am with Ottoline."),
    Arrive(at(0, 0, 40), None, "Umber", "I am not with anybody. I was told to say so."),
    Admit(at(0, 1), "Bellweather", "Ottoline"),
    Admit(at(0, 1, 5), "Bellweather", "Larkspur"),
    Admit(at(0, 1, 10), "Bellweather", "Umber"),
    Write(
        at(0, 3),
        "Bellweather",
        "proposal",
        LAST,
        "The guests have been circling it for an hour, and each says that e is not hungry.",
        ({"kind": "enact", "section": "dynastic", "title": "The Buffet", "text": BUFFET},),
    ),
    Remark(at(0, 4), "Larkspur", LAST, FOR, "I am not hungry."),
    Remark(at(0, 5), "Ottoline", LAST, FOR),
    Remark(at(0, 6), "Umber", LAST, FOR, "I was told to say that I have eaten."),
    Enact(at(0, 16), "Bellweather", LAST),
    Write(at(0, 17), "Ottoline", "plain", TAKEN, "There. Somebody had to."),
    Write(at(1), "Ottoline", "dov", CLAIM, "I took the last sandwich in a post. Seven hours on, nobody has asked."),
    Remark(at(1, 1), "Bellweather", CLAIM, FOR, "We were each waiting for another to ask."),
    Remark(at(1, 2), "Larkspur", CLAIM, FOR, "I should have preferred the salmon."),
    Remark(at(1, 3), "Umber", CLAIM, FOR),
    Enact(at(1, 14), "Bellweather", CLAIM, "The plate is empty, and so is the argument."),
)

CURTAIN_RISES: tuple[DemoAct, ...] = (
    Ascend(
        at(2),
        "Ottoline",
        "Everybody here is a spy",
        "Thank you for coming to the buffet. You have all been watching one another over the sandwiches, and you were "
        "all **quite right to**.\n\n"
        "There is a Map, and each of you is somewhere on it. I shall tell you where; nobody else will. There is an "
        "Iron Curtain, with one polite gap in it. There are missions, and whoever completes ten of them has won.\n\n"
        "Tell me within two weeks whom you serve. If it is me, say so. If it is the World, say so. If you mean to say "
        "the one and do the other, there is a box for that as well.",
        repeal=("The Buffet",),
        accent=215,
        emblem="☂",
        package="spy",
    ),
    Remark(at(2, 1), "Larkspur", ADDRESS, None, "And who had the salmon?"),
    Arrive(at(2, 2), None, "Thimble", "I have come about the umbrella stand."),
    Arrive(at(2, 2, 10), None, "Corvina", "My uncle has a boat. That is all I shall say."),
    Arrive(at(2, 2, 20), None, "Halloway", "Good evening. Do I know you? I hope not."),
    Arrive(at(2, 2, 30), None, "Sedgwick", "Sedgwick, accounts. I have questions about the umbrella stand."),
    Admit(at(2, 3), "Bellweather", "Thimble"),
    Admit(at(2, 3, 5), "Bellweather", "Corvina"),
    Admit(at(2, 3, 10), "Bellweather", "Halloway"),
    Admit(at(2, 3, 15), "Bellweather", "Sedgwick"),
    Assign(at(2, 6), "Ottoline", "Larkspur", "LON"),
    Assign(at(2, 6, 5), "Ottoline", "Umber", "HAM"),
    Assign(at(2, 6, 10), "Ottoline", "Corvina", "GRE"),
    Assign(at(2, 6, 15), "Ottoline", "Thimble", "PAR"),
    Assign(at(2, 6, 20), "Ottoline", "Halloway", "MAD"),
    Assign(at(2, 6, 25), "Ottoline", "Sedgwick", "AUV"),
    Deal(at(2, 7), "Ottoline"),
    Declare(at(2, 8), "Umber", "Mastermind"),
    Declare(at(2, 8, 10), "Larkspur", "Double Agent (Mastermind)"),
    Declare(at(2, 12), "Sedgwick", "World"),
    Declare(at(2, 15), "Halloway", "Double Agent (Mastermind)"),
    Declare(at(3, 6), "Thimble", "World"),
    Declare(at(3, 7), "Corvina", "Double Agent (World)"),
    Declare(at(11, 7), "Bellweather", "World"),
)

PROLOGUE = PARTY + CURTAIN_RISES


# Who went where, what e paid, and who was arrested on the way. The script copes with what chance does.

NO_DRAWS = "Custody: Nobody walks away"
DRAWS = "Custody: Let them run"
QUESTION = "A question about a colleague"
ALSACE = "Where does one hand it in?"

LONDON_TO_ICELAND: tuple[DemoAct, ...] = (
    MoveSpy(at(4, 10), "Larkspur", "YOR"),
    MoveSpy(at(6, 10), "Larkspur", "EDI"),
    MoveSpy(at(9, 10), "Larkspur", "NWG"),
    MoveSpy(at(10, 10), "Larkspur", "ICE"),
    Rescue(at(13, 10), "Larkspur", ("Halloway", "Sedgwick")),
    MoveSpy(at(14, 10), "Larkspur", "NAO"),
    MoveSpy(at(16, 10), "Larkspur", "LIV"),
    Supplies(at(16, 18), "Larkspur"),
    MoveSpy(at(18, 10), "Larkspur", "WAL"),
    MoveSpy(at(20, 10), "Larkspur", "LON"),
    Supplies(at(20, 18), "Larkspur", quiet=True),
    MoveSpy(at(22, 10), "Larkspur", "FRA"),
)

# Through the one polite gap in the Curtain, and then east.
HAMBURG_TO_ODESSA: tuple[DemoAct, ...] = (
    MoveSpy(at(3, 11), "Umber", "FRA"),
    MoveSpy(at(4, 11), "Umber", "BER"),
    PostNotice(at(4, 23), "Ottoline"),
    MoveSpy(at(6, 11), "Umber", "SIL"),
    MoveSpy(at(7, 11), "Umber", "KRA"),
    Supplies(at(7, 20), "Umber"),
    MoveSpy(at(9, 11), "Umber", "POD"),
    MoveSpy(at(11, 11), "Umber", "ODE"),
)

# Istanbul lies on both sides: the way across is by water, at twice the fare.
GREECE_TO_ODESSA: tuple[DemoAct, ...] = (
    MoveSpy(at(4, 12), "Corvina", "IST"),
    MoveSpy(at(5, 12), "Corvina", "WBS"),
    MoveSpy(at(7, 12), "Corvina", "ODE"),
    Supplies(at(8, 12), "Corvina"),
    Supplies(at(10, 12), "Corvina"),
)

ABOUT_PARIS: tuple[DemoAct, ...] = (
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
ARRESTS: tuple[DemoAct, ...] = (
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
    MoveSpy(at(4, 15), "Sedgwick", "BOR"),
    MoveSpy(at(5, 14), "Halloway", "BOR"),
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
    RuleOnCapture(at(8, 2), "Ottoline"),
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
    RuleOnCapture(at(16, 2), "Ottoline"),
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
DABNEY: tuple[DemoAct, ...] = (
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
    MoveSpy(at(26, 13), "Thimble", "ALS"),
    Capture(at(26, 18), "Thimble", "Dabney"),
)

MOVES = LONDON_TO_ICELAND + HAMBURG_TO_ODESSA + GREECE_TO_ODESSA + ABOUT_PARIS + ARRESTS + DABNEY


# Fourteen missions. Somebody has completed nine, and says that the tenth is done: the Mastermind has to rule on it.

AIR, SEA, LAND, GADGET_COLUMN = "Air Tickets", "Sea Tickets", "Land Tickets", "Gadgets"
EXITS, BROLLY, TEA = "Learn the Exits", "The Wrong Umbrella", "Tea in Yorkshire"
BORDER, LEDGER, CAT = "A Quiet Border", "The Harbour Ledger", "The Ambassador's Cat"
NORTH, SANDWICH, LETTERS = "North by Roughly North", "The Reykjavik Sandwich", "Dead Letter Day"
LEAK, OPERA, FILM = "The Leak", "Opera Without Words", "Microfilm, Macrofilm"
LUNCH, SAUNA = "One Last Lunch", "Four Spies, One Sauna"

FIRST_WEEK: tuple[DemoAct, ...] = (
    OpenMission(
        at(2, 10),
        "Ottoline",
        EXITS,
        "Before you are let out, you are shown the ways out.",
        "Tell me the nearest border to where you are, and what you would say on the other side of it.",
        "A Land Ticket, and the respect of nobody, since nobody may know.",
        "Five of you have learned them.",
        "You are shown them again. It takes all afternoon, and a Land Ticket.",
        gains=((LAND, 1),),
        losses=((LAND, -1),),
        closes_after=5,
    ),
    ClaimMission(at(2, 23), "Larkspur", EXITS, "The sea, and “Good evening”."),
    Accept(at(3, 0, 30), "Ottoline", EXITS),
    OpenMission(
        at(3, 1),
        "Ottoline",
        BROLLY,
        "Six identical umbrellas hang in a London club. One of them has the plans in it. The plans are of the club.",
        "Leave London with an umbrella that is not yours.",
        "A Sea Ticket. It had been left in the umbrella.",
        "One of you has it.",
        "You are wet.",
        gains=((SEA, 1),),
        closes_after=1,
    ),
    OpenMission(
        at(3, 2),
        "Ottoline",
        TEA,
        "A certain aunt will see nobody before four, and knows everybody after five.",
        "Be in Yorkshire (YOR), on foot, and stay for the second cup.",
        "A Sea Ticket, wrapped in a napkin.",
        "I have heard enough from the aunt.",
        "She writes to your mother.",
        gains=((SEA, 1),),
        places=("YOR",),
    ),
    ClaimMission(at(3, 5), "Umber", EXITS, "Elbe. I was told to say nothing on the other side."),
    Accept(at(3, 5, 30), "Ottoline", EXITS),
    OpenMission(
        at(3, 20),
        "Ottoline",
        BORDER,
        "There is one gap in the Curtain, and a man in it with a notebook. He writes that somebody passed. He has "
        "never yet written who.",
        "Be in Berlin (BER), and have come by the front door.",
        "An Air Ticket, out of his pocket.",
        "One of you has come through.",
        "Your name is asked for twice.",
        gains=((AIR, 1),),
        places=("BER",),
        closes_after=1,
    ),
    ClaimMission(at(3, 22), "Corvina", EXITS, "My uncle's boat, and whatever he says."),
    Accept(at(3, 22, 30), "Ottoline", EXITS),
    ClaimMission(at(4, 2), "Thimble", EXITS, "All of them. I am standing in one."),
    Accept(at(4, 3), "Ottoline", EXITS),
    ClaimMission(at(4, 10, 30), "Larkspur", TEA, "Second cup, no sugar. She asked after you."),
    ClaimMission(at(4, 11, 30), "Umber", BORDER, "He wrote “somebody”. I was told that he would."),
    Accept(at(4, 22), "Ottoline", TEA),
    Accept(at(4, 22, 30), "Ottoline", BORDER),
    ClaimMission(at(5, 8), "Larkspur", BROLLY, "It is plainly not mine. It opens."),
    Accept(at(5, 9), "Ottoline", BROLLY),
    ClaimMission(
        at(5, 18), "Sedgwick", EXITS, "The nearest is the frontier of good sense. I should say: receipts, please."
    ),
    Accept(at(5, 21), "Ottoline", EXITS),
)

SECOND_WEEK: tuple[DemoAct, ...] = (
    OpenMission(
        at(6),
        "Ottoline",
        LEDGER,
        "Somebody in Odessa writes down what comes in by night. I should like to know how e spells “samovar”.",
        "Be in Odessa (ODE) or on the water before it (WBS), and read the ledger.",
        "A Sea Ticket.",
        "One of you has read it.",
        "You are entered in it, under “miscellaneous”.",
        gains=((SEA, 1),),
        places=("ODE", "WBS"),
        closes_after=1,
    ),
    OpenMission(
        at(6, 1),
        "Ottoline",
        CAT,
        "The Ambassador's cat goes where it likes, and is never searched. Somebody has noticed.",
        "Two of you: one to distract the Ambassador, one to bring me the collar.",
        "A Land Ticket for each, and some of the fur.",
        "It has been done, or the cat has retired.",
        "Scratches, and a Land Ticket each.",
        gains=((LAND, 1),),
        losses=((LAND, -1),),
        closes_after=2,
    ),
    Close(at(6, 2), "Ottoline", TEA, "The aunt has written. At length."),
    Gather(at(7, 3), "Larkspur", CAT, ("Umber",)),
    ClaimMission(at(7, 13, 30), "Corvina", LEDGER, "With two a's and a crown on the s. My uncle is on page nine."),
    Accept(at(7, 21), "Ottoline", LEDGER),
    ClaimMission(
        at(8, 8), "Larkspur", CAT, "Umber talked to the Ambassador. I was told that e would. Collar enclosed.", True
    ),
    OpenMission(
        at(8, 10),
        "Ottoline",
        NORTH,
        "A trawler has been following another trawler for nine years. Neither has caught a fish.",
        "Be on the Norwegian Sea (NWG), and find out which of them is ours.",
        "A Sea Ticket.",
        "One of you has asked them.",
        "Fish, every day, for a week.",
        gains=((SEA, 1),),
        places=("NWG",),
        closes_after=1,
    ),
    Accept(at(8, 11), "Ottoline", CAT),
    OpenMission(
        at(8, 22),
        "Ottoline",
        SANDWICH,
        "There was a second sandwich. It was posted to Iceland, and it is still addressed to me.",
        "Be in Iceland (ICE) of your own free will, and collect it.",
        "A Ticket of every kind: enough to bring a friend home.",
        "It has been collected.",
        "You are asked to eat it.",
        gains=((AIR, 1), (SEA, 1), (LAND, 1)),
        places=("ICE",),
        closes_after=1,
    ),
    ClaimMission(at(9, 10, 30), "Larkspur", NORTH, "Both. They have been told of each other, and there was hugging."),
    Accept(at(9, 20), "Ottoline", NORTH),
    ClaimMission(at(10, 10, 30), "Larkspur", SANDWICH, "Salmon! It was salmon all along."),
    Accept(at(10, 20), "Ottoline", SANDWICH),
)

THIRD_WEEK: tuple[DemoAct, ...] = (
    OpenMission(
        at(12),
        "Ottoline",
        LETTERS,
        "A letter-box that nobody empties, in a wall that nobody built. I get eleven letters a week from it.",
        "Two of you, in different countries, post the same letter on the same day.",
        "An Air Ticket for each.",
        "I have both letters.",
        "You read all eleven.",
        gains=((AIR, 1),),
        closes_after=2,
    ),
    Gather(at(12, 9), "Thimble", LETTERS, ("Larkspur",)),
    ClaimMission(at(13, 12), "Thimble", LETTERS, "Posted at noon, both. Mine is the one with the crumbs.", True),
    OpenMission(
        at(13, 3),
        "Ottoline",
        LEAK,
        "Somebody is talking to the newspapers.",
        "Find out who it is, without asking me.",
        "Two Air Tickets.",
        "Somebody has been found out.",
        "Somebody else has.",
        gains=((AIR, 2),),
    ),
    Answer(at(13, 8), "Halloway", LEAK, "It is in this morning's paper, with a picture. Abort the Mission!"),
    Answer(at(13, 9), "Corvina", LEAK, "My uncle sells that paper. Abort the Mission!"),
    Answer(at(13, 15), "Thimble", LEAK, "It *is* the paper that has the leak. Abort the Mission!"),
    Cancel(at(13, 18), "Ottoline", LEAK, "I had been hoping for a better picture."),
    Accept(at(13, 22), "Ottoline", LETTERS),
    OpenMission(
        at(15, 1),
        "Ottoline",
        OPERA,
        "The tenor sings in code, and the second act has a mistake in it.",
        "Hum me the mistake.",
        "A Sea Ticket, in the interval.",
        "I have been hummed to.",
        "The third act.",
        gains=((SEA, 1),),
        closes_after=1,
    ),
    ClaimMission(at(17, 2), "Larkspur", OPERA, "Hm, hm, hm-hm, *hm*. It should be hm."),
    Accept(at(17, 9), "Ottoline", OPERA),
    OpenMission(
        at(18, 4),
        "Ottoline",
        FILM,
        "The plans have been made so small that nobody can find them. There is a second copy, eleven metres long.",
        "Bring me either.",
        "A Land Ticket.",
        "I have one of them.",
        "Whoever brings me a holiday film carries one Gadget fewer from then on.",
        gains=((LAND, 1),),
        losses=((GADGET_COLUMN, -1),),
        closes_after=1,
    ),
    ClaimMission(at(19, 13), "Thimble", FILM, "Here it is. You will have to take my word that it is there."),
    Refuse(at(19, 20), "Ottoline", FILM, "This is a crumb. I have had it magnified, and it is a larger crumb."),
    ClaimMission(at(21, 12), "Larkspur", FILM, "Eleven metres. I wore it as a scarf."),
    Accept(at(21, 20), "Ottoline", FILM),
)

MISSIONS_NOW: tuple[DemoAct, ...] = (
    OpenMission(
        at(24, 4),
        "Ottoline",
        LUNCH,
        "There is a restaurant on the wrong side of the Curtain that still has salmon. I have booked for nobody, at "
        "one.",
        "Be in Berlin (BER), and lunch.",
        "An Air Ticket home.",
        "Somebody has lunched.",
        "The bill.",
        gains=((AIR, 1),),
        places=("BER",),
        closes_after=1,
    ),
    OpenMission(
        at(25, 4),
        "Ottoline",
        SAUNA,
        "Nobody can hide anything in a sauna. That is what makes it so interesting.",
        "Four of you at once, in Finland (FIN) or next door (SWE, LAP, STP, MUR).",
        "Two Sea Tickets for each.",
        "Four have been, or the coals are out.",
        "Birch twigs.",
        gains=((SEA, 2),),
        places=("FIN", "SWE", "LAP", "STP", "MUR"),
        crowd=4,
    ),
    Gather(at(26, 5), "Halloway", SAUNA, ("Sedgwick",)),
    Answer(at(26, 7), "Dabney", SAUNA, "I have no swimming things. Abort the Mission? Or is that only for spies?"),
    Answer(at(26, 9), "Halloway", SAUNA, "Towels are provided. Wires are not."),
)

MISSIONS = FIRST_WEEK + SECOND_WEEK + THIRD_WEEK + MISSIONS_NOW


# Gadgets: asked for, voted on, priced, bought. One owner has more than e may, and one cost is owed.

APPROVE, DISAPPROVE, VETO = Stance.APPROVE, Stance.DISAPPROVE, Stance.VETO
UMBRELLA, SEASON, SAMOVAR = "Ministry Umbrella", "Season Ticket", "Diplomatic Samovar"
CAKE, TYPEWRITER, MOUSTACHE, PIGEON = "Cake with a File in It", "Golden Typewriter", "Second Moustache", "Stool Pigeon"

APPROVED: tuple[DemoAct, ...] = (
    AskForGadget(
        at(2, 18),
        "Thimble",
        UMBRELLA,
        "Black, and heavier than it looks. Once a week its owner may state in a post that it is raining. It is then "
        "raining, and everybody else shall say so if asked.",
    ),
    VoiceOnRequest(at(2, 20), "Larkspur", UMBRELLA, APPROVE, "It is."),
    VoiceOnRequest(at(2, 22), "Corvina", UMBRELLA, APPROVE),
    VoiceOnRequest(at(3, 4), "Sedgwick", UMBRELLA, DISAPPROVE, "I count four umbrellas in, and five out."),
    Add(at(4, 20), "Thimble", UMBRELLA),
    Price(at(5, 4), "Ottoline", UMBRELLA, 1, 0, 1),
    AskForGadget(
        at(3, 9),
        "Umber",
        SEASON,
        "Second class, any line, not valid on trains. A hop costs its owner a Land Ticket less.",
        ("discount-land",),
    ),
    VoiceOnRequest(at(3, 10), "Corvina", SEASON, APPROVE),
    VoiceOnRequest(at(3, 16, 30), "Thimble", SEASON, APPROVE, "I shall want one."),
    VoiceOnRequest(at(3, 18), "Halloway", SEASON, DISAPPROVE, "A spy pays eir way."),
    Add(at(5, 12, 30), "Umber", SEASON),
    Price(at(6, 3), "Ottoline", SEASON, 0, 1, 0),
    AskForGadget(
        at(4, 9),
        "Corvina",
        SAMOVAR,
        "It has a seal on the lid and a flag on the spout, and no customs officer has ever wanted tea enough to open "
        "it. Its owner crosses the Iron Curtain in it.",
        ("cross-curtain",),
    ),
    VoiceOnRequest(at(4, 16), "Umber", SAMOVAR, APPROVE),
    VoiceOnRequest(at(4, 18), "Sedgwick", SAMOVAR, APPROVE, "If it is entered as a teapot."),
    Add(at(6, 12), "Corvina", SAMOVAR),
    Price(at(6, 22), "Ottoline", SAMOVAR, 1, 2, 0),
    AskForGadget(
        at(6, 14),
        "Bellweather",
        CAKE,
        "Madeira, with a file of the filing kind: whoever is handed it walks out, being obviously the clerk.",
        ("leave-prison",),
    ),
    VoiceOnRequest(at(6, 19), "Thimble", CAKE, APPROVE, "Lemon, if there is a choice."),
    VoiceOnRequest(at(7, 2), "Larkspur", CAKE, APPROVE),
    Add(at(8, 20), "Bellweather", CAKE),
    Price(at(9, 4), "Ottoline", CAKE, 1, 1, 1),
)

# With the loss that a false claim brings, these are one too many.
BOUGHT: tuple[DemoAct, ...] = (
    Buy(at(7, 13), "Thimble", SEASON),
    Buy(at(9, 13), "Thimble", SAMOVAR),
    RaiseGadgets(at(12, 11), "Umber"),
)

DENIED: tuple[DemoAct, ...] = (
    AskForGadget(at(8, 3), "Sedgwick", TYPEWRITER, "Solid gold. It writes nothing, and two have to carry it."),
    VoiceOnRequest(at(8, 16), "Thimble", TYPEWRITER, APPROVE, "It would suit the umbrella stand."),
    VoiceOnRequest(at(9, 6), "Ottoline", TYPEWRITER, VETO, "I know what this office is paid, Sedgwick. So do you."),
    LookAround(at(10, 6), None),
)

GADGETS_NOW: tuple[DemoAct, ...] = (
    AskForGadget(
        at(24, 2),
        "Sedgwick",
        MOUSTACHE,
        "Worn over the first. Whoever asks its owner for eir name may be given two, and is to choose.",
    ),
    VoiceOnRequest(at(24, 8), "Halloway", MOUSTACHE, APPROVE, "Distinguished. Twice."),
    VoiceOnRequest(at(24, 16), "Thimble", MOUSTACHE, APPROVE),
    VoiceOnRequest(at(25, 1), "Umber", MOUSTACHE, DISAPPROVE, "I was told to have one. It itches."),
    Add(at(26, 12), "Sedgwick", MOUSTACHE),
    AskForGadget(
        at(27, 1),
        "Larkspur",
        PIGEON,
        "It sits on a stool and repeats what it has heard. By sea its owner pays a Ticket less, for the bird knows "
        "everybody on the docks.",
        ("discount-sea",),
    ),
    VoiceOnRequest(at(27, 3), "Corvina", PIGEON, APPROVE, "My uncle knows this bird."),
    VoiceOnRequest(at(27, 6), "Thimble", PIGEON, DISAPPROVE, "It knows me, too."),
    VoiceOnRequest(at(27, 9), "Bellweather", PIGEON, APPROVE),
)

GADGETS = APPROVED + BOUGHT + DENIED + GADGETS_NOW


# What waits in the game of spies now: two Proposals about its rules, and somebody who has just passed the gap.

AMNESTY = "Custody: Amnesty"
FARE = "Transport: Hops at twice the fare"

PENDING: tuple[DemoAct, ...] = (
    Write(
        at(26, 20),
        "Sedgwick",
        "proposal",
        AMNESTY,
        "Repeal Capture. The rule is all that holds it up: without these words there is no die, no row, and no button. "
        "Whoever is in prison stays there, I fear. I have costed that, too.",
        ({"kind": "repeal", "rule": "Capture"},),
    ),
    Remark(at(26, 22), "Thimble", AMNESTY, AGAINST, "Not before Thursday, if you please. I have an appointment."),
    Remark(at(27, 2), "Halloway", AMNESTY, FOR, "I have come round to it. It was dark, and I came round."),
    Remark(at(27, 5), "Dabney", AMNESTY, FOR, "Is there capturing? Nobody said."),
    Write(
        at(27, 4),
        "Umber",
        "proposal",
        FARE,
        "Everybody hops. It is bad for the shoes, and for those of us with Season Tickets it is free. Write 2 for 1 in "
        "the sentence, and the machine will want two.",
        (
            {
                "kind": "replace",
                "rule": "Movement",
                "find": "for [1](dial:spy.hop_price) Land Ticket,",
                "replace": "for [2](dial:spy.hop_price) Land Tickets,",
            },
        ),
    ),
    Remark(at(27, 7), "Corvina", FARE, AGAINST, "Come by sea."),
    Remark(at(27, 8), "Bellweather", FARE, FOR, "Exercise is free. This is the point of it."),
    Remark(at(27, 13), "Larkspur", FARE, None, "I find that one hops less, after lunch."),
    Send(
        at(27, 14),
        "Umber",
        "Larkspur",
        "Nine?",
        "I was told to count your missions, and I have. Please do not tell anybody that I said so.",
    ),
    VisitGame(at(27, 15), "Ottoline"),
    Remark(at(27, 20), "Ottoline", FARE, None, "I should have to reprint every timetable."),
    # Seen at the gap: the desk has two days to tell of it, and a claim to rule on that would be the tenth.
    MoveSpy(at(27, 22), "Larkspur", "BER"),
    ClaimMission(at(27, 23), "Larkspur", LUNCH, "Salmon, potatoes, a window seat. I believe that this makes ten."),
    # The last is public: by its moment it is known that the whole has been told.
    Remark(at(27, 23, 20), "Bellweather", AMNESTY, None, "Somebody has eaten. I can smell dill from here."),
)


# The script of the demo game of spies.

NAMES = ("Ottoline", "Bellweather", "Larkspur", "Umber", "Thimble", "Corvina", "Halloway", "Sedgwick", "Dabney")

THE_COLD_BUFFET = Script(
    slug="the-cold-buffet",
    title="The Cold Buffet",
    founder="Bellweather",
    usernames={name: name.lower() for name in NAMES},
    acts=merge_threads(PROLOGUE, MISSIONS, GADGETS, MOVES, PENDING),
    length=LENGTH,
)
