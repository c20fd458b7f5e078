#!/usr/bin/env python3
"""Checks certificates of Yomikiri: files that show answers about games. The format is docs/certificate-format.md.

    scripts/verify.py [--json] FILE…
    scripts/verify.py [--json] --stdin-list < NAMES     (one file name a line, for many files)

Exit code: 10 all hold, 20 one does not hold, 2 one is not a certificate, 1 one could not be read.

It needs Python 3 and its standard library, and shares no code with the solvers or with the other checker (crates/certificate).
It is written to be read: the container first, then each game with its rules, its nodes and its claims.
"""

import json
import sys
import zlib


class NotACertificate(Exception):
    """The file does not have the form of a certificate."""


class DoesNotHold(Exception):
    """A condition fails."""


def require(condition, line, why, error=NotACertificate):
    if not condition:
        raise error(line, why)


# ---------------------------------------------------------------------------------------------------------------------------
# The container: lines of a file, numbers, the header, sections of nodes.

class Lines:
    """The lines of a file, one after the other, plain or unpacked."""

    def __init__(self, file):
        self.number, self.text, self.chunks = 0, b"", self.read(file)

    def read(self, file):
        start = file.read(2)
        if start != b"\x1f\x8b":
            yield start
            while chunk := file.read(1 << 16):
                yield chunk
            return
        unpacker, data = zlib.decompressobj(31), start
        try:
            while not unpacker.eof:
                yield unpacker.decompress(data, 1 << 20)
                data = unpacker.unconsumed_tail or file.read(1 << 16)
                require(data or unpacker.eof, self.number, "the gzip data is cut off")
        except zlib.error:
            raise NotACertificate(self.number, "the gzip data is damaged") from None
        require(not unpacker.unused_data and not file.read(1), self.number, "something follows the gzip data")

    def next(self):
        """The next line, or None at the end of the file."""
        self.number += 1
        while b"\n" not in self.text:
            require(len(self.text) <= 1000000, self.number, "longer than 1000000 bytes")
            chunk = next(self.chunks, None)
            if chunk is None:
                require(not self.text, self.number, "the last line has no line feed: the file was cut off")
                return None
            self.text += chunk
        line, _, self.text = self.text.partition(b"\n")
        require(len(line) <= 1000000, self.number, "longer than 1000000 bytes")
        require(line.isascii(), self.number, "not ASCII text")
        return line.decode("ascii")

    def required(self):
        line = self.next()
        require(line is not None, self.number, 'the file ends here, without a line "end"')
        return line

    def value(self, key):
        """The value of the next line, which must have this key."""
        line = self.required()
        require(line.startswith(key + " "), self.number, f'expected "{key} …"')
        return line[len(key) + 1:]


def number(text):
    """A number in its one form, or None."""
    fine = text.isascii() and text.isdigit() and len(text) <= 9 and (text == "0" or text[0] != "0")
    return int(text) if fine else None


def odd(text):
    return value if (value := number(text)) is not None and value % 2 else None


def read_nodes(lines, line, sections, add):
    """Reads all nodes from the first line `nodes …` on, and the end. Returns the first line of each section that is there."""
    first, section, count = {}, None, 0
    while not line.startswith("end "):
        if line.startswith("nodes "):
            section = line[6:]
            require(section in sections, lines.number, "no such section")
            require(section not in first, lines.number, "the same section twice")
            first[section] = lines.number + 1
        else:
            require(section is not None, lines.number, 'expected "nodes …" or "end …"')
            add(section, line, lines.number)
            count += 1
        line = lines.required()
    require(number(line[4:]) == count, lines.number, f"the file has {count} nodes, the last line says otherwise")
    require(lines.next() is None, lines.number, 'a line after the line "end"')
    return first


# ---------------------------------------------------------------------------------------------------------------------------
# Shogi: the rules.
#
# A square is a number from 0 (9a) to 80 (1i), along the ranks. A board is a list of 81 characters: "." or a letter, upper case
# for Black. Promoted pawns, lances, knights, silvers, bishops and rooks are the letters T M O V H D.

PROMOTIONS = dict(zip("PLNSBRplnsbr", "TMOVHDtmovhd"))
UNPROMOTED = {piece: piece for piece in "RBGSNLPrbgsnlp"} | {new: old for old, new in PROMOTIONS.items()}
HAND = "RBGSNLP"
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]  # (rank, file); i and 7 - i are opposite
GOLD = {0, 1, 2, 3, 4, 6}
STEPS = {"P": {1}, "S": {0, 1, 2, 5, 7}, "K": set(range(8)), "H": {1, 3, 4, 6}, "D": {0, 2, 5, 7}} | {g: GOLD for g in "GTMOV"}
WALKS = {"L": {1}, "B": {0, 2, 5, 7}, "R": {1, 3, 4, 6}, "H": {0, 2, 5, 7}, "D": {1, 3, 4, 6}}
for moves in (STEPS, WALKS):  # White's pieces move the other way round.
    moves.update({piece: moves.get(piece, set()) for piece in "PLNSGKBRTMOVHD"})
    moves.update({piece.lower(): {7 - d for d in moves[piece]} for piece in "PLNSGKBRTMOVHD"})


def ray(square, step):
    """The squares from a square on in one direction."""
    rank, file = square // 9 + step[0], square % 9 + step[1]
    while 0 <= rank < 9 and 0 <= file < 9:
        yield 9 * rank + file
        rank, file = rank + step[0], file + step[1]


RAYS = [[list(ray(square, step)) for step in DIRECTIONS] for square in range(81)]
JUMPS = {knight: [[next(ray(s, (rank, f)), None) for f in (-1, 1)] for s in range(81)] for knight, rank in (("N", -2), ("n", 2))}
JUMPS = {knight: [[to for to in ends if to is not None] for ends in squares] for knight, squares in JUMPS.items()}


def can_stand(piece, square):
    """Whether a piece on this square could ever move."""
    ahead = square // 9 if piece.isupper() else 8 - square // 9
    return ahead >= {"P": 1, "L": 1, "N": 2}.get(piece.upper(), 0)


def attackers(board, target, black):
    """The squares of the pieces of a side that attack a square."""
    found = []
    for d, squares in enumerate(RAYS[target]):
        for distance, square in enumerate(squares):
            piece = board[square]
            if piece != ".":
                if piece.isupper() == black and (7 - d in WALKS[piece] or distance == 0 and 7 - d in STEPS[piece]):
                    found.append(square)
                break
    # A knight attacks the target from where an enemy's knight on the target could jump.
    return found + [square for square in JUMPS["n" if black else "N"][target] if board[square] == "nN"[black]]


def in_check(board, black):
    king = "K" if black else "k"
    return king in board and bool(attackers(board, board.index(king), not black))


class Position:
    """A board and the hands of White (0) and Black (1), each a dictionary from upper-case letters to numbers."""

    def __init__(self, board, hands):
        self.board, self.hands = board, hands

    def play(self, black, move):
        """The position after a move (from, to, promotes); from is a letter for drops."""
        start, to, promotes = move
        board, hands = self.board[:], [self.hands[0].copy(), self.hands[1].copy()]
        if isinstance(start, str):
            hands[black][start] -= 1
            board[to] = start if black else start.lower()
        else:
            if board[to] != ".":
                hands[black][UNPROMOTED[board[to]].upper()] += 1
            board[to] = PROMOTIONS[board[start]] if promotes else board[start]
            board[start] = "."
        return Position(board, hands)

    def steps(self, black):
        """Moves of pieces on the board, whether or not they leave the king in check: (from, to)."""
        board = self.board
        for start, piece in enumerate(board):
            if piece == "." or piece.isupper() != black:
                continue
            if piece in "Nn":
                ends = JUMPS[piece][start]
                yield from ((start, to) for to in ends if board[to] == "." or board[to].isupper() != black)
                continue
            for d in STEPS[piece] | WALKS[piece]:
                for to in RAYS[start][d]:
                    if board[to] == "." or board[to].isupper() != black:
                        yield start, to
                    if board[to] != "." or d not in WALKS[piece]:
                        break

    def promotions(self, start, to, black):
        piece, zone = self.board[start], range(0, 27) if black else range(54, 81)
        if piece in PROMOTIONS and (start in zone or to in zone):
            yield start, to, True
        if can_stand(piece, to):
            yield start, to, False

    def moves(self, black):
        """All legal moves of a side."""
        board, king = self.board, "K" if black else "k"
        goals, at = None, board.index(king) if king in board else None
        if at is not None and (checkers := attackers(board, at, not black)):
            goals = set()  # where other pieces than the king may go: a piece that alone gives check, and the squares between
            if len(checkers) == 1:
                line = next((squares for squares in RAYS[at] if checkers[0] in squares), None)
                goals = set(line[:line.index(checkers[0]) + 1] if line else checkers)
        for start, to in self.steps(black):
            if start == at or goals is None or to in goals:
                after = self.play(black, (start, to, False)).board
                if at is None or not attackers(after, to if start == at else at, not black):
                    yield from self.promotions(start, to, black)
        for to in range(81) if goals is None else goals:
            if board[to] == ".":
                yield from ((kind, to, False) for kind in HAND if self.can_drop(kind, to, black))

    def can_drop(self, kind, to, black):
        """Whether a side may drop a piece on an empty square, its own king's safety aside."""
        piece = kind if black else kind.lower()
        if not self.hands[black][kind] or not can_stand(piece, to):
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
        board, king = self.board, self.board.index("k" if black else "K")
        own = board.index("K" if black else "k") if ("K" if black else "k") in board else None
        for start, to in self.steps(black):
            for move in self.promotions(start, to, black):
                after = self.play(black, move).board
                if attackers(after, king, black) and (own is None or not attackers(after, to if start == own else own, not black)):
                    yield move
        # A drop gives check only by the dropped piece: look along the lines from the king.
        for kind in (kind for kind in HAND if self.hands[black][kind]):
            piece, squares = kind if black else kind.lower(), []
            for d, line in enumerate(RAYS[king]):
                reach = len(line) if 7 - d in WALKS[piece] else 1 if 7 - d in STEPS[piece] else 0
                squares += line[:next((i for i, square in enumerate(line[:reach]) if board[square] != "."), reach)]
            if kind == "N":
                squares = [square for square in JUMPS["n" if black else "N"][king] if board[square] == "."]
            for to in squares:
                safe = own is None or not in_check(self.play(black, (kind, to, False)).board, black)
                if safe and self.can_drop(kind, to, black):
                    yield kind, to, False


# Shogi: the text of boards, hands and moves.

def read_board(text, line):
    rows = text.split("/")
    require(len(rows) == 9, line, "the board has not 9 rows")
    board = []
    for row in rows:
        promoted, digit = False, False
        for c in row:
            if c == "+":
                require(not promoted, line, '"+" without a piece')
                promoted, digit = True, False
            elif c in "123456789":
                require(not promoted and not digit, line, "a number after a number or a +")
                board += ["."] * int(c)
                digit = True
            else:
                require(c in "KkRBGSNLPrbgsnlp" and (not promoted or c in PROMOTIONS), line, "no piece")
                board.append(PROMOTIONS[c] if promoted else c)
                promoted, digit = False, False
        require(not promoted and len(board) % 9 == 0 and row, line, "a row has not 9 squares")
    require(len(board) == 81, line, "a row has not 9 squares")
    require(board.count("K") <= 1 and board.count("k") <= 1, line, "two kings of one side")
    return board


def read_hand(text, letters):
    """Reads pieces in their order as far as they go. Returns them and the rest of the text, or None if a number is wrong."""
    hand = dict.fromkeys(HAND, 0)
    for letter in letters:
        digits = len(text) - len(text.lstrip("0123456789"))
        if text[digits:digits + 1] == letter:
            count = number(text[:digits]) if digits else 1
            if count is None or count > 127 or digits and count < 2:
                return None
            hand[letter.upper()], text = count, text[digits + 1:]
    return hand, text


def read_hands(text, *letters):
    if text == "-":
        return [dict.fromkeys(HAND, 0) for _ in letters]
    hands, rest = [], text
    for order in letters:
        read = read_hand(rest, order)
        if read is None:
            return None
        hands.append(read[0])
        rest = read[1]
    return hands if text and not rest else None


def read_square(text):
    return 9 * "abcdefghi".index(text[1]) + "987654321".index(text[0])


def read_move(text, line):
    try:
        if text[1:2] == "*" and len(text) == 4 and text[0] in HAND:
            return text[0], read_square(text[2:]), False
        if len(text) == 4 or len(text) == 5 and text[4] == "+":
            return read_square(text[:2]), read_square(text[2:4]), len(text) == 5
    except ValueError:
        pass
    raise NotACertificate(line, "no move")


def mirrored(move):
    flip = lambda square: square // 9 * 9 + 8 - square % 9
    return move[0] if isinstance(move[0], str) else flip(move[0]), flip(move[1]), move[2]


def material(board):
    """The pieces on a board by kind, without kings."""
    count = dict.fromkeys(HAND, 0)
    for piece in board:
        if piece not in ".Kk":
            count[UNPROMOTED[piece].upper()] += 1
    return count


def check_board(board, line):
    for square, piece in enumerate(board):
        require(piece == "." or can_stand(piece, square), line, "a piece that could never move")
    for file in range(9):
        column = board[file::9]
        require(column.count("P") <= 1 and column.count("p") <= 1, line, "two pawns of one side on a file")


# Shogi: certificates.

NEVER = 10**9  # larger than every limit: `*`
WITH_LINE = ("sound", "sound-with-flaws", "unsound cook", "unsound leftover")
OTHER_KINDS = {
    "sound": {"mirror"},
    "sound-with-flaws": {"mirror", "free-choice", "detour", "last-move"},
    "unsound cook": {"cook"},
    "unsound leftover": set(),
}
NUMBERED = {"mate-within", "no-mate-within", "exactly", "brinkmate", "sound", "sound-with-flaws", "unsound leftover",
            "unsound shorter-mate", "unsound longer-variation"}


class Shogi:
    def __init__(self, lines):
        self.claim = lines.value("claim")
        words = self.claim.split(" ")
        self.name = " ".join(words[:2] if words[0] == "unsound" else words[:1])
        rest = words[len(self.name.split(" ")):]
        self.plies = number(rest[0]) if len(rest) == 1 else None
        known = self.name in NUMBERED and self.plies is not None or not rest and self.name in ("no-mate", "unsound no-mate", "unsound cook")
        require(known, 3, "no claim about shogi")
        attacker = lines.value("attacker")
        require(attacker in ("black", "white"), lines.number, "the attacker is black or white")
        self.black = attacker == "black"
        self.read_root(lines.value("root").split(" "), 5)
        self.rules, self.line, self.others = "raw", [], []
        line = self.read_solution(lines) if self.name in WITH_LINE else lines.required()
        self.nodes = {"mate": {}, "no-mate": {}, "brinkmate": {}}  # by section and board: (hand, rank, move, line)
        self.first = read_nodes(lines, line, self.nodes, self.add_node)
        for section, check in (("mate", self.check_mate), ("no-mate", self.check_no_mate), ("brinkmate", self.check_brinkmate)):
            nodes = [(at, board, node) for board, nodes in self.nodes[section].items() for at, *node in nodes]
            for at, board, (hand, rank, move) in sorted(nodes, key=lambda node: node[0]):
                check(self.position(list(board), hand), rank, move, at)
        self.check_claim()

    def read_root(self, words, at):
        require(len(words) == 4 and words[1] in ("b", "w") and number(words[3]) is not None, at, "expected an SFEN")
        board, hands = read_board(words[0], at), read_hands(words[2], HAND, HAND.lower())
        require(hands is not None, at, "no hands")
        self.root, self.turn = Position(board, hands[::-1]), words[1] == "b"
        on_board = material(board)
        self.material = {kind: on_board[kind] + hands[0][kind] + hands[1][kind] for kind in HAND}
        require(max(self.material.values()) <= 127, at, "more than 127 pieces of a kind")
        self.kings = [king in board for king in "Kk"]
        require(("k" if self.black else "K") in board, at, "the defender has no king")
        check_board(board, at)
        require(not in_check(board, not self.turn), at, "the side that is not to move is in check")
        if self.turn != self.black:
            require(self.name in ("mate-within", "no-mate", "no-mate-within", "exactly"), at, "it must be the attacker's turn")
            require(in_check(board, self.turn), at, "the defender is to move and not in check")
        require(self.plies is None or self.plies % 2 == (self.turn == self.black), 3, "the parity of the plies is wrong")
        require(self.claim != "unsound shorter-mate 1", 3, "no mate is shorter than 1 ply")

    def read_solution(self, lines):
        self.rules = lines.value("rules")
        require(self.rules in ("raw", "plus2", "miwa", "basic"), lines.number, "no rules")
        self.line = [read_move(move, 7) for move in lines.value("line").split(" ")]
        require(len(self.line) % 2 == 1, 7, "the number of moves is not odd")
        while (line := lines.required()).startswith("other "):
            at, words = lines.number, line.split(" ")
            require(len(words) == 4 and number(words[1]) is not None, at, 'expected "other PLY MOVE KIND"')
            ply, move, kind = int(words[1]), read_move(words[2], at), words[3]
            require(kind in OTHER_KINDS[self.name], at, "this kind does not go with the claim")
            require(ply % 2 == 1 and ply <= len(self.line), at, "the ply is none of the attacker's on the line")
            require((ply, move) not in [other[:2] for other in self.others], at, "the same check twice")
            self.others.append((ply, move, kind, at))
        require(self.name != "unsound cook" or len(self.others) == 1, lines.number, "expected exactly one other check")
        return line

    def add_node(self, section, line, at):
        fields = line.split(" ")
        require(len(fields) == (3 if section == "no-mate" else 4), at, "a node of this section has other fields")
        rank = NEVER if section == "no-mate" and fields[2] == "*" else odd(fields[2])
        require(rank is not None, at, "the rank is no odd number")
        move = read_move(fields[3], at) if section != "no-mate" else None
        hands = read_hands(fields[1], HAND)
        require(hands is not None, at, "no hand")
        board, hand = read_board(fields[0], at), hands[0]
        used = material(board)
        require(all(used[kind] + hand[kind] <= self.material[kind] for kind in HAND), at, "more pieces of a kind than at the root")
        require([king in board for king in "Kk"] == self.kings, at, "not the kings of the root")
        check_board(board, at)
        require(not in_check(board, not self.black), at, "the defender is in check and the attacker to move")
        nodes = self.nodes[section].setdefault("".join(board), [])
        require(all(node[1] != hand for node in nodes), at, "the same board and hand twice")
        nodes.append((at, hand, rank, move))

    def position(self, board, hand):
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

    def answers(self, position):
        return (position.play(not self.black, move) for move in position.moves(not self.black))

    def all_mated(self, position, plies=NEVER):
        return all(self.mates(after, plies) for after in self.answers(position))

    def has_defence(self, position, plies=NEVER):
        return any(plies == 0 or self.holds_out(after, plies) for after in self.answers(position))

    def check_mate(self, position, rank, move, at):
        require(move in position.checks(self.black), at, "the move is no legal check", DoesNotHold)
        mated = self.all_mated(position.play(self.black, move), rank - 2)  # -1 if the rank is 1: nothing is covered
        require(mated, at, "an answer leads to a position that is not covered", DoesNotHold)

    def check_no_mate(self, position, limit, _, at):
        plies = NEVER if limit == NEVER else 0 if limit == 1 else limit - 2
        for check in position.checks(self.black):
            require(self.has_defence(position.play(self.black, check), plies), at, "a check has no answer that is covered", DoesNotHold)

    def check_brinkmate(self, position, rank, move, at):
        require(move in position.moves(self.black), at, "the move is not legal", DoesNotHold)
        after = position.play(self.black, move)
        threat = in_check(after.board, not self.black) or self.mates(after)
        require(threat, at, "no check, and no mate after a pass", DoesNotHold)
        for answer in self.answers(after):
            wins = any(same and below + 2 <= rank for below, same in self.covering("brinkmate", answer))
            require(wins or self.mates(answer), at, "an answer leads to a position that is not covered", DoesNotHold)

    def check_claim(self):
        name, plies = self.name, self.plies
        if name in ("mate-within", "exactly", "sound", "sound-with-flaws", "unsound leftover"):
            self.check_mate_within(plies)
        if name in ("exactly", "sound", "sound-with-flaws", "unsound leftover") and plies >= 2:
            self.check_no_mate_within(plies - 2)
        if name in ("no-mate-within", "unsound longer-variation"):
            self.check_no_mate_within(plies)
        if name in ("no-mate", "unsound no-mate", "brinkmate"):
            self.check_no_mate_within(NEVER)
        if name == "unsound shorter-mate":
            self.check_mate_within(plies - 2)
        if name == "brinkmate":
            wins = any(same and rank <= plies for rank, same in self.covering("brinkmate", self.root))
            require(wins, 3, "the root is no brinkmate node of a rank that is small enough", DoesNotHold)
        if name in WITH_LINE:
            self.check_solution()

    def check_mate_within(self, plies):
        attackers_turn = self.turn == self.black
        holds = self.mates(self.root, plies) if attackers_turn else self.all_mated(self.root, plies - 1)
        require(holds, 3, f"the mate within {plies} plies is not covered", DoesNotHold)

    def check_no_mate_within(self, plies):
        attackers_turn, later = self.turn == self.black, plies if plies == NEVER else max(plies - 1, 0)
        holds = self.holds_out(self.root, plies) if attackers_turn else self.has_defence(self.root, later)
        require(holds, 3, f"that there is no mate within {plies} plies is not covered", DoesNotHold)

    def is_final(self, position):
        """Whether the defender is mated, or at least but for interpositions that the rules may call futile."""
        if not in_check(position.board, not self.black):
            return False
        king = position.board.index("k" if self.black else "K")
        moves = list(position.moves(not self.black))
        interpose = all(move[0] != king and position.board[move[1]] == "." for move in moves)
        return not moves or self.rules != "raw" and interpose and self.all_mated(position)

    def check_solution(self):
        positions, black = [self.root], self.black
        for played, move in enumerate(self.line):
            before, attacks = positions[-1], played % 2 == 0
            moves = before.checks(black) if attacks else before.moves(not black)
            require(move in moves, 7, f"move {played + 1} is not legal or no check", DoesNotHold)
            positions.append(before.play(black == attacks, move))
        require(self.is_final(positions[-1]), 7, "the line does not end with a mate", DoesNotHold)
        if self.name != "unsound cook":
            fits = len(self.line) == self.plies if self.rules == "raw" else len(self.line) <= self.plies
            require(fits, 7, "the line has not the length of the mate", DoesNotHold)
        for other in self.others:
            self.check_other(positions, *other)
        left = any(positions[-1].hands[black].values())
        if self.name == "unsound leftover":
            require(left, 7, "the attacker has nothing left after the line", DoesNotHold)
        elif self.name == "unsound cook":
            require(self.all_mated(positions[self.others[0][0]]), 7, "the line's move is not covered", DoesNotHold)
        else:
            self.check_tries(positions)
            require(not left, 7, "the attacker has pieces left after the line", DoesNotHold)

    def check_other(self, positions, ply, move, kind, at):
        position, main = positions[ply - 1], self.line[ply - 1]
        require(move != main and move in position.checks(self.black), at, "no other legal check", DoesNotHold)
        symmetric = all(position.board[9 * row:9 * row + 9] == position.board[9 * row:9 * row + 9][::-1] for row in range(9))
        is_mirror, is_last = symmetric and move == mirrored(main), ply == len(self.line) > 1
        after = position.play(self.black, move)
        if kind == "mirror":
            require(is_mirror, at, "not the mirror image", DoesNotHold)
        elif kind == "last-move":
            require(is_last and self.is_final(after), at, "not at the last ply, or no mate", DoesNotHold)
        else:
            require(not is_last, at, "not at the last ply", DoesNotHold)
            require(kind != "cook" or not is_mirror, at, "the mirror image", DoesNotHold)
            require(self.all_mated(after), at, "an answer leads to a position that is not covered", DoesNotHold)

    def check_tries(self, positions):
        for played in range(0, len(self.line), 2):
            is_last = played + 1 == len(self.line) > 1
            for check in positions[played].checks(self.black):
                listed = any(other[:2] == (played + 1, check) for other in self.others)
                if check != self.line[played] and not listed:
                    refuted = self.has_defence(positions[played].play(self.black, check), 0 if is_last else NEVER)
                    require(refuted, 7, f"another check at ply {played + 1} may mate", DoesNotHold)


# ---------------------------------------------------------------------------------------------------------------------------
# Othello: a board is its text, one character a square, rank by rank from the lowest: "X" is Black, "O" White, "-" vacant.

class Othello:
    def __init__(self, lines, n):
        self.n, self.claim = n, lines.value("claim")
        words = self.claim.split(" ")
        discs = number(words[1].removeprefix("-")) if len(words) == 3 and words[1] != "-0" else None
        known = words[0] in ("at-least", "at-most", "exactly") and words[-1] in ("black", "white")
        require(known and discs is not None and discs <= n * n, 3, "no claim about Othello")
        goal, side = -discs if words[1][0] == "-" else discs, "X" if words[2] == "black" else "O"
        board, _, turn = lines.value("root").partition(" ")
        require(self.is_board(board) and turn in ("X", "O"), 4, "no position")
        leaves = number(lines.value("leaves"))
        require(leaves is not None and leaves <= 14, 5, "no number up to 14")
        self.leaves, rim = leaves, (8 - n) // 2
        self.names = {f"{'abcdefgh'[x + rim]}{y + rim + 1}": n * y + x for y in range(n) for x in range(n)}
        self.lines_from = [[self.line_from(square, step) for step in DIRECTIONS] for square in range(n * n)]
        coordinates = [(square % n, square // n) for square in range(n * n)]
        flips = [lambda x, y: (x, y), lambda x, y: (n - 1 - x, y), lambda x, y: (x, n - 1 - y), lambda x, y: (n - 1 - x, n - 1 - y)]
        images = [[flip(x, y) for x, y in coordinates] for flip in flips]
        images += [[(y, x) for x, y in image] for image in images]
        self.images = [[n * y + x for x, y in image] for image in images]
        # Each strategy: the side that follows it, and the discs by which that side ends ahead.
        self.strategies = {"at-least": (side, goal), "at-most": (other(side), -goal)}
        if words[0] != "exactly":
            self.strategies = {words[0]: self.strategies[words[0]]}
        self.nodes = {section: {} for section in self.strategies}
        read_nodes(lines, lines.required(), self.nodes, self.add_node)
        for section, (prover, goal) in self.strategies.items():
            for node, (square, at) in self.nodes[section].items():
                turned = self.turned(node, prover, square) if node[square] == "-" else []
                require(turned, at, "no legal move", DoesNotHold)
                after = self.placed(node, prover, square, turned)
                require(self.secured(section, after, other(prover)), at, "a line of the strategy does not win", DoesNotHold)
        for section in self.strategies:
            require(self.secured(section, board, turn), 3, "the strategy does not win", DoesNotHold)

    def is_board(self, text):
        return len(text) == self.n ** 2 and not text.strip("XO-")

    def line_from(self, square, step):
        squares, (dy, dx) = [], step
        x, y = square % self.n + dx, square // self.n + dy
        while 0 <= x < self.n and 0 <= y < self.n:
            squares.append(self.n * y + x)
            x, y = x + dx, y + dy
        return squares

    def canonical(self, board):
        return min("".join(board[square] for square in image) for image in self.images)

    def add_node(self, section, line, at):
        board, _, name = line.partition(" ")
        require(self.is_board(board) and name in self.names, at, "no node")
        require(self.canonical(board) == board, at, "not the smallest of the images of the board")
        require(board.count("-") > self.leaves, at, "too few vacant squares for a node")
        require(board not in self.nodes[section], at, "the same position twice")
        self.nodes[section][board] = self.names[name], at

    def turned(self, board, side, square):
        """The discs that a move turns over."""
        turned, enemy = [], other(side)
        for line in self.lines_from[square]:
            run = 0
            while run < len(line) and board[line[run]] == enemy:
                run += 1
            if run < len(line) and board[line[run]] == side:
                turned += line[:run]
        return turned

    def placed(self, board, side, square, turned):
        discs = list(board)
        for at in turned + [square]:
            discs[at] = side
        return "".join(discs)

    def moves(self, board, side):
        """The positions after each legal move."""
        for square, disc in enumerate(board):
            if disc == "-" and (turned := self.turned(board, side, square)):
                yield self.placed(board, side, square, turned)

    def reaches(self, board, side, goal):
        """Whether the side to move ends at least so many discs ahead, by exhaustive search."""
        enemy = other(side)
        after = list(self.moves(board, side))
        if not after:
            if not any(True for _ in self.moves(board, enemy)):
                return board.count(side) - board.count(enemy) >= goal
            return not self.reaches(board, enemy, 1 - goal)
        return any(not self.reaches(next_board, enemy, 1 - goal) for next_board in after)

    def secured(self, section, board, turn):
        """Whether a strategy covers a position."""
        prover, goal = self.strategies[section]
        if board.count("-") <= self.leaves:
            return self.reaches(board, turn, goal) if turn == prover else not self.reaches(board, turn, 1 - goal)
        after = list(self.moves(board, turn))
        if not after:
            if any(True for _ in self.moves(board, other(turn))):
                return self.secured(section, board, other(turn))
            return board.count(prover) - board.count(other(prover)) >= goal
        if turn == prover:
            return self.canonical(board) in self.nodes[section]
        return all(self.secured(section, next_board, prover) for next_board in after)


def other(side):
    return "O" if side == "X" else "X"


# ---------------------------------------------------------------------------------------------------------------------------
# Connect6: sets of cells are frozensets of (column, row), both from 0.

class Connect6:
    def __init__(self, lines):
        self.claim = lines.value("claim")
        require(self.claim in ("win black", "win white"), 3, "no claim about Connect6")
        numbers = [number(word) for word in lines.value("board").split(" ")]
        require(len(numbers) == 3 and None not in numbers, 4, "no rules")
        self.size, self.row, self.stones = numbers
        fits = 3 <= self.size <= 19 and 3 <= self.row <= min(6, self.size) and 1 <= self.stones <= 2 and self.stones + 2 <= self.row
        require(fits, 4, "no rules")
        stones = {}
        for color in ("black", "white"):
            stones[color] = self.cells(lines.value(color), lines.number)
        require(not stones["black"] & stones["white"], lines.number, "two stones on a cell")
        turn, attacker = lines.value("turn"), self.claim[4:]
        require(turn in stones, lines.number, "it is black's turn or white's")
        self.board = frozenset((x, y) for x in range(self.size) for y in range(self.size))
        self.windows = [window for x, y in self.board for step in ((1, 0), (0, 1), (1, 1), (1, -1))
                        if (window := frozenset((x + step[0] * k, y + step[1] * k) for k in range(self.row))) <= self.board]
        self.nodes, self.done = [], set()  # nodes: (line, kind, fields…)
        read_nodes(lines, lines.required(), {"proof"}, self.add_node)
        over = any(window <= side for window in self.windows for side in stones.values())
        require(not over, 3, "the game is over already", DoesNotHold)
        require(self.nodes, 3, "there is no node", DoesNotHold)
        position = stones[attacker], stones["white" if attacker == "black" else "black"]
        nothing = (frozenset(), [])
        (self.check_win if turn == attacker else self.check_answers)(len(self.nodes) - 1, *position, 0, nothing)

    def read_cells(self, text, at):
        """Cells that are written one after the other."""
        cells, rest = [], text
        while rest:
            digits = len(rest) - 1 - len(rest[1:].lstrip("0123456789"))
            column, row = ord(rest[0]) - ord("a"), number(rest[1:1 + digits])
            require(0 <= column < self.size and row and row <= self.size, at, "no cell")
            cells.append((column, row - 1))
            rest = rest[1 + digits:]
        return cells

    def cells(self, text, at):
        cells = [] if text == "-" else self.read_cells(text, at)
        require((cells or text == "-") and len(set(cells)) == len(cells), at, "no set of cells")
        return frozenset(cells)

    def window(self, text, at):
        ends = self.read_cells(text, at)
        require(len(ends) == 2, at, "no window")
        (x, y), (u, v) = ends
        steps = self.row - 1
        require(abs(u - x) in (0, steps) and abs(v - y) in (0, steps) and ends[0] != ends[1], at, "no window")
        return frozenset((x + (u - x) // steps * k, y + (v - y) // steps * k) for k in range(self.row))

    def node(self, text, at, *kinds):
        """The number of an earlier node of one of these kinds, from 0."""
        value = number(text)
        require(value and value <= len(self.nodes) and self.nodes[value - 1][1] in kinds, at, "no such earlier node")
        return value - 1

    def add_node(self, _, line, at):
        kind, *fields = line.split(" ")
        expected = {"row": 1, "play": 2, "refute": 5}.get(kind, len(fields) if kind == "answers" and fields else None)
        require(len(fields) == expected, at, "no node of a proof")
        if kind == "row":
            fields = [self.window(fields[0], at)]
        elif kind == "play":
            fields = [self.cells(fields[0], at), self.node(fields[1], at, "answers")]
            require(fields[0], at, "a move without a stone")
        elif kind == "answers":
            fields = [[self.node(text, at, "refute") for text in fields]]
        else:
            spare = number(fields[1])
            require(spare is not None and spare <= 2, at, "no number of spare stones")
            pairs = [] if fields[3] == "-" else [self.window(text, at) for text in fields[3].split(",")]
            fields = [self.cells(fields[0], at), spare, (self.cells(fields[2], at), pairs), self.node(fields[4], at, "row", "play")]
        self.nodes.append((at, kind, *fields))

    def check_win(self, node, attacker, defender, spare, zone):
        at, kind, *fields = self.nodes[node]
        free = self.board - attacker - defender
        if kind == "row":
            missing = fields[0] - attacker
            require(missing <= free and len(missing) <= self.stones, at, "the window cannot be completed", DoesNotHold)
        else:
            require(kind == "play", at, "not a turn of the attacker", DoesNotHold)
            missing = fields[0]
            stones = 1 if free == self.board else min(self.stones, len(free))
            require(missing <= free and len(missing) == stones, at, "not a move", DoesNotHold)
        require(not spare or missing <= zone[0], at, "a cell is not in the zone", DoesNotHold)
        if kind == "play":
            self.check_answers(fields[1], attacker | missing, defender, spare, zone)

    def check_answers(self, node, attacker, defender, spare, zone):
        at, kind, *fields = self.nodes[node]
        require(kind == "answers", at, "not a turn of the defender", DoesNotHold)
        if (node, attacker, defender) in self.done and not spare:
            return
        for window in self.windows:
            if not window & attacker:
                spared = min(spare, len(window - defender - zone[0]), 1 if window in zone[1] else 2 * self.row)
                makes_row = len(window & defender) + spared + self.stones >= self.row
                require(not makes_row, at, "the defender can complete a window", DoesNotHold)
        free = self.board - attacker - defender
        refutations = [self.nodes[refutation][2:] for refutation in fields[0]]
        for stones, own, inner, win in refutations:
            require(stones <= free, at, "an assumed stone is not on a free cell", DoesNotHold)
            if own and spare:
                require(inner[0] & free <= zone[0] and not inner[1], at, "a zone is not within the outer zone", DoesNotHold)
            self.check_win(win, attacker, defender | stones, spare + own, inner if own else zone)
        require(free, at, "the board is full", DoesNotHold)
        for first in free:
            # The second stones (or the stone itself) with which no refutation covers the move.
            single = len(free) == 1 or self.stones == 1
            left = {first} if single else free - {first}
            for stones, own, inner, _ in refutations:
                if first not in stones and (not own or first in inner[0]):
                    continue
                if single:
                    left = set()
                elif own - (first not in stones) == 0:
                    left = left - stones
                else:
                    twice = [window for window in inner[1] if first not in stones and first in window]
                    unsafe = inner[0].union(*twice)
                    left = {cell for cell in left if cell in unsafe and cell not in stones}
                if not left:
                    break
            require(not left, at, "no refutation covers a move", DoesNotHold)
        if not spare:
            self.done.add((node, attacker, defender))


# ---------------------------------------------------------------------------------------------------------------------------
# All games.

GAMES = {
    "shogi": Shogi,
    "connect6": Connect6,
    "othello4": lambda lines: Othello(lines, 4),
    "othello6": lambda lines: Othello(lines, 6),
    "othello8": lambda lines: Othello(lines, 8),
}


def verify(name):
    """The answer about a file, as in the output with --json."""
    try:
        with open(name, "rb") as file:
            lines = Lines(file)
            require(lines.required() == "yomikiri-certificate 1", 1, 'expected "yomikiri-certificate 1"')
            game = lines.value("game")
            require(game in GAMES, 2, "no game of certificates")
            claim = GAMES[game](lines).claim
            return {"file": name, "verdict": "holds", "game": game, "claim": claim}
    except NotACertificate as error:
        return {"file": name, "verdict": "not-a-certificate", "line": error.args[0], "why": error.args[1]}
    except DoesNotHold as error:
        return {"file": name, "verdict": "does-not-hold", "line": error.args[0], "why": error.args[1]}
    except OSError as error:
        return {"file": name, "verdict": "error", "why": str(error)}


def main(arguments):
    names = [argument for argument in arguments if not argument.startswith("--")]
    if "--stdin-list" in arguments:
        names += [line.rstrip("\n") for line in sys.stdin]
    if not names or set(arguments) - set(names) - {"--json", "--stdin-list"}:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    verdicts = set()
    for name in names:
        answer = verify(name)
        verdicts.add(answer["verdict"])
        if "--json" in arguments:
            print(json.dumps(answer, ensure_ascii=False))
        elif "why" in answer:
            where = f"line {answer['line']}: " if "line" in answer else ""
            print(f"{name}: {answer['verdict'].replace('-', ' ')}: {where}{answer['why']}")
        else:
            print(f"{name}: holds: {answer['game']}: {answer['claim']}")
    return next(code for verdict, code in CODES.items() if verdict in verdicts)


CODES = {"error": 1, "not-a-certificate": 2, "does-not-hold": 20, "holds": 10}  # the worst decides

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
