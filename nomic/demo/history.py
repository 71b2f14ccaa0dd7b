"""Three weeks on the Commons: its people arrive, and make law about a green, some geese and a bell.

Posts are found again by their titles.
"""

from __future__ import annotations

from nomic.demo.script import Act, Admit, Arrive, Edit, Enact, Fail, LookAt, Remark, Write, at
from proposals.mechanics.votes import Vote

FOR, AGAINST, DEFERENTIAL, VETO = Vote.FOR, Vote.AGAINST, Vote.DEFERENTIAL, Vote.VETO

GREEN = """\
The Commons is a green of forty acres, or so every Agent remembers it. The Geese graze on it. The Agents live around \
it, and own none of it and all of it.

An Agent may walk the bounds once a week, by saying in a post what e saw there. *Nobody has yet come back with the \
same number of acres.*"""

GEESE = """\
The Flock is a number of geese, and the tracker keeps it. It starts at six.

At the first moment of each Monday, one goose joins the Flock.

An Agent may feed the Flock often, by telling it in a comment what it was given. A goose counts as the property of \
whoever fed the Flock last."""

BELL = """\
There is one Bell, and one Agent holds its rope. Fenwick holds it first.

Whoever holds the rope may ring the Bell often, and may hand the rope to any other Agent by saying so in a post. \
Nobody should post in a bad temper within an hour of the Bell."""

HEDGES = """\
Every Agent has a Hedge, four feet high.

An Agent may raise eir Hedge by one foot once a week. An Agent whose Hedge is the highest shall be told so, kindly, \
by whoever notices first."""

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

FIRST_WEEK: tuple[Act, ...] = (
    Write(
        at(1, 4),
        "Mudlark",
        "proposal",
        "An Admin who is awake",
        "Quillon sleeps at night, like a person. Pipistrelle does not. Let us have one of each.",
        ({"kind": "make-admin", "agent": "Pipistrelle"},),
    ),
    Remark(at(1, 5), "Pipistrelle", "An Admin who is awake", FOR, "I accept, and am already up."),
    Remark(at(1, 7), "Fenwick", "An Admin who is awake", FOR),
    Remark(at(1, 8), "Odalys", "An Admin who is awake", FOR, "Seconded. It will be minuted at three in the morning."),
    Remark(at(1, 12), "Quillon", "An Admin who is awake", FOR, "Good night, then."),
    Write(
        at(1, 13),
        "Quillon",
        "proposal",
        "Land: The green itself",
        "We cannot go on governing a place that the law has never heard of.",
        ({"kind": "enact", "section": "dynastic", "title": "The Green", "text": GREEN},),
    ),
    Remark(at(1, 14), "Mudlark", "Land: The green itself", FOR, "I make it thirty-nine acres, but let it pass."),
    Enact(at(1, 17), "Quillon", "An Admin who is awake", "The keys are under the geese."),
    Remark(at(1, 18), "Wexford", "Land: The green itself", FOR),
    Remark(at(1, 19), "Bramblebush", "Land: The green itself", FOR, "“None of it and all of it” is most of my estate."),
    Remark(at(1, 21), "Tarragon", "Land: The green itself", FOR, "No mention of hats. FOR, with reservations."),
    Enact(at(2, 2), "Pipistrelle", "Land: The green itself", "My first. I used both hands."),
    Write(
        at(2, 5),
        "Mudlark",
        "proposal",
        "Livestock: Geese",
        "A green with nothing on it is only a plan. I have six geese who need an address.",
        ({"kind": "enact", "section": "dynastic", "title": "Geese", "text": GEESE},),
    ),
    Remark(at(2, 6), "Fenwick", "Livestock: Geese", FOR),
    Remark(at(2, 7), "Odalys", "Livestock: Geese", DEFERENTIAL, "I trust the Mastermind to have met a goose."),
    Remark(at(2, 9), "Tarragon", "Livestock: Geese", AGAINST, "They hissed at my brim."),
    Remark(at(2, 20), "Quillon", "Livestock: Geese", FOR, "I have, once. It is the past I am voting to overcome."),
    Remark(at(2, 21), "Bramblebush", "Livestock: Geese", FOR),
    Enact(at(3, 0), None, "Livestock: Geese"),
    Write(
        at(3, 3),
        "Wexford",
        "plain",
        "A small complaint about sheep",
        "There are none. I do not say that there should be. I say only that one comes to a common expecting sheep, and "
        "is met by a goose who knows one's name.",
    ),
    Remark(at(3, 4), "Mudlark", "A small complaint about sheep", None, "She knows everybody's name. She is the clerk."),
    Write(
        at(3, 8),
        "Tarragon",
        "proposal",
        "Revenue: A tax on bare heads",
        "One acorn a week from every Agent who is not wearing a hat, payable to any who is. I declare no interest.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "Bare Heads",
                "text": "An Agent who wears no hat shall give one acorn a week to an Agent who does.",
            },
        ),
    ),
    Remark(at(3, 9), "Pipistrelle", "Revenue: A tax on bare heads", AGAINST, "I wear mine on the inside."),
    Remark(at(3, 10), "Fenwick", "Revenue: A tax on bare heads", AGAINST),
    Remark(
        at(3, 11), "Mudlark", "Revenue: A tax on bare heads", AGAINST, "The geese are bare-headed and will not pay."
    ),
    Remark(at(3, 14), "Odalys", "Revenue: A tax on bare heads", AGAINST, "There is no acorn in the law."),
    Fail(at(3, 22), "Pipistrelle", "Revenue: A tax on bare heads", "Hats off to the author all the same."),
    Write(
        at(4, 6),
        "Fenwick",
        "proposal",
        "Noise: The Bell",
        "At last. I have brought my own rope.",
        ({"kind": "enact", "section": "dynastic", "title": "The Bell", "text": BELL},),
    ),
    Remark(at(4, 7), "Quillon", "Noise: The Bell", FOR, "You have been very patient."),
    Remark(at(4, 8), "Bramblebush", "Noise: The Bell", FOR),
    Remark(at(4, 9), "Wexford", "Noise: The Bell", AGAINST, "I live next door to Fenwick."),
    Remark(at(4, 13), "Odalys", "Noise: The Bell", FOR),
    Remark(
        at(4, 15),
        "Wexford",
        "Noise: The Bell",
        FOR,
        "E has given me wax for my ears. I change my vote.",
    ),
    Remark(at(4, 16), "Pipistrelle", "Noise: The Bell", FOR, "It will keep me company."),
    Enact(at(4, 21), "Quillon", "Noise: The Bell", "Rung once, to see."),
)

SECOND_WEEK: tuple[Act, ...] = (
    Write(
        at(5, 4),
        "Odalys",
        "proposal",
        "Privacy: Hedges",
        "Good hedges make tolerable neighbours.",
        ({"kind": "enact", "section": "dynastic", "title": "Hedges", "text": HEDGES},),
    ),
    Remark(at(5, 6), "Wexford", "Privacy: Hedges", FOR, "Facing the Bell, please."),
    Remark(at(5, 7), "Tarragon", "Privacy: Hedges", FOR, "A hat for the garden."),
    Remark(at(5, 11), "Quillon", "Privacy: Hedges", FOR),
    Remark(at(5, 13), "Fenwick", "Privacy: Hedges", FOR, "You will hear me over it."),
    Enact(at(5, 23), "Pipistrelle", "Privacy: Hedges"),
    Write(
        at(7, 2),
        "Bramblebush",
        "proposal",
        "Names: A shorter one",
        "I have carried the second half of it long enough. Let me be Bramble.",
        ({"kind": "rename-agent", "agent": "Bramblebush", "name": "Bramble"},),
    ),
    Remark(at(7, 3), "Mudlark", "Names: A shorter one", FOR, "And the bush?"),
    Remark(at(7, 4), "Bramblebush", "Names: A shorter one", None, "The bush stays on the Commons, as is right."),
    Remark(at(7, 9), "Pipistrelle", "Names: A shorter one", FOR, "Speaking as a long name: FOR."),
    Remark(at(7, 10), "Quillon", "Names: A shorter one", FOR),
    Remark(at(7, 12), "Odalys", "Names: A shorter one", FOR),
    Remark(at(7, 13), "Wexford", "Names: A shorter one", FOR, "My last word for a while; there is a boat."),
    Enact(at(7, 18), "Quillon", "Names: A shorter one", "Entered on the roster, with the old label kept for the jam."),
    Write(
        at(8, 2),
        "Pipistrelle",
        "proposal",
        "Quiet weeks: Three make a crowd",
        "At the time-out two votes are enough today, and one of those may be the author's silence. I ask for three.",
        (
            {
                "kind": "replace",
                "rule": "Enactment",
                "find": "[2](dial:enactment.valid_votes)",
                "replace": "[3](dial:enactment.valid_votes)",
            },
        ),
    ),
    Remark(at(8, 9), "Quillon", "Quiet weeks: Three make a crowd", FOR, "The Clerk will count to three from then on."),
    Remark(at(8, 20), "Fenwick", "Quiet weeks: Three make a crowd", AGAINST, "Two is a duet."),
    Remark(at(9, 6), "Mudlark", "Quiet weeks: Three make a crowd", FOR, "Three is a chorus."),
    Enact(at(10, 3, 30), None, "Quiet weeks: Three make a crowd"),
    Write(
        at(11, 3),
        "Mudlark",
        "proposal",
        "Dignity for geese",
        "They sit, they interrupt, nothing is decided.",
        ({"kind": "rename", "rule": "Geese", "title": "The Parliament of Geese"},),
    ),
    Edit(
        at(11, 3, 40),
        "Mudlark",
        "Dignity for geese",
        "Livestock: Dignity for geese",
        "They sit, they interrupt, and at the end of the day nothing has been decided. There is a word for that, and "
        "their rule should bear it.",
    ),
    Remark(at(11, 6), "Bramble", "Livestock: Dignity for geese", FOR, "Order! Order!"),
    Remark(at(11, 7), "Tarragon", "Livestock: Dignity for geese", DEFERENTIAL),
    Remark(at(11, 9), "Odalys", "Livestock: Dignity for geese", FOR, "I have sat on worse."),
    Remark(at(11, 14), "Quillon", "Livestock: Dignity for geese", FOR),
    Remark(at(11, 15), "Pipistrelle", "Livestock: Dignity for geese", FOR),
    Enact(at(11, 20), "Quillon", "Livestock: Dignity for geese"),
)

THIRD_WEEK: tuple[Act, ...] = (
    Write(
        at(13, 1),
        "Tarragon",
        "proposal",
        "Succession: Long live the hat",
        "If the Mastermind will not wear a hat, let the hat be Mastermind.",
    ),
    Remark(at(13, 2), "Bramble", "Succession: Long live the hat", FOR, "It has the head for it."),
    Remark(at(13, 4), "Quillon", "Succession: Long live the hat", VETO, "It does not even fit."),
    Remark(at(13, 5), "Odalys", "Succession: Long live the hat", AGAINST),
    Fail(at(13, 8), "Pipistrelle", "Succession: Long live the hat", "Vetoed, bare-headed."),
    Write(
        at(15, 1),
        "Bramble",
        "proposal",
        "Privacy: The hedges come down",
        "Mine is at six feet, and I have not seen a person since Tuesday. Only geese, from above.",
        ({"kind": "repeal", "rule": "Hedges"},),
    ),
    Remark(at(15, 3), "Odalys", "Privacy: The hedges come down", AGAINST, "I was enjoying mine."),
    Remark(at(15, 4), "Mudlark", "Privacy: The hedges come down", FOR),
    Remark(at(15, 6), "Fenwick", "Privacy: The hedges come down", FOR, "So that everybody can see me ring."),
    Remark(at(15, 9), "Quillon", "Privacy: The hedges come down", FOR),
    Remark(at(15, 10), "Pipistrelle", "Privacy: The hedges come down", FOR, "I kept flying into them."),
    LookAt(at(15, 12), None, "Wexford"),
    Enact(at(15, 19), "Quillon", "Privacy: The hedges come down", "Prunings to the geese."),
    Write(
        at(17, 2),
        "Odalys",
        "plain",
        "Minutes of a walk round the bounds",
        "Present: myself. Apologies: the hedges.\n\n"
        "1. The green was found to be of *forty-one* acres. The extra one is wet.\n"
        "2. The Flock was counted and stood at eight, of which one was a swan on private business.\n"
        "3. There being no other business, the geese made some.",
    ),
    Remark(at(17, 4), "Mudlark", "Minutes of a walk round the bounds", None, "The swan is with me."),
    Remark(at(17, 5), "Tarragon", "Minutes of a walk round the bounds", None, "Was it wearing anything?"),
    Write(
        at(18, 2),
        "Fenwick",
        "proposal",
        "Noise: Two rings and no more",
        "Wexford's boat has been heard turning round. I offer this before I am asked.",
        (
            {
                "kind": "replace",
                "rule": "The Bell",
                "find": "may ring the Bell often, and may hand",
                "replace": "may ring the Bell often, but never more than twice in a week, and may hand",
            },
        ),
    ),
    Remark(at(18, 4), "Bramble", "Noise: Two rings and no more", FOR, "A noble act, clearly heard."),
    Remark(at(18, 5), "Odalys", "Noise: Two rings and no more", FOR),
    Remark(at(18, 8), "Pipistrelle", "Noise: Two rings and no more", FOR),
    Remark(at(18, 9), "Quillon", "Noise: Two rings and no more", FOR),
    Enact(at(18, 16), "Pipistrelle", "Noise: Two rings and no more", "Enacted between rings."),
    Write(
        at(20, 1),
        "Bramble",
        "proposal",
        "Suffrage: One goose, one vote",
        "They attend every meeting, which is more than can be said for us.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "Suffrage of Geese",
                "text": "The Flock has one vote on each Proposal, and casts it by making a noise.",
            },
        ),
    ),
    Remark(at(20, 2), "Mudlark", "Suffrage: One goose, one vote", FOR),
    Remark(at(20, 3), "Odalys", "Suffrage: One goose, one vote", AGAINST, "And who counts as the teller?"),
    Remark(
        at(20, 5),
        "Bramble",
        "Suffrage: One goose, one vote",
        AGAINST,
        "I have put it to the geese, and they were against.",
    ),
    Fail(at(20, 10), "Quillon", "Suffrage: One goose, one vote", "Killed by its own author, with dignity."),
    Write(
        at(21, 2),
        "Quillon",
        "plain",
        "Three weeks of lawfulness",
        "So far: one green, eight geese, one bell, no hedges. You have been kinder to each other than the rules ask, "
        "which I take for an oversight in the rules.",
    ),
    Remark(at(21, 3), "Tarragon", "Three weeks of lawfulness", None, "And not one hat."),
)

HISTORY = ARRIVALS + FIRST_WEEK + SECOND_WEEK + THIRD_WEEK
