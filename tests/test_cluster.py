"""Runs on a real cluster of worker processes, one of which dies in the middle, give the numbers of the serial run."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, threading, time

import joblib
import numpy as np
from distributed import Client, LocalCluster

import lipbandits as lb

POLICIES = {"ckl": lb.CKLUCB(), "kl": lb.KLUCB()}


def simulate(n_jobs):
    bandit = lb.triangle(46, lipschitz=1.0)
    return lb.simulate(bandit, POLICIES, 100_000, runs=24, seed=11, n_jobs=n_jobs, progress=False)


if __name__ == "__main__":
    serial = simulate(1)
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
            clustered = simulate(3)
        assert killed.is_set(), "the worker outlived the work"
        assert victim not in client.run(os.getpid).values()
    for name in POLICIES:
        assert np.array_equal(serial[name].regret, clustered[name].regret)
        assert np.array_equal(serial[name].plays, clustered[name].plays)
    print("bit-equal")
"""


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_gives_the_numbers_of_the_serial_run(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    result = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=300, check=False)
    assert result.stdout.strip().endswith("bit-equal"), result.stdout + result.stderr
