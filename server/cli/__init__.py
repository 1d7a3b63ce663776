"""The command line: serve, the engine by itself, and the benches."""

import gc

# Python looks through everything it keeps for garbage, by default after every 70,000 new things: a fifth of a second
# with a large event in memory, in the middle of somebody's request. What is kept here lasts, and goes by itself.
gc.set_threshold(20_000, 10, 50)
