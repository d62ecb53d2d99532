"""``python -m lipbandits EXPERIMENT``."""

import sys

from lipbandits.study.recipes import main

if __name__ == "__main__":
    sys.exit(main())
