"""Explorers of the contextual chapter: what sharing saves, a wrong β, and a rare context."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.explorers.chapters.runs import RunsInOrder, level
from lipbandits.study import data, with_contexts
from lipbandits.study.statistics import paired_difference
from lipbandits.study.with_contexts import keeps_promise, told
from lipbandits.style import ABOVE, IN_CONTEXTS, OKABE_ITO, PLAIN, SHARED, plain_ticks

LOOKS = dict(zip(with_contexts.NAMES, IN_CONTEXTS.values(), strict=True))


class GainPicture:
    """Regret over rounds of the three policies, and what each loses at the horizon."""

    def __init__(self, axes):
        time = axes["time"]
        time.set(xlim=(100, 120_000), ylim=(20, 6000), xscale="log", yscale="log", xlabel="round", ylabel="regret")
        plain_ticks(time.xaxis, (100, 1000, 10_000, 100_000))
        plain_ticks(time.yaxis, (20, 100, 1000, 5000))
        self.lines = {
            name: time.plot([], [], **{**look, "marker": "none"}, label=with_contexts.NAMES[name])[0]
            for name, look in LOOKS.items()
        }
        time.legend(**ABOVE)
        final = axes["final"]
        final.set(xlim=(0, 4900), ylim=(2.5, -0.5), xlabel="regret at T = 100,000")
        final.set_yticks(range(3), with_contexts.NAMES.values())
        self.bars = final.hlines(range(3), 0, 1, color=OKABE_ITO["sky"], linewidth=8, label="10 to 90 %")
        (self.means,) = final.plot([], [], **{**PLAIN, "linestyle": "none"}, label="mean")
        final.legend(**ABOVE)

    def update(self, contexts, kind):
        results = data.results(f"contexts-{KINDS[kind]}-{contexts}")[0]
        last = {name: results[name].regret[:, -1] for name in LOOKS}
        for name, line in self.lines.items():
            shown = results[name].rounds >= 100
            mean = results[name].mean()[shown]
            line.set_data(results[name].rounds[shown], np.where(mean >= 20, mean, np.nan))
        quantiles = [np.quantile(values, [0.1, 0.9]) for values in last.values()]
        self.bars.set_segments([[(low, place), (high, place)] for place, (low, high) in enumerate(quantiles)])
        self.means.set_data([values.mean() for values in last.values()], range(3))
        saved = paired_difference(last["CKLUCB alone"], last["CCKLUCB"])
        shared, alone, plain = (values.mean() for values in last.values())
        return (
            f"{contexts} contexts, peaks {kind}: CCKL-UCB {shared:.0f}, CKL-UCB alone {alone:.0f}, KL-UCB alone "
            f"{plain:.0f}. CCKL-UCB saves {saved.value:.0f} ({saved.low:.0f} to {saved.high:.0f}) over CKL-UCB alone."
        )


KINDS = {"far apart": "far", "near each other": "near"}

gain = Explorer(
    name="gain-of-sharing",
    question="What does sharing across contexts save?",
    caption="100 runs of 100,000 rounds, 20 arms, a smooth peak that travels with the context from 0.2 to 0.8 (far "
    "apart, β = 1) or from 0.45 to 0.55 (near each other, β = 0.05). Alone: a copy in each context that learns nothing "
    "from the others, f the log of its own rounds, for CKL-UCB told the L along arms; CCKL-UCB: the log of all rounds, "
    "and the L of all pairs.",
    controls=[
        Slider("contexts", with_contexts.NUMBERS_OF_CONTEXTS, label="contexts", start=20, play=True),
        Choice("kind", tuple(KINDS), label="peaks"),
    ],
    panels=[
        Panel(
            "time",
            alt="Mean regret over rounds on log axes: with many contexts CCKL-UCB begins above the copies that learn "
            "alone, and ends below them.",
            height=320,
        ),
        Panel("final", alt="Mean regret at the horizon of the three policies, with 10 to 90 % bars.", height=320),
    ],
    picture=GainPicture,
    reads=tuple(f"contexts-{kind}-{n}" for kind in KINDS.values() for n in with_contexts.NUMBERS_OF_CONTEXTS),
    presets={
        "Few contexts": {"contexts": 5, "kind": "far apart"},
        "Many contexts": {"contexts": 50, "kind": "far apart"},
        "Many and alike": {"contexts": 50, "kind": "near each other"},
    },
)


ALONE = dict(zip(with_contexts.PROMISED, ("contexts-cone-few", "contexts-far-20"), strict=True))


class WrongWeightPicture:
    """The runs for the β told, in the order of their regret, beside the policies that learn in each context alone."""

    def __init__(self, axes):
        regret = axes["regret"]
        self.regret, self.weights = data.table("similarity")[0]["regret"], with_contexts.WEIGHTS
        self.kept = {
            instance: np.array([keeps_promise(told(make(), weight)) for weight in self.weights])
            for instance, make in with_contexts.PROMISED.items()
        }
        regret.set_ylabel("regret at T = 100,000")
        self.runs = RunsInOrder(regret, 7600, marked="a run, promise broken", look=SHARED)
        self.alone = {
            name: level(regret, **{**LOOKS[name], "marker": "none"}) for name in ("CKLUCB alone", "KLUCB alone")
        }
        for name, line in self.alone.items():
            line.set_label(with_contexts.NAMES[name])
        regret.legend(**ABOVE)

    def update(self, weight, instance):
        found = self.regret[tuple(ALONE).index(instance)]
        mean, (low, high), i = found.mean(axis=1), np.quantile(found, [0.1, 0.9], axis=1), self.weights.index(weight)
        kept = self.kept[instance]
        self.runs.show(found[i], np.full(found.shape[1], not kept[i]))
        alone = data.results(ALONE[instance])[0]
        for name, line in self.alone.items():
            line.set_ydata([alone[name].mean()[-1]] * 2)
        words = "a promise that θ keeps" if kept[i] else "a promise that θ breaks"
        true = "" if weight == 1 else f"; {mean[self.weights.index(1.0)]:.0f} if told β = 1"
        return (
            f"{instance}, told β = {weight:g}, {words}: mean regret {mean[i]:.0f}, 10 to 90 % {low[i]:.0f} to "
            f"{high[i]:.0f}{true}."
        )


wrong_weight = Explorer(
    name="wrong-beta",
    question="What if the contexts are less alike than promised?",
    caption="CCKL-UCB told β, 40 runs, beside the means of two policies that learn in each context alone; f the "
    "log of all rounds, or of a copy's own. Orange where θ breaks the promise. A cone with slack in L, or a smooth "
    "peak, moves from 0.2 to 0.8 over the contexts; 20 arms.",
    controls=[
        Slider("weight", with_contexts.WEIGHTS, label="β told", start=1.0, play=True),
        Choice("instance", tuple(ALONE), label="instance"),
    ],
    panels=[
        Panel(
            "regret",
            alt="Forty runs in the order of their regret. For the cone some lose very much where β is far too small; "
            "for the smooth peak all lose least at a tenth of the truth and most where β is large.",
            height=340,
        )
    ],
    picture=WrongWeightPicture,
    reads=("similarity", *ALONE.values()),
    presets={
        "A broken promise": {"weight": 0.001, "instance": "cone, 5 contexts"},
        "As it is": {"weight": 1.0, "instance": "cone, 5 contexts"},
        "Broken, and harmless": {"weight": 0.1, "instance": "smooth, 20 contexts"},
    },
)


class PopularPicture:
    """Regret over log n of CCKL-UCB for one share of the first context, with C′ and two other shares."""

    def __init__(self, axes):
        table = data.table("popularity")[0]
        self.rounds, self.means = table["rounds"], table["regret"].mean(axis=1)
        self.bound = lb.contextual_lower_bound(with_contexts.popular(0.5)).value
        self.shown = self.rounds >= 100
        time = axes["time"]
        time.set(xlim=(90, 360_000), ylim=(0, 26), xscale="log", xlabel="round n", ylabel="regret / log n")
        plain_ticks(time.xaxis, (100, 1000, 10_000, 100_000))
        time.axhline(self.bound, color="black", linewidth=0.8, linestyle=":")
        over = np.log(self.rounds[self.shown])
        time.plot(
            self.rounds[self.shown], self.means[0, self.shown] / over, **{**PLAIN, "marker": "none"}, label="ψ = ½, ½"
        )
        (self.curve,) = time.plot([], [], **{**SHARED, "marker": "none"}, label="this ψ")
        time.legend(**ABOVE)

    def update(self, share):
        mean = self.means[with_contexts.SHARES.index(share)]
        self.curve.set_data(self.rounds[self.shown], mean[self.shown] / np.log(self.rounds[self.shown]))
        early = int(np.searchsorted(self.rounds, 1000))
        return (
            f"The second context is shown in {1 - share:.1%} of the rounds: regret over log n is "
            f"{mean[early] / np.log(self.rounds[early]):.1f} at n = {self.rounds[early]} and "
            f"{mean[-1] / np.log(self.rounds[-1]):.1f} at n = {self.rounds[-1]}; C′ = {self.bound:.1f} for every ψ."
        )


rare = Explorer(
    name="rare-context",
    question="What happens when a context is rare?",
    caption="CCKL-UCB (f = log n) on two contexts of five arms, peaks 0.4 apart, L twice the least of the function; "
    "mean of 40 runs over log n. The dotted line is C′, which does not depend on ψ.",
    controls=[Slider("share", with_contexts.SHARES, label="share of the first", start=0.5, play=True)],
    panels=[
        Panel(
            "time",
            alt="Regret over log n against rounds on a log axis: the rarer the second context, the longer the curve "
            "stays low before it rises towards the others.",
            height=320,
        )
    ],
    picture=PopularPicture,
    reads=("popularity",),
    presets={"Both alike": {"share": 0.5}, "One in ten": {"share": 0.9}, "Three in a thousand": {"share": 0.997}},
)
