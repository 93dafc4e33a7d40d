"""Names of `typing` that Python 3.10 does not have, for annotations."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack
else:

    class Unpack:
        """Stands for `typing.Unpack`, so that `typing.get_type_hints` works."""

        def __class_getitem__(cls, keywords: Any) -> Any:
            return keywords


if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: Any) -> Any:
        """Does nothing: only type checkers need it."""
        return lambda kind: kind


__all__ = ["Unpack", "dataclass_transform"]
