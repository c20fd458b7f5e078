"""Positions against the reference data, and through every notation."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from conftest import DATA, ONE, ZUKO_2, rows

from yomikiri import InputError, Position, read, read_file


def test_legal_moves_are_those_of_the_data() -> None:
    count = 0
    for sfen, number, moves, *_ in rows("shogi_legal_moves.tsv", 300):
        found = Position(sfen).moves()
        assert len(found) == int(number)
        assert sorted(found) == sorted(moves.split())
        count += 1
    assert count == 300


def test_checks_are_those_of_the_data() -> None:
    for sfen, _, moves, *_ in rows("shogi_check_moves.tsv", 300):
        position = Position(sfen)
        assert sorted(position.checks()) == sorted(moves.split())
        for move in position.checks():
            after = position.play(move)
            assert after.in_check and after.evasions() == after.moves()


def test_the_parts_of_a_position() -> None:
    position = Position(ONE)
    assert position.sfen == ONE and str(position) == ONE and repr(position) == f"Position('{ONE}')"
    assert (position.turn, position.move_number, position.last_move) == ("b", 1, None)
    assert not position.in_check and position.evasions() == []
    assert position.pieces() == {"5a": "k", "5c": "P"}
    assert (position.hand("b"), position.hand("w")) == ({"G": 1}, {})
    rest = position.with_rest()
    assert rest.hand("w") == {"R": 2, "B": 2, "G": 3, "S": 4, "N": 4, "L": 4, "P": 17}
    mated = rest.play("G*5b")
    assert mated.is_mate and mated.moves() == [] and mated.last_move == "G*5b"
    with pytest.raises(InputError):
        position.hand("x")


def test_moves_have_japanese_names() -> None:
    start = Position()
    after = start.play("7g7f", "△３四歩")
    assert after == Position("startpos moves 7g7f 3c3d")
    assert start.names(["7g7f", "3c3d", "8h2b+", "3a2b"]) == ["▲７六歩", "△３四歩", "▲２二角成", "△同　銀"]
    assert after.name("8h2b+") == "▲２二角成" and after.usi("▲２二角成") == "8h2b+"
    # The last move is kept, so that 同 can be said of the next.
    assert after.play("8h2b+").name("3a2b") == "△同　銀"


@pytest.mark.parametrize("move", ["7g7e", "9z9z", "", "▲５五角", "同　銀"])
def test_moves_that_are_none(move: str) -> None:
    with pytest.raises(InputError, match="move"):
        Position().play(move)


@pytest.mark.parametrize(
    "text",
    ["", "what", "4k4/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/9/9/9 b 40P 1", "startpos moves 7g7f 7g7f", "\0"],
)
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(InputError) as error:
        Position(text)
    assert "\n" not in str(error.value)
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize("notation", ["kif", "ki2", "csa", "jkf", "bod", "sfen"])
def test_notations_come_back(notation: str) -> None:
    position = Position(ZUKO_2).with_rest()
    text = position.write(notation, name="図巧" if notation != "sfen" else None)
    assert Position(text) == position
    assert Position(text.encode()) == position
    if notation in ("kif", "ki2", "bod"):
        assert Position(text.encode("shift_jis")) == position
        assert read(text.encode("shift_jis"))[0].name == (None if notation == "bod" else "図巧")


def test_a_record_has_its_moves() -> None:
    text = Position().write("kif", ["7g7f", "3c3d"])
    (record,) = read(text)
    assert (record.position, record.moves, record.error) == (Position(), ("7g7f", "3c3d"), None)


def test_files_and_lists(tmp_path: Path) -> None:
    file = tmp_path / "list.sfen"
    file.write_text(f"{ONE}\t1\tone\nwhat\tbad\n", encoding="utf-8")
    one, bad = read_file(file)
    assert (one.name, one.length, one.position) == ("one", 1, Position(ONE))
    assert bad.position is None and bad.error is not None
    with pytest.raises(InputError, match="yomikiri.read"):
        Position(file.read_bytes())
    (magazine,) = read_file(DATA.parent / "docs/examples/magazine.txt")
    assert magazine.position is not None and magazine.position.hand("b") == {"G": 1}
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nothing")


def test_a_position_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "one.kif"
    file.write_bytes(Position(ONE).write("kif").encode("shift_jis"))
    assert Position(file) == Position(bytearray(file.read_bytes())) == Position(Position(ONE)) == Position(ONE)
    assert read(file) == read_file(file) == read_file(str(file))
    file.write_text("手数----指手\n1 ９九歩\n", encoding="utf-8")
    for attempt in (Position, read, read_file):
        with pytest.raises(InputError, match=f"{file.name}: line 2: "):
            attempt(file)
    with pytest.raises(TypeError, match="expected a position as str, .*, not NoneType"):
        Position(None)  # type: ignore[arg-type]


def test_pictures() -> None:
    position = Position(ONE).play("G*5b")
    assert "<svg" in position._repr_svg_() and "表題" in position.svg(title="表題", caption="1手")
    assert position.png().startswith(b"\x89PNG")
    assert "金" in position.diagram()


def test_positions_are_values() -> None:
    position = Position(ONE).play("G*5b")
    for same in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert same == position and hash(same) == hash(position) and same.last_move == "G*5b"
    assert position != Position(ONE) and position != ONE
    assert len({position, Position(ONE).play("G*5b"), Position(ONE)}) == 2
