"""The command line: serve, the engine by itself, and the benches."""
