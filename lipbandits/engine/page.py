"""What a page may call: the entries of `lipbandits/labs/page/engine.wasm`, which `make engine` builds of this table.

Arguments are arrays and numbers, and what comes out is filled into arrays. CONTRIBUTING.md tells how to add an entry.
"""

from numba import from_dtype, types

from lipbandits.engine import (
    account,
    context_race,
    contexts,
    curve,
    evidence,
    inside,
    levels,
    race,
    records,
    steps,
    summary,
    tails,
    tent,
)
from lipbandits.engine.answers import CHECKS
from lipbandits.engine.hoo import CELL

_NUMBER, _COUNT = types.float64, types.int64
_ROW, _TABLE, _ARMS = types.float64[::1], types.float64[:, ::1], types.int32[::1]
_STATE = (
    *(_ROW, _ROW, _ROW, _TABLE, _ROW, _TABLE),
    *(types.int64[:, ::1], types.uint8[:, ::1], _TABLE, _TABLE, types.int32[:, ::1], _ROW),
)
# A family of rewards.
_FAMILY = (_COUNT, _NUMBER)
# As STATE in curve.py.
_CURVE = (
    *(_TABLE, _ROW, _TABLE, _ROW, _ROW, types.int64[::1], _ROW, _TABLE, types.int64[:, ::1]),
    *(from_dtype(CELL)[::1], types.int32[::1], types.uint8[:, ::1], _TABLE, types.int32[:, ::1], _ROW),
)
_COUNTS = types.int64[:, ::1]
# As STATE in context_race.py.
_CONTEXTS_STATE = (
    *(_ROW, _ROW, _ROW, _ROW, _ROW, _TABLE, _ROW, _TABLE, _COUNTS, types.uint8[:, ::1], types.int32[:, ::1], _COUNTS),
    *(_TABLE, _TABLE, types.int32[:, ::1], _ROW, _ROW, types.int16[:, :, ::1], types.float64[:, :, ::1]),
    *(types.uint8[::1], _TABLE, types.float64[:, :, :, ::1], types.int32[:, :, ::1], _TABLE, types.int64[::1]),
)

# {name in the file: (function, the types of its arguments)}
ENTRIES = {
    "tent": (tent.tent, (_ROW, _ROW, _NUMBER, _COUNT, *_FAMILY, _ROW, _TABLE)),
    "follow": (tent.follow, (_ROW, _ROW, _NUMBER, _COUNT, _NUMBER, _ROW)),
    "divergences": (steps.divergences, (_ROW, _ROW, *_FAMILY, _ROW)),
    "indexes": (steps.indexes, (_ROW, _ROW, _ROW, _NUMBER, _NUMBER, *_FAMILY, _TABLE)),
    "levels": (levels.fill_levels, (_ROW, _NUMBER, _ROW)),
    "marks": (race.fill_marks, (_COUNT, _ROW, _ROW)),
    "begin": (race.begin, _STATE),
    "advance": (race.advance, (*_STATE, _COUNT, _ARMS)),
    "step": (steps.step, (*_STATE, _ROW, _TABLE)),
    "account": (account.account, (_ROW, _ROW, *(_NUMBER,) * 4, _ROW, _ROW, _ROW, _TABLE)),
    "curve_describe": (curve.describe, (_TABLE, _NUMBER, _ROW, _TABLE)),
    "curve_begin": (curve.begin, _CURVE),
    "curve_advance": (curve.advance, (*_CURVE, _COUNT, _ROW)),
    "curve_inside": (inside.inside, (*_CURVE, _ROW, _TABLE)),
    "curve_spread": (curve.spread, (_ROW, _COUNT, _ROW)),
    "contextual": (
        contexts.contextual,
        (_ROW, _ROW, _ROW, _NUMBER, _NUMBER, _COUNT, _COUNT, _ROW, _TABLE),
    ),
    "followPairs": (contexts.follow_pairs, (_ROW, _ROW, _ROW, _NUMBER, _NUMBER, _COUNT, _NUMBER, _ROW)),
    "beginContexts": (context_race.begin, _CONTEXTS_STATE),
    "advanceContexts": (context_race.advance, (*_CONTEXTS_STATE, _COUNT, _ARMS)),
    "record": (records.record, (*_STATE, _COUNT, _ARMS, _ARMS)),
    "recall": (records.recall, (_ROW, _ROW, _ROW, _ARMS, _COUNT, _COUNT, _TABLE, _ROW, _TABLE)),
    "weights": (records.weights, (_ROW, _ROW, _ROW, _NUMBER, _COUNT, _NUMBER, *_FAMILY, _ROW)),
    "against": (records.against, (_ROW, _ROW, _COUNT, _ROW, _TABLE, _TABLE)),
    "summarise": (summary.summarise, (_TABLE, _ROW, _TABLE)),
    "difference": (summary.difference, (_ROW, _ROW, _ROW, _COUNT, _COUNT, _ROW)),
    "share": (summary.share, (_COUNT, _COUNT, _ROW)),
    "evidence": (evidence.simulate_evidence, (_ROW, _ROW, _ROW, _COUNT, _ROW)),
    "estimate": (evidence.estimate, (_ROW, _ROW, _TABLE)),
    "exact_tail": (tails.exact_tail, (_ROW, _ROW, _ROW, _ROW, _ROW)),
    "tail_bracket": (tails.tail_bracket, (_ROW, _ROW, _ROW, _COUNT, _TABLE)),
    "largest_tail": (tails.largest_tail, (_NUMBER, _COUNT, _NUMBER, _ROW)),
    "bounds": (tails.bounds, (_COUNT, _COUNT, _ROW, _TABLE)),
    "level_for": (tails.level_for, (_COUNT, _COUNT, _NUMBER, _ROW)),
    **{exercise: (check, (_ROW, _ROW)) for exercise, check in CHECKS.items()},
}


def compile_all():
    """Compile what tests call of this for the processor at hand; numba keeps it beside the sources."""
    for function, arguments in ENTRIES.values():
        function.compile(arguments)


if __name__ == "__main__":
    compile_all()
