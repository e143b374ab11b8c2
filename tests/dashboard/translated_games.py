"""The games that are told in German: where their sentences stand, and what of their programs is said to nobody."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from immolation.dashboard import translation
from immolation.dashboard.rulesets import how_to_play
from immolation.dashboard.rulesets.chimera_con.creature_art import action_in_words, in_words
from immolation.games import ascended_kings, chimera_con, chimera_hunt, cinders, kimera, red_rains
from immolation.games.ascended_kings.full.cards.pack import default_pack
from immolation.games.ascended_kings.options import FullRules
from immolation.games.chimera_con.cards.pack_reader import load_pack
from immolation.games.kimera.cards.components import GEMS as KIMERA_GEMS
from immolation.games.kimera.cards.components import KIMERA, RUNES
from immolation.games.kimera.cards.components import default_pack as kimera_pack
from immolation.games.red_rains.cards import card_text, pack_reading, sample_deck
from immolation.games.red_rains.cards.card_records import PackFile

HUNT = Path(chimera_hunt.__file__).parent
CON = Path(chimera_con.__file__).parent
KINGS = Path(ascended_kings.__file__).parent
MACHINES = Path(kimera.__file__).parent

GEMS = ("Aria", "Egis", "Pyre", "Ylem", "Dire")


def hunt_names() -> set[str]:
    """Return what Chimera Hunt calls so in every language: Chimeras, their aspects, gems, printed names."""
    packed = tomllib.loads((HUNT / "chimeras.toml").read_text())
    found = {"Rainwalker", "Bloodstone", "Aria", "Egis", "Pyre", "Ylem", "Red Rains"}
    for chimera in packed.values():
        found |= {chimera["name"], *(aspect["name"] for aspect in chimera["aspects"])}
    return found


def con_names() -> set[str]:
    """Return what Chimera Con calls so in every language: families, actions and cheats, Chimeras built of them."""
    pack = tomllib.loads((CON / "cards.toml").read_text())
    found = {card["name"] for card in pack["cheats"]}
    for card in pack["creatures"]:
        found |= {card["family"].replace("-", " ").capitalize(), card["family"]}
        found |= {card["action"]["name"]} if "action" in card else set()
    return found


def con_cards() -> set[str]:
    """Return what stands on the cards of Chimera Con."""
    pack = load_pack(CON / "cards.toml").facts.values()
    found = set()
    for card in pack:
        cheat = card["kind"] == "cheat"
        found |= {card["text"], f"Played {card['timing']}."} if cheat else {in_words(card), action_in_words(card)}
    return found - {""}


def rains_packs() -> list[PackFile]:
    """Return the printed Chimeras of Red Rains."""
    return [pack_reading.read_file(name) for name in pack_reading.names()]


def rains_names() -> set[str]:
    """Return what Red Rains calls so in every language: Chimeras, their cards, units and Phoenixborn of the samples."""
    found = {"Red Rains", "Phoenixborn", "Ultimate", "Status", *sample_deck.DECK, *sample_deck.PHOENIXBORN.values()}
    for pack in rains_packs():
        for card in (*pack.aspects, *pack.conjured):
            found |= {pack.name, card.name, card.id.replace("-", " ").title()}
    return found


def rains_cards() -> set[str]:
    """Return what stands on the cards of Red Rains."""
    found: set[str] = set()
    for pack in rains_packs():
        printed = card_text.words(pack)
        found |= {*printed.cards.values(), *printed.ultimates.values(), printed.fatigue}
        found |= {row["text"] for rows in printed.rows.values() for row in rows}
    return found - {""}


def lesson(ruleset: str) -> set[str]:
    """Return what a newcomer is told: cards, the words of the game, what its lights and choices mean."""
    told = how_to_play.lesson(ruleset)
    assert told is not None
    found = {said for card in told.card for said in (card.title, card.text)}
    found |= {said for word in told.word for said in (word.name, word.means)}
    found |= {said for light in told.light for said in (light.effect.capitalize(), light.means)}
    return found | {choice.means for choice in told.choice}


def kings_cards() -> set[str]:
    """Return what stands on the cards of Ascended Kings, by every house rule for what the rarest two do."""
    found = set()
    for wounds in (1, 2, 3):
        rules = FullRules(data_cards_lancea_wounds=wounds, data_cards_curse_wounds=wounds)
        for card in default_pack().played(rules).cards:
            found |= {card.text, *([f"Instant Power: {card.instant.words}"] if card.instant else [])}
    return found


def kings_names() -> set[str]:
    """Return what Ascended Kings calls so in every language: Kings, gems and how many, printed names of cards."""
    data = tomllib.loads((KINGS / "data" / "components.toml").read_text())
    pack = tomllib.loads((KINGS / "data" / "pack.toml").read_text())
    found = {
        "Bloodstone",
        "Koru",
        *GEMS,
        *(f"{sign}{n} {gem}" for sign in ("", "+") for n in range(1, 31) for gem in GEMS),
    }
    found |= {king[key] for king in data["king"] for key in ("name", "full_name")}
    found |= {king["revenant"] for king in data["king"] if king["revenant"][0].isupper()}
    for card in pack["card"]:
        named = card["title"]
        found |= {named, *(f"{named} {level}" for level in (1, 2, 3))}
    return found - {"Lancea of Aeterna", "Revenant Curse", "Break Transmutation", "Prismatic Inscription"}


def kimera_names() -> set[str]:
    """Return what Kimera calls so in every language: riders and machines, gems and runes, what is printed on cards."""
    pack = kimera_pack()
    found = {machine.name for machine in KIMERA.values()} | {rider.name for rider in pack.riders.values()}
    found |= {name for key in (*KIMERA_GEMS, *RUNES) for name in (key, key.title())}
    for card in pack.cards:
        effect = card.effect.title()
        found |= {card.id.replace("-", " ").title(), effect, f"{effect}.", f"{card.value} {effect}"}
    found |= {f"{rider.name} {total}" for rider in pack.riders.values() for total in range(1, 20)}  # D6 and Discipline
    return found | {"Kimera, The War Machines of Mars"}


@dataclass(frozen=True, eq=False)
class Translated:
    """A ruleset whose games are told in German."""

    ruleset: str
    rules: Path
    configs: tuple[dict[str, Any], ...]
    names: frozenset[str]
    """Names that are the same in every language."""

    seat: str
    """The name of a seat while nobody is named, but for its number."""

    unsaid: Mapping[str, str] = field(default_factory=dict)
    """Modules whose sentences no player meets in a game -> whom they are for."""

    no_sentences: Mapping[str, str] = field(default_factory=dict)
    """Texts that read like words and are said to nobody -> the reason."""

    printed: AbstractSet[str] = frozenset()
    """What stands on its cards, whether or not they turn up in the games of ``configs``."""

    least: int = 500
    """So many different sentences are said in the games of ``configs`` at least."""

    @property
    def path(self) -> Path:
        return translation.GAMES / self.ruleset.replace("-", "_") / "de.po"

    def proper(self) -> frozenset[str]:
        return self.names | {"Ada", "Bob"}


TRANSLATED = (
    Translated(
        "ascended-kings",
        KINGS,
        (
            {"seats": 2, "rounds": 6},
            {"seats": 3},
            {"seats": 4, "kings": "choose", "rounds": 5},
            {"seats": 2, "track": "full", "rounds": 4},
            {"seats": 4, "track": "full", "rounds": 5},
        ),
        frozenset(kings_names()),
        "Player",
        printed=kings_cards(),
        unsaid={
            "__init__.py": "settings of whoever starts the host, as the command line reads them",
            "components.py": "flaws of a file of the package",
            "edition.py": "what a saved game was played by",
            "game.py": "settings of whoever starts the host",
            "options.py": "house rules, which have a catalogue of their own with the rulebook",
            "settings.py": "likewise",
            "board/geometry.py": "flaws of house rules",
            "display/sentences.py": "patterns of what people say, which is English",
            "facts/arena.py": "flaws of a position's file, for whoever writes it",
            "facts/full_situation.py": "likewise",
            "facts/mat.py": "likewise",
            "frames.py": "likewise",
            "full/frames.py": "likewise",
            "full/cards/card.py": "flaws of a pack's file, for whoever writes it",
            "full/cards/pack.py": "likewise",
            "full/cards/pack_check.py": "likewise",
            **{
                f"position/{name}.py": "flaws of a position's file, for whoever writes it"
                for name in (
                    *("arena_from_json", "arena_validation", "corrections", "from_json", "full_from_json"),
                    *("full_validation", "validation"),
                )
            },
        },
        no_sentences={
            "dice are asked for": "a broken promise within the program",
            **dict.fromkeys(
                (
                    "stack.",
                    " is not among the dead",
                    " must be a Revenant by now (AK-REV-05)",
                    "that cannot lie on the decision point below it",
                    " has its Bloodstone by now (AK-REV-11)",
                    "tile  is covered in fire (AK-PROX-07)",
                    "somebody must be asked",
                    "a seat is named twice",
                    "it waits for a survive above it",
                    "1 to  decision points, not ",
                    ": a table, not .",
                    "a table of ",
                    " is not on the board (AK-DEATH-01)",
                    "that is done in the Active State (AK-ACTIVE-07)",
                    "nobody attacks the own character (AK-ATK-01)",
                    "that is for the player on turn (AK-ACTIVE-07)",
                    "who died returns after a turn or in the End of Round (AK-REV-01, AK-FIRE-20)",
                    " must be a Revenant by then (AK-REV-05)",
                    "it lies on the 'returning' of the same seat",
                    "that comes of actions of the Active State, of returns or of the End of Round (AK-WOUND-03)",
                    "somebody inherits the Bloodstones: name who in 'by' (AK-INDEX-20)",
                    ".targets",
                    "opponents, each once (AK-CARD-12)",
                    " is not aimed like that (AK-CARD-12)",
                    ".choice",
                    " leaves no such choice as  (AK-CARD-12)",
                    ".tile",
                    "that lies on a Roll for Ylem, on the Omega Stone's or on one of the End of Round",
                    "stack..value",
                    "the Immolation Die shows 1 to 4 (AK-COMP-05)",
                    "1 to  dice are rolled",
                    "1 to  dice lie on the table",
                    "that Dire would kill (AK-WOUND-02)",
                    "those gems are still in the supply, which has  (AK-COMP-10)",
                    "there are  seats",
                    "at most  dice join the roll",
                    " is on turn and raises no Shield (AK-ABIL-12)",
                    "by these house rules there is no ''",
                    "0 before the Immolation Die is rolled, then 1 to 4",
                    "the explosions are over",
                    "who was overrun is dead by now",
                    "that Fire Wall is not on the board",
                    "the blue flame rolls no percentile dice (AK-EVENT-02)",
                ),
                "a flaw of a position",
            ),
        },
    ),
    Translated(
        "cinders",
        Path(cinders.__file__).parent,
        ({"seats": 2}, {"seats": 3}, {"seats": 4}),
        frozenset({"Cinders"}),
        "Runner",
        no_sentences={
            "seats: Cinders is for 2, 3 or 4, not .": "for whoever starts the host",
            "seats: two to four runners from p1 on, one on turn, each on its own tile that does not burn.": "a flaw",
        },
        least=100,
    ),
    Translated(
        "chimera-con",
        CON,
        ({"seats": 2}, {"seats": 3}, {"seats": 4}, {"seats": 6}),
        frozenset(con_names()),
        "Player",
        printed=con_cards(),
        unsaid={
            "__init__.py": "settings of whoever starts the host, as the command line reads them",
            "cards/pack_reader.py": "flaws of a pack's file, for whoever writes it",
            "edition.py": "what a saved game was played by",
            "facts/con_facts.py": "flaws of a position's file, for whoever writes it",
            "frames.py": "flaws as well, and sentences whose holes are filled elsewhere, each of them met in a game",
            "game.py": "settings of whoever starts the host",
            "options.py": "house rules, which have a catalogue of their own with the rulebook",
            **{
                f"position/{name}.py": "flaws of a position's file, for whoever writes it"
                for name in ("from_json", "stack", "validation")
            },
        },
        no_sentences={
            "possible only while an attack is under way": "a broken promise within the program",
            "a card is turned up for somebody": "likewise",
        },
    ),
    Translated(
        "kimera",
        MACHINES,
        (
            {"seats": 2},
            {"seats": 3},
            {"seats": 4, "teams": {"red": ["p1", "p2"], "blue": ["p3", "p4"]}},
            {"seats": 6, "rounds": 4},
        ),
        frozenset(kimera_names()),
        "Rider",
        unsaid={
            "__init__.py": "settings of whoever starts the host, as the command line reads them",
            "cards/components.py": "flaws of a pack's file, for whoever writes it",
            "cards/rider_builder.py": "flaws of a design, for whoever writes it",
            "options.py": "house rules, which have a catalogue of their own with the rulebook",
            "rounds/opening.py": "settings of whoever starts the host",
            **{
                f"position/{name}.py": "flaws of a position's file, for whoever writes it"
                for name in ("from_json", "validation", "validation_battle")
            },
        },
        no_sentences={
            "asked only where somebody is awaited": "a broken promise within the program",
            "no attack is under way": "likewise",
            "a grappler lets go": "likewise",
            "KimeraLook": "a class",
        },
    ),
    Translated(
        "chimera-hunt",
        HUNT,
        (
            {"seats": 1},
            {"seats": 3, "chimera": "lordswall", "level": "H1"},
            {"seats": 4, "chimera": "neverset", "level": "S2"},
            {"seats": 2, "campaign": "standard"},
            {"seats": 2, "chimera": "shadowreck"},
            {"seats": 2, "chimera": "mooncove", "level": "H2"},
            {"seats": 3, "chimera": "frostwild"},
        ),
        frozenset(hunt_names()),
        "Hunter",
        unsaid={
            "__init__.py": "settings of whoever starts the host, as the command line reads them",
            "game.py": "likewise",
            "pack.py": "flaws of a pack's file, for whoever writes it",
            "position.py": "flaws of a position's file, for whoever writes it",
        },
        no_sentences={
            "ChimeraHunt": "a class",
            "apply has checked it": "a broken promise within the program",
            "it stands": "likewise",
            "who is aimed at stands": "likewise",
            "who leaps stands": "likewise",
            "who has fallen cannot fall": "likewise",
            "aspect ": "a kind of piece",
        },
    ),
    Translated(
        "red-rains",
        Path(red_rains.__file__).parent,
        (
            {"seats": 1, "players": "fair"},
            {"seats": 2, "chimera": "lordswall", "level": "H3"},
            {"seats": 1, "chimera": "neverset", "level": "H2", "players": "printed"},
            {"seats": 2, "chimera": "shadowreck", "players": "printed"},
            {"seats": 2, "chimera": "moon_cove", "level": "S3", "players": "fair"},
            {"seats": 1, "chimera": "frostwild", "campaign": True},
        ),
        frozenset(rains_names()),
        "Phoenixborn",
        printed=rains_cards(),
        unsaid={
            "__init__.py": "settings of whoever starts the host, as the command line reads them",
            "config.py": "likewise",
            "edition.py": "what a saved game was played by",
            "game.py": "settings of whoever starts the host",
            "options.py": "house rules, which have a catalogue of their own with the rulebook",
            "settings.py": "settings of whoever starts the host",
            "cards/card_records.py": "levels, as settings name them",
            "cards/pack_checks.py": "flaws of a pack's file, for whoever writes it",
            "cards/pack_reading.py": "likewise",
            "cards/printed_abilities.py": "likewise",
            "effects/effect.py": "likewise",
            "facts/keywords.py": "what people type, which is English",
            "frames.py": "flaws of a position's file, for whoever writes it",
            "spoken/sentences.py": "patterns of what people say, which is English",
            **{
                f"position/{name}.py": "flaws of a position's file, for whoever writes it"
                for name in ("corrections", "from_json", "stack_validation", "validation")
            },
        },
        no_sentences={
            "an effect that asks lays one question on top": "a broken promise within the program",
            "two verbs are called ": "likewise",
            " is said by its button": "likewise",
            **dict.fromkeys(("roll-", "player-", "-less", "-value", "-again"), "part of a key"),
            **dict.fromkeys(
                (
                    " 's phoenixborn",
                    "chimera card",
                    r"\bon(?:to)? chimera 's (?:side|battlefield) (?:facing|opposite|before) \b",
                    r"\b(?:at|on|onto)  's (?:side|battlefield)\b",
                    "or more|at least",
                ),
                "what people say, which is English",
            ),
            **dict.fromkeys(
                ("--own: ; --part: %", "--own: ", "outlined dense maxlength=4000", "outlined dense maxlength=40"),
                "a style",
            ),
        },
    ),
)


def entries(path: Path) -> dict[str, str]:
    """English -> the other language."""
    with path.open("rb") as file:
        read = read_po(file, locale=path.stem, abort_invalid=True)
    return {str(entry.id): str(entry.string) for entry in read if entry.id}


READS = re.compile(r"(?!im-)(.*[a-z]{2} [a-z]|[A-Z][a-z])")
"""What reads as words for people, and not as a key."""


DRAWN = re.compile(r"<|.*=['\"]|translate\(|hsl\(|(color|width|--focus): |im-")
"""What is part of a drawing or a style."""


def skeletons(path: Path, seat: str) -> Iterator[tuple[str, str]]:
    """Yield what a module may say: its words, and a pattern that any sentence made there fits.

    Whoever it is and however many are holes in the catalogue, whether or not the program writes them out; and so are
    the holes of what is formatted later.
    """
    tree = ast.parse(path.read_text())
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    silent |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    filled = re.compile(rf"(?i:{seat})\\ \.\*|[0-9]+")
    later = re.compile(r"\\{\w*\\}")
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            words = "".join(str(part) for part in parts if part is not None)
            if re.search("[a-z]{2}", words):
                fits = "".join(".*" if part is None else re.escape(str(part)) for part in parts)
                yield words, f".*{re.sub(later, '.*', re.sub(filled, '.*', fits))}.*"
        elif isinstance(node, ast.Constant) and isinstance(said := node.value, str) and READS.match(said):
            yield said, f".*{re.sub(later, '.*', re.escape(said))}.*"
