"""The dials and mechanisms of Quorum, each carried by a rule of its law.

Influence is counted in thousandths and capital in sixtieths: both are shared and compared exactly.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from nomic.core.law.rules import Mechanism, dial, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Amount, Count, Duration, Share, Switch

THOUSANDTHS, SIXTIETHS = 1000, 60
INFLUENCE_KIND = Amount(THOUSANDTHS, most=100 * THOUSANDTHS)
CAPITAL_KIND = Amount(SIXTIETHS, most=1000 * SIXTIETHS)
# Whole, so that up to six seats can share a clause in sixtieths.
CLAUSE_KIND = Count(most=1000)
LEAST_SEATS, MOST_SEATS, LEAST_ROUNDS, MOST_ROUNDS = 2, 6, 2, 40
THRESHOLD_KIND = Share(Fraction(3, 10), Fraction(9, 10))
ROUND_KIND = Duration(timedelta(seconds=1), timedelta(days=60))

SEATS = dial("senate.seats", Count(LEAST_SEATS, MOST_SEATS), MOST_SEATS, MOST_SEATS).carried_by(
    "Episodes", "Seats of an Episode, at most", "there are at most six"
)
ROUNDS = dial("senate.rounds", Count(LEAST_ROUNDS, MOST_ROUNDS), MOST_ROUNDS, MOST_ROUNDS).carried_by(
    "Episodes", "Rounds of an Episode, at most", "there are at most forty"
)
OPEN_TO = dial("senate.open_to", Switch(), True, False).carried_by(
    "Episodes", "Convening and sitting by those who are not of the game", "nobody else may"
)
DECISION_TIME = dial("senate.decision_time", ROUND_KIND, timedelta(hours=24), timedelta(hours=24)).carried_by(
    "Episodes", "Time for a round, unless the convener says otherwise", "a round may last a day"
)
THRESHOLD = dial("senate.threshold", THRESHOLD_KIND, Fraction(1, 2), Fraction(1, 2)).carried_by(
    "Influence", "Threshold, unless the convener says otherwise", "it is half"
)
INFLUENCE = dial("senate.influence", INFLUENCE_KIND, 1000, 1000).carried_by(
    "Influence", "Influence to begin with", "each begins with 1"
)
INFLUENCE_FLOOR = dial("senate.influence_floor", INFLUENCE_KIND, 100, 0).carried_by(
    "Influence", "Influence, at least", "it may go down to nothing"
)
DECAY = dial("senate.decay", INFLUENCE_KIND, 5, 0).carried_by(
    "Influence", "Influence lost at the end of a round", "none is lost by itself"
)
FILIBUSTER_THRESHOLD = dial("senate.filibuster_threshold", THRESHOLD_KIND, Fraction(13, 20), None).carried_by(
    "Filibuster", "Threshold of a filibustered round", "a filibuster does not move the threshold"
)
FILIBUSTER_COST = dial("senate.filibuster_cost", INFLUENCE_KIND, 50, 0).carried_by(
    "Filibuster", "Influence for a filibuster", "it costs nothing"
)
FILIBUSTER_REWARD = dial("senate.filibuster_reward", CAPITAL_KIND, 30, 0).carried_by(
    "Filibuster", "Capital for a filibuster, if the bill fails", "it earns nothing"
)
VETO_CAPITAL = dial("senate.veto_capital", CAPITAL_KIND, 30, 0).carried_by(
    "Veto", "Capital for a veto that stands", "it costs none"
)
VETO_INFLUENCE = dial("senate.veto_influence", INFLUENCE_KIND, 50, 0).carried_by(
    "Veto", "Influence for a veto that stands", "it costs none"
)
AMENDED_VALUE = dial("senate.amended_value", CLAUSE_KIND, 2, 1).carried_by(
    "Amendments", "Capital for an amended clause", "it is worth 1"
)
ADOPTER_GAIN = dial("senate.adopter_gain", INFLUENCE_KIND, 30, 0).carried_by(
    "Amendments", "Influence for who chose the adopted amendment", "nothing is gained"
)
NOTE_LENGTH = dial("senate.note_length", Count(least=1, most=1000), 200, 1000).carried_by(
    "Caucus", "Characters of a caucus note, at most", "a note has at most 1000"
)
YEA_GAIN = dial("senate.yea_gain", CAPITAL_KIND, 30, 0).carried_by(
    "Scoring", "Capital for a yea, if the bill passes", "nothing is gained"
)
REPEAL_GAIN = dial("senate.repeal_gain", CAPITAL_KIND, 60, 0).carried_by(
    "Scoring", "Capital for a yea to a repeal", "nothing is gained"
)
CLAUSE_VALUE = dial("senate.clause_value", CLAUSE_KIND, 1, 0).carried_by(
    "Scoring", "Capital for a clause", "it is worth nothing"
)
NAY_CAPITAL = dial("senate.nay_capital", CAPITAL_KIND, 15, 0).carried_by(
    "Scoring", "Capital lost by a nay, if the bill passes", "none is lost"
)
NAY_INFLUENCE = dial("senate.nay_influence", INFLUENCE_KIND, 10, 0).carried_by(
    "Scoring", "Influence lost by a nay, if the bill passes", "none is lost"
)
LAURELS = dial("senate.laurels", Count(least=1, most=100), 3, None).carried_by(
    "Laurels", "Laurels for a victory", "no number of them is a victory"
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
