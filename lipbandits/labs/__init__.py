"""Labs: explorers whose picture the page itself makes, by the engine compiled for WebAssembly; the reader makes the instance."""

from .lab import Lab
from .tent import tent

__all__ = ["Lab", "tent"]
