"""The sentences for what the rules of Quorum say; joined in the wiring by the registry."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.words import Words
from nomic.core.words_log import Sentence

WORDS: Words = {
    "not-of-the-game": "Only those who play in this game may do that.",
    "no-convener": "Only who convened the Episode may do that.",
    "not-gathering": "The Episode has opened, or was called off: its seats are as they are.",
    "not-sitting": "The Episode is not on.",
    "seat-taken": "Somebody sits in seat {seat}.",
    "sits-already": "You sit in seat {seat} of this Episode.",
    "not-your-seat": "That seat is not yours.",
    "round-closed": "Round {round} is closed: the Senate is in round {now}.",
    "decided-too-often": "A seat may decide at most {most} times in a round.",
    "no-seat": "The Episode has no seat {seat}.",
    "seats-empty": "{count} seats are empty: somebody, or a script of the bench, has to sit in each.",
    "not-over": "The replay is kept until the Episode is over.",
    "too-many-requests": "A seat may ask for at most {most} things under a number of its own.",
    "too-many-episodes": "At most {most} Episodes of one convener may be on.",
}

LOG: Mapping[str, Sentence] = {
    "quorum.convened": "{by} convenes Episode {episode}: {seats} seats, {rounds} rounds.",
    "quorum.seated": "{name} takes seat {seat} of Episode {episode}.",
    "quorum.left": "Seat {seat} of Episode {episode} is empty again.",
    "quorum.called-off": "Episode {episode} is called off.",
    "quorum.opened": "Episode {episode} opens.",
    "quorum.round-closed": "Round {round} of Episode {episode} closes.",
    "quorum.ended": "Episode {episode} is over.",
    "quorum.adjourned": "Episode {episode} is adjourned.",
}
