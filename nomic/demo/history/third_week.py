"""The third week: a veto, the hedges come down, the bell is tempered, and the geese get no vote."""

from __future__ import annotations

from nomic.demo.script import Act, Enact, Fail, LookAt, Remark, Write, at
from nomic.demo.votes import AGAINST, FOR, VETO

THIRD_WEEK: tuple[Act, ...] = (
    Write(
        at(23, 1),
        "Tarragon",
        "proposal",
        "Succession: Long live the hat",
        "If the Mastermind will not wear a hat, let the hat be Mastermind.",
    ),
    Remark(at(23, 2), "Bramble", "Succession: Long live the hat", FOR, "It has the head for it."),
    Remark(at(23, 4), "Quillon", "Succession: Long live the hat", VETO, "It does not even fit."),
    Remark(at(23, 5), "Odalys", "Succession: Long live the hat", AGAINST),
    Fail(at(23, 8), "Pipistrelle", "Succession: Long live the hat", "Vetoed, bare-headed."),
    Write(
        at(25, 1),
        "Bramble",
        "proposal",
        "Privacy: The hedges come down",
        "Mine is at six feet, and I have not seen a person since Tuesday. Only geese, from above.",
        ({"kind": "repeal", "rule": "Hedges"},),
    ),
    Remark(at(25, 3), "Odalys", "Privacy: The hedges come down", AGAINST, "I was enjoying mine."),
    Remark(at(25, 4), "Mudlark", "Privacy: The hedges come down", FOR),
    Remark(at(25, 6), "Fenwick", "Privacy: The hedges come down", FOR, "So that everybody can see me ring."),
    Remark(at(25, 9), "Quillon", "Privacy: The hedges come down", FOR),
    Remark(at(25, 10), "Pipistrelle", "Privacy: The hedges come down", FOR, "I kept flying into them."),
    LookAt(at(25, 12), None, "Wexford"),
    Enact(at(25, 19), "Quillon", "Privacy: The hedges come down", "Prunings to the geese."),
    Write(
        at(27, 2),
        "Odalys",
        "plain",
        "Minutes of a walk round the bounds",
        "Present: myself. Apologies: the hedges.\n\n"
        "1. The green was found to be *one acre larger* than last time. The extra one is wet.\n"
        "2. The Flock was counted and stood at eight, of which one was a swan on private business.\n"
        "3. There being no other business, the geese made some.",
    ),
    Remark(at(27, 4), "Mudlark", "Minutes of a walk round the bounds", None, "The swan is with me."),
    Remark(at(27, 5), "Tarragon", "Minutes of a walk round the bounds", None, "Was it wearing anything?"),
    Write(
        at(28, 2),
        "Fenwick",
        "proposal",
        "Noise: Two rings and no more",
        "Wexford's boat has been heard turning round. I offer this before I am asked.",
        (
            {
                "kind": "replace",
                "rule": "The Bell",
                "find": "may ring the Bell [often](often:ring-the-bell), and may hand",
                "replace": "may ring the Bell [often](often:ring-the-bell), but never more than twice in a week, and "
                "may hand",
            },
        ),
    ),
    Remark(at(28, 4), "Bramble", "Noise: Two rings and no more", FOR, "A noble act, clearly heard."),
    Remark(at(28, 5), "Odalys", "Noise: Two rings and no more", FOR),
    Remark(at(28, 8), "Pipistrelle", "Noise: Two rings and no more", FOR),
    Remark(at(28, 9), "Quillon", "Noise: Two rings and no more", FOR),
    Enact(at(28, 16), "Pipistrelle", "Noise: Two rings and no more", "Enacted between rings."),
    Write(
        at(30, 1),
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
    Remark(at(30, 2), "Mudlark", "Suffrage: One goose, one vote", FOR),
    Remark(at(30, 3), "Odalys", "Suffrage: One goose, one vote", AGAINST, "And who counts as the teller?"),
    Remark(
        at(30, 5),
        "Bramble",
        "Suffrage: One goose, one vote",
        AGAINST,
        "I have put it to the geese, and they were against.",
    ),
    Fail(at(30, 10), "Quillon", "Suffrage: One goose, one vote", "Killed by its own author, with dignity."),
    Write(
        at(31, 2),
        "Quillon",
        "plain",
        "Three weeks of lawfulness",
        "So far: one green, eight geese, one bell, no hedges. You have been kinder to each other than the rules ask, "
        "which I take for an oversight in the rules.",
    ),
    Remark(at(31, 3), "Tarragon", "Three weeks of lawfulness", None, "And not one hat."),
)
