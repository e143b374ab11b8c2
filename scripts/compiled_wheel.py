"""Puts the compiled rules into the wheel where HATCH_BUILD_HOOK_ENABLE_CUSTOM=true, as `make compiled` sets it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRules(BuildHookInterface):
    """Compiles the rules into the wheel that is being built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name what was compiled with its place in the wheel."""
        self.libraries = Path(tempfile.mkdtemp())
        try:
            subprocess.run([sys.executable, Path(self.root, "scripts", "compile_rules.py"), self.libraries], check=True)
        except subprocess.CalledProcessError:
            shutil.rmtree(self.libraries)
            raise
        found = [path for path in self.libraries.rglob("*") if path.is_file()]
        build_data["force_include"] |= {str(path): path.relative_to(self.libraries).as_posix() for path in found}
        build_data["infer_tag"], build_data["pure_python"] = True, False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the libraries away: they lie in the wheel."""
        shutil.rmtree(self.libraries)
