"""The explorer of the page on proved levels: what a proof asks for, and which share of the rounds that costs."""

import numpy as np

from lipbandits.explorers import Explorer, Panel, Slider
from lipbandits.study import of_levels
from lipbandits.style import ABOVE, CONFUSING, OKABE_ITO, STRUCTURED, THETA, plain_ticks
from lipbandits.theory.indexes import exploration_level

NEWER = {"color": OKABE_ITO["orange"], "linestyle": (0, (5, 1, 1, 1, 1, 1))}
LOOKS = {
    "log": ("log n", STRUCTURED),
    "sequential": ("one arm a round", {**THETA, "linestyle": (0, (4, 1))}),
    "paper": ("paper's Corollary 1", CONFUSING),
    "kaufmann_koolen": ("Kaufmann–Koolen", NEWER),
}
ARMS = (2, 3, 5, 9, 17, 46, 100)
ROUNDS = (10, 100, 1000, 10_000, 100_000, 500_000, 10**6, 10**7, 10**8, 10**9)
NATS = (0.01, 0.03, 0.1, 0.3)
# The rounds at which something is drawn.
OVER = np.unique(np.geomspace(10, 10**9, 49).astype(int))
UPRIGHT = {"color": "black", "linestyle": ":", "linewidth": 1}


class ProvedPicture:
    """The four levels over the rounds, and the share of the rounds that they leave to the other arms."""

    def __init__(self, axes):
        level, share = axes["level"], axes["share"]
        for each in axes.values():
            each.set(xlim=(8, 1.3e9), xscale="log", yscale="log", xlabel="round n")
            plain_ticks(each.xaxis, ())
            each.set_xticks([10, 1000, 10**5, 10**7, 10**9], ["10", "1000", "1e5", "1e7", "1e9"])
        level.set(ylim=(2, 3000), ylabel="level, in nats")
        plain_ticks(level.yaxis, (2, 10, 100, 1000))
        share.set(ylim=(3e-8, 1.6), ylabel="share of the rounds")
        plain_ticks(share.yaxis, ())
        share.set_yticks([1e-6, 1e-4, 0.01, 0.5], ["0.0001 %", "0.01 %", "1 %", "50 %"])
        share.axhline(0.5, color="0.6", linewidth=0.8)
        nothing = np.full(len(OVER), np.nan)
        self.lines = {
            name: {
                kind: each.plot(OVER, nothing, label=label, **{**look, "marker": "none"})[0]
                for kind, (label, look) in LOOKS.items()
            }
            for name, each in axes.items()
        }
        self.here = [each.axvline(10, **UPRIGHT) for each in axes.values()]
        # One panel is above the other on a narrow screen: each names its lines.
        for each in axes.values():
            each.legend(**ABOVE)

    def update(self, K, n, nats):
        for kind in LOOKS:
            levels = np.array([exploration_level(int(m), K, kind) for m in OVER])
            shares = np.array([of_levels.share_of_rounds(int(m), K, kind, nats) for m in OVER])
            self.lines["level"][kind].set_ydata(levels)
            self.lines["share"][kind].set_ydata(shares)
        for line in self.here:
            line.set_xdata([n, n])
        log, *proved = (exploration_level(n, K, kind) for kind in LOOKS)
        least, *shares = (in_words(of_levels.share_of_rounds(n, K, kind, nats)) for kind in LOOKS)
        most = "{}, {} and {}".format(*shares) if len(set(shares)) > 1 else shares[0]
        levels = [f"{each:.1f}" for each in proved]
        times = [f"{each / log:.1f}" for each in proved]
        others = "the other arm takes" if K == 2 else f"the {K - 1} other arms take"
        return (
            f"{K} arms, round {n}: log n is {log:.1f}; {levels[0]} is proved for one arm a round, {levels[1]} is the "
            f"level of the paper's Corollary 1, {levels[2]} Kaufmann and Koolen's; {times[0]}, {times[1]} and "
            f"{times[2]} times log n.{' The first two have become the same.' if proved[0] == proved[1] else ''} With "
            f"{nats:g} nats of evidence per play, {others} {least} of the rounds at log n, and {most} at the proved "
            f"levels{ALL if 'all' in shares else ''}."
        )


# Said of a share that ends at 1.
ALL = " (all: they would need more rounds)"


def in_words(share):
    """A share of the rounds, where two decimals would say nothing or everything."""
    if share >= 1:
        return "all"
    return "less than 0.01%" if share < 1e-4 else f"{share:.2%}"


proved = Explorer(
    name="proved",
    question="What does a proof ask for?",
    caption="Left: the level f(n) that is proved by each of three bounds, and log n. Right: the share of the first n "
    "rounds that all arms but the best one take if each is played until it alone shows f(n) nats; the faint line is "
    "half of them. Dotted upright: round n. All axes are logarithmic.",
    controls=[
        Slider("K", ARMS, label="arms K", start=46),
        Slider("n", ROUNDS, label="round n", start=500_000, play=True),
        Slider("nats", NATS, label="evidence per play", unit="nats", start=0.1),
    ],
    panels=[
        Panel(
            "level",
            alt="Four levels against the round. Log n is lowest; with many arms the three that are proved lie far "
            "above it, Kaufmann and Koolen's highest, and that for one arm a round lowest of the three.",
        ),
        Panel(
            "share",
            alt="Share of the rounds that the other arms take, against the round: all of them at first, then falling "
            "nearly like 1/n; at a proved level it begins to fall later than at log n, several times as late with two "
            "arms, more than twenty times with 46.",
        ),
    ],
    picture=ProvedPicture,
    presets={
        "The paper's experiment": {"K": 46, "n": 500_000, "nats": 0.1},
        "Two arms": {"K": 2, "n": 500_000, "nats": 0.1},
        "Far out": {"K": 46, "n": 10**9, "nats": 0.1},
    },
)
