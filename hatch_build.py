"""Compiles the optional kernel of the solver while the package is built or installed; without a compiler all stays pure Python."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("numero_cam", "games", "numero", "solve")
SOURCE = FOLDER / "_kernel" / "module.c"
MODULES = {"_kernel64": (), "_kernel128": ("-DWIDE",)}
FLAGS = ("-std=c11", "-O3", "-Wall", "-Wextra", "-fPIC", "-fvisibility=hidden")
LINKED = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)


class KernelHook(BuildHookInterface[Any]):
    """Puts the compiled modules into the wheel, or beside their source for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together; an sdist carries the source."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        self._scratch = TemporaryDirectory()
        built = compiled(root, root / FOLDER if version == "editable" else Path(self._scratch.name))
        if isinstance(built, str):
            self.app.display_warning(f"the solver runs in pure Python: {built}")
            return
        build_data["pure_python"] = False
        # What installers take: Python's own name of a Mac's system may lack its minor version, or name processors not compiled for.
        platform = self.build_config.builder.get_best_matching_tag().rpartition("-")[2]
        build_data["tag"] = f"cp311-abi3-{platform}"
        if version != "editable":
            build_data["force_include"].update({str(path): (FOLDER / path.name).as_posix() for path in built})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - the interface
        """Clean up once the wheel is written."""
        if self.target_name == "wheel":
            self._scratch.cleanup()


def compiled(root: Path, into: Path) -> list[Path] | str:
    """Return the compiled modules, or in one line why there are none; then none lie there from before either."""
    built = [into / f"{name}.abi3.so" for name in MODULES]
    try:
        for path in built:
            path.unlink(missing_ok=True)
    except OSError as error:
        return str(error)
    if why := not_for():
        return why
    compiler = compiler_of()
    if compiler is None:
        return "no compiler was found"
    processors = shlex.split(os.environ.get("ARCHFLAGS", "")) if sys.platform == "darwin" else []
    for path, defines in zip(built, MODULES.values(), strict=True):
        include = f"-I{sysconfig.get_path('include')}"
        command = [*compiler, *FLAGS, *processors, *defines, include, *LINKED, str(root / SOURCE), "-o", str(path)]
        try:
            done = subprocess.run(  # noqa: S603 - the compiler
                command, env={**os.environ, "LC_ALL": "C"}, capture_output=True, text=True, errors="replace", check=False
            )
            lines = (done.stderr.strip() or f"status {done.returncode}").splitlines()
            why = "" if done.returncode == 0 else next((line for line in lines if "error" in line), lines[0])
        except OSError as error:
            why = str(error)
        if why:
            for other in built:
                other.unlink(missing_ok=True)
            return f"{compiler[0]} failed ({why})"
    return built


def not_for() -> str:
    """Return why nothing is compiled here, whatever compiler there is; empty where it may be."""
    if os.environ.get("NUMERO_CAM_KERNEL") == "off":
        return "NUMERO_CAM_KERNEL=off was asked for"
    if sys.platform == "win32":
        return "on Windows the kernel is not compiled (docs/adr/0002-solver.md#rejected)"
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "the kernel is for CPython with its lock"
    return ""


def compiler_of() -> list[str] | None:
    """Return gcc or clang, or whatever the environment calls CC; the kernel is not for other compilers."""
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    own = shlex.split(sysconfig.get_config_var("CC") or "")
    for command in (own, ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            return command
    return None
