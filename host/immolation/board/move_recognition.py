"""Recognizes which legal actions a pattern of occupied tiles means, if any.

Presence sensors cannot say who moved; the rules can. The whole pattern is compared with the pattern after each legal
action, never one event alone; the tiles touched on the way only decide between meanings that end alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from immolation.games import CHANCE, Action, Game, GameError, Gesture, Picture, Refusal, State

from .guidance import Pair, pair

BEAM = 48
"""States kept at each step of a search for several actions: a miniature reaches at most 49 tiles in three steps."""

GOALS = ("tile", "to", "target")
"""Fields of an action that may name the tile where it leads."""

MAX_CHOICES = 16
"""Meanings a person is asked about at once; more could be neither lit nor read."""


class InSync(msgspec.Struct, frozen=True):
    """The board is as the game says. A miniature lifted and put back ends here too."""


class Recognized(msgspec.Struct, frozen=True):
    """The pattern has exactly one meaning."""

    actions: tuple[Action, ...]
    """To be taken in this order; several where people were faster than the sensors."""


class Ambiguous(msgspec.Struct, frozen=True):
    """The pattern has several meanings, or one that must be confirmed (a miniature taken off the board)."""

    choices: tuple[tuple[Action, ...], ...]


class InHand(msgspec.Struct, frozen=True):
    """One miniature is lifted, by the seat that may move it; nothing is wrong yet."""

    tile: int
    """Where it was lifted."""


class OutOfSync(msgspec.Struct, frozen=True):
    """No legal action explains the pattern."""

    missing: frozenset[int]
    """Should be occupied and are not."""

    extra: frozenset[int]
    """Are occupied and should not be."""

    pairs: tuple[Pair, ...]
    """From -> to, minimal total distance; see `guidance`."""


Verdict = InSync | Recognized | Ambiguous | InHand | OutOfSync


Fits = Callable[[Picture, frozenset[int]], bool]
"""Whether what is known to stand on these tiles is what a picture has there."""


class _Meaning(msgspec.Struct, frozen=True):
    actions: tuple[Action, ...]
    tiles: frozenset[int]
    """Every tile a sensor would have noticed on the way."""

    digest: str
    """Of the state it leads to: meanings that lead to one state are one."""


def recognize(
    game: Game,
    state: State,
    candidates: Sequence[Action],
    occupied: frozenset[int],
    touched: frozenset[int] = frozenset(),
    *,
    twice: frozenset[int] = frozenset(),
    depth: int = 4,
    ignore: frozenset[int] = frozenset(),
    fits: Fits | None = None,
) -> Verdict:
    """The meaning of a stable pattern.

    ``candidates`` are the actions that somebody at the board may take now. A seat all of whose legal actions are
    candidates may have taken up to ``depth`` of them in one update, as long as nothing is left to chance between them;
    the fewest actions that explain the pattern are meant. ``touched`` are the tiles with edges since the last stable
    pattern; a miniature that touched one and came back, or was lifted and put back, is the action whose gesture says
    so; ``twice`` are those on which it was lifted and put back two times. Tiles in ``ignore`` (sensors known to be
    dead) are not looked at. ``fits`` tells, where the board knows which miniature stands where, whether they are those
    of a picture: a meaning that led another miniature there is none. ``state`` is not touched.
    """
    picture = game.picture(state.view(None))
    expected = picture.occupied - ignore
    seen = occupied - ignore
    if expected == seen and fits is not None and not fits(picture, seen):
        return OutOfSync(frozenset(), frozenset(), ())
    if expected == seen and not touched:
        return InSync()
    missing, extra = expected - seen, seen - expected
    seats = list(dict.fromkeys(action.seat for action in candidates))
    gestures = {seat: _look(game, state, seat, [a for a in candidates if a.seat == seat])[1] for seat in seats}
    if expected == seen:
        back = [each for known in gestures.values() for each in known if each.back and _noticed(each) == touched]
        felt = [each for each in back if each.twice == (touched <= twice)] or [each for each in back if not each.twice]
        return Recognized((felt[0].action,)) if len(felt) == 1 else InSync()

    if not extra:
        in_hand = _in_hand(picture, missing, seats, gestures)
        if in_hand is not None:
            return in_hand

    meanings = [
        _Meaning((gesture.action,), _noticed(gesture), _digest_after(state, gesture.action))
        for known in gestures.values()
        for gesture in known
        if _after(expected, gesture, ignore) == seen
    ]
    if not meanings:
        for seat in seats:
            mine = sum(1 for action in candidates if action.seat == seat)
            if depth > 1 and mine >= len(state.legal_actions(seat)):
                moves = [gesture for gesture in gestures[seat] if not gesture.back]
                meanings += _several(game, state, seat, moves, seen, touched, depth, ignore)
        fewest = min((len(meaning.actions) for meaning in meanings), default=0)
        meanings = [meaning for meaning in meanings if len(meaning.actions) == fewest]
    if fits is not None:
        meanings = [meaning for meaning in meanings if fits(_picture_after(state, meaning), meaning.tiles & seen)]
    if not meanings:
        return OutOfSync(missing, extra, pair(missing, extra))

    meanings = _prefer_touched(meanings, touched)
    choices = tuple(meaning.actions for meaning in meanings[:MAX_CHOICES])
    announced = sum(len(known) for known in gestures.values()) == 1
    if len(choices) > 1 or (not extra and not announced):
        return Ambiguous(choices)
    return Recognized(choices[0])


def why_not(game: Game, state: State, candidates: Sequence[Action], start: int, end: int) -> Refusal | None:
    """Say why the miniature from ``start`` may not stand on ``end``; None if nothing like it can be done now.

    ``candidates`` as in `recognize`: the first of them that leads a miniature away from ``start``, led to ``end``.
    """
    for seat in dict.fromkeys(action.seat for action in candidates):
        for gesture in _look(game, state, seat, [one for one in candidates if one.seat == seat])[1]:
            if gesture.off != (start,) or len(gesture.on) != 1:
                continue
            record = game.record(gesture.action)
            goals = {key: end for key in GOALS if record.get(key) == gesture.on[0]}
            try:
                return state.check(game.action({**record, **goals})) if goals else None
            except GameError:
                return None
    return None


def _in_hand(
    picture: Picture, missing: frozenset[int], seats: Sequence[str], gestures: dict[str, list[Gesture]]
) -> InHand | None:
    """One miniature is gone: in hand if its owner is at turn or if an action puts it down elsewhere.

    A miniature of another seat that an action takes off the board is not in hand: that is asked about. Several are in
    hand where an action lifts them together and puts them back.
    """
    tile = min(missing)
    known = [gesture for of_seat in gestures.values() for gesture in of_seat if missing <= set(gesture.off)]
    if len(missing) > 1:
        return InHand(tile) if any(gesture.back for gesture in known) else None
    leaves = any(not gesture.on for gesture in known)  # asked about, unless it may be on its way to another tile
    if any(gesture.on and (not gesture.back if leaves else gesture.off != gesture.on or gesture.off == (tile,))
           for gesture in known):  # fmt: skip
        return InHand(tile)
    owners = {piece.owner for piece in picture.pieces if piece.sensed and piece.tile == tile}
    return InHand(tile) if not known and owners & set(seats) else None


def _look(game: Game, state: State, seat: str, actions: Sequence[Action]) -> tuple[frozenset[int], list[Gesture]]:
    """The tiles that must be occupied, and what the sensors would see of each action; unseen actions are left out."""
    picture = game.picture(state.view(seat), actions)
    return picture.occupied, [gesture for gesture in picture.gestures if gesture.off or gesture.on]


def _noticed(gesture: Gesture) -> frozenset[int]:
    return frozenset(gesture.off) | frozenset(gesture.on)


def _after(expected: frozenset[int], gesture: Gesture, ignore: frozenset[int]) -> frozenset[int]:
    return ((expected - frozenset(gesture.off)) | frozenset(gesture.on)) - ignore


def _picture_after(state: State, meaning: _Meaning) -> Picture:
    follower = state.copy()
    for action in meaning.actions:
        follower.apply(action)
    return follower.game.picture(follower.view(None))


def _digest_after(state: State, action: Action) -> str:
    follower = state.copy()
    follower.apply(action)
    return follower.digest()


def _prefer_touched(meanings: list[_Meaning], touched: frozenset[int]) -> list[_Meaning]:
    """One meaning for each state it leads to; those whose every tile was touched, if there are any."""
    sure = [meaning for meaning in meanings if meaning.tiles <= touched]
    return list({meaning.digest: meaning for meaning in reversed(sure or meanings)}.values())[::-1]


class _Node(msgspec.Struct):
    state: State
    actions: tuple[Action, ...]
    tiles: frozenset[int]
    expected: frozenset[int]


def _several(
    game: Game,
    state: State,
    seat: str,
    known: list[Gesture],
    seen: frozenset[int],
    touched: frozenset[int],
    depth: int,
    ignore: frozenset[int],
) -> list[_Meaning]:
    """The fewest actions of ``seat``, two to ``depth``, that end in ``seen``: breadth first, nearest states first."""
    expected = game.picture(state.view(None)).occupied - ignore
    reach = max((_reach(gesture) for gesture in known), default=0)
    size = max((len(_noticed(gesture)) for gesture in known), default=0)
    level = [(_Node(state, (), frozenset(), expected), known)]
    visited = {state.digest()}
    for left in range(depth - 1, 0, -1):
        followers: list[_Node] = []
        for node, gestures in level:
            # Touched tiles first: of two ways to one state, the one that was felt stands for both.
            for gesture in sorted(gestures, key=lambda gesture: not _noticed(gesture) <= touched):
                after = _after(node.expected, gesture, ignore)
                if len(after ^ seen) > left * size or _gap(after, seen) > left * reach:
                    continue  # more than the actions that are left could put right
                follower = _step(node, gesture, after, seen)
                if follower is not None and (digest := follower.state.digest()) not in visited:
                    visited.add(digest)
                    followers.append(follower)
        followers.sort(key=lambda node: (len(node.expected ^ seen), _gap(node.expected, seen)))
        level = []
        found: list[_Meaning] = []
        for node in followers[:BEAM]:
            deciders = node.state.deciders()
            if CHANCE in deciders or seat not in deciders:
                continue
            occupied, gestures = _look(game, node.state, seat, node.state.legal_actions(seat))
            gestures = [gesture for gesture in gestures if not gesture.back]
            node.expected = occupied - ignore
            level.append((node, gestures))
            found.extend(_endings(node, gestures, seen, ignore))
        if found:
            return found
    return []


def _endings(
    node: _Node, gestures: Sequence[Gesture], seen: frozenset[int], ignore: frozenset[int]
) -> Iterator[_Meaning]:
    for gesture in gestures:
        if _after(node.expected, gesture, ignore) == seen:
            tiles = node.tiles | _noticed(gesture)
            yield _Meaning((*node.actions, gesture.action), tiles, _digest_after(node.state, gesture.action))


def _step(node: _Node, gesture: Gesture, after: frozenset[int], seen: frozenset[int]) -> _Node | None:
    """The node after an action that lifts what is missing or puts down what is extra; no other can explain anything."""
    missing, extra = node.expected - seen, seen - node.expected
    if missing.isdisjoint(gesture.off) and extra.isdisjoint(gesture.on):
        return None
    follower = node.state.copy()
    try:
        follower.apply(gesture.action)
    except GameError:
        return None
    return _Node(follower, (*node.actions, gesture.action), node.tiles | _noticed(gesture), after)


def _steps_between(one: int, other: int) -> int:
    """King's steps from tile to tile."""
    return max(abs(one // 10 - other // 10), abs(one % 10 - other % 10))


def _reach(gesture: Gesture) -> int:
    """Count the tiles a gesture carries a miniature; 0 if it only lifts or only puts down."""
    return max((_steps_between(start, end) for start in gesture.off for end in gesture.on), default=0)


def _gap(expected: frozenset[int], seen: frozenset[int]) -> int:
    """The least number of tiles that the farthest misplaced miniature must still travel."""
    missing, extra = expected - seen, seen - expected
    if not missing or not extra:
        return 0
    return max(min(_steps_between(tile, other) for other in extra) for tile in missing)
