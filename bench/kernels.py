"""What notebooks with a lab ask of the machine that they share: kernels, without browsers.

`python bench/kernels.py [HOW MANY]` prints it for as many notebooks; `make bench` asks for three.
"""

import sys
import time
from contextlib import ExitStack

import psutil
from jupyter_client.manager import start_new_kernel

IDLE_S = 5
MESSAGES = 100
CELL = "from lipbandits.labs import tent\nlab = tent()\nlab"


class Notebook:
    """A kernel in which a cell shows a tent; leaving the context ends it."""

    def __enter__(self):
        self.manager, self.client = start_new_kernel()
        self.process = psutil.Process(self.manager.provisioner.pid)
        said = []
        reply = self.client.execute_interactive(CELL, output_hook=said.append, timeout=120)
        assert reply["content"]["status"] == "ok", reply["content"]
        views = [each["content"]["data"] for each in said if each["msg_type"] == "display_data"]
        (view,) = [data[kind] for data in views for kind in data if kind.endswith("widget-view+json")]
        self.model = view["model_id"]
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def spent(self):
        """Seconds that the kernel has computed."""
        times = self.process.cpu_times()
        return times.user + times.system

    def say(self, k):
        """What a page says that has come to rest with the lie about another arm."""
        state = {"theta": [0.5] * 17, "arms": [i / 16 for i in range(17)], "lipschitz": 0.5, "k": k % 17}
        data = {"method": "update", "state": {"state": state}, "buffer_paths": []}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", {"comm_id": self.model, "data": data}))

    def heard(self):
        """The k that Python sees, once all messages are through."""
        said = []
        self.client.execute_interactive("print(lab.k)", output_hook=said.append, timeout=120)
        return int("".join(each["content"].get("text", "") for each in said))


def measured(count):
    """Share of a core that `count` idle kernels take together, and milliseconds of a kernel for one message."""
    with ExitStack() as stack:
        notebooks = [stack.enter_context(Notebook()) for _ in range(count)]
        time.sleep(1)
        before = sum(each.spent() for each in notebooks)
        time.sleep(IDLE_S)
        idle = (sum(each.spent() for each in notebooks) - before) / IDLE_S
        before = sum(each.spent() for each in notebooks)
        for k in range(MESSAGES):
            for each in notebooks:
                each.say(k)
        assert [each.heard() for each in notebooks] == [(MESSAGES - 1) % 17] * count
        spent = sum(each.spent() for each in notebooks) - before
    return idle, 1000 * spent / (MESSAGES * count)


if __name__ == "__main__":
    how_many = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    idle, message = measured(how_many)
    print(f"{how_many} kernels with a lab: idle {100 * idle:.2f} % of a core together, {message:.2f} ms a message")
