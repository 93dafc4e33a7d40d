"""A simulated iCloud for a function: the decorator and context manager `mock_cloud`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import TracebackType
from typing import Any, TypeVar, overload

from .._core import makers
from .._core.typing import Unpack
from ..cloud import Cloud
from ..harness.configuration import Configuration, check_keys
from ..harness.duties import is_abandoned
from .checks import tell, unscripted, unused_faults

_Result = TypeVar("_Result")

#: The parameter by which a function receives its cloud.
_PARAMETER = "cloud"


class CloudMock:
    """What `mock_cloud(...)` returns: a decorator, and a context manager for one block."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._block: Any = None

    def __call__(self, function: Callable[..., _Result]) -> Callable[..., _Result]:
        """Returns the function with a new cloud as its argument `cloud` in each call."""
        signature = _checked(function)
        position = _position(signature)
        is_coroutine = inspect.iscoroutinefunction(function)
        wrap = self._waiting if is_coroutine else self._calling
        wrapper = wrap(function, position)
        rest = [each for name, each in signature.parameters.items() if name != _PARAMETER]
        # Frameworks such as pytest would look for a fixture of the name of the parameter.
        wrapper.__signature__ = signature.replace(parameters=rest)
        return wrapper  # type: ignore[no-any-return]

    def _calling(self, function: Callable[..., Any], position: int) -> Any:
        @wraps(function)
        def called(*arguments: Any, **keywords: Any) -> Any:
            __tracebackhide__ = True
            with _tested(self._configuration) as cloud:
                return _finished(_call(function, position, cloud, arguments, keywords))

        return called

    def _waiting(self, function: Callable[..., Any], position: int) -> Any:
        @wraps(function)
        async def called(*arguments: Any, **keywords: Any) -> Any:
            __tracebackhide__ = True
            with _tested(self._configuration) as cloud:
                return await _call(function, position, cloud, arguments, keywords)

        return called

    def __enter__(self) -> Cloud:
        if self._block is not None:
            raise ValueError("mock_cloud() is for one block: call it for each")
        self._block = _tested(self._configuration)
        cloud: Cloud = self._block.__enter__()
        return cloud

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._block.__exit__(kind, error, trace)

    async def __aenter__(self) -> Cloud:
        return self.__enter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.__exit__(kind, error, trace)


@overload
def mock_cloud(function: Callable[..., _Result], /) -> Callable[..., _Result]: ...
@overload
def mock_cloud(**configuration: Unpack[Configuration]) -> CloudMock: ...
def mock_cloud(
    function: Callable[..., Any] | None = None, /, **configuration: Unpack[Configuration]
) -> Any:
    """Provides a function or a block with a new cloud, for tests without fixtures.

        @mock_cloud
        def test_sync(cloud: Cloud) -> None: ...

        @mock_cloud(seed=7)
        async def main(path: str, *, cloud: Cloud) -> None: ...

        with mock_cloud(seed=7) as cloud: ...

    The function gets the cloud as its argument `cloud`, which its caller does not pass. The
    keywords are those of `Cloud`. At the end, the cloud is closed. `AssertionError` is raised if a
    fault that was set never acted, or if a script was not used completely; in a test of pytest with
    `mockcloud_findings = error`, also if the client made mistakes. An exception shows the last
    calls of the cloud.
    """
    check_keys(configuration, "mock_cloud")
    mock = CloudMock(configuration)
    if function is None:
        return mock
    if not callable(function):
        raise TypeError(
            "mock_cloud is used as @mock_cloud, @mock_cloud(seed=7) or with mock_cloud() as cloud, "
            f"not with {function!r}"
        )
    return mock(function)


def _checked(function: Callable[..., Any]) -> inspect.Signature:
    """Returns the signature of a function that can be decorated; raises for others."""
    name = getattr(function, "__name__", repr(function))
    if inspect.isclass(function):
        raise TypeError(
            f"mock_cloud decorates functions, not the class {name}: decorate its methods, or "
            "derive it from mockcloud.testing.testcase.MockCloudTestCase"
        )
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise TypeError(
            f"mock_cloud cannot decorate the generator {name}, which runs after its call: use "
            "with mock_cloud() as cloud: in it"
        )
    signature = inspect.signature(function)
    parameter = signature.parameters.get(_PARAMETER)
    accepted = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    if parameter is None or parameter.kind not in accepted:
        raise TypeError(
            f"mock_cloud passes the cloud as {_PARAMETER}=, which {name}() does not take"
        )
    return signature


def _position(signature: inspect.Signature) -> int:
    """Returns the number of positional arguments that precede the cloud."""
    is_keyword = signature.parameters[_PARAMETER].kind is inspect.Parameter.KEYWORD_ONLY
    return sys.maxsize if is_keyword else list(signature.parameters).index(_PARAMETER)


def _call(
    function: Callable[..., Any],
    position: int,
    cloud: Cloud,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> Any:
    """Calls the function with the cloud among the arguments of its caller."""
    __tracebackhide__ = True
    if len(arguments) > position:
        return function(*arguments[:position], cloud, *arguments[position:], **keywords)
    return function(*arguments, cloud=cloud, **keywords)


def _finished(result: Any) -> Any:
    """Returns the result of a function; raises for one that needs the cloud when it is closed."""
    if not inspect.iscoroutine(result):
        return result
    result.close()
    raise TypeError(
        "mock_cloud decorates a function that returns a coroutine, which would run after the cloud "
        "is closed: decorate the function that is declared with async def"
    )


@contextmanager
def _tested(configuration: Configuration) -> Iterator[Cloud]:
    """Yields a new cloud; makes the checks of a test if the block succeeds."""
    __tracebackhide__ = True
    with Cloud(dict(configuration)) as cloud:
        cloud._ledger.watch()
        try:
            yield cloud
            problems = [*unused_faults([cloud]), *unscripted([cloud]), *makers.problems(cloud)]
        except Exception as error:
            # A test framework shows the calls itself.
            if not cloud.closed and not makers.is_active():
                tell(error, [cloud])
            if not is_abandoned(type(error)):
                # A test that expects the exception passes although no fault may have caused it.
                makers.add_unused(cloud._ledger.problems())
            raise
        finally:
            cloud._ledger.unwatch()
        if problems:
            raise AssertionError("\n".join(problems))
