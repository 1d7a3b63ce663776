"""A catalogue of a few cards that nobody printed: it shows the columns, and what can stand in them."""

SAMPLE = """\
set,number,name,type,world,level,avatar,phases,multiples
X1,1,Harbour of Lamps,Realm,AD&D,,,,
X1,2,The Salt Terraces,Realm,Dark Sun,,,,
X1,3,Mirefort,Realm,Ravenloft,,,,
X1,4,Lamplighters’ Guild,Holding,AD&D,,,,
X1,5,Tamsin of the Quay,Hero,AD&D,6,,,
X1,6,Old Brother Wick,Cleric,AD&D,4,,,
X1,7,The Ash Heron,Monster,Dark Sun,5/7,,,
X1,8,"Ilvara, Voice of the Deep",Cleric,AD&D,18,yes,,
X1,9,Quay Rats,Ally,,+2,,,yes
X1,10,Gang of Porters,Ally,,+3,,,
X1,11,Lantern of Long Nights,Magical Item,,+4,,,
X1,12,Crown of the First Tide,Artifact,AD&D,+5,,,
X1,13,Sudden Fog,Event,,,,,
X1,14,Ember Rain,Wizard Spell,,+3,,4,
X1,15,Quiet Harbour,Cleric Spell,,,,3 4,
X1,16,Quiet Harbour,Wizard Spell,,,,3,
X1,17,Turn the Tide,Wizard Spell,,,,0 1 2 3 4 5,
X1,18,Slip Away,Thief Ability,,+2,,,
X1,19,Tide Tables,Rule,AD&D,,,,
X1,20,Under the Lamps,Dungeon,AD&D,,,,
X2,5,Tamsin of the Quay,Hero,AD&D,8,,,
X2,9,Sudden Fog,Event,,,,,
"""
