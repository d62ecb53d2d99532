"""What a page may call: the entries of `lipbandits/labs/page/engine.wasm`, which `make engine` builds of this table.

Arguments are arrays and numbers; what comes out is filled into arrays. CONTRIBUTING.md says how to add one.
"""

from numba import types

from lipbandits.engine import tent

_NUMBER, _COUNT = types.float64, types.int64
_ROW, _TABLE = types.float64[::1], types.float64[:, ::1]

# {name in the file: (function, its arguments' types)}
ENTRIES = {
    "tent": (tent.tent, (_ROW, _ROW, _NUMBER, _COUNT, _ROW, _TABLE)),
    "follow": (tent.follow, (_ROW, _ROW, _NUMBER, _COUNT, _NUMBER, _ROW)),
}
