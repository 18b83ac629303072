"""Modules that a library imports and that are not used here: imported when something of them is asked for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _Unused(ModuleType):
    """A module in name; what is asked of it comes from the module itself."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def unused(*names: str) -> Iterator[None]:
    """Imports within that leave these modules out; the first use of one imports it.

    >>> with unused("tabnanny"):
    ...     import tabnanny
    >>> "tabnanny" in sys.modules, tabnanny.verbose, "tabnanny" in sys.modules
    (False, 0, True)
    """
    named = {name: _Unused(name) for name in names if name not in sys.modules}
    sys.modules.update(named)
    try:
        yield
    finally:
        for name, module in named.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
