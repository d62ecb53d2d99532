"""The exercises of the lower bound chapter."""

from lipbandits.exercises.checking import Field, exercise

_STEPS = (("step 1", 1), ("step 2", 2), ("step 3", 3), ("step 4", 4))

exercise(
    "lower-bound-1",
    "λᵏ of the 5-arm triangle (top 0.8, slope 0.5), L = 0.5, k = 0.",
    "Arm {0:.0f} is lower than in θ: λᵏ never lowers an arm.",
    "Arm 0 should reach the best mean, 0.8.",
    "Two neighbours differ by more than L allows.",
    "Arm {0:.0f} is higher than it must be, so easier to tell apart.",
    field=Field("λ⁰, five means", count=5),
)
exercise(
    "lower-bound-2",
    "Any feasible plan for the 5-arm triangle (L = 0.5) that costs less than Lai–Robbins.",
    "Rates cannot be negative.",
    "The model of arm {0:.0f} is not ruled out: the information against it is {1:.3f}, not 1.",
    "Feasible, but it costs no less than Lai–Robbins.",
    field=Field("Five rates", count=5),
)
exercise(
    "lower-bound-3",
    "The smallest L from which C(θ) equals Lai–Robbins for the 17-arm triangle (top 0.8, slope 0.5).",
    "Too small: somewhere a tent still lifts a neighbour, and one play pays twice.",
    "C(θ) is Lai–Robbins there, but also for a smaller L.",
    field="The smallest L",
)
exercise(
    "lower-bound-4",
    "y_0, the optimal price of model λ⁰ of the 5-arm triangle.",
    "Too small: arm 0 then sells below its cost.",
    "Too large: plays of arm 0 count against model 1 as well, and what they sell there is part of their worth.",
    field="The price y₀",
)
exercise(
    "lower-bound-5",
    'The mean of the worst arm at which the optimal plan of the "only the worst arm" instance jumps.',
    "Too small: only arm 2 is explored there and a little above.",
    "Too large: the plan mixes already below this mean.",
    "Stay between 0.2201 and 0.3499: elsewhere the means do not fit L, or arm 2 is no longer the worst.",
    field="The mean of the worst arm",
)
exercise(
    "lower-bound-6",
    "Plays of arm 1 at regret 100, T = 10⁶: with η = 0.2, and with the best η, for θ = (0.6, 0.2).",
    "The first is what p log(1/q) − log 2 gives; the lemma has I(p, q) itself, which is more.",
    "The first number is another one: bound p and q by Markov's inequality, and divide by I(0.2, 0.8).",
    "The second is too small: some η gives more.",
    "The second is more than any η gives.",
    fields=(Field("Plays, with η = 0.2"), Field("Plays, with the best η")),
)
exercise(
    "lower-bound-7",
    "The first step that fails for a policy that always plays arm 0, and for one that follows the larger average.",
    "The steps have the numbers 1 to 4.",
    "Step 1 is the lemma, which holds for every policy.",
    "The inequality of step 4 holds for all p and q; look at what is put into it.",
    "(a): under θ the policy is perfect, p = 1; where does it fail?",
    "(b): step 3 fails, too, but is p → 1?",
    fields=(Field("(a)", choices=_STEPS), Field("(b)", choices=_STEPS)),
)
exercise(
    "lower-bound-8",
    "C(θ) of five arms without sharing, with a tie and with arm 3 at 0.69.",
    "At the tie there are three suboptimal arms, not four.",
    "The first number is another one: each of the suboptimal arms pays gap/I for itself.",
    "The second is the part of arm 3 alone.",
    "The second number is another one: arm 3 is now suboptimal as well, and its gap is small.",
    fields=(Field("C(θ) at the tie"), Field("C(θ) with arm 3 at 0.69")),
)
exercise(
    "lower-bound-9",
    "Four means on evenly spaced arms, with the smallest L that fits, with C(θ) below 0.27 of Lai–Robbins.",
    "Both bounds are 0 there: no arm is suboptimal, or the best mean is 1.",
    "C(θ) is {0:.4f} of Lai–Robbins: not below 0.27.",
    # As `LipschitzBandit` has it.
    "theta: arm {0:.0f} has {1}; expected means in [0, 1], such as a revenue divided by the largest there can be",
    field=Field("Four means", count=4),
)
