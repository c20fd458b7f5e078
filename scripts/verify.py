#!/usr/bin/env python3
"""Checks certificates of Yomikiri: files that show answers about games. The format is docs/certificate-format.md.

    scripts/verify.py [--json] FILE…
    scripts/verify.py [--json] --stdin-list < NAMES     (one file name a line, for many files)

Exit code: 10 all hold, 20 one does not hold, 2 one is not a certificate, 1 one could not be read.

It needs Python 3 and its standard library, and shares no code with the solvers or with the other checker (crates/certificate).
It is written to be read: the container first, then each game with its rules, its nodes and its claims. Two words are used for what
must hold: `form` for the form of the file, `show` for what the certificate states.
"""

import functools
import json
import os
import re
import sys
import zlib


class NotACertificate(Exception):
    """The file does not have the form of a certificate."""


class DoesNotHold(Exception):
    """A condition fails."""


def form(condition, line, why):
    if not condition:
        raise NotACertificate(line, why)


def show(condition, line, why):
    if not condition:
        raise DoesNotHold(line, why)


# ---------------------------------------------------------------------------------------------------------------------------
# The container: lines of a file, sections of nodes, numbers.

NUMBER = "(0|[1-9][0-9]{0,8})"
MOST_BYTES = 1_000_000  # of a line


class Lines:
    """The lines of a file, one after the other, plain or unpacked."""

    def __init__(self, file):
        self.number, self.back, self.lines = 0, None, self.split(file)

    def read(self, file):
        """The bytes of the file in chunks, none of them large."""
        data = file.read(2)
        if data != b"\x1f\x8b":
            while data:
                yield data
                data = file.read(1 << 16)
            return
        unpacker = zlib.decompressobj(31)
        try:
            while not unpacker.eof:
                yield unpacker.decompress(data, 1 << 20)
                data = unpacker.unconsumed_tail or file.read(1 << 16)
                form(data or unpacker.eof, self.number, "the gzip data is cut off")
        except zlib.error:
            raise NotACertificate(self.number, "the gzip data is damaged") from None
        form(not unpacker.unused_data and not file.read(1), self.number, "something follows the gzip data")

    def split(self, file):
        """The lines of the file, without their line feeds."""
        rest = b""
        for chunk in self.read(file):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines
            form(len(rest) <= MOST_BYTES, self.number, "the line is too long")
        form(not rest, self.number, "the last line has no line feed: the file was cut off")

    def next(self):
        """The next line, or None at the end of the file."""
        self.number += 1
        if self.back is not None:
            line, self.back = self.back, None
            return line
        line = next(self.lines, None)
        if line is None:
            return None
        form(len(line) <= MOST_BYTES, self.number, "the line is too long")
        form(line.isascii(), self.number, "not ASCII text")
        return line.decode("ascii")

    def put_back(self, line):
        self.number, self.back = self.number - 1, line

    def required(self):
        line = self.next()
        form(line is not None, self.number, 'the file ends here, without a line "end"')
        return line

    def value(self, key, pattern):
        """The groups of the next line's value. The line must have this key, and its value the form of the pattern."""
        key_read, _, value = self.required().partition(" ")
        match = re.fullmatch(pattern, value) if key_read == key else None
        form(match, self.number, f'expected "{key} …", or another value')
        return match.groups()

    def nodes(self, sections, add):
        """Reads the sections, each node with `add`, and the end. Returns the number of nodes of each section in the file."""
        section, counts = None, {}
        while not (line := self.required()).startswith("end "):
            if line.startswith("nodes "):
                section = line[6:]
                form(section in sections and section not in counts, self.number, "no such section, or the same twice")
                counts[section] = 0
            else:
                form(section is not None, self.number, 'expected "nodes …" or "end …"')
                add(section, line, self.number)
                counts[section] += 1
        count = sum(counts.values())
        form(line == f"end {count}", self.number, f"the file has {count} nodes, the last line says otherwise")
        form(self.next() is None, self.number, 'a line after the line "end"')
        return {section: counts[section] for section in sections if section in counts}


# ---------------------------------------------------------------------------------------------------------------------------
# Shogi: the rules.
#
# A square is a number from 0 (9a) to 80 (1i), along the ranks. A board is a list of 81 characters: "." or a letter, upper case
# for Black. Promoted pawns, lances, knights, silvers, bishops and rooks are the letters T M O V H D.

HAND = "RBGSNLP"
PROMOTIONS = dict(zip("PLNSBRplnsbr", "TMOVHDtmovhd"))
UNPROMOTED = {new: old for old, new in PROMOTIONS.items()}
UNPROMOTE = str.maketrans(UNPROMOTED)
STRAIGHT, DIAGONAL = [(-1, 0), (0, -1), (0, 1), (1, 0)], [(-1, -1), (-1, 1), (1, -1), (1, 1)]  # (rank, file)
GOLD = STRAIGHT + DIAGONAL[:2]
STEPS = {"P": STRAIGHT[:1], "N": [(-2, -1), (-2, 1)], "S": STRAIGHT[:1] + DIAGONAL, "K": STRAIGHT + DIAGONAL,
         "H": STRAIGHT, "D": DIAGONAL} | {piece: GOLD for piece in "GTMOV"}
WALKS = {"L": STRAIGHT[:1], "B": DIAGONAL, "R": STRAIGHT, "H": DIAGONAL, "D": STRAIGHT}


def line_from(square, step, most=8, size=9):
    """The squares from a square on in one direction, at most so many."""
    squares, (rank, file) = [], divmod(square, size)
    for distance in range(1, most + 1):
        y, x = rank + distance * step[0], file + distance * step[1]
        if 0 <= y < size and 0 <= x < size:
            squares.append(size * y + x)
    return squares


def lines_of(piece, square):
    """The lines along which a piece moves from a square."""
    sign = 1 if piece.isupper() else -1  # White's pieces move the other way round.
    ways = [(step, 1) for step in STEPS.get(piece.upper(), ())] + [(step, 8) for step in WALKS.get(piece.upper(), ())]
    return [line_from(square, (sign * step[0], sign * step[1]), most) for step, most in ways]


PIECES = "PLNSGKBRTMOVHD"
LINES = {piece: [lines_of(piece, square) for square in range(81)] for piece in PIECES + PIECES.lower()}
# Where a piece goes on an empty board; and the lines on which a square can be attacked, those of knights are one square long.
GOES = {piece: [set().union(*lines) for lines in squares] for piece, squares in LINES.items()}
ATTACKED = [[line_from(square, step) for step in STRAIGHT + DIAGONAL] + LINES["N"][square] + LINES["n"][square] for square in range(81)]
# The squares from which a piece that moves away can open a line to a square.
SHIELDS = [set().union(*(line_from(square, step) for step in STRAIGHT + DIAGONAL)) for square in range(81)]


def attackers(board, target, black):
    """The squares of the pieces of a side that attack a square."""
    found = []
    for line in ATTACKED[target]:
        for square in line:
            piece = board[square]
            if piece != ".":
                if piece.isupper() == black and target in GOES[piece][square]:
                    found.append(square)
                break
    return found


def in_check(board, black):
    king = "K" if black else "k"
    return king in board and bool(attackers(board, board.index(king), not black))


def reach(board, piece, start):
    """The squares to which a piece goes from a square, those with a piece of either side too."""
    for line in LINES[piece][start]:
        for square in line:
            yield square
            if board[square] != ".":
                break


def can_stand(piece, square):
    """Whether a piece on this square could ever move."""
    return bool(GOES[piece][square])


class Position:
    """A board and the hands of White (0) and Black (1), each a dictionary from upper-case letters to numbers."""

    def __init__(self, board, hands):
        self.board, self.hands = board, hands

    def board_after(self, black, move):
        """The board after a move (from, to, promotes); from is a letter for drops."""
        start, to, promotes = move
        board = self.board[:]
        if isinstance(start, str):
            board[to] = start if black else start.lower()
        else:
            board[to] = PROMOTIONS[board[start]] if promotes else board[start]
            board[start] = "."
        return board

    def play(self, black, move):
        """The position after a move."""
        hands, taken = [self.hands[0].copy(), self.hands[1].copy()], self.board[move[1]]
        if isinstance(move[0], str):
            hands[black][move[0]] -= 1
        elif taken != ".":
            hands[black][UNPROMOTED.get(taken, taken).upper()] += 1
        return Position(self.board_after(black, move), hands)

    def steps(self, black):
        """Moves of pieces on the board, whether or not they leave the king in check: (from, to, promotes)."""
        board, zone = self.board, range(0, 27) if black else range(54, 81)
        for start, piece in enumerate(board):
            if piece == "." or piece.isupper() != black:
                continue
            for line in LINES[piece][start]:
                for to in line:
                    there = board[to]
                    if there == "." or there.isupper() != black:
                        if piece in PROMOTIONS and (start in zone or to in zone):
                            yield start, to, True
                        if GOES[piece][to]:  # It could move from there.
                            yield start, to, False
                    if there != ".":
                        break

    def moves(self, black):
        """All legal moves of a side."""
        board, king = self.board, "K" if black else "k"
        goals, at = range(81), board.index(king) if king in board else None
        checkers = attackers(board, at, not black) if at is not None else []
        if checkers:  # Other pieces than the king go to the one that gives check, or between.
            line = next(line for line in ATTACKED[at] if checkers[0] in line)
            goals = line[:line.index(checkers[0]) + 1] if len(checkers) == 1 else []
        exposing = SHIELDS[at] | {at} if at is not None else ()  # Only a piece from there can leave the king in check.
        for move in self.steps(black):
            if (move[0] == at or move[1] in goals) and not (move[0] in exposing and in_check(self.board_after(black, move), black)):
                yield move
        yield from ((kind, to, False) for kind in HAND for to in goals if self.can_drop(kind, to, black))

    def can_drop(self, kind, to, black):
        """Whether a side may drop a piece on a square, its own king's safety aside."""
        piece = kind if black else kind.lower()
        if not self.hands[black][kind] or self.board[to] != "." or not can_stand(piece, to):
            return False
        if kind != "P":
            return True
        if piece in self.board[to % 9::9]:
            return False
        ahead = to - 9 if black else to + 9
        if self.board[ahead] != ("k" if black else "K"):
            return True
        return any(True for _ in self.play(black, ("P", to, False)).moves(not black))  # not a pawn dropped to mate

    def checks(self, black):
        """All legal moves that give check."""
        board, king, checked = self.board, self.board.index("k" if black else "K"), in_check(self.board, black)
        for move in self.steps(black):
            start, to, promotes = move
            # It gives check itself, or opens a line.
            if start in SHIELDS[king] or king in GOES[PROMOTIONS[board[start]] if promotes else board[start]][to]:
                after = self.board_after(black, move)
                if attackers(after, king, black) and not in_check(after, black):
                    yield move
        # A dropped piece attacks the king from where an enemy's piece of its kind on the king's square could go.
        for kind in (kind for kind in HAND if self.hands[black][kind]):
            for to in reach(board, kind.lower() if black else kind, king):
                if self.can_drop(kind, to, black) and not (checked and in_check(self.board_after(black, (kind, to, False)), black)):
                    yield kind, to, False


# Shogi: the text of boards, hands and moves.

@functools.lru_cache(1 << 16)  # The boards of a certificate share most of their rows.
def read_row(text):
    """The squares of a row, or nothing if the text is no row."""
    if not re.fullmatch(r"(\+?[PLNSBRplnsbr]|[GKgk]|[1-9](?![1-9]))+", text):
        return []
    squares = [["."] * int(c) if c.isdigit() else [PROMOTIONS[c[1]] if c[0] == "+" else c] for c in re.findall(r"\+?.", text)]
    return sum(squares, [])


def read_board(text, at):
    """A board that obeys the rules by itself."""
    rows, board = text.split("/"), []
    for row in rows:
        squares = read_row(row) if len(row) <= 18 else []  # nine promoted pieces
        form(squares, at, "no row of a board")
        board += squares
        form(len(squares) == 9, at, "a row has not 9 squares")
    form(len(rows) == 9 and len(board) == 81, at, "the board has not 9 rows of 9 squares")
    form(board.count("K") <= 1 and board.count("k") <= 1, at, "two kings of one side")
    return board


def check_board(board, at):
    form(all(GOES[piece][square] for square, piece in enumerate(board) if piece != "."), at, "a piece that could never move")
    two_pawns = any(board[file::9].count(pawn) > 1 for file in range(9) for pawn in "Pp")
    form(not two_pawns, at, "two pawns of one side on a file")


def read_hands(text, letters, at):
    """The hands of a text: one with the letters of Black, or two with those of White behind them."""
    match = re.fullmatch("".join(f"(?:([0-9]*){letter})?" for letter in letters), "" if text == "-" else text)
    form(text and match, at, "no hand")
    fits = all(not count or re.fullmatch(NUMBER, count) and 2 <= int(count) <= 127 for count in match.groups())
    form(fits, at, "a number of pieces that is 1, too large or not in its one form")
    counts = [0 if count is None else int(count or 1) for count in match.groups()]
    return [dict(zip(HAND, counts[start:start + 7])) for start in range(0, len(counts), 7)]


def read_move(text, at):
    match = re.fullmatch("(?:([RBGSNLP])[*]|([1-9][a-i]))([1-9][a-i])([+]?)", text)
    form(match and not (match[1] and match[4]), at, "no move")
    square = lambda name: 9 * "abcdefghi".index(name[1]) + "987654321".index(name[0])
    return match[1] or square(match[2]), square(match[3]), bool(match[4])


def mirrored(move):
    flip = lambda square: square // 9 * 9 + 8 - square % 9
    return move[0] if isinstance(move[0], str) else flip(move[0]), flip(move[1]), move[2]


def material(board):
    """The pieces on a board by kind, without kings."""
    pieces = "".join(board).translate(UNPROMOTE).upper()
    return {kind: pieces.count(kind) for kind in HAND}


# Shogi: certificates.

NEVER = 10**9  # larger than every limit: `*`
EXACT = ("exactly", "sound", "sound-with-flaws", "unsound leftover")
NUMBERED = (*EXACT, "mate-within", "no-mate-within", "brinkmate", "unsound shorter-mate", "unsound longer-variation")
EITHER_TURN = ("mate-within", "no-mate", "no-mate-within", "exactly")
OTHER_KINDS = {  # of the claims with a line, what the checks beside it may be
    "sound": {"mirror"},
    "sound-with-flaws": {"mirror", "free-choice", "detour", "last-move"},
    "unsound cook": {"cook"},
    "unsound leftover": set(),
}


class Shogi:
    def __init__(self, lines):
        numbered, plies, bare = lines.value("claim", f"(?:({'|'.join(NUMBERED)}) {NUMBER}|(no-mate|unsound no-mate|unsound cook))")
        self.name, self.plies = numbered or bare, int(plies) if numbered else None
        self.claim = f"{self.name} {plies}" if numbered else self.name
        self.black = lines.value("attacker", "(black|white)") == ("black",)
        self.read_root(*lines.value("root", f"(\\S+) ([bw]) (\\S+) {NUMBER}"), lines.number)
        self.rules, self.line, self.others = "raw", [], {}  # others by ply and move: (kind, line)
        if self.name in OTHER_KINDS:
            self.read_solution(lines)
        if self.rules != "raw":
            self.claim += f" by {self.rules}, line as given"
        self.nodes = {"mate": {}, "no-mate": {}, "brinkmate": {}}  # by section and board: (line, hand, rank, move)
        self.counts = lines.nodes(self.nodes, self.add_node)
        for section, check in (("mate", self.check_mate), ("no-mate", self.check_no_mate), ("brinkmate", self.check_brinkmate)):
            nodes = [(at, board, *node) for board, nodes in self.nodes[section].items() for at, *node in nodes]
            for at, board, hand, rank, move in sorted(nodes, key=lambda node: node[0]):
                check(self.position(list(board), hand), rank, move, at)
        self.check_claim()

    def read_root(self, board, turn, hands, _, at):
        board, hands = read_board(board, at), read_hands(hands, HAND + HAND.lower(), at)
        self.root, self.turn, self.kings = Position(board, hands[::-1]), turn == "b", [king in board for king in "Kk"]
        on_board = material(board)
        self.material = {kind: on_board[kind] + hands[0][kind] + hands[1][kind] for kind in HAND}
        form(max(self.material.values()) <= 127, at, "more than 127 pieces of a kind")
        form(self.kings[self.black], at, "the defender has no king")
        check_board(board, at)
        form(not in_check(board, not self.turn), at, "the side that is not to move is in check")
        if self.turn != self.black:
            form(self.name in EITHER_TURN, at, "it must be the attacker's turn")
            form(in_check(board, self.turn), at, "the defender is to move and not in check")
        form(self.plies is None or self.plies % 2 == (self.turn == self.black), 3, "the parity of the plies is wrong")
        form(self.claim != "unsound shorter-mate 1", 3, "no mate is shorter than 1 ply")

    def read_solution(self, lines):
        self.rules, = lines.value("rules", "(raw|plus2|miwa|basic)")
        self.line = [read_move(move, lines.number) for move in lines.value("line", "(.*)")[0].split(" ")]
        form(len(self.line) % 2 == 1, lines.number, "the number of moves is not odd")
        while (line := lines.required()).startswith("other "):
            lines.put_back(line)
            ply, move, kind = lines.value("other", f"{NUMBER} (\\S+) (\\S+)")
            at, ply, move = lines.number, int(ply), read_move(move, lines.number)
            form(kind in OTHER_KINDS[self.name], at, "this kind does not go with the claim")
            form(ply % 2 == 1 and ply <= len(self.line), at, "the ply is none of the attacker's on the line")
            form((ply, move) not in self.others, at, "the same check twice")
            self.others[ply, move] = kind, at
        form(self.name != "unsound cook" or len(self.others) == 1, lines.number, "expected exactly one other check")
        lines.put_back(line)

    def add_node(self, section, line, at):
        has_move = section != "no-mate"
        match = re.fullmatch(f"(\\S+) (\\S+) {NUMBER if has_move else f'(?:{NUMBER}|[*])'}" + " (\\S+)" * has_move, line)
        form(match and (match[3] is None or int(match[3]) % 2 == 1), at, "no node of this section")
        rank, move = NEVER if match[3] is None else int(match[3]), read_move(match[4], at) if has_move else None
        board, [hand] = read_board(match[1], at), read_hands(match[2], HAND, at)
        used = material(board)
        form(all(used[kind] + hand[kind] <= self.material[kind] for kind in HAND), at, "more pieces of a kind than at the root")
        form([king in board for king in "Kk"] == self.kings, at, "not the kings of the root")
        check_board(board, at)
        form(not in_check(board, not self.black), at, "the defender is in check and the attacker to move")
        nodes = self.nodes[section].setdefault("".join(board), [])
        form(all(node[1] != hand for node in nodes), at, "the same board and hand twice")
        nodes.append((at, hand, rank, move))

    def position(self, board, hand):
        """The position with a board and the attacker's hand; the defender has the rest."""
        on_board = material(board)
        rest = {kind: self.material[kind] - on_board[kind] - hand[kind] for kind in HAND}
        return Position(board, [rest, hand] if self.black else [hand, rest])

    def covering(self, section, position):
        """The nodes with the board of a position whose hand covers its hand: (rank, hand is the same)."""
        hand = position.hands[self.black]
        for _, other, rank, _ in self.nodes[section].get("".join(position.board), ()):
            small, large = (hand, other) if section == "no-mate" else (other, hand)
            if all(small[kind] <= large[kind] for kind in HAND):
                yield rank, other == hand

    def mates(self, position, plies=NEVER):
        return any(rank <= plies for rank, _ in self.covering("mate", position))

    def holds_out(self, position, plies=NEVER):
        return any(rank >= plies for rank, _ in self.covering("no-mate", position))

    def wins(self, position, plies):
        return any(same and rank <= plies for rank, same in self.covering("brinkmate", position))

    def answers(self, position):
        return (position.play(not self.black, move) for move in position.moves(not self.black))

    def all_mated(self, position, plies=NEVER):
        return all(self.mates(after, plies) for after in self.answers(position))

    def has_defence(self, position, plies=NEVER):
        return any(plies == 0 or self.holds_out(after, plies) for after in self.answers(position))

    def check_mate(self, position, rank, move, at):
        show(move in position.checks(self.black), at, "the move is no legal check")
        mated = self.all_mated(position.play(self.black, move), rank - 2)  # -1 if the rank is 1: nothing is covered
        show(mated, at, "an answer leads to a position that is not covered")

    def check_no_mate(self, position, limit, _, at):
        plies = NEVER if limit == NEVER else max(limit - 2, 0)
        for check in position.checks(self.black):
            show(self.has_defence(position.play(self.black, check), plies), at, "a check has no answer that is covered")

    def check_brinkmate(self, position, rank, move, at):
        show(move in position.moves(self.black), at, "the move is not legal")
        after = position.play(self.black, move)
        show(in_check(after.board, not self.black) or self.mates(after), at, "no check, and no mate after a pass")
        for answer in self.answers(after):
            show(self.wins(answer, rank - 2) or self.mates(answer), at, "an answer leads to a position that is not covered")

    def check_claim(self):
        name, plies = self.name, self.plies
        if name in ("mate-within", *EXACT):
            self.check_mate_within(plies)
        if name in EXACT and plies >= 2:
            self.check_no_mate_within(plies - 2)
        if name in ("no-mate-within", "unsound longer-variation"):
            self.check_no_mate_within(plies)
        if name in ("no-mate", "unsound no-mate", "brinkmate"):
            self.check_no_mate_within(NEVER)
        if name == "unsound shorter-mate":
            self.check_mate_within(plies - 2)
        if name == "brinkmate":
            show(self.wins(self.root, plies), 3, "the root is no brinkmate node of a rank that is small enough")
        if name in OTHER_KINDS:
            self.check_solution()

    def check_mate_within(self, plies):
        attackers_turn = self.turn == self.black
        holds = self.mates(self.root, plies) if attackers_turn else self.all_mated(self.root, plies - 1)
        show(holds, 3, f"the mate within {plies} plies is not covered")

    def check_no_mate_within(self, plies):
        attackers_turn, later = self.turn == self.black, plies if plies == NEVER else max(plies - 1, 0)
        holds = self.holds_out(self.root, plies) if attackers_turn else self.has_defence(self.root, later)
        show(holds, 3, f"that there is no mate within {plies} plies is not covered")

    def is_final(self, position):
        """Whether the defender is mated, or at least but for interpositions that the rules may call futile."""
        king, moves = position.board.index("k" if self.black else "K"), list(position.moves(not self.black))
        interpose = all(move[0] != king and position.board[move[1]] == "." for move in moves)
        futile = self.rules != "raw" and interpose and self.all_mated(position)
        return in_check(position.board, not self.black) and (not moves or futile)

    def check_solution(self):
        positions, black, at = [self.root], self.black, 7
        for played, move in enumerate(self.line):
            before, attacks = positions[-1], played % 2 == 0
            moves = before.checks(black) if attacks else before.moves(not black)
            show(move in moves, at, f"move {played + 1} is not legal or no check")
            positions.append(before.play(black == attacks, move))
        show(self.is_final(positions[-1]), at, "the line does not end with a mate")
        if self.name != "unsound cook":
            fits = len(self.line) == self.plies if self.rules == "raw" else len(self.line) <= self.plies
            show(fits, at, "the line has not the length of the mate")
        for (ply, move), (kind, line) in self.others.items():
            self.check_other(positions, ply, move, kind, line)
        left = any(positions[-1].hands[black].values())
        if self.name == "unsound leftover":
            show(left, at, "the attacker has nothing left after the line")
        elif self.name == "unsound cook":
            [(ply, _)] = self.others
            show(self.all_mated(positions[ply]), at, "the line's move is not covered")
        else:
            self.check_tries(positions, at)
            show(not left, at, "the attacker has pieces left after the line")

    def check_other(self, positions, ply, move, kind, at):
        position, main = positions[ply - 1], self.line[ply - 1]
        show(move != main and move in position.checks(self.black), at, "no other legal check")
        rows = [position.board[start:start + 9] for start in range(0, 81, 9)]
        is_mirror = all(row == row[::-1] for row in rows) and move == mirrored(main)
        is_last, after = ply == len(self.line) > 1, position.play(self.black, move)
        if kind == "mirror":
            show(is_mirror, at, "not the mirror image")
        elif kind == "last-move":
            show(is_last and self.is_final(after), at, "not at the last ply, or no mate")
        else:
            show(not is_last, at, "not at the last ply")
            show(kind != "cook" or not is_mirror, at, "the mirror image")
            show(self.all_mated(after), at, "an answer leads to a position that is not covered")

    def check_tries(self, positions, at):
        for ply in range(1, len(self.line) + 1, 2):
            position, plies = positions[ply - 1], 0 if ply == len(self.line) > 1 else NEVER
            for check in position.checks(self.black):
                known = check == self.line[ply - 1] or (ply, check) in self.others
                refuted = known or self.has_defence(position.play(self.black, check), plies)
                show(refuted, at, f"another check at ply {ply} may mate")

    def not_shown(self):
        """What the claim may seem to say and the certificate does not show."""
        is_sound, by_rules = self.name in ("sound", "sound-with-flaws"), self.rules != "raw"
        graded = sum(kind != "mirror" for kind, _ in self.others.values())
        if graded:
            yield f"how {graded} other {'check that mates is' if graded == 1 else 'checks that mate are'} graded"
        if is_sound:
            yield "that no piece is unneeded and no other variation is as long"
        if self.line and (by_rules or not is_sound):
            yield "that the line is the main line"
        if by_rules:
            yield f"that interpositions which the line leaves out are futile by the rules {self.rules}"
        if by_rules and is_sound:
            yield "that no other check mates after the end of the line"
            if len(self.line) > 1:
                yield "that no other check mates at the last move of the line, but for futile interpositions"
        if self.name == "unsound longer-variation":
            yield "that the mate is longer where futile interpositions do not count"


# ---------------------------------------------------------------------------------------------------------------------------
# Othello: a board is its text, one character a square, rank by rank from the lowest: "X" is Black, "O" White, "-" vacant.

def other(side):
    return "O" if side == "X" else "X"


class Othello:
    def __init__(self, lines, n):
        bound, minus, discs, color = lines.value("claim", f"(at-least|at-most|exactly) (-?){NUMBER} (black|white)")
        form(int(discs) <= n * n and minus + discs != "-0", lines.number, "no score")
        self.claim = f"{bound} {minus}{discs} {color}"
        root, turn = lines.value("root", f"([XO-]{{{n * n}}}) ([XO])")
        self.leaves = int(lines.value("leaves", "([0-9]|1[0-4])")[0])
        names = [f"{'abcdefgh'[x + (8 - n) // 2]}{y + (8 - n) // 2 + 1}" for y in range(n) for x in range(n)]
        self.n, self.squares = n, {name: square for square, name in enumerate(names)}
        self.lines = [[line_from(square, step, n - 1, n) for step in STRAIGHT + DIAGONAL] for square in range(n * n)]
        rows = [list(range(n * y, n * y + n)) for y in range(n)]
        images = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
        images += [list(zip(*image)) for image in images]
        self.images = [sum(map(list, image), []) for image in images]
        # Each strategy: the side that follows it, and the discs by which that side ends ahead.
        side, goal = "X" if color == "black" else "O", int(minus + discs)
        self.strategies = {"at-least": (side, goal), "at-most": (other(side), -goal)}
        if bound != "exactly":
            self.strategies = {bound: self.strategies[bound]}
        self.nodes = {section: {} for section in self.strategies}
        self.counts = lines.nodes(self.nodes, self.add_node)
        for section, (prover, _) in self.strategies.items():
            for board, (square, at) in self.nodes[section].items():
                after = self.after(board, prover, square)
                show(after is not None, at, "no legal move")
                show(self.covers(section, after, other(prover)), at, "a line of the strategy does not win")
        for section in self.strategies:
            show(self.covers(section, root, turn), 3, "the strategy does not win")

    def add_node(self, section, line, at):
        board, _, name = line.partition(" ")
        form(re.fullmatch("[XO-]*", board) and len(board) == self.n ** 2 and name in self.squares, at, "no node")
        form(self.canonical(board) == board, at, "not the smallest of the images of the board")
        form(board.count("-") > self.leaves, at, "too few vacant squares for a node")
        form(board not in self.nodes[section], at, "the same position twice")
        self.nodes[section][board] = self.squares[name], at

    def canonical(self, board):
        return min("".join(board[square] for square in image) for image in self.images)

    def after(self, board, side, square):
        """The board after a move, or None if it is not legal."""
        if board[square] != "-":
            return None
        changed, enemy = [], other(side)
        for line in self.lines[square]:
            run = 0
            while run < len(line) and board[line[run]] == enemy:
                run += 1
            if run and run < len(line) and board[line[run]] == side:
                changed += line[:run]
        if not changed:
            return None
        discs = list(board)
        for at in [square, *changed]:
            discs[at] = side
        return "".join(discs)

    def moves(self, board, side):
        """The boards after each legal move."""
        after = (self.after(board, side, square) for square, disc in enumerate(board) if disc == "-")
        return [board for board in after if board is not None]

    def reaches(self, board, side, goal):
        """Whether the side to move ends at least so many discs ahead, by exhaustive search."""
        enemy, after = other(side), self.moves(board, side)
        if len(after) > 1 and board.count("-") > 6:  # Few answers first: the order changes only the time.
            after.sort(key=lambda next_board: len(self.moves(next_board, enemy)))
        if after:
            return any(not self.reaches(next_board, enemy, 1 - goal) for next_board in after)
        if self.moves(board, enemy):
            return not self.reaches(board, enemy, 1 - goal)
        return board.count(side) - board.count(enemy) >= goal

    def covers(self, section, board, turn):
        """Whether a strategy covers a position."""
        prover, goal = self.strategies[section]
        if board.count("-") <= self.leaves:
            return self.reaches(board, turn, goal) if turn == prover else not self.reaches(board, turn, 1 - goal)
        after = self.moves(board, turn)
        if not after and self.moves(board, other(turn)):
            return self.covers(section, board, other(turn))
        if not after:
            return board.count(prover) - board.count(other(prover)) >= goal
        if turn == prover:
            return self.canonical(board) in self.nodes[section]
        return all(self.covers(section, next_board, prover) for next_board in after)


# ---------------------------------------------------------------------------------------------------------------------------
# Connect6: sets of cells are frozensets of (column, row), both from 0. A zone is a set of cells and a list of pairs (windows).

class Connect6:
    NODES = {"row": "(\\S+)", "play": f"(\\S+) {NUMBER}", "answers": "(.+)", "refute": f"(\\S+) ([0-2]) (\\S+) (\\S+) {NUMBER}"}

    def __init__(self, lines):
        attacker, = lines.value("claim", "win (black|white)")
        self.claim = f"win {attacker}"
        self.size, self.row, self.stones = map(int, lines.value("board", f"{NUMBER} {NUMBER} {NUMBER}"))
        fits = 3 <= self.size <= 19 and 3 <= self.row <= min(6, self.size) and 1 <= self.stones <= min(2, self.row - 2)
        form(fits, lines.number, "no rules")
        stones = {color: self.cells(lines.value(color, "(.*)")[0], lines.number) for color in ("black", "white")}
        form(not stones["black"] & stones["white"], lines.number, "two stones on a cell")
        turn, = lines.value("turn", "(black|white)")
        self.board = frozenset((x, y) for x in range(self.size) for y in range(self.size))
        windows = (frozenset((x + dx * k, y + dy * k) for k in range(self.row))
                   for x, y in self.board for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))
        self.windows = [window for window in windows if window <= self.board]
        self.nodes, self.done = [], set()  # nodes: (line, kind, fields…)
        self.counts = lines.nodes(["proof"], self.add_node)
        show(not any(window <= side for window in self.windows for side in stones.values()), 3, "the game is over already")
        show(self.nodes, 3, "there is no node")
        defender = "white" if attacker == "black" else "black"
        check = self.check_win if turn == attacker else self.check_answers
        check(len(self.nodes) - 1, stones[attacker], stones[defender], 0, (frozenset(), []))

    def read_cells(self, text, at):
        """Cells that are written one after the other."""
        form(re.fullmatch("([a-s][1-9][0-9]?)+", text), at, "no cells")
        cells = [(ord(column) - ord("a"), int(row) - 1) for column, row in re.findall("([a-s])([0-9]+)", text)]
        form(all(max(cell) < self.size for cell in cells), at, "a cell that is not on the board")
        return cells

    def cells(self, text, at):
        cells = [] if text == "-" else self.read_cells(text, at)
        form(len(set(cells)) == len(cells), at, "a cell twice")
        return frozenset(cells)

    def window(self, text, at):
        ends, steps = self.read_cells(text, at), self.row - 1
        form(len(ends) == 2 and ends[0] != ends[1], at, "no window")
        (x, y), (u, v) = ends
        form(abs(u - x) in (0, steps) and abs(v - y) in (0, steps), at, "no window")
        return frozenset((x + (u - x) // steps * k, y + (v - y) // steps * k) for k in range(self.row))

    def node(self, text, at, *kinds):
        """The number of an earlier node of one of these kinds, from 0."""
        form(re.fullmatch(NUMBER, text) and 1 <= int(text) <= len(self.nodes), at, "no earlier node")
        form(self.nodes[int(text) - 1][1] in kinds, at, "a node of another kind")
        return int(text) - 1

    def add_node(self, _, line, at):
        kind, _, rest = line.partition(" ")
        match = re.fullmatch(self.NODES[kind], rest) if kind in self.NODES else None
        form(match, at, "no node of a proof")
        fields = match.groups()
        if kind == "row":
            read = [self.window(rest, at)]
        elif kind == "play":
            form(fields[0] != "-", at, "a move without a stone")
            read = [self.cells(fields[0], at), self.node(fields[1], at, "answers")]
        elif kind == "answers":
            read = [[self.node(text, at, "refute") for text in rest.split(" ")]]
        else:
            pairs = [] if fields[3] == "-" else [self.window(text, at) for text in fields[3].split(",")]
            zone = self.cells(fields[2], at), pairs
            read = [self.cells(fields[0], at), int(fields[1]), zone, self.node(fields[4], at, "row", "play")]
        self.nodes.append((at, kind, *read))

    def check_win(self, node, attacker, defender, spare, zone):
        at, kind, *fields = self.nodes[node]
        free = self.board - attacker - defender
        show(kind in ("row", "play"), at, "not a turn of the attacker")
        if kind == "row":
            placed = fields[0] - attacker
            show(placed <= free and len(placed) <= self.stones, at, "the window cannot be completed")
        else:
            placed = fields[0]
            show(placed <= free and len(placed) == self.stones_of_a_move(free), at, "not a move")
        show(not spare or placed <= zone[0], at, "a cell is not in the zone")
        if kind == "play":
            self.check_answers(fields[1], attacker | placed, defender, spare, zone)

    def stones_of_a_move(self, free):
        return 1 if free == self.board else min(self.stones, len(free))

    def check_answers(self, node, attacker, defender, spare, zone):
        at, kind, *fields = self.nodes[node]
        show(kind == "answers", at, "not a turn of the defender")
        if not spare and (node, attacker, defender) in self.done:
            return
        for window in self.windows:
            if not window & attacker:
                spared = min(spare, len(window - defender - zone[0]), 1 if window in zone[1] else 2 * self.row)
                show(len(window & defender) + spared + self.stones < self.row, at, "the defender can complete a window")
        free = self.board - attacker - defender
        refutations = [self.nodes[refutation][2:] for refutation in fields[0]]
        for stones, own, inner, win in refutations:
            show(stones <= free, at, "an assumed stone is not on a free cell")
            within = inner[0] & free <= zone[0] and not inner[1]
            show(within or not (own and spare), at, "a zone is not within the outer zone")
            self.check_win(win, attacker, defender | stones, spare + own, inner if own else zone)
        show(free, at, "the board is full")
        for first in free:
            show(not self.unrefuted(first, free, refutations), at, "no refutation covers a move")
        if not spare:
            self.done.add((node, attacker, defender))

    def unrefuted(self, first, free, refutations):
        """The second stones with which no refutation covers the move; if a move has one stone, this one."""
        single = len(free) == 1 or self.stones == 1
        left = {first} if single else free - {first}
        for stones, own, (zone, pairs), _ in refutations:
            is_spare = first not in stones
            if is_spare and (own == 0 or first in zone):
                continue
            if single:
                return set()
            if own - is_spare == 0:
                left = left - stones
            else:
                unsafe = zone.union(*(window for window in pairs if is_spare and first in window))
                left = {cell for cell in left if cell in unsafe and cell not in stones}
            if not left:
                break
        return left


# ---------------------------------------------------------------------------------------------------------------------------
# All games.

GAMES = {"shogi": Shogi, "connect6": Connect6} | {f"othello{n}": lambda lines, n=n: Othello(lines, n) for n in (4, 6, 8)}
CODES = {"error": 1, "not-a-certificate": 2, "does-not-hold": 20, "holds": 10}  # the worst decides


def verify(name):
    """The answer about a file, as in the output with --json."""
    try:
        with open(name, "rb") as file:
            lines = Lines(file)
            form(lines.required() == "yomikiri-certificate 1", 1, 'expected "yomikiri-certificate 1"')
            game, = lines.value("game", f"({'|'.join(GAMES)})")
            checked = GAMES[game](lines)
            not_shown = list(checked.not_shown()) if game == "shogi" else []
            return {"verdict": "holds", "game": game, "claim": checked.claim, "nodes": checked.counts, "not_shown": not_shown}
    except (NotACertificate, DoesNotHold) as error:
        verdict = "not-a-certificate" if isinstance(error, NotACertificate) else "does-not-hold"
        return {"verdict": verdict, "line": error.args[0], "why": error.args[1]}
    except OSError as error:
        return {"verdict": "error", "why": f"cannot read: {error.strerror}"}


# Line ends, other characters that a terminal obeys, and marks of direction, with which it shows another text than there is.
LINE_ENDS = re.compile("[\t\n\r\x85\u2028\u2029]")
OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
MOST_SHOWN = 400  # characters of a name


def one_line(name):
    """The name of a file as the output for people shows it: short, and without characters that a terminal obeys."""
    name, half = name.rstrip(), MOST_SHOWN // 2
    parts = [name] if len(name) <= MOST_SHOWN else [name[:half], name[-half:]]
    parts = [OBEYED.sub(lambda c: f"\\u{{{ord(c[0]):x}}}", LINE_ENDS.sub(" ", part)) for part in parts]
    return "…".join(parts)


def json_line(answer):
    """An answer as one line of JSON, without characters that a terminal obeys."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return OBEYED.sub(lambda c: f"\\u{ord(c[0]):04x}", text)


def text_lines(name, answer):
    """The lines about an answer for people."""
    if answer["verdict"] == "error":
        yield f"{name}: {answer['why']}"
    elif "why" in answer:
        yield f"{name}: {answer['verdict'].replace('-', ' ')}: line {answer['line']}: {answer['why']}"
    else:
        nodes = sum(answer["nodes"].values())
        yield f"{name}: holds: {answer['game']}: {answer['claim']} ({nodes} {'node' if nodes == 1 else 'nodes'})"
        yield from (f"{name}: not shown: {what}" for what in answer["not_shown"])


def main(arguments):
    sys.stdout.reconfigure(encoding="utf-8")
    names = [argument for argument in arguments if not argument.startswith("--")]
    if "--stdin-list" in arguments:
        names += [os.fsdecode(line.rstrip(b"\r\n")) for line in sys.stdin.buffer]
    if not names or set(arguments) - set(names) - {"--json", "--stdin-list"}:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    verdicts = set()
    for name in names:
        answer = verify(name)
        verdicts.add(answer["verdict"])
        name = os.fsencode(name).decode("utf-8", "replace")  # Names need not be Unicode.
        if "--json" in arguments:
            print(json_line({"file": name} | answer))
        else:
            print(*text_lines(one_line(name), answer), sep="\n")
    return next(code for verdict, code in CODES.items() if verdict in verdicts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
