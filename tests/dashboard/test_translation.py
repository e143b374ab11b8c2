"""The page speaks the browser's language: no word of its own bypasses the catalogues, and German is complete."""

from __future__ import annotations

import ast
import itertools
import re
import string
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from immolation import dashboard, games
from immolation.dashboard import translation
from immolation.dashboard.panels import new_game
from playwright.async_api import Browser, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GameStage
from tests.dashboard.stage import Stage

HOUSE = Path(dashboard.__file__).parent
OWN = [
    *sorted((HOUSE / "panels").glob("*.py")),
    *sorted((HOUSE / "story").glob("*.py")),
    *sorted((HOUSE / "lobby").glob("*.py")),
    *(HOUSE / "pages" / f"{name}.py" for name in ("table_page", "header", "commands")),
    HOUSE / "drawing" / "drawn_board.py",
    HOUSE / "seats.py",
]
"""Where the page's own words stand; a ruleset's folder has the words of its game, as the game says them."""

SHOWN_BY = {"text", "button", "dialog", "picture_button", "Headline", "set_text", "_"}
SHOWN_AS = {"hint", "label", "name", "aria_label", "title", "placeholder"}
NO_WORDS = re.compile(r"^[A-Z][a-z]+[A-Z]|im-|--|[<=#]|^The $|^Esc$|^page |outlined|no-caps")


def reads_as_words(said: str) -> bool:
    """Whether a text in the program is meant for people: a capital first, or a whole phrase."""
    return bool(re.match(r"[A-Z][a-z’]|[a-z]+(,? [a-z]+)+[:.]?", said)) and not NO_WORDS.search(said)


def own_words(path: Path) -> Iterator[str]:
    """The page's words in a file."""
    tree = ast.parse(path.read_text())
    left_out = {
        id(part)
        for node in ast.walk(tree)
        for part in (
            *([node.value] if isinstance(node, ast.Expr) else []),
            *(node.values if isinstance(node, ast.JoinedStr) else []),
            *((*node.comparators, node.left) if isinstance(node, ast.Compare) else []),
        )
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            if reads_as_words(node.value):
                yield node.value
        elif isinstance(node, ast.Call) and _called(node) in SHOWN_BY:
            for shown in (*node.args[:1], *(one.value for one in node.keywords if one.arg in SHOWN_AS)):
                if isinstance(shown, ast.Constant) and re.search("[a-z]{2}", str(shown.value)):
                    yield str(shown.value)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def put_together(path: Path) -> Iterator[str]:
    """What is shown without a catalogue's help: words inside an f-string."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or _called(node) not in SHOWN_BY:
            continue
        given = (*node.args[:1], *(one.value for one in node.keywords if one.arg in SHOWN_AS))
        either = ([one.body, one.orelse] if isinstance(one, ast.IfExp) else [one] for one in given)
        for shown in itertools.chain.from_iterable(either):
            if isinstance(shown, ast.JoinedStr):
                words = "".join(str(part.value) for part in shown.values if isinstance(part, ast.Constant))
                if re.search("[A-Za-z]{2}", words):
                    yield f"{path.name}:{node.lineno}: {words}"


def catalogue(language: str) -> Catalog:
    with (translation.FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def holes(said: str) -> set[str]:
    """What a message wants to be given."""
    return {name for _, name, _, _ in string.Formatter().parse(said) if name}


@pytest.mark.parametrize("language", translation.LANGUAGES[1:])
def test_every_word_of_the_page_has_an_entry(language: str) -> None:
    known = {str(message.id): str(message.string) for message in catalogue(language) if message.id}
    used = {said for path in OWN for said in own_words(path)}
    assert len(used) > 150, "The search for words finds none."
    assert sorted(used - known.keys()) == []
    assert sorted(said for said in known if not known[said]) == []
    assert sorted(said for said in known if holes(said) != holes(known[said])) == []
    assert not any(message.fuzzy for message in catalogue(language))


def test_nothing_is_put_together_past_the_catalogues() -> None:
    assert [found for path in OWN for found in put_together(path)] == []


TEMPLATE = re.compile(r"template: `(.*?)`", re.DOTALL)
BETWEEN_TAGS = re.compile(r">[^<>]*[A-Za-z]{2}[^<>]*<")
READ_ALOUD = re.compile(r"(?<![:\w-])(?:title|aria-label|placeholder|alt)=.[^'\"]+")
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}.*[.!?]$|^[A-Z][a-z]+( [a-z]+)*[.:!?]?$")


def in_scripts(path: Path) -> Iterator[str]:
    """Words that a browser's script would show by itself: text between tags, titles, and strings that are sentences."""
    program = re.sub(r"^ *//.*$|(?<=[;,{}] )// .*$", "", path.read_text(), flags=re.M)
    for template in TEMPLATE.findall(program):
        bare = re.sub(r"\{\{.*?\}\}", "", template, flags=re.DOTALL)
        yield from BETWEEN_TAGS.findall(bare)
        yield from READ_ALOUD.findall(bare)
    for quoted in QUOTED.findall(TEMPLATE.sub("", program)):
        said = re.sub(r"\$\{[^}]*\}", "x", "".join(quoted))
        if SENTENCE.search(said) and said not in NAMES_IN_SCRIPTS:
            yield said


NAMES_IN_SCRIPTS = {"Enter", "Escape", "Immolation", "Notification"}
"""Keys, a feature of browsers, and what is called so in every language."""


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.js")), ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(path: Path) -> None:
    assert list(in_scripts(path)) == []


CONTENT = re.compile(r"(?<!-)content:\s*([^;}]*[A-Za-z]{2}[^;}]*)")


def in_styles(sheet: str) -> list[str]:
    """Words that a style sheet would show by itself; what the page gives it as an attribute is none of them."""
    return [said for said in CONTENT.findall(sheet) if not said.startswith("attr(")]


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.css")), ids=lambda path: path.parent.name)
def test_no_style_sheet_has_words_of_its_own(path: Path) -> None:
    assert in_styles(path.read_text()) == []


def test_words_in_a_style_sheet_would_be_found() -> None:
    assert in_styles('.a::after { content: "Looking back"; }') == ['"Looking back"']
    assert (
        in_styles(".a::after { content: attr(data-past); } .b { justify-content: center } .c::before { content: '▸' }")
        == []
    )


FORMAL = re.compile(r"(?<![.!?:“]) Sie\b|\b(?:Ihnen|Ihren|Ihrem)\b|^(?:Sie (?:sind|haben|können)|\w+en Sie)\b")


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("de.po")), ids=lambda path: path.parent.name)
def test_german_says_du(path: Path) -> None:
    with path.open("rb") as file:
        said = [str(entry.string) for entry in read_po(file, locale="de") if entry.id]
    assert [one for one in said if FORMAL.search(one)] == []


def spoken_past(path: Path) -> Iterator[str]:
    """What is read aloud or shown as a hint, and went past the catalogues on its way into an attribute."""
    for node in ast.walk(ast.parse(path.read_text())):
        named = []
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            named = [(node.targets[0].slice, node.value)]
        elif isinstance(node, ast.Dict):
            named = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]
        for key, value in named:
            if isinstance(key, ast.Constant) and key.value in ("title", "aria-label", "placeholder"):
                words = isinstance(value, ast.Constant | ast.JoinedStr | ast.Name | ast.Attribute)
                if words and ast.unparse(value) not in TRANSLATED_BEFORE:
                    yield f"{path.name}:{node.lineno}: {ast.unparse(value)}"


TRANSLATED_BEFORE = {"'Immolation'", "label", "name", "action.label", "title"}
"""What the attribute is set to, where it was translated when it was made, or is what people named a table."""


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.py")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_read_aloud_goes_through_the_catalogues(path: Path) -> None:
    assert list(spoken_past(path)) == []


@pytest.mark.parametrize("ruleset", sorted(games.names()))
def test_what_a_new_game_may_be_given_is_asked_in_german(ruleset: str) -> None:
    """What everybody is asked; house rules are held by `test_rule_words.py`."""
    for track in ("arena", "full") if ruleset == "ascended-kings" else ("",):
        given = games.load_for(ruleset, {"track": track} if track else {}).config_keys()
        form = [msgspec.convert(msgspec.to_builtins(one), new_game.GameOption) for one in given]
        said = {
            said for one in new_game.offered(form) for said in (one.meaning.removesuffix("."), *new_game.titles(one))
        }
        known = {str(entry.id) for entry in catalogue("de")} | NAMES_OF_CHIMERAS
        assert sorted(one for one in said - known if re.search("[a-z]{2}", one)) == []


NAMES_OF_CHIMERAS = {
    "Corpse of Viros", "Frostwild Scourge", "Blight of Neverset", "Siege of Lordswall", "Spawn of Shadowreck",
    "Flood of Moon Cove",
}  # fmt: skip
"""Called so in every language."""


def test_words_in_a_script_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "one.js"
    for said in (
        "export default { template: `<b>Sound</b>` }",
        'export default { template: `<b title="A tone for you">{{ words.sound }}</b>` }',
        'say("Choose a tile.");',
        "say(`${label} lifted from ${tile}. Choose a tile.`);",
        "say(name, 'Empty');",
    ):
        path.write_text(said)
        assert list(in_scripts(path)), said


def test_outside_of_a_page_words_are_english() -> None:
    assert translation._("Undo") == "Undo"
    assert translation._("{name} decides", name="Ada") == "Ada decides"
    assert translation.catalogue("de").gettext("Undo") == "Rückgängig"


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_each_browser_is_spoken_to_in_its_language(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    for locale, undo, turn in (("de-AT", "Rückgängig", "Vara ist am Zug"), ("fr-FR", "Undo", "Vara’s turn")):
        context = await new_context(browser, locale=locale)
        window = await context.new_page()
        await window.goto(page_process.url)
        await expect(window.get_by_role("button", name=undo)).to_be_visible()
        await expect(window.get_by_role("heading", name=turn)).to_be_visible()
        await expect(window.locator("html")).to_have_attribute("lang", "de" if locale == "de-AT" else "en")
        await context.close()
    stage.note = "Nobody is translated who is no word of the page."
    await stage.show()


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_german_desk_names_the_game_whole_and_its_person_in_german(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    """Its tools are longer than English ones; and who plays a demo alone is entered as "You"."""
    context = await new_context(browser, locale="de-DE", viewport={"width": 1280, "height": 860})
    async with GameStage(broker.url, "arena") as stage:
        stage.name_person("You")
        stage.play_until_asked(1)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        game = window.locator(".im-game")
        await expect(game).to_have_text("Ascended Kings")
        await expect(window.locator(".im-seat-head").first).to_contain_text("Du")
        assert await game.evaluate("one => one.scrollWidth <= one.clientWidth")
    await context.close()
