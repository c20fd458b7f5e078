"""Answers and events as frozen dataclasses. `json` has the object of the command's `--json`, with all its keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ._native import Position

Json: TypeAlias = "dict[str, Any]"


@dataclass(frozen=True)
class SolveResult:
    """The answer of `solve`: is there a mate, and how long is it?

    Two answers are equal if they say the same, whatever the searches took.

    `length` and `moves` count every interposition; `rule_length` and `rule_moves` are those by the composers' rules, without futile
    interpositions (無駄合).
    """

    sfen: str
    """The position as it was solved, with the defender's hand completed."""
    verdict: str | None
    """`mate`, `nomate`, `brinkmate`, `proven`, `disproven` or `unknown`; nothing if the row of a list could not be read."""
    length: int | None
    length_status: str | None
    """`minimal` if it is proved that nothing is shorter, else `at-most`."""
    moves: tuple[str, ...]
    """The main line, in USI."""
    rule_length: int | None
    rule_moves: tuple[str, ...]
    nodes: int = field(compare=False)
    wall_seconds: float = field(compare=False)
    stop_reason: str | None
    """Why nothing was decided, or why the length is not proved."""
    error: str | None
    """Why the row of a list could not be read or is no problem."""
    name: str | None
    json: Json = field(repr=False, compare=False)

    @property
    def position(self) -> Position:
        """The position. Raises `InputError` if it could not be read."""
        return Position(self.sfen)

    @property
    def japanese(self) -> list[str]:
        """The Japanese names of the main line by the rules."""
        return self.position.names(self.rule_moves or self.moves)

    @property
    def is_mate(self) -> bool:
        """Whether there is a mate."""
        return self.verdict == "mate"

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is yes or no."""
        return self.verdict not in (None, "unknown")

    @classmethod
    def of(cls, row: Json) -> SolveResult:
        """The result of an object of the command."""
        return cls(**_common(row))


@dataclass(frozen=True)
class Finding:
    """A fault, a flaw, an open question or a remark of the judge."""

    kind: str
    kind_ja: str | None
    ply: int | None
    move: str | None
    json: Json = field(repr=False, compare=False)

    @classmethod
    def of(cls, row: Json) -> Finding:
        """The finding of an object of the command."""
        return cls(row["kind"], row.get("kind_ja"), row.get("ply"), row.get("move"), row)


@dataclass(frozen=True)
class JudgeResult(SolveResult):
    """The answer of `judge`: is a mate problem sound? `verdict` is `sound`, `unsound` or `unknown`."""

    grade: str | None
    """`sound`, `flawed`, `unsound` or `unknown`."""
    faults: tuple[Finding, ...]
    flaws: tuple[Finding, ...]
    open: tuple[Finding, ...]
    remarks: tuple[Finding, ...]

    @classmethod
    def of(cls, row: Json) -> JudgeResult:
        """The result of an object of the command."""
        return cls(
            **_common(row),
            grade=row["grade"],
            faults=tuple(map(Finding.of, row["reasons"])),
            flaws=tuple(map(Finding.of, row["flaws"])),
            open=tuple(map(Finding.of, row["open"])),
            remarks=tuple(map(Finding.of, row["remarks"])),
        )


@dataclass(frozen=True)
class HisshiResult(SolveResult):
    """The answer of `hisshi`: is there a mate or a brinkmate (必至)?"""

    order: int
    """The order of threats that the win takes."""
    threat: Json | None = field(hash=False)
    """What the first move threatens."""
    no_mate: bool | None
    """Whether it is proved that there is no mate."""
    defences: tuple[Json, ...] | None = field(hash=False)
    """Each defence and what meets it, if they were asked for."""

    @classmethod
    def of(cls, row: Json) -> HisshiResult:
        """The result of an object of the command."""
        defences = row.get("defences")
        return cls(
            **_common(row),
            order=row["order"],
            threat=row["threat"],
            no_mate=row["no_mate"],
            defences=None if defences is None else tuple(defences),
        )


def _common(row: Json) -> dict[str, Any]:
    """The fields that all results have."""
    return {
        "sfen": row["position"],
        "verdict": row["verdict"],
        "length": row["length"],
        "length_status": row["length_status"],
        "moves": tuple(row["moves"]),
        "rule_length": row.get("rule_length"),
        "rule_moves": tuple(row.get("rule_moves", ())),
        "nodes": row["nodes"],
        "wall_seconds": row["wall_seconds"],
        "stop_reason": row["stop_reason"],
        "error": row["error"],
        "name": row["name"],
        "json": row,
    }


@dataclass(frozen=True)
class Composition:
    """A composed problem."""

    sfen: str
    length: int
    moves: tuple[str, ...]
    json: Json = field(repr=False, compare=False)

    @property
    def position(self) -> Position:
        """The position."""
        return Position(self.sfen)

    @classmethod
    def of(cls, row: Json) -> Composition:
        """The problem of an object of the command."""
        return cls(row["sfen"], row["length"], tuple(row["moves"]), row)


@dataclass(frozen=True)
class Composed:
    """The answer of `compose`."""

    problems: tuple[Composition, ...]
    next: int
    """The number of the next attempt: `compose(…, start=next)` goes on from there."""
    complete: bool
    """Whether as many problems as wanted were found."""
    json: Json = field(repr=False, compare=False)

    @classmethod
    def of(cls, row: Json) -> Composed:
        """The result of an object of the command."""
        problems = tuple(map(Composition.of, row["problems"]))
        return cls(problems, row["next"], row.get("complete", False), row)


@dataclass(frozen=True)
class Checked:
    """The answer of `verify`: does a certificate show what it claims?"""

    verdict: str
    """`holds`, `does-not-hold`, `not-a-certificate`, or `error` if it could not be checked."""
    claim: str | None
    game: str | None
    not_shown: tuple[str, ...]
    """What the answer says beyond what the certificate shows."""
    line: int | None
    why: str | None
    """If it does not hold: where, and why."""
    json: Json = field(repr=False, compare=False)

    @property
    def holds(self) -> bool:
        """Whether the certificate shows what it claims."""
        return self.verdict == "holds"

    @classmethod
    def of(cls, row: Json) -> Checked:
        """The result of an object of the command."""
        not_shown = tuple(row["not_shown"] or ())
        return cls(row["verdict"], row["claim"], row["game"], not_shown, row["line"], row["why"], row)


@dataclass(frozen=True)
class Progress:
    """How far a search is, a few times a second."""

    nodes: int
    """Visited nodes; of `compose`, positions that were judged."""
    seconds: float
    pn: int | None
    dn: int | None
    """The proof and disproof number of the root, unless infinite."""
    table: float | None
    """The part of the table that is in use."""
    rate: int
    """Nodes a second."""


@dataclass(frozen=True)
class Found:
    """Something was found, and something better may follow: a mate, or a composed problem."""

    result: SolveResult | Composition


@dataclass(frozen=True)
class Report:
    """What the judge knows so far."""

    result: JudgeResult


Event: TypeAlias = "Progress | Found | Report"


def event_of(row: Json) -> Event:
    """The event of an object of the service."""
    kind = row["event"]
    if kind == "progress":
        return Progress(row["nodes"], row["seconds"], row["pn"], row["dn"], row["table"], row["rate"])
    if kind == "report":
        return Report(JudgeResult.of(row["answer"]))
    found = row.get("answer")
    return Found(Composition.of(row["problem"]) if found is None else SolveResult.of(found))
