"""How Chimera Hunt looks on the page, without a browser: gauges, the attack to come, aspects, hunters."""

from __future__ import annotations

from typing import Any

from immolation.dashboard import rulesets
from immolation.dashboard.display_names import replace_names
from immolation.dashboard.rulesets.chimera_hunt.look import aspects, danger, gauges, hunter_words

from tests.games.chimera_hunt.table import GAME, at, effect, on


def test_everything_that_is_counted_is_told() -> None:
    view = at(life=20, souls=2, rains=7, rage=3, phase=2, round=9).view(None)
    told = dict(gauges(view))
    assert told["The Chimera"] == "Corpse of Viros, phase II"
    assert told["Life"].startswith("20 of ")
    assert (told["Souls"], told["Red Rains"], told["Rage"], told["Round"]) == ("2", "7 of 11", "3 of 5", "9 of 14, S1")
    campaign = dict(gauges(GAME.new({"campaign": "heroic"}).view(None)))
    assert campaign["Campaign"] == "night 1 of 6, 0 lost, boon: none"
    lost = effect("lash all", [{"tile": 27, "wounds": 3}, {"tile": 72}], souls=0, campaign="standard", losses=3)
    assert dict(gauges(lost.view(None)))["Campaign"] == "night 1 of 6, 4 lost, boon: none"


def test_the_attack_to_come_says_who_whom_where_and_how_hard() -> None:
    view = at([{"tile": 41}, {"tile": 78}], [on("Iron Scales", "top", 4)]).view(None)
    assert danger(view) == ["Next: Iron Scales (left claw) at hunter 1 for 2, to 42."]
    assert aspects(view) == [("Iron Scales 04", "ready, left claw, strength 2, blood 2, toughness 3")]
    assert danger(at().view(None)) == []
    called: Any = replace_names(view, {"Hunter 1": "Ada"})
    assert danger(called) == ["Next: Iron Scales (left claw) at Ada for 2, to 42."]


def test_a_hunter_is_told_in_short_pieces() -> None:
    hunters = [{"tile": 27, "wounds": 2, "gems": ["aria", "egis"], "bloodstones": 2, "webbed": True}, {}]
    one, other = at(hunters).view(None)["hunters"]
    assert hunter_words(one) == ["Hunter 1", "2 of 4 wounds", "Aria, Egis", "2 Bloodstones", "webbed"]
    assert hunter_words(other) == ["Hunter 2", "fallen"]


def test_a_seats_card_changes_with_its_hunters_and_names_them_where_it_has_two() -> None:
    """The hunters are no part of a seat's facts, so that a card would stay as it was when one is wounded or falls."""
    look = rulesets.of("chimera-hunt")
    view, later = (at([{"tile": 27, "wounds": wounds}, {"tile": 72}]).view(None) for wounds in (1, 2))
    assert view["seats"] == later["seats"]
    assert look.seat(view["seats"]["p1"], view) == ["1 of 4 wounds"]
    assert look.seat(later["seats"]["p1"], later) == ["2 of 4 wounds"]
    alone = GAME.new({"seats": 1}).view(None)
    assert look.seat(alone["seats"]["p1"], alone) == ["Hunter 1", "1 Bloodstone", "Hunter 2", "1 Bloodstone"]


def test_the_panel_changes_exactly_with_what_it_tells() -> None:
    look = rulesets.of("chimera-hunt")
    assert look.side(at(rains=1).view(None)) != look.side(at(rains=2).view(None))
    assert look.side(at().view(None)) == look.side(at(walkers=[31]).view(None))
