"""``python -m lipbandits.play`` compiles every twin; numba keeps the result beside the sources for later runs.

Binder's image is built with it, so that a student's first simulation does not wait for a compiler.
"""

import lipbandits as lb


def warm() -> None:
    """Play a few rounds of every policy that has a twin."""
    bandit = lb.triangle(5)
    for_arms = [lb.UCB(), lb.KLUCB(), lb.CKLUCB(), lb.OSLB(), lb.OSSB(), lb.IMEDUB(), lb.Greedy(), lb.Uniform()]
    for_arms += [lb.MOSS(), lb.IMED(), lb.ThompsonSampling()]
    lb.simulate(bandit, for_arms, 200, runs=1)
    curve = lb.paper_triangle()
    for_points = [
        lb.HOO(1.0, 0.5),
        lb.Zooming(1.0),
        lb.AdaptiveCKLUCB(1.0),
        lb.Discretised(lb.CKLUCB(), lb.even_grid(5)),
    ]
    lb.simulate(curve, for_points, 200, runs=1)
    rows = lb.ContextualBandit([bandit.theta, bandit.theta], bandit.geometry.arms, [0.0, 1.0], lipschitz=1.0)
    lb.simulate(rows, [lb.CCKLUCB(), lb.PerContext(lb.CKLUCB())], 200, runs=1)


if __name__ == "__main__":
    warm()
