"""The next round: drawn, changed by hand, published, put right afterwards."""
