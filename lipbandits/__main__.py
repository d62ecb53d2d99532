"""``python -m lipbandits EXPERIMENT``."""

import sys

from lipbandits.study.cli import main

if __name__ == "__main__":
    sys.exit(main())
