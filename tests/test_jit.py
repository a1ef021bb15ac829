"""Compiled kernels: cached by the content of all sources, one signature each, no allocation, no float."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pontoon_sim as ps
from pontoon_sim import jit, simulate
from pontoon_sim.lanes import play

PACKAGE = Path(ps.__file__).parent
compiled = pytest.mark.skipif(not jit.JIT, reason="there are no compiled kernels with the JIT off")


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0", **environment}
    env.pop("COVERAGE_PROCESS_START", None)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)


def copy_package(folder: Path) -> Path:
    shutil.copytree(PACKAGE, folder / "pontoon_sim", ignore=shutil.ignore_patterns("__kernels__", "__pycache__"))
    return folder / "pontoon_sim"


EDGE = "import pontoon_sim as ps; print(ps.edge('pagat', punters=1, deals=1000, seed=1).tally.gain)"


@pytest.mark.compiled
@compiled
@pytest.mark.parametrize("rules", ["pagat", "vingt-un-1850", "vingt-un-1800"])
def test_every_kernel_is_compiled_for_one_signature_a_kind_of_law(rules):
    """No more signatures than laws with and without extras and with shots, times policies that look at more or not."""
    for punters in (1, 3):
        ps.edge(rules, punters=punters, deals=10, seed=1)
    ps.edge("pagat", punters=2, punter=["buy-15:split=A", "stick-17"], stakes="max", deals=10, seed=1)
    assert len(simulate.run_fresh.signatures) <= 6
    assert len(play.run_begun.signatures) <= 6
    assert len(play.run_lanes.signatures) <= 1
    assert len(simulate.run_ring.signatures) <= 2


@pytest.mark.slow
@pytest.mark.compiled
@compiled
def test_compiled_kernels_count_no_references_and_hold_no_float(monkeypatch):
    monkeypatch.setattr(jit, "_CACHE", None)  # code from the cache cannot be looked at
    for module, name, engine in [
        (simulate, "run_fresh", "scalar"), (play, "run_begun", "lanes"), (play, "run_lanes", "lanes")
    ]:  # fmt: skip
        kernel = jit.kernel(getattr(module, name).py_func)
        monkeypatch.setattr(module, name, kernel)
        ps.edge("pagat", punters=1, deals=10, seed=1, engine=engine)
        (text,) = kernel.inspect_llvm().values()
        assert re.search(r"\bmul (nuw |nsw )*(<\d+ x )?i64", text), "this is code"
        assert "NRT_incref" not in text
        assert "NRT_decref" not in text
        assert not re.search(r"\bf(add|mul|div) double", text)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_kernel_cache_never_survives_an_edit_of_any_source(tmp_path):
    package = copy_package(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {EDGE}"
    first = run(code)
    assert first.returncode == 0, first.stderr
    settlement = package / "settlement.py"
    text = settlement.read_text(encoding="utf-8")
    assert "return law.pay[cell] * stake" in text
    settlement.write_text(text.replace("return law.pay", "return 2 * law.pay"), encoding="utf-8")
    second = run(code)
    assert int(second.stdout) == 2 * int(first.stdout) != 0
    assert len(list((package / "__kernels__").iterdir())) == 2


@pytest.mark.slow
@pytest.mark.compiled
def test_where_nothing_can_be_written_kernels_work_uncached(tmp_path):
    """A read-only install and no home: as root nothing is read-only, so a file stands where each folder would be."""
    package = copy_package(tmp_path)
    (package / "__kernels__").write_text("in the way", encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {EDGE}; "
        "from pontoon_sim.jit import cache_folder; print(cache_folder())"
    )
    done = run(code, HOME="/dev/null/nowhere", XDG_CACHE_HOME="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == "None"


@pytest.mark.slow
@pytest.mark.compiled
def test_a_read_only_package_is_cached_in_the_users_folder(tmp_path):
    package = copy_package(tmp_path)
    (package / "__kernels__").write_text("in the way", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {EDGE}"
    cache = tmp_path / "cache"
    assert run(code, XDG_CACHE_HOME=str(cache)).returncode == 0
    assert list(cache.rglob("*.nbc"))


def test_old_caches_are_forgotten_and_nothing_else(tmp_path):
    for age in range(6):
        folder = tmp_path / f"digest{age}"
        folder.mkdir()
        (folder / jit.MARK).touch()
        os.utime(folder, (age, age))
    for name in ("Documents", "Music", "Pictures", "letters"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.txt").touch()
    jit._forget_old(tmp_path, keep=tmp_path / "digest0")
    left = sorted(folder.name for folder in tmp_path.iterdir())
    assert left == ["Documents", "Music", "Pictures", "digest0", "digest3", "digest4", "digest5", "letters"]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("pattern", "damage"), [("*.nbi", b""), ("*.nbi", b"garbage"), ("*.nbc", b"\x80")])
def test_a_damaged_cache_costs_a_compilation_only(tmp_path, pattern, damage):
    first = run(EDGE, PONTOON_CACHE_DIR=str(tmp_path))
    files = list(tmp_path.rglob(pattern))
    assert files
    for path in files:
        path.write_bytes(damage)
    second = run(EDGE, PONTOON_CACHE_DIR=str(tmp_path))
    assert (second.returncode, second.stdout) == (0, first.stdout), second.stderr
    assert any(path.stat().st_size > 100 for path in tmp_path.rglob(pattern)), "and is whole again"


def test_the_digest_knows_the_switches_of_numba(monkeypatch):
    before = jit.sources_digest()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert jit.sources_digest() != before


@pytest.mark.slow
def test_the_same_deals_compiled_and_as_plain_python():
    code = (
        "import pontoon_sim as ps; "
        "given = {'punters': 3, 'punter': 'stick-15', 'deals': 300, 'seed': 5}; "
        "print([ps.edge(name, engine=engine, **given).tally.sums for engine in ('auto', 'scalar')"
        " for name in ps.preset_names()]); "
        "print(ps.edge(engine='lanes', **given).tally.sums)"
    )
    plain, fast = run(code, NUMBA_DISABLE_JIT="1"), run(code)
    assert plain.returncode == fast.returncode == 0, plain.stderr + fast.stderr
    assert plain.stdout == fast.stdout
