"""Says where screws, feet, plugs and openings of the box are. Millimetres as in ``Dimensions``; needs no CAD."""

from __future__ import annotations

from .dimensions import Dimensions, Span

FLANGE = (3.0, 14.0)
"""Thickness and height of the walls at which two trays are screwed together; cables pass over them."""

FLANGE_SCREW = 7.0
"""Height of those screws over the floor: a nut of 5.5 mm turns freely."""

PORT_WINDOW = (56.0, 20.0)
PORT_SCREWS = 66.0
"""Opening in the back wall for the port plate, and the distance of the plate's two screws."""

Place = tuple[float, float, float]
"""x, y towards the player, z up."""


def feet(d: Dimensions) -> list[tuple[float, float]]:
    """Sixteen feet: the outer ones under the corners of the tiles, the inner ones beside the joints."""
    joints = [span.high for span in d.spans(d.trays)[:-1]]
    line = [5.0, joints[0] + 25, joints[-1] - 25, d.field - 5]
    return [(x, y) for x in line for y in line]


def flange_screws(d: Dimensions, axis: str, along: Span) -> list[float]:
    """Place the screws of a joint along it: between rows where it runs along y, else between posts."""
    if axis == "x":
        return [k * d.pitch for k in range(along.first + 1, along.last)]
    return [(k + 0.5) * d.pitch for k in range(along.first, along.last)]


def joint_screws(d: Dimensions) -> list[tuple[Place, str]]:
    """Every screw between two trays, and the axis along which it lies."""
    z = d.floor_top + FLANGE_SCREW
    spans = d.spans(d.trays)
    found: list[tuple[Place, str]] = []
    for before in spans[:-1]:
        for along in spans:
            found += [((before.high, at, z), "x") for at in flange_screws(d, "x", along)]
            found += [((at, before.high, z), "y") for at in flange_screws(d, "y", along)]
    return found


def clamps(d: Dimensions) -> list[tuple[float, float]]:
    """Posts beside the carrier: it lies on them by 1.5 mm, and screws with washers hold it."""
    left, back, right, _ = d.carrier_place()
    return [(x, y) for x in (left - 2.5, right + 2.5) for y in (back + 16, 1.5 * d.pitch)]


def port_centre(d: Dimensions) -> float:
    """Height of the middle of the port window."""
    return d.floor_top + 4 + PORT_WINDOW[1] / 2


def port_screws(d: Dimensions) -> list[Place]:
    """The two screws of the port plate, at the outside of the back wall."""
    return [(d.field / 2 + side * PORT_SCREWS / 2, -d.border, port_centre(d)) for side in (-1, 1)]


def usb_opening(d: Dimensions, kind: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """x and z of the opening for USB in the port plate of a controller: ``pico`` or ``esp32-s3``."""
    right, z = d.field / 2 + 24, port_centre(d)
    return (right - {"pico": 13.0, "esp32-s3": 30.0}[kind], right), (z - 7.5, z + 8.0)


def jack_place(d: Dimensions) -> tuple[float, float]:
    """x and z of the supply's jack: high enough that its nut clears the controller board."""
    return d.field / 2 - 19, port_centre(d) + 1.5
