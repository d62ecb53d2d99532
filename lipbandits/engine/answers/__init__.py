"""Checks of the exercises, compiled: each is given an answer and fills the number of the message and what stands in it.

Messages and fields are in `lipbandits.exercises`, one file a chapter as here.
"""

from lipbandits.engine.answers.after import after_1, after_2, after_3, after_4
from lipbandits.engine.answers.baselines import baselines_1, baselines_2, baselines_3, baselines_4
from lipbandits.engine.answers.ckl_ucb import ckl_ucb_1, ckl_ucb_2, ckl_ucb_3, ckl_ucb_4
from lipbandits.engine.answers.concentration import (
    concentration_1,
    concentration_2,
    concentration_3,
    concentration_4,
    concentration_5,
    concentration_6,
)
from lipbandits.engine.answers.contextual import contextual_1, contextual_2, contextual_3, contextual_4, contextual_5
from lipbandits.engine.answers.continuous import (
    adaptive_1,
    continuous_1,
    continuous_2,
    continuous_3,
    continuous_4,
    continuous_5,
    continuous_8,
    continuous_9,
)
from lipbandits.engine.answers.errata import errata_1, errata_2, errata_3
from lipbandits.engine.answers.families import families_1, families_2, families_3, families_4
from lipbandits.engine.answers.intro import intro_1, intro_2, intro_3, intro_4, intro_5
from lipbandits.engine.answers.levels import levels_1, levels_2, levels_3
from lipbandits.engine.answers.lower_bound import (
    lower_bound_1,
    lower_bound_2,
    lower_bound_3,
    lower_bound_4,
    lower_bound_5,
    lower_bound_6,
    lower_bound_7,
    lower_bound_8,
    lower_bound_9,
)
from lipbandits.engine.answers.model import model_1, model_2, model_3, model_4, model_5
from lipbandits.engine.answers.oslb import oslb_1, oslb_2, oslb_3, oslb_4
from lipbandits.engine.answers.ossb import ossb_1, ossb_2, ossb_3
from lipbandits.engine.answers.own_data import own_data_1, own_data_2, own_data_3
from lipbandits.engine.answers.reproduction import reproduction_1, reproduction_2, reproduction_3

# {exercise: its check}, see `saying`.
CHECKS = {
    "intro-1": intro_1,
    "intro-2": intro_2,
    "intro-3": intro_3,
    "intro-4": intro_4,
    "intro-5": intro_5,
    "model-1": model_1,
    "model-2": model_2,
    "model-3": model_3,
    "model-4": model_4,
    "model-5": model_5,
    "lower-bound-1": lower_bound_1,
    "lower-bound-2": lower_bound_2,
    "lower-bound-3": lower_bound_3,
    "lower-bound-4": lower_bound_4,
    "lower-bound-5": lower_bound_5,
    "lower-bound-6": lower_bound_6,
    "lower-bound-7": lower_bound_7,
    "lower-bound-8": lower_bound_8,
    "lower-bound-9": lower_bound_9,
    "families-1": families_1,
    "families-2": families_2,
    "families-3": families_3,
    "families-4": families_4,
    "oslb-1": oslb_1,
    "oslb-2": oslb_2,
    "oslb-3": oslb_3,
    "oslb-4": oslb_4,
    "ossb-1": ossb_1,
    "ossb-2": ossb_2,
    "ossb-3": ossb_3,
    "ckl-ucb-1": ckl_ucb_1,
    "ckl-ucb-2": ckl_ucb_2,
    "ckl-ucb-3": ckl_ucb_3,
    "ckl-ucb-4": ckl_ucb_4,
    "baselines-1": baselines_1,
    "baselines-2": baselines_2,
    "baselines-3": baselines_3,
    "baselines-4": baselines_4,
    "concentration-1": concentration_1,
    "concentration-2": concentration_2,
    "concentration-3": concentration_3,
    "concentration-4": concentration_4,
    "concentration-5": concentration_5,
    "concentration-6": concentration_6,
    "levels-1": levels_1,
    "levels-2": levels_2,
    "levels-3": levels_3,
    "continuous-1": continuous_1,
    "continuous-2": continuous_2,
    "continuous-3": continuous_3,
    "continuous-4": continuous_4,
    "continuous-5": continuous_5,
    "continuous-8": continuous_8,
    "continuous-9": continuous_9,
    "adaptive-1": adaptive_1,
    "contextual-1": contextual_1,
    "contextual-2": contextual_2,
    "contextual-3": contextual_3,
    "contextual-4": contextual_4,
    "contextual-5": contextual_5,
    "after-1": after_1,
    "after-2": after_2,
    "after-3": after_3,
    "after-4": after_4,
    "errata-1": errata_1,
    "errata-2": errata_2,
    "errata-3": errata_3,
    "reproduction-1": reproduction_1,
    "reproduction-2": reproduction_2,
    "reproduction-3": reproduction_3,
    "own-data-1": own_data_1,
    "own-data-2": own_data_2,
    "own-data-3": own_data_3,
}
