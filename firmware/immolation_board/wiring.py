"""Maps LEDs and sensor bits to tiles.

Tiles are numbered 10 x row + column; tile 0 is a corner, tile 9 the other end of its row.
"""

TILES = 100
SIDE = 10
BUTTONS = 7
"""One for each of six seats, and one for the host."""

BUTTON_NAMES = ["1", "2", "3", "4", "5", "6", "host"]
"""Names of the buttons in settings.toml, in the order of their numbers."""

SPOTS = TILES + BUTTONS
"""Places that can be lit: the tiles, then the buttons (100 to 105 the seats', 106 the host's)."""

UNUSED = 255
"""A sensor bit that belongs to no tile."""


def led_chain(lines: str, wiring: str, first: int) -> bytes:
    """The tile over each LED, in the order of the chain.

    ``lines`` is "rows" or "columns": what the chain runs along. ``wiring`` is "straight" (every line the same way) or
    "serpentine" (there and back). ``first`` is the tile of the first LED: 0, 9, 90 or 99.
    """
    from_bottom = first >= 90
    from_right = first % SIDE == 9
    chain = bytearray(TILES)
    for led in range(TILES):
        line, along = led // SIDE, led % SIDE
        if wiring == "serpentine" and line & 1:
            along = SIDE - 1 - along
        row, column = (line, along) if lines == "rows" else (along, line)
        if from_bottom:
            row = SIDE - 1 - row
        if from_right:
            column = SIDE - 1 - column
        chain[led] = SIDE * row + column
    return bytes(chain)


def with_buttons(tiles: bytes, buttons: list[int], first: int) -> bytes:
    """The tiles of a chain's bits, of which those from ``first`` on are these buttons instead.

    A ``first`` of -1 is a matrix with an eleventh column, whose n-th row is the n-th button. Raises ValueError with one
    sentence if the bits are too few or a tile's.
    """
    found = bytearray()
    if first < 0:
        for row in range(SIDE):
            found += tiles[SIDE * row : SIDE * row + SIDE]
            found.append(TILES + buttons[row] if row < len(buttons) else UNUSED)
        return bytes(found)
    if first + len(buttons) > len(tiles):
        raise ValueError(
            "%d buttons from bit %d on need more bits than there are (%d)" % (len(buttons), first, len(tiles))
        )
    found += tiles
    for at in range(len(buttons)):
        if found[first + at] != UNUSED:
            raise ValueError("bit %d belongs to tile %d already" % (first + at, found[first + at]))
        found[first + at] = TILES + buttons[at]
    return bytes(found)


def sensor_bits(pattern: str, bits: int) -> bytes:
    """The tile of each sensor bit; UNUSED where there is none.

    ``pattern`` is "straight", "serpentine", "turned" or the tiles one by one. Raises ValueError with one sentence that
    says what is wrong.
    """
    tiles = bytearray(bits)
    if pattern in ("straight", "serpentine", "turned"):
        for bit in range(bits):
            row, column = bit // SIDE, bit % SIDE
            if bit >= TILES:
                tiles[bit] = UNUSED
            elif pattern == "turned":
                tiles[bit] = SIDE * column + row
            elif pattern == "serpentine" and row & 1:
                tiles[bit] = SIDE * row + SIDE - 1 - column
            else:
                tiles[bit] = bit
        return bytes(tiles)
    words = pattern.split()
    if len(words) > bits:
        raise ValueError("it names %d bits and there are %d" % (len(words), bits))
    seen = bytearray(TILES)
    for bit in range(bits):
        word = words[bit] if bit < len(words) else "-"
        if word == "-":
            tiles[bit] = UNUSED
            continue
        tile = int(word) if word.isdigit() and len(word) < 4 else TILES
        if tile >= TILES:
            raise ValueError("'%s' is not a tile from 0 to 99" % word[:12])
        if seen[tile]:
            raise ValueError("tile %d stands in it twice" % tile)
        seen[tile] = 1
        tiles[bit] = tile
    for tile in range(TILES):
        if not seen[tile]:
            raise ValueError("tile %d is missing" % tile)
    return bytes(tiles)
