"""Two policies with one digest play the same: code, settings and what the code refers to are all in it."""

import functools
import subprocess
import sys
import textwrap
import types

import numpy as np
import pytest
from jupyter_client.manager import start_new_kernel

import lipbandits as lb
from lipbandits.play.identity import Unreadable, digest

SOURCE = """
import numpy as np
SCALE = 2.0
TABLE = [1, 2, 3]

def helper(x):
    return SCALE * x

class Base:
    def reset(self, geometry, rng): self.n = geometry.n_arms
    def update(self, arm, reward): pass

class Mine(Base):
    width = 1.5
    def __init__(self, c=1): self.c = c
    def select(self, n, start=0): return int(helper(n) + len(TABLE) + start) % self.n
    def __repr__(self): return "Mine()"
    @property
    def twice(self): return 2 * self.c
    @staticmethod
    def still(): return {"a", "b", "c"}
"""


def policy(source=SOURCE, make="Mine()"):
    module = types.ModuleType("readers")
    exec(source, vars(module))
    return eval(make, vars(module))


def test_the_same_code_has_the_same_digest():
    assert digest(policy()) == digest(policy())
    assert digest(policy()) == digest(policy(SOURCE.replace("import numpy as np", "import numpy as np  # a remark")))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return int(helper(n)", "return int(1 + helper(n)"),
        ("SCALE = 2.0", "SCALE = 3.0"),
        ("TABLE = [1, 2, 3]", "TABLE = [1, 2, 3, 4]"),
        ("SCALE * x", "SCALE + x"),
        ("width = 1.5", "width = 2.5"),
        ("start=0", "start=1"),
        ("self.n = geometry.n_arms", "self.n = 2"),
        ("2 * self.c", "3 * self.c"),
        ('"c"}', '"d"}'),
        ("c=1", "c=2"),
    ],
)
def test_whatever_may_change_a_play_changes_the_digest(old, new):
    assert old in SOURCE
    assert digest(policy()) != digest(policy(SOURCE.replace(old, new)))


def test_settings_are_in_it_whatever_the_repr_says():
    assert repr(policy()) == repr(policy(make="Mine(7)")) and digest(policy()) != digest(policy(make="Mine(7)"))
    arrays = [np.zeros(2000), np.zeros(2000)]
    arrays[1][1000] = 1e-9
    assert len({digest(policy(make="Mine")(array)) for array in arrays}) == 2


def test_settings_of_policies_of_the_book_are_in_it():
    policies = [
        lb.CKLUCB(), lb.CKLUCB(forced=False), lb.CKLUCB("paper"), lb.CKLUCB(lipschitz=1.0), lb.KLUCB(), lb.OSLB(),
        lb.OSLB(0.1), lb.OSSB(), lb.OSSB(0.1), lb.OSSB(gamma=0.1), lb.PerContext(lb.KLUCB()),
        lb.PerContext(lb.CKLUCB()), lb.Discretised(lb.KLUCB(), [0.1, 0.2]), lb.Discretised(lb.KLUCB(), [0.1, 0.3]),
        lb.HOO(0.5, 0.5), lb.HOO(0.5, 0.25), lb.Zooming(0.5), lb.IMEDUB(), lb.IMEDUB(once=True),
    ]  # fmt: skip
    assert len({digest(each) for each in policies}) == len(policies)


def test_functions_are_known_by_what_they_close_over():
    def make(c):
        return lambda x: c * x

    assert digest(make(1)) == digest(make(1)) != digest(make(2))
    assert digest(functools.partial(max, 1)) != digest(functools.partial(max, 2))
    assert digest(np.sin) != digest(np.cos)
    assert digest(np.vectorize(lambda x: x)) != digest(np.vectorize(lambda x: 2 * x))
    with pytest.raises(Unreadable, match="says nothing of the function"):
        digest(np.frompyfunc(lambda x: x, 1, 1))


def test_objects_that_refer_to_each_other_are_read_once():
    one, other = [], []
    one.append(other)
    other.append(one)
    assert digest(one) == digest(other)


def test_it_is_the_same_in_another_process_whatever_the_seed_of_its_hashes():
    code = textwrap.dedent(
        f"""
        from lipbandits.play.identity import digest
        import types
        module = types.ModuleType("readers")
        exec({SOURCE!r}, vars(module))
        print(digest(module.Mine()))
        """
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1


def test_what_cannot_be_read_is_refused():
    with pytest.raises(Unreadable, match="a generator cannot be read"):
        digest(each for each in "abc")


CELL = """
class Mine:
    def reset(self, geometry, rng):
        self.n_arms = geometry.n_arms
    def select(self, n):
        return {choice} % self.n_arms
    def update(self, arm, reward):
        pass
    def __repr__(self):
        return "Mine()"
"""
RUN = """
print("MEAN", lb.simulate(lb.triangle(7), [Mine()], 30, runs=2, checkpoint="c.npz", progress=False)["Mine"].mean()[-1])
"""


def test_in_a_real_kernel_a_changed_cell_is_another_experiment(tmp_path):
    """There is no file to read a class from, in a notebook."""
    manager, client = start_new_kernel(cwd=str(tmp_path))
    try:

        def run(code):
            printed = []
            reply = client.execute_interactive(code, output_hook=printed.append, timeout=60)
            text = "".join(each["content"].get("text", "") for each in printed)
            return text, reply["content"].get("evalue", "")

        assert run("import lipbandits as lb")[1] == ""
        run(CELL.format(choice="n"))
        first, problem = run(RUN)
        assert "MEAN" in first and problem == ""
        # The same cell once more is the same experiment, and resumes.
        run(CELL.format(choice="n"))
        assert run(RUN) == (first, "")
        run(CELL.format(choice="n + 1"))
        again, problem = run(RUN)
        assert "MEAN" not in again and "differs in: policies['Mine']" in problem
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_a_mean_that_agrees_wherever_one_looks_is_another_experiment(tmp_path):
    def mean(width):
        return lambda x: 0.5 + 0.0 * x + 0.2 * np.maximum(0, 1 - np.abs(x - 0.50051) / width)

    one, other = (lb.ContinuousBandit(mean(width), lipschitz=1e5, best=0.50051) for width in (1e-5, 2e-5))
    points = np.linspace(0, 1, 1001)
    assert np.array_equal(one.mean(points), other.mean(points))
    path = tmp_path / "c.npz"
    lb.simulate(one, [lb.HOO(1.0, 0.5)], 20, runs=1, checkpoint=path)
    with pytest.raises(ValueError, match="differs in: function"):
        lb.simulate(other, [lb.HOO(1.0, 0.5)], 20, runs=1, checkpoint=path)
