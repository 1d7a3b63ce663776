"""How many documents hypothesis makes up. CONTRACT_EXAMPLES=2000 looks longer, and elsewhere each time."""

import os

from hypothesis import HealthCheck, settings

_ASKED_FOR = os.environ.get("CONTRACT_EXAMPLES")


def examples(usually: int) -> settings:
    return settings(
        max_examples=int(_ASKED_FOR or usually),
        derandomize=_ASKED_FOR is None,
        database=None,
        deadline=None,
        # The `cinderbox` fixture holds nothing between two calls.
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
