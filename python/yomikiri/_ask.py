"""Questions: one function a command. Options are named as on the command line."""

from __future__ import annotations

import base64
import json
import math
import operator
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from . import _native
from ._files import certificate_file
from ._native import InputError, Position, StopFlag
from .results import Checked, Composed, Event, HisshiResult, Json, JudgeResult, SolveResult, event_of

PositionLike: TypeAlias = "str | bytes | bytearray | os.PathLike[str] | Position"
"""A position: a text in any notation, the `Path` or the bytes of a file, or a `Position`."""
OnEvent: TypeAlias = "Callable[[Event], object] | None"

DEFAULT_VERIFY_MEMORY = 8 << 30


def request(
    request: str | Mapping[str, Any],
    on_event: Callable[[Json], object] | None = None,
    *,
    stop: StopFlag | None = None,
) -> Json:
    """Answers one request as the server of the workbench would: an object with `command` and its options.

    Returns the object of the command's `--json`. `on_event` gets the object of each event before the last. Raises `InputError` if the
    request cannot be followed. Ctrl-C and an exception of `on_event` end the search and are raised.
    """
    text = request if isinstance(request, str) else json_of(request)
    callback = None if on_event is None else lambda event: on_event(json.loads(event))
    answer: Json = json.loads(_native.run_request(text, callback, stop))
    return answer


def fields_of(position: PositionLike | None, **options: Any) -> Json:
    """The fields of a request: those that are given, and the text of the position."""
    fields = {name: value for name, value in options.items() if value is not None and value is not False}
    if position is not None:
        fields["position"] = _native.text_of(position)
    return fields


def json_of(fields: Mapping[str, Any]) -> str:
    """The JSON of a request. Numbers may be those of NumPy."""
    given = {name: value.item() if hasattr(value, "item") else value for name, value in fields.items()}
    for name, value in given.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError(f"`{name}`: expected a finite number, not {value}")
    return json.dumps(given)


def bytes_of(memory: int | str) -> int:
    """The number of bytes of a size such as "512MiB"."""
    try:
        return _native.parse_size(memory if isinstance(memory, str) else str(operator.index(memory)))
    except InputError as error:
        raise InputError(f"`memory`: {error}") from None


def _ask(
    fields: Json,
    on_event: OnEvent,
    stop: StopFlag | None,
    certificate: str | os.PathLike[str] | None = None,
) -> Json:
    callback = None if on_event is None else lambda event: on_event(event_of(event))
    if certificate is None:
        return request(fields, callback, stop=stop)
    with certificate_file(certificate) as write:
        answer = request({**fields, "certificate": True}, callback, stop=stop)
        made = answer["certificate"] = {"file": None, **(answer.get("certificate") or {})}
        packed = made.pop("base64", None)
        if packed is not None:
            made["bytes"] = write(base64.b64decode(packed))
            made["file"] = os.fspath(certificate)
        return answer


def solve(
    position: PositionLike,
    *,
    moves: Sequence[str] = (),
    hands: str | None = None,
    rules: str | None = None,
    compare_rules: bool = False,
    first: bool = False,
    all: bool | int = False,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    certificate: str | os.PathLike[str] | None = None,
    on_event: OnEvent = None,
    stop: StopFlag | None = None,
) -> SolveResult:
    """Solves a mate problem: the shortest mate, and the proof that there is none shorter.

    `position` is a text in any notation, a `Path` or the bytes of a file, or a `Position`. `moves` lead on from it. `hands` is `rest`
    (a defender without a hand holds all missing pieces; the default) or `written`. `first` stops at the first mate; `all` lists every first move that mates. `time` in
    seconds, `nodes` and `memory` (bytes, or as in "2GiB") are limits; a limit never turns into "no mate". `certificate` is a file from which
    others can check the answer (`verify`); it takes what the search leaves of the limits, and `json["certificate"]` says what became of it.
    """
    fields = fields_of(
        position,
        command="solve",
        moves=list(moves) or None,
        hands=hands,
        rules=rules,
        compare_rules=compare_rules,
        first=first,
        all=all,
        algorithm=algorithm,
        time=time,
        nodes=nodes,
        memory=memory,
        threads=threads,
    )
    return SolveResult.of(_ask(fields, on_event, stop, certificate))


def judge(
    position: PositionLike,
    *,
    moves: Sequence[str] = (),
    hands: str | None = None,
    rules: str | None = None,
    compare_rules: bool = False,
    strict: bool = False,
    thorough: bool = False,
    allow_two_plies: bool = False,
    intended: int | None = None,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    certificate: str | os.PathLike[str] | None = None,
    on_event: OnEvent = None,
    stop: StopFlag | None = None,
) -> JudgeResult:
    """Judges whether a mate problem is sound (完全作), and finds its faults and flaws.

    With `strict`, a problem with flaws is unsound. Once a fault is known, what is not easily settled is left open, unless `thorough` says to
    go on within the limits. `intended` is the length that the composer has in mind, if it is not that of the record. What the limits leave open is
    in `open`, and a problem with open questions is never called sound.
    """
    fields = fields_of(
        position,
        command="judge",
        moves=list(moves) or None,
        hands=hands,
        rules=rules,
        compare_rules=compare_rules,
        strict=strict,
        thorough=thorough,
        allow_two_plies=allow_two_plies,
        intended=intended,
        algorithm=algorithm,
        time=time,
        nodes=nodes,
        memory=memory,
        threads=threads,
    )
    return JudgeResult.of(_ask(fields, on_event, stop, certificate))


def hisshi(
    position: PositionLike,
    *,
    moves: Sequence[str] = (),
    hands: str | None = None,
    rules: str | None = None,
    order: int | None = None,
    scheme: str | None = None,
    first: bool = False,
    all_defences: bool = False,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    certificate: str | os.PathLike[str] | None = None,
    on_event: OnEvent = None,
    stop: StopFlag | None = None,
) -> HisshiResult:
    """Finds a mate or a brinkmate (必至). Hands are those that are written, unless `hands` says otherwise."""
    fields = fields_of(
        position,
        command="hisshi",
        moves=list(moves) or None,
        hands=hands,
        rules=rules,
        order=order,
        scheme=scheme,
        first=first,
        all_defences=all_defences,
        algorithm=algorithm,
        time=time,
        nodes=nodes,
        memory=memory,
        threads=threads,
    )
    return HisshiResult.of(_ask(fields, on_event, stop, certificate))


def explain(
    position: PositionLike,
    *,
    moves: Sequence[str] = (),
    hands: str | None = None,
    defend: bool = False,
    depth: int | None = None,
    width: int | None = None,
    rules: str | None = None,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    on_event: OnEvent = None,
    stop: StopFlag | None = None,
) -> Json:
    """Says what becomes of every move of a position, and why: the object of `yomikiri explain --json`."""
    fields = fields_of(
        position,
        command="explain",
        moves=list(moves) or None,
        hands=hands,
        defend=defend,
        depth=depth,
        width=width,
        rules=rules,
        algorithm=algorithm,
        time=time,
        nodes=nodes,
        memory=memory,
    )
    return _ask(fields, on_event, stop)


def threats(
    position: PositionLike,
    *,
    moves: Sequence[str] = (),
    hands: str | None = None,
    defend: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    on_event: OnEvent = None,
    stop: StopFlag | None = None,
) -> Json:
    """Lists the moves that threaten a mate (詰めろ): the object of `yomikiri threats --json`."""
    fields = fields_of(
        position,
        command="threats",
        moves=list(moves) or None,
        hands=hands,
        defend=defend,
        time=time,
        nodes=nodes,
        memory=memory,
    )
    return _ask(fields, on_event, stop)


def compose(
    strategy: str,
    position: PositionLike | None = None,
    *,
    plies: str | int | None = None,
    count: int | None = None,
    seed: int | None = None,
    start: int | None = None,
    strict: bool = False,
    rules: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    on_event: OnEvent = None,
    stop: StopFlag | None = None,
) -> Composed:
    """Composes sound mate problems. `info()["strategies"]` lists the strategies and which of them start from a `position`.

    `plies` is a length or a range as in "5..15". The same `seed` gives the same problems.
    """
    fields = fields_of(
        position,
        command="compose",
        strategy=strategy,
        plies=None if plies is None else str(plies),
        count=count,
        seed=seed,
        start=start,
        strict=strict,
        rules=rules,
        time=time,
        nodes=nodes,
        memory=memory,
    )
    return Composed.of(_ask(fields, on_event, stop))


def verify(
    certificate: bytes | bytearray | str | os.PathLike[str],
    *,
    memory: int | str = DEFAULT_VERIFY_MEMORY,
    on_progress: Callable[[int, int | None], object] | None = None,
    stop: StopFlag | None = None,
) -> Checked:
    """Checks a certificate, a file or its bytes, by the rules of the game alone.

    The checker shares no code with the solvers. `on_progress` gets the nodes that are done and, when known, all nodes. Raises `OSError` if
    the file cannot be read.
    """
    source = certificate if isinstance(certificate, (bytes, bytearray)) else os.fspath(certificate)
    return Checked.of(json.loads(_native.verify_file(source, bytes_of(memory), on_progress, stop)))


def info() -> Json:
    """The version, and what can be asked: commands, algorithms, rules, strategies, games."""
    answer: Json = json.loads(_native.info())
    return answer
