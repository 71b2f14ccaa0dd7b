"""The dials and mechanisms of Quorum, each carried by a rule of its law.

Influence is counted in thousandths and capital in sixtieths: both are shared and compared exactly.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from nomic.core.law.rules import Dial, Mechanism, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Amount, Count, Duration, Share, Switch

THOUSANDTHS, SIXTIETHS = 1000, 60
INFLUENCE_KIND = Amount(THOUSANDTHS, most=100 * THOUSANDTHS)
CAPITAL_KIND = Amount(SIXTIETHS, most=1000 * SIXTIETHS)
# Whole, so that up to six seats can share a clause in sixtieths.
CLAUSE_KIND = Count(most=1000)
LEAST_SEATS, MOST_SEATS, LEAST_ROUNDS, MOST_ROUNDS = 2, 6, 2, 40
THRESHOLD_KIND = Share(Fraction(3, 10), Fraction(9, 10))
ROUND_KIND = Duration(timedelta(seconds=1), timedelta(days=60))

SEATS = Dial(
    "senate.seats",
    Count(LEAST_SEATS, MOST_SEATS),
    MOST_SEATS,
    MOST_SEATS,
    "there are at most six",
    "Episodes",
    "Seats of an Episode, at most",
)
ROUNDS = Dial(
    "senate.rounds",
    Count(LEAST_ROUNDS, MOST_ROUNDS),
    MOST_ROUNDS,
    MOST_ROUNDS,
    "there are at most forty",
    "Episodes",
    "Rounds of an Episode, at most",
)
OPEN_TO = Dial(
    "senate.open_to",
    Switch(),
    True,
    False,
    "nobody else may",
    "Episodes",
    "Convening and sitting by those who are not of the game",
)
DECISION_TIME = Dial(
    "senate.decision_time",
    ROUND_KIND,
    timedelta(hours=24),
    timedelta(hours=24),
    "a round may last a day",
    "Episodes",
    "Time for a round, unless the convener says otherwise",
)
THRESHOLD = Dial(
    "senate.threshold",
    THRESHOLD_KIND,
    Fraction(1, 2),
    Fraction(1, 2),
    "it is half",
    "Influence",
    "Threshold, unless the convener says otherwise",
)
INFLUENCE = Dial(
    "senate.influence", INFLUENCE_KIND, 1000, 1000, "each begins with 1", "Influence", "Influence to begin with"
)
INFLUENCE_FLOOR = Dial(
    "senate.influence_floor", INFLUENCE_KIND, 100, 0, "it may go down to nothing", "Influence", "Influence, at least"
)
DECAY = Dial(
    "senate.decay", INFLUENCE_KIND, 5, 0, "none is lost by itself", "Influence", "Influence lost at the end of a round"
)
FILIBUSTER_THRESHOLD = Dial(
    "senate.filibuster_threshold",
    THRESHOLD_KIND,
    Fraction(13, 20),
    None,
    "a filibuster does not move the threshold",
    "Filibuster",
    "Threshold of a filibustered round",
)
FILIBUSTER_COST = Dial(
    "senate.filibuster_cost", INFLUENCE_KIND, 50, 0, "it costs nothing", "Filibuster", "Influence for a filibuster"
)
FILIBUSTER_REWARD = Dial(
    "senate.filibuster_reward",
    CAPITAL_KIND,
    30,
    0,
    "it earns nothing",
    "Filibuster",
    "Capital for a filibuster, if the bill fails",
)
VETO_CAPITAL = Dial(
    "senate.veto_capital", CAPITAL_KIND, 30, 0, "it costs none", "Veto", "Capital for a veto that stands"
)
VETO_INFLUENCE = Dial(
    "senate.veto_influence", INFLUENCE_KIND, 50, 0, "it costs none", "Veto", "Influence for a veto that stands"
)
AMENDED_VALUE = Dial(
    "senate.amended_value", CLAUSE_KIND, 2, 1, "it is worth 1", "Amendments", "Capital for an amended clause"
)
ADOPTER_GAIN = Dial(
    "senate.adopter_gain",
    INFLUENCE_KIND,
    30,
    0,
    "nothing is gained",
    "Amendments",
    "Influence for who chose the adopted amendment",
)
NOTE_LENGTH = Dial(
    "senate.note_length",
    Count(least=1, most=1000),
    200,
    1000,
    "a note has at most 1000",
    "Caucus",
    "Characters of a caucus note, at most",
)
YEA_GAIN = Dial(
    "senate.yea_gain", CAPITAL_KIND, 30, 0, "nothing is gained", "Scoring", "Capital for a yea, if the bill passes"
)
REPEAL_GAIN = Dial(
    "senate.repeal_gain", CAPITAL_KIND, 60, 0, "nothing is gained", "Scoring", "Capital for a yea to a repeal"
)
CLAUSE_VALUE = Dial("senate.clause_value", CLAUSE_KIND, 1, 0, "it is worth nothing", "Scoring", "Capital for a clause")
NAY_CAPITAL = Dial(
    "senate.nay_capital", CAPITAL_KIND, 15, 0, "none is lost", "Scoring", "Capital lost by a nay, if the bill passes"
)
NAY_INFLUENCE = Dial(
    "senate.nay_influence",
    INFLUENCE_KIND,
    10,
    0,
    "none is lost",
    "Scoring",
    "Influence lost by a nay, if the bill passes",
)
LAURELS = Dial(
    "senate.laurels",
    Count(least=1, most=100),
    3,
    None,
    "no number of them is a victory",
    "Laurels",
    "Laurels for a victory",
)

DIALS = each_dial(globals())

EPISODES = Mechanism(
    "senate.episodes", "Episodes", "Episodes of the Senate", "there are none, and those that are on are adjourned"
)
REPEALS = Mechanism("senate.repeals", "Rounds", "Repeals", "no bill is a repeal")
PRESENCE = Mechanism(
    "senate.presence", "Decisions", "To decide is to be heard from", "who decides may be idle nevertheless"
)
FILIBUSTER = Mechanism("senate.filibuster", "Filibuster", "The filibuster", "nobody filibusters")
VETO = Mechanism("senate.veto", "Veto", "The veto of the chair", "the chair has none")
AMENDMENTS = Mechanism("senate.amendments", "Amendments", "Adopting an amendment", "none is adopted")
CAUCUS = Mechanism("senate.caucus", "Caucus", "Caucus notes", "nobody writes one")
LAURELS_WON = Mechanism("senate.laurels_won", "Laurels", "Laurels", "nobody takes a laurel")

MECHANISMS = each_mechanism(globals())
