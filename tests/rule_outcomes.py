"""The pytest plugin behind ``immolation rules``: which tests prove which rule, and how they ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PROPERTY = "rule"
"""Name of the user property that carries a rule's id in a test's report, also from pytest-xdist's workers."""


class RuleOutcomes:
    """Collects rule id -> test -> passed, and writes it where ``--rules-json`` says."""

    def __init__(self, config: pytest.Config) -> None:
        self.path: str | None = config.getoption("--rules-json")
        self.prefixes: tuple[str, ...] = tuple(config.getoption("--rules-of") or ())
        self.worker = hasattr(config, "workerinput")
        self.uncollected = False
        self.found: dict[str, dict[str, bool | None]] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        for item in items:
            rules = {rule for mark in item.iter_markers("rule") for rule in mark.args}
            item.user_properties.extend((PROPERTY, rule) for rule in sorted(rules))
        if self.prefixes:
            others = [item for item in items if not any(self._ours(item.user_properties))]
            items[:] = [item for item in items if any(self._ours(item.user_properties))]
            config.hook.pytest_deselected(items=others)

    def _ours(self, properties: list[tuple[str, object]]) -> list[str]:
        rules = [str(value) for name, value in properties if name == PROPERTY]
        return [rule for rule in rules if rule.startswith(self.prefixes or "")]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for rule in self._ours(report.user_properties):
            tests = self.found.setdefault(rule, {})
            if report.failed:
                tests[report.nodeid] = False
            elif report.skipped:
                tests.setdefault(report.nodeid, None)
            elif report.when == "call":
                tests.setdefault(report.nodeid, True)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.uncollected |= report.failed

    def pytest_sessionfinish(self) -> None:
        if self.path and not self.worker and not self.uncollected:  # half an answer would look like a whole one
            Path(self.path).write_text(json.dumps(self.found, indent=1, sort_keys=True))
