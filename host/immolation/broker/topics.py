"""The MQTT topics: every name and every command in one place. This page is enough to write another client.

====================================== ======== =====================================================
topic                                  retained payload
====================================== ======== =====================================================
``immolation/board/<b>/up``            no       wire messages of a Wi-Fi board
``immolation/board/<b>/down``          no       wire messages to a Wi-Fi board
``immolation/board/<b>/online``        yes      ``online`` / ``offline`` (last will)
``immolation/board/<b>/scene``         yes      ``{"n", "brightness", "layers": [Layer...]}`` as composed
``immolation/board/<b>/status``        yes      the board's last ``status`` message: ``fps``, ``ma``, ``free``...
``immolation/board/<b>/press``         no       ``{"event_type": "press" | "release", "button": "1" to "6" or
                                                "host", "held_ms"}``: a button of the board, once each
``immolation/board/<b>/pixels``        no       300 bytes R G B of tile 00 to 99: a virtual board's lights,
                                                one frame for each credit
``immolation/board/<b>/credit``        no       ``{"client", "frames"}``: how many more frames a page takes
``immolation/board/<b>/hand``          no       ``{"tile", "up"}``: a hand on a virtual board
``immolation/table/<t>``               yes      `TableState`
``immolation/table/<t>/seat/<seat>``   no       `SeatState`
``immolation/table/<t>/clock``         yes      ``{"now", "clocks": [Clock...]}``
``immolation/table/<t>/events``        no       `NumberedEvents`, hidden parts cut
``immolation/table/<t>/announce``      no       `announcements.Announcement`: a sentence to be said aloud
``immolation/table/<t>/do``            no       a command; from the host machine's own clients
``immolation/table/<t>/do/<client>``   no       a command; ``<client>`` is bound to the MQTT user by ACL
``immolation/table/<t>/reply/<client>`` no      the answer to a command
``immolation/lobby``                   yes      `lobby.LobbyState`: all tables and boards of the host
``immolation/lobby/do``                no       a command to the lobby; from the host machine's own clients
``immolation/lobby/do/<client>``       no       the same; ``<client>`` is bound to the MQTT user by ACL
``immolation/lobby/reply/<client>``    no       the answer to it
``immolation/table/<t>/online``        yes      ``online`` / ``offline`` (last will): the host of a table that is not
                                                called ``main``
``immolation/host/online``             yes      ``online`` / ``offline`` (last will): the host of ``main``, and of
                                                every table that does not say it itself
``homeassistant/device/<id>/config``   yes      discovery
====================================== ======== =====================================================

A command has an ``id`` (text, at most 64 characters; a repeated id is answered again, not done again) and,
on ``do`` without a client in the topic, an optional ``client`` (default ``host``) that the reply goes to, and an
optional ``as``: the seat that the host's page speaks for (or ``watch``), whose rights then hold instead of the host's:

* ``{"id", "seat", "action"}``: take an action; rolls typed by people are actions of the seat ``chance``. With
  ``"then": [{"kind", "action"}...]`` also what that seat does next, each as soon as it is asked a question of that kind
  (`Decision.kind`); what is left is forgotten once anything else is asked of it, or another seat does more than pass.
  What a seat's private state offers for it is ``ahead``: its ``actions`` with those ``before`` them taken first, or,
  with nothing before, after whatever is answered
* ``{"id", "table": "undo"}``, with ``"to": n`` to go back further
* ``{"id", "table": "consent", "seat", "yes"}``: agree to an undo over a revealed card, a put-right or a proposal; with
  ``"to": n`` (``consent_id`` of the table) to this one alone
* ``{"id", "table": "propose", "seat", "path", "value", "reason"}``: set one place of the position right for a reason,
  once every other person agrees
* ``{"id", "table": "pause"}``: stop clocks and bots
* ``{"id", "table": "resume"}``: go on
* ``{"id", "table": "press", "button": "1" to "6" | "host"}``: as if the board had this button, so that any other may
  be one: a seat's ends or passes for it where that is one action, the host's pauses or resumes
* ``{"id", "table": "put-right", "which": "board" | "game"}``: which of the two is right
* ``{"id", "table": "choose", "index"}``: which of `BoardState.choices` was meant
* ``{"id", "table": "view", "seat"}``: send that seat's private state again
* ``{"id", "table": "events", "since"}``: events after journal number ``since``, in the reply
* ``{"id", "table": "moment", "number"}``: what everybody saw after so many actions of those in effect, in the reply
* ``{"id", "table": "course", "numbers"}``: how rounds, turns and the numbers at these paths of the public view (such as
  ``seats.*.wounds``) went from the start to now, in the reply; ``standings.*`` is what each seat would count if the
  game ended then
* ``{"id", "table": "why", "rule"}``: the text of a rule, in the reply
* ``{"id", "table": "rules", "words", "ids"}``: the rules that hold all these words, or the one with this id, and
  those of ``ids``, which may be left out, in the reply
* ``{"id", "table": "options", "ruleset"}``: what a new game may be given, in the reply; with ``"config"``, for a game
  begun so (its track or reading, say)
* ``{"id", "table": "hands", "auto"}``: let the virtual board's hands move what is not a person's to move
* ``{"id", "table": "player", "seat", "player"}``: who plays a seat from now on
* ``{"id", "table": "asked", "seat", "always": true|false}``: be asked at every opportunity, or only what concerns one;
  with ``"kind"`` let windows of that kind (`Decision.kind`, for one card ``kind: Decision.about``; one that was asked
  in this game, and `passing.MOST_PASSES` of them at most) pass from now on,
  with ``"this_turn": true`` until the turn is over; without a kind whatever was let pass is asked again
* ``{"id", "table": "new", "ruleset", "config", "players"}``: start another game at this table; instead of
  ``config`` a ``position``, from which the game goes on
* ``{"id", "table": "again"}``: start the same game anew: seats, players and options as they are
* ``{"id", "table": "pace", "ms"}``: how many milliseconds a bot thinks and a step of a long turn stays, 0 to 10000
* ``{"id", "table": "skip"}``: show what is left of a long turn at once
* ``{"id", "table": "say", "seat", "text"}``: what that seat means by a sentence, in the reply; nothing is done
* ``{"id", "table": "hint", "seat"}``: what a bot would do in that seat's place, in the reply; nothing is done
* ``{"id", "table": "brightness", "level"}``: how bright the board's lights are, 0 (dark) to 255
* ``{"id", "table": "current", "ma"}``: how much current the board may draw, 100 to 6000 mA
* ``{"id", "table": "sensor", "tile", "on"}``: whether the sensor of a tile is heard; if not, the tile is taken as the
  game has it
* ``{"id", "table": "colours", "distinct"}``: whether colours are those that everybody tells apart
* ``{"id", "table": "rights", "rights": {"pause", "undo", "settle", "end"}}``: who may, each ``players`` or ``host``
* ``{"id", "table": "identify"}``: the board blinks
* ``{"id", "table": "self-test", "on"}``: it shows every light and what its sensors read, or ends it
* ``{"id", "table": "calibrate", "magnet"}``: it takes what its sensors read on an empty board; with a magnet's size,
  1 to 4, how strongly each 3-axis sensor feels that magnet, until ``self-test`` is ended
* ``{"id", "table": "firmware"}``: which firmware the host has for it, and whether it can be written from here
* ``{"id", "table": "update-firmware"}``: write it to the board's drive; the table's ``board.update`` tells the course

A command to the lobby has ``id`` and ``client`` as well; the host's rights alone open anything there:

* ``{"id", "lobby": "open", "ruleset", "config", "players", "name", "dice": "host" | "typed", "clocks"}``: open another
  table with a new game; ``clocks`` are ``{"mode": "off" | "turn" | "bank", "seconds", "increment", "window"}``
* ``{"id", "lobby": "name", "table", "name"}``: call a table otherwise; its topics stay
* ``{"id", "lobby": "games"}``: the games of all tables, in the reply
* ``{"id", "lobby": "resume", "game"}``: go on with one of them, paused, under the name of its table
* ``{"id", "lobby": "end", "table"}``: close a table; its topics are given back, its game stays in the list
* ``{"id", "lobby": "move", "board", "table"}``: put a board at another table, or at none (``null``)
* ``{"id", "lobby": "options", "ruleset", "config"}``: what a new game may be given, as at a table

Replies: ``{"id", "ok": true, ...}`` or ``{"id", "ok": false, "refused", "rule"}``. An action's has ``n``; undo,
consent, propose and put-right have ``done`` (false: people are still asked); events have ``events`` and ``more``;
moment has ``number``, ``count`` (actions in effect), ``view``, ``picture`` and ``text``; course has ``count``,
``rounds``, ``turns`` and ``numbers``, each a list of counts of actions with the value from there on, and ``decided``,
of a game that is over the actions after which its winner's chance was another; why has ``rule``, ``section``,
``text``, ``example``, ``gap`` and ``track``; say has ``said`` (to be read back, or a question
back) and ``action`` (or null); hint has ``action``, ``label``, ``gains`` and ``costs`` (what the action does, as
phrases); firmware has ``installed``, ``drive`` and ``why``; options have ``title``, ``config`` and ``options`` (lists
of `games.contract.Option`: the keys of a new game's ``config`` and of ``config["options"]``) and ``bots``. The lobby's
open and resume have ``table``, its games have ``games``, a list of `kept_games.KeptGame`.
Commands are never retained.
"""

from __future__ import annotations

ROOT = "immolation"
MAIN = "main"
"""The table of a host where nobody names another."""

HOST_ONLINE = f"{ROOT}/host/online"
LOBBY = f"{ROOT}/lobby"
LOBBY_DO = f"{LOBBY}/do"
ONLINE, OFFLINE = "online", "offline"


def lobby_reply(client: str) -> str:
    """Answers of the lobby to a client."""
    return f"{LOBBY}/reply/{client}"


def board(board_id: str, part: str) -> str:
    """``up``, ``down``, ``online``, ``scene``, ``status``, ``press``, ``pixels``, ``credit`` or ``hand`` of a board."""
    return f"{ROOT}/board/{board_id}/{part}"


def table(table_id: str, *parts: str) -> str:
    """The table itself, or ``clock``, ``events``, ``do``, ``seat``, ... below it."""
    return "/".join((ROOT, "table", table_id, *parts))


def presence(table_id: str) -> str:
    """The topic where the host of a table says whether it is there: each its own, where several share a broker."""
    return HOST_ONLINE if table_id == MAIN else table(table_id, "online")


def home_board(table_id: str) -> str:
    """The board in whose topics a host's first table tells of its lights, where that board has no name of its own."""
    return ROOT if table_id == MAIN else table_id
