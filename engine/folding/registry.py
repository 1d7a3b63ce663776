"""Every fact and its folder."""

from __future__ import annotations

from engine.folding.clock import CLOCK
from engine.folding.entering import ENTERING
from engine.folding.parts import Folders
from engine.folding.people import PEOPLE
from engine.folding.results import RESULTS
from engine.folding.stages import STAGES

APPLY: Folders = {**PEOPLE, **ENTERING, **STAGES, **RESULTS, **CLOCK}
