"""How much life a Phoenixborn has, by edition, where two public lists agree; looked at in 2026.

The others are not known here, and are held against the most of any: of Reborn Arren Frostpeak, Issa Brightmore (one
list has them) and Rimea Careworn (errata); of classic those that came after The Spirits of Memoria. Values change, so
an organizer can correct and add them for an event (`Settings.lives`).
"""

from __future__ import annotations

REBORN_LIVES = (
    ("Aradel Summergaard", 16),
    ("Astrea", 19),
    ("Brennen Blackcloud", 16),
    ("Coal Roarkwin", 15),
    ("Dimona Odinstar", 16),
    ("Echo Greystorm", 19),
    ("Fiona Mercywind", 15),
    ("Harold Westraven", 16),
    ("Hope Everthorn", 17),
    ("James Endersight", 19),
    ("Jericho, Reborn", 17),
    ("Jessa Na Ni", 19),
    ("Koji Wolfcub", 16),
    ("Leo Sunshadow", 19),
    ("Lulu Firststone", 16),
    ("Maeoni Viper", 20),
    ("Namine Hymntide", 17),
    ("Noah Redmoon", 16),
    ("Odette Diamondcrest", 18),
    ("Orrick Gilstream", 19),
    ("Rin Northfell", 17),
    ("Rowan Umberend", 18),
    ("Saria Guideman", 20),
    ("Sembali Grimtongue", 19),
    ("Tristan Darkwater", 17),
    ("Victoria Glassfire", 18),
    ("Xander Heartsblood", 20),
)

CLASSIC_LIVES = (
    ("Aradel Summergaard", 16),
    ("Astrea", 18),
    ("Brennen Blackcloud", 20),
    ("Coal Roarkwin", 15),
    ("Dimona Odinstar", 17),
    ("Echo Greystorm", 17),
    ("Harold Westraven", 21),
    ("Jericho Kill", 15),
    ("Jessa Na Ni", 18),
    ("Koji Wolfcub", 16),
    ("Leo Sunshadow", 19),
    ("Lulu Firststone", 21),
    ("Maeoni Viper", 22),
    ("Namine Hymntide", 17),
    ("Noah Redmoon", 20),
    ("Odette Diamondcrest", 17),
    ("Orrick Gilstream", 19),
    ("Rin Northfell", 17),
    ("Saria Guideman", 20),
    ("Sembali Grimtongue", 19),
    ("Victoria Glassfire", 18),
)

# Those of either edition by name, with those whose life is not written down above.
PHOENIXBORN = tuple(
    dict.fromkeys(
        (
            *(name for name, _ in (*REBORN_LIVES, *CLASSIC_LIVES)),
            *("Arren Frostpeak", "Issa Brightmore", "Rimea Careworn"),
        )
    )
)
