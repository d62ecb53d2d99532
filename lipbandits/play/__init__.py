"""Runs: rewards, one run of one policy, many seeded ones, their regret, and checkpoints.

It imports the model, the policies and their compiled twins.
"""
