"""Runs on a real cluster of worker processes, one of which dies in the middle, give the numbers of the serial run."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys, threading, time

import joblib
import numpy as np
from distributed import Client, LocalCluster

import lipbandits as lb

POLICIES = {"ckl": lb.CKLUCB(), "kl": lb.KLUCB()}


def simulate(n_jobs):
    bandit = lb.triangle(46, lipschitz=1.0)
    found = lb.simulate(bandit, POLICIES, 100_000, runs=24, seed=11, n_jobs=n_jobs, progress=False)
    return [array for each in found.values() for array in (each.regret, each.plays)]


def compare(n_jobs):
    instances = {shape: [lb.from_prior(shape, 46, number=i) for i in range(12)] for shape in ("peak", "rough")}
    found = lb.compare(POLICIES, instances, [10_000, 100_000], seed=11, n_jobs=n_jobs, progress=False)
    return [found.regret, found.gaps]


if __name__ == "__main__":
    play = {"simulate": simulate, "compare": compare}[sys.argv[1]]
    serial = play(1)
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.wait_for_workers(3)
        address, victim = next(iter(client.run(os.getpid).items()))
        killed = threading.Event()

        def kill():
            # As soon as it has work, so that the rest of it must be done by others.
            while not client.processing().get(address):
                time.sleep(0.02)
            os.kill(victim, signal.SIGKILL)
            killed.set()

        threading.Thread(target=kill, daemon=True).start()
        with joblib.parallel_config(backend="dask"):
            clustered = play(3)
        assert killed.is_set(), "the worker outlived the work"
        assert victim not in client.run(os.getpid).values()
    assert all(np.array_equal(one, other) for one, other in zip(serial, clustered, strict=True))
    print("bit-equal")
"""


@pytest.mark.slow
@pytest.mark.parametrize("call", ["simulate", "compare"])
def test_a_cluster_that_loses_a_worker_gives_the_numbers_of_the_serial_run(call, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(program), call]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.stdout.strip().endswith("bit-equal"), result.stdout + result.stderr
