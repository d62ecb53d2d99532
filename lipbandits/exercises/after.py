"""The exercises of the chapter on what came after the paper."""

from lipbandits.exercises.checking import exercise

exercise(
    "after-1",
    "By what the standard error of a league shrinks if each instance is played four times rather than once.",
    "That is what four times as many instances would do. What do more runs on the same ones leave as it was?",
    "That is the factor of the variance.",
    "No: the variance of the mean is (V + W/R)/I. Only W is divided by the number of runs.",
    field="The factor",
)
exercise(
    "after-2",
    "The share of peaks in a prior at which two policies lose the same.",
    "The other way round: where it wins by little, it needs many instances to make up.",
    "No: the mean difference is 40 w on one side and 120 (1 − w) on the other.",
    field="The share of peaks",
)
exercise(
    "after-3",
    "The level that each of nine intervals needs, in per cent, so that all nine hold at once with at least 95 %.",
    "Then each of the nine misses one time in twenty, and they need not miss together.",
    "Too low: nine times what each may miss must not be more than 5 %.",
    "Higher than it must be.",
    field="Per cent",
)
exercise(
    "after-4",
    "From which T on 80 log T is less than the square root of 9 T.",
    "There both are small, and it does not last. Look for the last crossing.",
    "Too early: there 80 log T is still the larger one.",
    "It is so from there on, but also earlier.",
    field="T",
)
