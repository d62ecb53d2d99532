"""The exercises of the concentration chapter."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "concentration-1",
    "P[10 I⁺(θ̂, ½) ≥ 6] for ten throws of a fair coin.",
    "Too small: how many throws give more than 6 nats, if all are lost?",
    "Too large: one head leaves 10 I(0.1, 0.5) nats. Compare that with 6.",
    field="The probability",
)
exercise(
    "concentration-2",
    "The smallest whole δ at which the paper's Theorem 2 is useful for K = 2, n = 1000.",
    "Too small: the bound is still 1 or more.",
    "The bound is below 1 there, but also earlier.",
    "The paper's Theorem 2 needs δ ≥ K + 1.",
    field=Field("The smallest δ", whole=True),
)
exercise(
    "concentration-3",
    "A mean, a round and a δ < 2 at which the formula of the paper's Theorem 2 is below the exact tail.",
    "Give a mean from 0 to 1, a whole round from 2 to 10000, and 0 < δ < 2.",
    "That is the example in the text: find another.",
    "The tail is {0:.4f}, but the formula {1:.4f}: not below it.",
    fields=(Field("Mean θ"), Field("Round n"), Field("δ")),
)
exercise(
    "concentration-4",
    "The limit of δ e^{1−δ} over (1 + δ) e^{−δ}.",
    "Too small: do not forget the factor between e^{1−δ} and e^{−δ}.",
    "Too large: divide one by the other and let δ grow.",
    field="The factor",
)
exercise(
    "concentration-5",
    "(e/3)^6, the limit of n log n times the bound with thicker slices, K = 3.",
    "Too small: the powers of log n cancel, and e^{2K} stays.",
    "Too large: both factors K in the bound are raised to K.",
    field="The limit",
)
exercise(
    "concentration-6",
    "5/2, the multiple of log log n that the best rule for one arm makes necessary, as n grows.",
    "Too small: how does the gain of the best rule grow with δ?",
    "Too large.",
    "That is what a fixed number of samples needs. What does the best rule gain?",
    "One factor of log n is missing: what the best rule gains grows with δ as well, and δ is about log n.",
    "That is enough, by the bound for one arm. What is needed is less.",
    field="Times log log n",
)
