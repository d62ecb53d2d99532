"""Cases for the engine of the pages, what Python answers, and how an answer from elsewhere differs from that.

A case is a dict that JSON can hold: "kind", the name of a function of ``lipbandits.engine``, and its
options. ``answerOf`` in page_engine.js answers it there.
"""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np

import lipbandits as lb
from lipbandits.engine import (
    account,
    context_race,
    curve,
    evidence,
    inside,
    race,
    records,
    steps,
    tails,
    tent,
)
from lipbandits.engine import contexts as pairs
from lipbandits.engine.answers import CHECKS
from lipbandits.engine.answers.saying import OUT
from lipbandits.engine.families import family_of
from lipbandits.labs.assets import ENGINE, WASM
from lipbandits.theory.indexes import KINDS, level_factor

TESTS = Path(__file__).parent
NODE = shutil.which("node")
# Bounds and indexes.
CLOSE = 1e-9
# Policies that play for rewards in [0, 1] and Gaussian ones only; and those whose rounds are explained.
WITH_RADIUS = ("UCB", "MOSS")
EXPLAINED = race.POLICIES[:6]
# Families of rewards by the names that a page has for them; without ``sd`` it is 1/2.
FAMILIES = {
    "bernoulli": lambda sd: lb.Bernoulli(),
    "gaussian": lb.Gaussian,
    "poisson": lambda sd: lb.Poisson(),
    "exponential": lambda sd: lb.Exponential(),
}


def pair_of(family="bernoulli", sd=0.5):
    """What compiled code takes for a family of a page."""
    kind, _ = family_of(FAMILIES[family](sd))
    return kind, sd


def instance(rng, most_arms=60):
    """Random means that fit their L, with ties, means 0 and 1, single arms, uneven arms and L = 0 among them."""
    n_arms = int(rng.integers(1, most_arms + 1))
    arms = np.sort(rng.random(n_arms)) if rng.random() < 0.5 else np.linspace(0, 1, n_arms)
    low, high = [(0.05, 0.95), (0.0, 0.05), (0.95, 1.0), (0.0, 1.0)][rng.integers(4)]
    theta = lb.random_bandit(arms, float(rng.choice([0.1, 1.0, 5.0])), int(rng.integers(10**6)), low, high).theta
    if rng.random() < 0.3:
        theta = np.minimum(theta, np.sort(theta)[-min(int(rng.integers(2, 5)), n_arms)])
    if rng.random() < 0.1:
        theta = np.full(n_arms, rng.choice([0.0, 0.5, 1.0]))
    least = lb.LipschitzBandit(theta, arms).lipschitz
    lipschitz = float(rng.choice([1.0, 1.01, 1.5, 4.0])) * least
    if rng.random() < 0.1:
        lipschitz += 1.0
    return {"theta": theta.tolist(), "arms": arms.tolist(), "lipschitz": lipschitz}


def bounds(number, seed=0, most_arms=60):
    """Cases of tent, follow, divergences, indexes, weights and account, so many of each."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(number):
        given = instance(rng, most_arms)
        n_arms = len(given["theta"])
        k, mean = int(rng.integers(n_arms)), float(rng.choice([0.0, 1.0, rng.random()]))
        plays = rng.integers(0, rng.choice([2, 20, 10**6]), n_arms)
        sums = rng.binomial(plays, given["theta"])
        ends = rng.choice([0.0, 1.0, 1e-12, 1 - 1e-12, 0.5, *rng.random(4)], (2, 8))
        found += [
            {"kind": "tent", **given, "k": k},
            {"kind": "follow", **given, "k": k, "mean": mean},
            {"kind": "divergences", "x": ends[0].tolist(), "y": ends[1].tolist()},
            {"kind": "indexes", **without_theta(given), "plays": plays.tolist(), "sums": sums.tolist()}
            | {"level": float(rng.choice([0.0, 1.0, rng.random() * 20]))},
            {"kind": "weights", **without_theta(given), "plays": plays.tolist(), "k": k, "q": mean}
            | {"averages": (sums / np.maximum(plays, 1)).tolist()},
            {"kind": "account", **given, "played": rng.integers(0, n_arms, int(rng.integers(0, 80))).tolist()}
            | {"level": float(rng.choice([0.0, np.log(100)])), "seed": int(rng.choice([0, 2**32, 2**53 - 1]))},
        ]
    return found


def policies_of(kind):
    """Who plays in cases of a kind that do not say it."""
    return race.POLICIES if kind == "run" else EXPLAINED


def factor_of(rng, n_arms, kinds=KINDS):
    """What compiled code is told of a random level."""
    return float(level_factor(str(rng.choice(kinds)), n_arms))


def without_theta(given):
    return {name: value for name, value in given.items() if name != "theta"}


def runs(number, horizon, seed=0, most_arms=30, kind="run", policies=None):
    """Cases of run, of steps or of records: the policies in turn, any L told, any seed, in blocks of random lengths."""
    rng, found, policies = np.random.default_rng(seed), [], policies or policies_of(kind)
    for number_of_run in range(number):
        given = instance(rng, most_arms)
        given["lipschitz"] = float(rng.choice([given["lipschitz"], 0.0, 0.5, 50.0]))
        marks = np.unique(np.append(rng.integers(1, horizon + 1, int(rng.choice([1, 5, horizon // 2 + 1]))), horizon))
        case = {
            "kind": kind,
            "policy": policies[number_of_run % len(policies)],
            **given,
            "factor": factor_of(rng, len(given["theta"])),
            "forced": bool(rng.integers(2)),
            "epsilon": float(rng.choice([0.1, 0.5, 1.0])),
            "seed": int(rng.choice([0, 1, 2**32, 2**53 - 1, rng.integers(2**53)])),
            "run": int(rng.choice([0, 7, 2**32 - 1])),
            "marks": marks.tolist(),
        }
        if kind == "run" and rng.random() < 0.3:
            # From some plays on, which leave a round or more to be played.
            plays = rng.multinomial(int(rng.integers(marks[0])), np.full(len(given["theta"]), 1 / len(given["theta"])))
            case["before"] = {"plays": plays.tolist(), "sums": rng.binomial(plays, 0.5).tolist()}
        if kind in ("run", "records"):
            case["blocks"] = [horizon] if rng.random() < 0.2 else rng.integers(1, horizon, 40).tolist()
        if kind == "records":
            case |= {"looks": rng.integers(1, horizon + 1, 5).tolist(), "k": int(rng.integers(len(given["theta"])))}
        found.append(case)
    return found


def instance_of(rng, family, most_arms=20):
    """As `instance`, of a family, whose means may be beyond [0, 1] then."""
    given = instance(rng, most_arms) | {"family": family}
    theta = np.array(given["theta"])
    if family == "exponential":
        theta = np.maximum(theta, 1e-3)
    if family == "bernoulli":
        return given
    scale = float(rng.choice([1.0, 1.0, 7.0]))
    shift = float(rng.choice([0.0, -3.0])) if family == "gaussian" else 0.0
    given |= {"theta": (shift + scale * theta).tolist(), "lipschitz": scale * given["lipschitz"] * (1 + 1e-12)}
    return given | ({"sd": float(rng.choice([0.1, 0.5, 2.0]))} if family == "gaussian" else {})


def of_families(number, seed=0, families=tuple(FAMILIES)[1:]):
    """Cases of tent, divergences, indexes and weights of each family, so many of each."""
    rng, found = np.random.default_rng(seed), []
    for family in families:
        for _ in range(number):
            given = instance_of(rng, family)
            named = {name: value for name, value in given.items() if name in ("family", "sd")}
            n_arms, known = len(given["theta"]), FAMILIES[family](given.get("sd"))
            k, plays = int(rng.integers(n_arms)), rng.integers(0, rng.choice([2, 20, 300]), n_arms)
            sums = np.array([known.sample(mean, rng, t).sum() for mean, t in zip(given["theta"], plays, strict=True)])
            ends = rng.choice(given["theta"], (2, 8)) * rng.choice([1.0, 1.0 + 1e-9, 1.7], (2, 8))
            q = float(np.max(given["theta"]) * rng.choice([1.0, 3.0]))
            found += [
                {"kind": "tent", **given, "k": k},
                {"kind": "divergences", "x": ends[0].tolist(), "y": ends[1].tolist(), **named},
                {"kind": "indexes", **without_theta(given), "plays": plays.tolist(), "sums": sums.tolist()}
                | {"level": float(rng.choice([0.0, 1.0, rng.random() * 20]))},
                {"kind": "weights", **without_theta(given), "plays": plays.tolist(), "k": k, "q": q}
                | {"averages": np.where(plays > 0, sums / np.maximum(plays, 1), 1.0).tolist()},
            ]
    return found


def runs_of(number, horizon, family, seed=0, kind="run", policies=None):
    """Cases as of `runs`, of a family."""
    rng = np.random.default_rng(seed)
    there = [
        policy
        for policy in policies or policies_of(kind)
        if policy not in WITH_RADIUS or family in ("bernoulli", "gaussian")
    ]
    found = runs(number, horizon, seed, most_arms=12, kind=kind, policies=there)
    for case in found:
        given = instance_of(rng, family, 12)
        case.pop("before", None)
        case |= given | {"lipschitz": float(rng.choice([given["lipschitz"], 0.0, 0.5, 50.0])), "epsilon": 0.5}
        # Of exponential rewards indexes are so large at Kaufmann and Koolen's level that rounding decides.
        case["factor"] = factor_of(rng, len(given["theta"]), KINDS[:-1] if family == "exponential" else KINDS)
        if kind == "records":
            case["k"] = int(rng.integers(len(given["theta"])))
    return found


def polyline(rng, most_knots=41):
    """Random knots and means, with ties, flat tops, borders and means of 0 and 1 among them, and an L that fits."""
    count = int(rng.integers(2, most_knots + 1))
    knots = np.linspace(0, 1, count) if rng.random() < 0.7 else np.unique([0.0, *rng.random(count).round(4), 1.0])
    means = lb.random_bandit(knots, float(rng.choice([0.5, 3.0, 20.0])), int(rng.integers(10**6)), 0.05, 0.95).theta
    means = np.clip(means + float(rng.choice([0.0, 0.0, -0.3, 0.3])), 0, 1).round(4)
    least = float(np.max(np.abs(np.diff(means)) / np.diff(knots)))
    return {"knots": knots.tolist(), "means": means.tolist()}, max(least, 0.01)


def curves(number, horizon, seed=0, policies=curve.POLICIES):
    """Cases of curve: the policies in turn, any L told, any grid and seed, in blocks of random lengths."""
    rng, found = np.random.default_rng(seed), []
    for each in range(number):
        given, least = polyline(rng)
        marks = np.unique(np.append(rng.integers(1, horizon + 1, int(rng.choice([1, 5, 40]))), horizon))
        found.append(
            {
                **{"kind": "curve", "policy": policies[each % len(policies)], **given},
                "lipschitz": least * float(rng.choice([0.3, 1.0, 1.0, 2.0])),
                "arms": (n_arms := int(rng.choice([1, 2, 8, 50, rng.integers(1, 60)]))),
                "factor": factor_of(rng, n_arms),
                "tuned": bool(rng.integers(2)),
                "quarter": bool(rng.integers(2)),
                "seed": int(rng.choice([0, 1, 2**32, 2**53 - 1, rng.integers(2**53)])),
                "run": int(rng.choice([0, 7, 2**32 - 1])),
                "marks": marks.tolist(),
                "blocks": [horizon] if rng.random() < 0.2 else rng.integers(1, horizon, 40).tolist(),
            }
        )
    return found


def of_tails(number, seed=0):
    """Cases of evidence, fixedTail, largest, bounds, levelFor and estimate, so many of each."""
    rng, found = np.random.default_rng(seed), []
    for each in range(number):
        given = instance(rng, 8)
        theta = given["theta"]
        deltas = np.sort(rng.random(6) * 20 + 0.01).tolist()
        plays = rng.integers(0, rng.choice([2, 20, 150]), len(theta))
        of = {"arms": int(rng.integers(1, 50)), "round": int(rng.integers(2, 10**5))}
        rule = {"rule": evidence.RULES[each % 4], "round": int(rng.integers(2, 200)), "stops": bool(rng.integers(2))}
        runs = {"seed": int(rng.integers(2**53)), "first": int(rng.integers(9)), "runs": 5}
        drawn = rng.exponential(size=int(rng.integers(1, 3000))).tolist()
        found += [
            {"kind": "evidence", **given, **rule, **runs},
            {"kind": "fixedTail", "theta": theta, "plays": plays.tolist(), "deltas": deltas, "cells": 300},
            {"kind": "largest", "mean": theta[0], "round": int(rng.integers(2, 100)), "deltas": deltas},
            {"kind": "bounds", **of, "deltas": deltas},
            {"kind": "levelFor", **of, "chance": float(10 ** rng.uniform(-9, -0.1))},
            {"kind": "estimate", "evidence": drawn, "deltas": deltas},
        ]
    return found


def instance_with_contexts(rng, most_contexts=6, most_arms=9):
    """As `instance`, in contexts: θ in rows, with β and ψ; now and then all means of a context are 1, or one value."""
    shape = int(rng.integers(1, most_contexts + 1)), int(rng.integers(1, most_arms + 1))
    contexts, arms = (np.sort(rng.random(n)) if rng.random() < 0.5 else np.linspace(0, 1, n) for n in shape)
    low, high = [(0.05, 0.95), (0.0, 0.05), (0.9, 1.0), (0.0, 1.0)][rng.integers(4)]
    theta = rng.uniform(low, high, shape)
    if rng.random() < 0.6:
        peaks = rng.random() + contexts * rng.uniform(-1, 1)
        theta = np.clip(high - 0.5 * np.abs(arms - peaks[:, None]), low, high)
    if rng.random() < 0.3:
        theta = theta.round(1)
    if rng.random() < 0.2:
        theta[rng.integers(shape[0])] = rng.choice([0.5, 1.0])
    weight = float(10 ** rng.uniform(-2, 2))
    least = lb.ContextualBandit(theta, arms, contexts, context_weight=weight).lipschitz
    share = np.maximum(rng.dirichlet(np.ones(shape[0])), 1e-4) if rng.random() < 0.5 else np.ones(shape[0])
    return {
        "theta": theta.tolist(),
        "arms": arms.tolist(),
        "contexts": contexts.tolist(),
        "lipschitz": float(rng.choice([1.0, 1.01, 1.5, 4.0])) * least,
        "weight": weight,
        "distribution": (share / share.sum()).tolist(),
    }


def of_contexts(number, horizon, seed=0):
    """Cases of contextual, followPairs and contextRun, so many of each."""
    rng, found = np.random.default_rng(seed), []
    for number_of_run in range(number):
        run = instance_with_contexts(rng)
        given = {name: value for name, value in run.items() if name != "distribution"}
        j, k = int(rng.integers(len(given["theta"]))), int(rng.integers(len(given["arms"])))
        marks = np.unique(np.append(rng.integers(1, horizon + 1, int(rng.choice([1, 5, horizon // 2 + 1]))), horizon))
        found += [
            {"kind": "contextual", **given, "sharing": bool(rng.integers(2)), "j": j, "k": k},
            {"kind": "followPairs", **given, "j": j, "k": k, "mean": float(rng.choice([0.0, 1.0, rng.random()]))},
            {
                "kind": "contextRun",
                "policy": context_race.POLICIES[number_of_run % 3],
                **run,
                "factor": float(rng.choice([0.0, 0.0, 1.0])),
                "forced": bool(rng.random() < 0.7),
                "seed": int(rng.choice([0, 2**53 - 1, rng.integers(2**53)])),
                "run": int(rng.choice([0, 7, 2**32 - 1])),
                "marks": marks.tolist(),
                "blocks": [horizon] if rng.random() < 0.2 else rng.integers(1, horizon, 40).tolist(),
            },
        ]
    return found


def native(case):
    """What Python answers, in one go; infinity is None, as in JSON."""
    options = {name: value for name, value in case.items() if name not in ("kind", "blocks")}
    return {
        "tent": native_tent,
        "follow": native_follow,
        "divergences": native_divergences,
        "indexes": native_indexes,
        "weights": native_weights,
        "records": native_records,
        "account": native_account,
        "run": native_run,
        "steps": native_steps,
        "curve": native_curve,
        "evidence": native_evidence,
        "fixedTail": native_fixed_tail,
        "largest": native_largest,
        "bounds": native_bounds,
        "levelFor": native_level_for,
        "estimate": native_estimate,
        "contextual": native_contextual,
        "followPairs": native_follow_pairs,
        "contextRun": native_context_run,
        "answer": native_answer,
    }[case["kind"]](**options)


def listed(values):
    return [float(value) if np.isfinite(value) else None for value in values]


def native_tent(theta, arms, lipschitz, k, **family):
    numbers, rows = np.empty(len(tent.NUMBERS)), np.empty((len(tent.ROWS), len(theta)))
    tent.tent(np.array(theta), np.array(arms), lipschitz, k, *pair_of(**family), numbers, rows)
    answer = dict(zip(tent.NUMBERS + tent.ROWS, [*listed(numbers), *map(listed, rows)], strict=True))
    return answer | {"binding": (rows[3] != 0).tolist(), "best": np.flatnonzero(rows[6]).tolist()}


def native_follow(theta, arms, lipschitz, k, mean):
    moved = np.empty(len(theta))
    tent.follow(np.array(theta), np.array(arms), lipschitz, k, mean, moved)
    return listed(moved)


def native_divergences(x, y, **family):
    values = np.empty(len(x))
    steps.divergences(np.array(x), np.array(y), *pair_of(**family), values)
    return listed(values)


def native_indexes(plays, sums, arms, lipschitz, level, **family):
    rows, given = np.empty((2, len(plays))), [np.array(values, dtype=float) for values in (plays, sums, arms)]
    steps.indexes(*given, lipschitz, level, *pair_of(**family), rows)
    return {"klUcb": listed(rows[0]), "lipschitz": listed(rows[1])}


def native_account(theta, arms, lipschitz, seed, level, played):
    paid, totals, rows = np.empty(len(played)), np.empty(2), np.empty((len(account.ROWS), len(theta)))
    words = float(seed & 0xFFFFFFFF), float(seed >> 32)
    given = np.array(theta), np.array(arms), lipschitz, *words, level, np.array(played, dtype=float)
    account.account(*given, paid, totals, rows)
    found = dict(zip(account.TOTALS + account.ROWS, [*listed(totals), *map(listed, rows)], strict=True))
    own, ends = ({"low": found.pop(f"{of}low"), "high": found.pop(f"{of}high")} for of in ("own_", ""))
    return {**found, "paid": listed(paid), "own": own, "all": ends}


def native_answer(exercise, numbers):
    out = np.zeros(OUT)
    CHECKS[exercise](np.array(numbers, dtype=float), out)
    return {"message": out[0], "found": listed(out[1:])}


def results_of(state, played):
    _, _, _, curve, now, counts, *_ = state
    rounds = int(now[race.ROUND]) - 1
    return {
        "regret": listed(curve[1, : int(now[race.REACHED])]),
        "plays": listed(counts[0]),
        "mostPlayed": now[race.MOST_PLAYED],
        "played": played[:rounds].tolist(),
    }


def state_of(family="bernoulli", sd=0.5, **options):
    """A race's run before its first round."""
    return race.new_state(**options, family=pair_of(family, sd))


def native_run(before=None, **options):
    state, played = state_of(**options), np.zeros(options["marks"][-1], dtype=np.int32)
    if before:
        _, _, _, _, now, counts, places, *_ = state
        counts[:], places[1] = (before["plays"], before["sums"]), before["plays"]
        now[race.ROUND] = sum(before["plays"]) + 1
    race.advance(*state, len(played), played)
    return results_of(state, played)


def native_weights(plays, averages, arms, lipschitz, k, q, **family):
    row, given = np.empty(len(plays)), [np.array(values, dtype=float) for values in (plays, averages, arms)]
    records.weights(*given, lipschitz, k, q, *pair_of(**family), row)
    return listed(row)


def native_records(looks, k, **options):
    state, last = state_of(**options), options["marks"][-1]
    played, rules, counted = np.empty(last, dtype=np.int32), np.empty(last, dtype=np.int32), []
    for first, mark in zip([0, *options["marks"]], options["marks"], strict=False):
        records.record(*state, mark - first, played, rules)
        counted.append(state[5].ravel().copy())
    report, table, seen = np.empty(len(steps.REPORT)), np.empty((len(steps.SEEN), len(options["theta"]))), []
    for n in looks:
        records.recall(*state[:3], played, 1, n, np.zeros((2, len(options["theta"]))), report, table)
        seen.append(as_seen(report, table))
    against = None
    if options["policy"] == "CKL-UCB":
        rows = np.empty((len(records.AGAINST), len(counted)))
        records.against(*state[1:3], k, np.array(options["marks"]) + 1.0, np.array(counted), rows)
        against = dict(zip(records.AGAINST, map(listed, rows), strict=True))
    named = {"rules": [steps.RULES[rule] for rule in rules], "counted": [listed(row) for row in counted]}
    return results_of(state, played) | named | {"seen": seen, "against": against}


def as_seen(report, table):
    """What `steps.step` and `records.recall` fill in, as run_engine.js has it."""
    step = dict(zip(steps.REPORT + steps.SEEN, [*report.tolist(), *map(listed, table)], strict=True))
    for name in ("indexes", "targets"):
        if np.isnan(table[steps.SEEN.index(name)]).any():
            step[name] = None
    return step | {"rule": steps.RULES[int(report[2])], "candidates": np.flatnonzero(table[3]).tolist()}


def native_steps(**options):
    state, seen = state_of(**options), []
    report, table = np.empty(len(steps.REPORT)), np.empty((len(steps.SEEN), len(options["theta"])))
    for _ in range(options["marks"][-1]):
        steps.step(*state, report, table)
        seen.append(as_seen(report, table))
    return results_of(state, np.empty(0, dtype=np.int32)) | {"seen": seen}


def curve_of(policy, knots, means, arms, marks, **settings):
    """A run on [0, 1] before its first round, with room for its points."""
    count = 1000 if policy == "Zooming" else arms
    state = curve.new_state(policy, knots, means, marks, n_arms=count, **settings)
    return state, np.zeros(marks[-1])


def native_curve(policy, arms, **options):
    state, played = curve_of(policy, arms=arms, **options)
    curve.advance(*state, len(played), played)
    _, _, kept, _, lost, *_ = state
    parts, seen, rows = np.zeros(40), np.zeros(3), np.zeros((5, 2 ** (inside.DEPTHS + 1)))
    curve.spread(played, len(played), parts)
    inside.inside(*state, seen, rows)
    size, depth = int(seen[1]), int(seen[2])
    known = {"round": seen[0], "size": size, "last": played[-1], "regret": lost[0]}
    if policy == "HOO":
        cells = rows[inside.PLAYS, : 2 ** (min(depth, inside.DEPTHS) + 1) - 1]
        points, bounds = (listed(rows[row, : inside.SAMPLES]) for row in (inside.POINTS, inside.INDEXES))
        known |= {"depth": depth, "cells": listed(cells), "points": points, "bounds": bounds}
    else:
        known |= {name: listed(rows[row, :size]) for row, name in enumerate(inside.ROWS)}
    answer = {"regret": listed(kept[1]), "plays": listed(parts), "mostPlayed": -1}
    return answer | {"points": listed(played), "inside": known}


def native_evidence(theta, arms, lipschitz, rule, round, stops, seed, first, runs):
    found = np.empty(runs)
    told = np.array([evidence.RULES.index(rule), round, stops, lipschitz, seed & 0xFFFFFFFF, seed >> 32], dtype=float)
    evidence.simulate_evidence(np.array(theta), np.array(arms), told, first, found)
    return listed(found)


def native_fixed_tail(theta, plays, deltas, cells):
    given = [np.array(values, dtype=float) for values in (theta, plays, deltas)]
    found, status, rows = np.empty(len(deltas)), np.zeros(1), np.empty((2, len(deltas)))
    tails.exact_tail(*given, found, status)
    if status[0] == 1:
        return {"low": listed(found), "high": listed(found), "exact": True}
    tails.tail_bracket(*given, cells, rows)
    return {"low": listed(rows[0]), "high": listed(rows[1]), "exact": False}


def native_largest(mean, round, deltas):
    found = np.empty((len(deltas), 1))
    for delta, one in zip(deltas, found, strict=True):
        tails.largest_tail(mean, round, delta, one)
    return listed(found[:, 0])


def native_bounds(arms, round, deltas):
    found = np.empty((len(tails.BOUNDS), len(deltas)))
    tails.bounds(arms, round, np.array(deltas), found)
    return dict(zip(tails.BOUNDS, map(listed, found), strict=True))


def native_level_for(arms, round, chance):
    found = np.empty(len(tails.BOUNDS))
    tails.level_for(arms, round, chance, found)
    return dict(zip(tails.BOUNDS, listed(found), strict=True))


def native_estimate(**given):
    found = np.empty((len(evidence.ESTIMATE), len(given["deltas"])))
    evidence.estimate(np.array(given["evidence"]), np.array(given["deltas"]), found)
    return dict(zip(evidence.ESTIMATE, map(listed, found), strict=True))


def native_contextual(theta, arms, contexts, lipschitz, weight, sharing, j, k):
    shape = np.shape(theta)
    numbers, rows = np.empty(len(pairs.NUMBERS)), np.empty((len(pairs.ROWS), shape[0] * shape[1]))
    given = np.ravel(theta), np.array(arms), np.array(contexts), lipschitz, weight
    pairs.contextual(*given, int(sharing), j * shape[1] + k, numbers, rows)
    answer = dict(zip(pairs.NUMBERS, listed(numbers), strict=True))
    for name, row in zip(pairs.ROWS, rows.reshape(-1, *shape), strict=True):
        is_flag = name in ("binding", "free", "apartBinding", "best")
        answer[name] = (row != 0).tolist() if is_flag else [listed(each) for each in row]
    return answer


def native_follow_pairs(theta, arms, contexts, lipschitz, weight, j, k, mean):
    moved = np.empty(np.size(theta))
    pair = j * len(arms) + k
    pairs.follow_pairs(np.ravel(theta), np.array(arms), np.array(contexts), lipschitz, weight, pair, mean, moved)
    return [listed(row) for row in moved.reshape(np.shape(theta))]


def native_context_run(**options):
    state = context_race.new_state(**options)
    context_race.advance(*state, options["marks"][-1], np.empty(0, dtype=np.int32))
    named = dict(zip(context_race.STATE, state, strict=True))
    plays = named["counts"][0]
    most = plays.reshape(np.shape(options["theta"])).argmax(axis=1)
    regret = named["curve"][1, : int(named["now"][context_race.REACHED])]
    return {"regret": listed(regret), "plays": listed(plays), "mostPlayed": most.tolist()}


def differences(one, other, path=""):
    """Where two answers differ: numbers by more than 1e-9, relative to one above 1, and all else at all."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return [f"{path}: {sorted(one)} and {sorted(other)}"]
        return [each for name in one for each in differences(one[name], other[name], f"{path}.{name}")]
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return [f"{path}: lengths {len(one)} and {len(other)}"]
        if path.endswith(("plays", "played")):
            return [] if one == other else [f"{path}: first at {np.flatnonzero(np.array(one) != other)[0]}"]
        return [each for i in range(len(one)) for each in differences(one[i], other[i], f"{path}[{i}]")]
    if isinstance(one, float | int) and isinstance(other, float | int):
        return [] if abs(one - other) <= CLOSE * max(1.0, abs(one)) else [f"{path}: {one} and {other}"]
    return [] if one == other else [f"{path}: {one} and {other}"]


def in_node(cases):
    """The answers of the engine in Node.js."""
    return run_in_node(f"return {json.dumps(cases)}.map(answerOf)")


def run_in_node(body):
    """What a body of an asynchronous function returns in Node.js, where the engine is started."""
    script = f"""
        const fs = require("fs");
        const [ENGINE, FILE] = {json.dumps([[str(each) for each in ENGINE], str(WASM)])};
        for (const each of [...ENGINE, {json.dumps(str(TESTS / "page_engine.js"))}]) require(each);
        const engine = lipbandits.engine;
        (async () => {{
          await engine.start(fs.readFileSync(FILE));
          const answer = await (async () => {{ {body} }})();
          process.stdout.write(JSON.stringify(answer));
        }})().catch((error) => {{ console.error(error); process.exit(1); }});
    """
    done = subprocess.run([NODE, "-"], input=script, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
