"""What is given: arms and their geometry, bandits on them, named instances, grids on [0, 1].

It imports ``lipbandits.checks`` alone.
"""
