"""Compiled twins of `policies/`, play by play the same: numba, and nothing of ours but constants of the policies.

`lipbandits.play.twins` says which of them plays in place of which policy.
"""
