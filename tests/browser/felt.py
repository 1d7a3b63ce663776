"""What a device would do with its motor and its speaker, counted: every tone is two, itself and the octave above it."""

FELT = """
  window.felt = {shakes: 0, tones: 0};
  Navigator.prototype.vibrate = () => { felt.shakes += 1; return true; };
  OscillatorNode.prototype.start = () => { felt.tones += 1; };
  OscillatorNode.prototype.stop = () => {};
"""


def felt(page):
    return page.evaluate("[felt.shakes, felt.tones]")


def wait_felt(page, shakes, tones):
    """So often since the page was opened."""
    page.wait_for_function("([shakes, tones]) => felt.shakes === shakes && felt.tones === tones", arg=[shakes, tones])
