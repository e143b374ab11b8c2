"""Shows Chimera Hunt: life, souls, rains and rage, the attack to come and the aspects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from immolation.dashboard.elements import box, text
from immolation.dashboard.messages import ActionJson, EventJson
from immolation.dashboard.rulesets.look import DrawnDie, Json, Look, numbered

PHASES: Final = ("", "I", "II", "III")
MARKS: Final = {"left": "left claw", "right": "right claw", "jaws": "jaws"}
WALLS: Final = ("top", "right", "bottom", "left")
BURNS: Final = ("cold", "burns")
"""The faces of the rage die."""

STATES: Final = ("stunned", "webbed", "bleeding")


class ChimeraHuntLook(Look):
    """Chimera Hunt: everything that the lights say, in words."""

    lost: ClassVar[str] = "The hunt is lost"
    moments: ClassVar[Mapping[str, str]] = {
        "ultimate": "The Ultimate",
        "fell": "A hunter falls",
        "over": "The end of the hunt",
        "night": "A new night",
    }
    charts: ClassVar[Mapping[str, str]] = {
        "Life of the Chimera": "life",
        "Wounds": "hunters.*.wounds",
        "Red Rains": "rains",
    }
    places: ClassVar[Sequence[str]] = ("hunters.*.tile", "body")
    wounds: ClassVar[Collection[str]] = ("wounded", "fell")

    def seat_of(self, name: str, view: Mapping[str, Json]) -> str:
        """Lines are of hunters, counted from 0; a seat that leads several is named by the first."""
        if not name.isdecimal():
            return name
        hunter = view["hunters"][int(name)]
        return str(hunter["seat"]) if view["seats"][hunter["seat"]]["hunters"][0] == int(name) + 1 else hunter["name"]

    def concerns(self, event: EventJson, seat: str, view: Mapping[str, Json]) -> bool:
        """Events name hunters, and a seat may lead several."""
        return event.data.get("hunter") in view["seats"].get(seat, {}).get("hunters", ())

    def dice_of(self, action: ActionJson, events: Sequence[EventJson]) -> Sequence[DrawnDie]:
        """The Immolation Die, the rage die, the d12 of the Chimera, or the d8 of a place along a wall."""
        if action.get("do") == "ablaze":
            return [DrawnDie("mark", str(action["wall"]), WALLS, "Immolation Die")]
        if action.get("do") != "roll":
            return ()
        kinds = {event.kind for event in events}
        if "rage-rolled" in kinds:
            return [DrawnDie("mark", BURNS[bool(action["face"])], BURNS, "Rage die")]
        return [numbered("d12" if "behaves" in kinds else "d8", action["face"])]

    def seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> list[str]:
        """Return what the seat's hunters hold, in short pieces; where it is one hunter, the seat's name is its own."""
        found = [hunter_words(view["hunters"][number - 1]) for number in facts["hunters"]]
        return found[0][1:] if len(found) == 1 else [said for words in found for said in words]

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """Build what the seat's hunters hold."""
        for said in self.seat(facts, view):
            text(said, "im-fact" + (" hurt" if "wound" in said or said == "fallen" else ""), tag="span")

    def side(self, view: Mapping[str, Json]) -> Json:
        """Return what the panel beside the board tells."""
        return [*gauges(view), *aspects(view), *danger(view)]

    def build_side(self, view: Mapping[str, Json]) -> None:
        """Gauges, the attack to come, aspects."""
        with box("im-facts", tag="dl"):
            for name, value in gauges(view):
                text(name, tag="dt")
                text(value, tag="dd")
        for said in danger(view):
            text(said, "im-fact gold", tag="p")
        with box("im-facts im-stacked", tag="dl"):
            for name, said in aspects(view):
                text(name, tag="dt")
                text(said, tag="dd")


def gauges(view: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Name and value of everything that is counted."""
    found = [
        ("The Chimera", f"{view['name']}, phase {PHASES[view['phase']]}"),
        ("Life", f"{view['life']} of {view['full_life']}"),
        ("Souls", str(max(0, view["souls"]))),
        ("Red Rains", f"{view['rains']} of {view['ultimate']}"),
        ("Rage", f"{view['rage']} of 5"),
        ("Round", f"{view['round']} of {view['options']['rounds']}, {view['level']}"),
    ]
    if view["campaign"] != "none":
        lost = view["losses"] + (view["won"] is False)  # the night that ends now as well
        found.append(("Campaign", f"night {view['night']} of 6, {lost} lost, boon: {view['boon']}"))
    return found


def hunter_words(hunter: Mapping[str, Json]) -> list[str]:
    """A hunter's state in short pieces."""
    if hunter["tile"] is None:
        return [hunter["name"], "fallen"]
    found = [hunter["name"]]
    if hunter["wounds"]:
        found.append(f"{hunter['wounds']} of 4 wounds")
    if hunter["gems"]:
        found.append(", ".join(gem.capitalize() for gem in hunter["gems"]))
    if hunter["bloodstones"]:
        found.append(f"{hunter['bloodstones']} Bloodstone{'s' * (hunter['bloodstones'] > 1)}")
    return found + [state for state in STATES if hunter[state]]


def danger(view: Mapping[str, Json]) -> list[str]:
    """The attack that comes next, as things stand."""
    attack = view["attack"]
    if attack is None or view["over"]:
        return []
    runs = f", to {attack['way'][-1]:02d}" if len(attack["way"]) > 1 else ""
    name = view["hunters"][attack["hunter"] - 1]["name"]  # a person's, once the page has put it in
    who = name.lower() if name == f"Hunter {attack['hunter']}" else name
    return [f"Next: {attack['aspect']} ({MARKS[attack['mark']]}) at {who} for {attack['wounds']}{runs}."]


def aspects(view: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Every aspect in its order: name and tile, and what is known of it."""
    return [
        (
            f"{each['name']} {each['tile']:02d}",
            f"{each['state']}, {MARKS[each['mark']]}, strength {each['strength']}, blood {each['blood']}, "
            f"toughness {each['toughness']}",
        )
        for each in view["aspects"]
    ]
