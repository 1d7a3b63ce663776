"""Every form and every JSON route, for everybody, filled with what nobody means: an answer, and never a 500."""

import pytest

from tests.fuzz.seeds import case, cases
from tests.fuzz.sending import Sender

REQUESTS = 100


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a body given up half read
@cases(4)
def test_whatever_is_sent_is_answered(hall, seed):
    with case(seed, "whatever_is_sent") as rng:
        sender = Sender(hall, rng)
        for _ in range(REQUESTS):
            sender.send()
