"""One function a figure, drawing on the axes that it is given; and tables."""

from lipbandits.plots.compared import regret_of_instances
from lipbandits.plots.contexts import changes, indexes_in_context, plays_of_pairs
from lipbandits.plots.instances import (
    candidates,
    confusing_parameter,
    indexes,
    program,
    rates_along,
    scaling,
    shares_by_constant,
    stretch,
)
from lipbandits.plots.runs import final_regret, plays_per_log, regret, regret_against, regret_on_points, regret_over_log
from lipbandits.plots.tables import Table
from lipbandits.plots.tails import exponent_kept, martingale_paths, orthants, peeling_bounds, peeling_cells, sum_tails

__all__ = [
    "Table",
    "candidates",
    "changes",
    "confusing_parameter",
    "exponent_kept",
    "final_regret",
    "indexes",
    "indexes_in_context",
    "martingale_paths",
    "orthants",
    "peeling_bounds",
    "peeling_cells",
    "plays_of_pairs",
    "plays_per_log",
    "program",
    "rates_along",
    "regret",
    "regret_against",
    "regret_of_instances",
    "regret_on_points",
    "regret_over_log",
    "scaling",
    "shares_by_constant",
    "stretch",
    "sum_tails",
]
