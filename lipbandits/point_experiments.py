"""What plays on [0, 1] in the book: the policies of Figure 3, variants of them, and two tables over all functions.

``python -m lipbandits grids`` and ``… race`` write the tables; the paper gives no parameters for HOO and Zooming.
"""

import numpy as np

import lipbandits as lb
from lipbandits.examples import CONTINUOUS
from lipbandits.simulation import simulate

# Figure 3: T, and how far the peak stays from the arms of a grid, in steps.
HORIZON = 25_000
SHARE = 0.25

# The tables: {"regret": (functions, …, runs)}.
NUMBERS_OF_ARMS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128)
HORIZONS = (1000, 2500, 5000, 10_000, 25_000, 50_000)
ON_GRIDS = {"CKLUCB": lb.CKLUCB(), "KLUCB": lb.KLUCB()}

# The variants: factors of L, f(n), and HOO's ρ.
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0)
LEVELS = ("log", "klucb3", "paper")
RATIOS = (0.35, 0.5, 0.7, 0.9)


def contenders(bandit, horizon=HORIZON):
    """The seven policies of Figure 3; HOO and Zooming are told L, and HOO that halves are half as wide."""
    lipschitz, tree = bandit.lipschitz, (bandit.lipschitz, 0.5)
    paper, smooth = (paper_grid(rule(horizon), bandit) for rule in (lb.n_arms_sqrt, lb.n_arms_smooth))
    return {
        "KLUCB": lb.Discretised(lb.KLUCB(), paper),
        "CKLUCB": lb.Discretised(lb.CKLUCB(), paper),
        "CKLUCB, smooth grid": lb.Discretised(lb.CKLUCB(), smooth),
        "HOO": lb.HOO(*tree),
        "HOO+": lb.HOO(*tree, tuned=True),
        "Zooming": lb.Zooming(lipschitz),
        "Zooming+": lb.Zooming(lipschitz, tuned=True),
    }


def racers(bandit, horizon=HORIZON):
    """The seven, and adaptive CKL-UCB."""
    return contenders(bandit, horizon) | {"Adaptive": lb.AdaptiveCKLUCB(bandit.lipschitz)}


def paper_grid(n_arms, bandit):
    """(K,) arms that keep the peak a quarter of a step away, as the paper has it."""
    return lb.grid_off_peak(n_arms, bandit.best, SHARE)


def variants(bandit):
    """What Figure 3 leaves open: what each policy is told of L, f(n) for those on a grid, (ν₁, ρ) for HOO."""
    L, grid = bandit.lipschitz, paper_grid(lb.n_arms_sqrt(HORIZON), bandit)
    found = {f"KLUCB, {kind}": lb.Discretised(lb.KLUCB(kind), grid) for kind in LEVELS}
    for c in FACTORS:
        for kind in LEVELS:
            found[f"CKLUCB, {kind}, {c:g} L"] = lb.Discretised(lb.CKLUCB(kind, lipschitz=c * L), grid)
        found[f"Adaptive, {c:g} L"] = lb.AdaptiveCKLUCB(c * L)
        for plus, tuned in (("", False), ("+", True)):
            found[f"Zooming{plus}, {c:g} L"] = lb.Zooming(c * L, tuned)
            for rho in RATIOS:
                found[f"HOO{plus}, {c:g} L, ρ = {rho:g}"] = lb.HOO(c * L, rho, tuned)
    return found


def grids(runs=40, seed=2014):
    """{"regret": (functions, policies of `ON_GRIDS`, numbers of arms, runs), "floor": (functions, numbers of arms)}."""
    bandits = [make() for make in CONTINUOUS.values()]
    regret = np.empty((len(bandits), len(ON_GRIDS), len(NUMBERS_OF_ARMS), runs), dtype=np.float32)
    floor = np.empty((len(bandits), len(NUMBERS_OF_ARMS)))
    for b, bandit in enumerate(bandits):
        for k, n_arms in enumerate(NUMBERS_OF_ARMS):
            arms = paper_grid(n_arms, bandit)
            floor[b, k] = lb.linear_floor(bandit, arms, HORIZON)
            policies = {name: lb.Discretised(policy, arms) for name, policy in ON_GRIDS.items()}
            regret[b, :, k] = final_regret(bandit, policies, HORIZON, runs, seed)
    return {"regret": regret, "floor": floor}


def race(runs=40, seed=2014):
    """{"regret": (functions, horizons, policies of `racers`, runs)}; grids are those of each horizon."""
    found = [
        [final_regret(make(), racers(make(), horizon), horizon, runs, seed) for horizon in HORIZONS]
        for make in CONTINUOUS.values()
    ]
    return {"regret": np.array(found, dtype=np.float32)}


def final_regret(bandit, policies, horizon, runs, seed):
    """(policies, runs): regret at the horizon."""
    results = simulate(bandit, policies, horizon, runs, seed, n_jobs=-1, progress=False)
    return np.array([results[name].regret[:, -1] for name in policies])


_SETTING = "functions of examples.CONTINUOUS, peak a quarter of a step from an arm of each grid, f = log n"
TABLES = {
    "grids": (grids, f"regret of CKL-UCB and KL-UCB at T = {HORIZON} against the number of arms; {_SETTING}"),
    "race": (race, f"regret of the seven policies of Figure 3 and adaptive CKL-UCB at several T; {_SETTING}"),
}
