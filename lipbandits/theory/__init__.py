"""What can be computed from a bandit or from counts: divergences, indexes, lower bounds, concentration.

It imports the model, and plays nothing.
"""
