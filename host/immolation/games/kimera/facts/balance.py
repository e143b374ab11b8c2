"""Change Balance and Initiative, and the Off-Balance mark with them."""

from __future__ import annotations

from ...engine import EventLog, report
from .battle_facts import BattleFacts, Mount


def gain(s: BattleFacts, mount: Mount, amount: int, rules: tuple[str, ...], log: EventLog, why: str) -> int:
    """Give Balance back, up to the full level (KM-REC-07); above 0 the Off-Balance mark goes (KM-DMG-03)."""
    before = mount.balance
    after = before + max(0, amount)
    if s.settings.rules.balance_cap == "max_balance":
        after = max(before, min(after, mount.standing.full_balance))
    mount.balance = after
    got = after - before
    text = f"{s.name(mount.seat)} {why} and regains {got} Balance: {after}."
    report(log, "balance-regained", rules, text, seat=mount.seat, amount=got, balance=after)
    clear_off(s, mount, log)
    return got


def clear_off(s: BattleFacts, mount: Mount, log: EventLog) -> None:
    """Off-Balance ends as soon as Balance is above 0 (KM-DMG-03)."""
    if mount.off and mount.balance > 0 and s.settings.rules.off_balance_clears == "balance_above_zero":
        steady(s, mount, log)


def steady(s: BattleFacts, mount: Mount, log: EventLog) -> None:
    """Take the Off-Balance mark away (KM-DMG-03)."""
    if mount.off:
        mount.off = False
        report(log, "steadied", ("KM-DMG-03",), f"{s.name(mount.seat)} is no longer Off-Balance.", seat=mount.seat)


def unbalance(s: BattleFacts, mount: Mount, rules: tuple[str, ...], log: EventLog) -> None:
    """Mark a Kimera Off-Balance (KM-DMG-01)."""
    if not mount.off:
        mount.off = True
        report(log, "off-balance", rules, f"{s.name(mount.seat)} is Off-Balance.", seat=mount.seat)


def pay(s: BattleFacts, mount: Mount, amount: int, rules: tuple[str, ...], log: EventLog, why: str) -> None:
    """Spend Balance; what is not there is not spent, and spending never unbalances (KM-RES-08)."""
    paid = min(amount, mount.balance)
    mount.balance -= paid
    text = f"{s.name(mount.seat)} {why} for {paid} Balance: {mount.balance}."
    report(log, "balance-spent", rules, text, seat=mount.seat, amount=paid, balance=mount.balance)


def knock(s: BattleFacts, mount: Mount, amount: int, rules: tuple[str, ...], log: EventLog) -> None:
    """A strike takes Balance; below 0 is 0 and Off-Balance, exactly 0 is not (KM-DMG-01, KM-DMG-02)."""
    lost = min(amount, mount.balance)
    over = amount > mount.balance
    mount.balance -= lost
    text = f"{s.name(mount.seat)} loses {lost} Balance: {mount.balance}."
    report(log, "balance-lost", rules, text, seat=mount.seat, amount=lost, balance=mount.balance)
    if over:
        unbalance(s, mount, ("KM-DMG-01",), log)


def suppress(
    s: BattleFacts, mount: Mount, amount: int, rules: tuple[str, ...], log: EventLog, zero_costs: bool = True
) -> None:
    """Suppression takes Initiative (KM-SPR-01, KM-SPR-03); at 0 Initiative exactly 1 Balance (KM-SPR-02, KM-SPR-04).

    ``zero_costs`` False: nothing is lost at 0 Initiative (option ``edge_zero_initiative``).
    """
    house = s.settings.rules
    if mount.initiative > 0:
        lost = min(amount, mount.initiative)
        mount.initiative -= lost
        text = f"{s.name(mount.seat)} loses {lost} Initiative: {mount.initiative}."
        report(log, "initiative-lost", rules, text, seat=mount.seat, amount=lost, initiative=mount.initiative)
        if amount > lost and house.suppression_excess == "balance":
            knock(s, mount, amount - lost, ("KM-SPR-03",), log)
        return
    if not zero_costs:
        return
    if mount.balance > 0:
        knock(s, mount, 1, ("KM-SPR-02",), log)
    elif house.suppression_zero_balance == "off_balance":
        unbalance(s, mount, ("KM-SPR-04",), log)


def spend_initiative(
    s: BattleFacts, mount: Mount, amount: int, rules: tuple[str, ...], log: EventLog, why: str
) -> None:
    """Initiative is spent: the die is turned to the new number (KM-RES-02)."""
    mount.initiative = max(0, mount.initiative - amount)
    text = f"{s.name(mount.seat)} {why}: Initiative {mount.initiative}."
    report(log, "initiative-spent", rules, text, seat=mount.seat, amount=amount, initiative=mount.initiative)
