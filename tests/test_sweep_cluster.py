"""Sweeps on a Dask cluster: the same bytes as on one thread, whoever joins, dies or is lost in the middle."""

from __future__ import annotations

import importlib
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.errors import ClusterError, OptionError
from pontoon_sim.simulate import play_chunk
from pontoon_sim.study import cluster, elsewhere, opening, run
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.experiment import Experiment, experiment
from pontoon_sim.study.work import setting_of

distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install '.[cluster]'")

SMALL = {
    "title": "Small",
    "deals": 250,
    "method": "mc",
    "cards": "own",
    "axes": {"punter": ["stick-15..17"], "rules": ["pagat", "pontoon-1939"]},
    "fixed": {"punters": 2},
}
PATIENCE = 60.0  # seconds that a slow machine may take to start or end a process


def plan(**changes) -> Experiment:
    return experiment({**SMALL, **changes})


def tables(folder: Path) -> dict[str, bytes]:
    parts = {path.name: path.read_bytes() for path in (folder / "parts").iterdir()}
    return {name: (folder / name).read_bytes() for name in ("cells.csv", "cells.parquet")} | parts


@pytest.fixture
def whole(tmp_path, monkeypatch):
    """The tables of a run on one thread, of cells with three chunks each."""
    monkeypatch.setattr("pontoon_sim.simulate.CHUNK", 100)
    ps.sweep(plan(), tmp_path / "whole", threads=1)
    return tables(tmp_path / "whole")


def until(true):
    """Wait for something to come true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


# ---- A client that is none: what is sent, and what is made of all that can come back.


class Sent:
    """What a client gives for work that was sent."""

    def __init__(self, client, work):
        self.client, self.work = client, work

    def result(self, timeout):
        if self.client.faults:
            fault = self.client.faults.pop(0)
            self.client.status = "closed" if fault is LOST else self.client.status
            raise distributed.CancelledError("gone") if fault is LOST else fault
        play, *args = self.work
        return play(*args)

    def cancel(self):
        self.client.cancelled += 1


class Client:
    """Plays at once what is asked for, and keeps what was sent."""

    status = "running"

    def __init__(self, *faults, threads=2):
        self.faults, self.workers, self.sent, self.cancelled = list(faults), {"here": threads}, [], 0

    def nthreads(self):
        return self.workers

    def submit(self, *work, pure):
        assert not pure  # a key of its own, so that what failed is not asked for again
        self.sent.append(Asked(io.BytesIO(work[1])).load())
        return Sent(self, work)

    def chunks(self):
        return [(parcel, seed, *chunk) for parcel, _, seed, chunks in self.sent for chunk in chunks]


class Asked(pickle.Unpickler):
    """What a worker is asked, instead of its answer."""

    def find_class(self, module, name):
        assert (module, name) == ("pontoon_sim.study.elsewhere", "play_there")
        return lambda *args: args


LOST = object()


def on(client, monkeypatch):
    @contextmanager
    def at_work(dask):
        yield None if dask is None else cluster.Cluster(client, dask)

    monkeypatch.setattr(run, "at_work", at_work)
    return "tcp://faked:1"


def test_each_chunk_is_sent_once_before_it_is_asked_for(tmp_path, monkeypatch, whole):
    client = Client()
    ps.sweep(plan(), tmp_path / "run", dask=on(client, monkeypatch))
    assert tables(tmp_path / "run") == whole
    assert len(client.chunks()) == len(set(client.chunks())) == 18


def test_packs_that_are_played_on_go_to_a_cluster_too(tmp_path, monkeypatch):
    monkeypatch.setattr("pontoon_sim.evening.sittings.CHUNK", 60)
    this = plan(axes={"pack": ["continue", "fresh"]}, deals=150)
    ps.sweep(this, tmp_path / "whole", threads=1)
    client = Client()
    ps.sweep(this, tmp_path / "run", dask=on(client, monkeypatch))
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")
    assert len(client.chunks()) == len(set(client.chunks())) > 2


def test_budgets_and_replicates_on_shared_cards_go_to_a_cluster_too(tmp_path, monkeypatch):
    monkeypatch.setattr("pontoon_sim.study.shared.CHUNK", 40)
    this = plan(cards="shared", deals=50, budget=900, compare="punter", replicates=2, axes={"punter": ["stick-15..16"]})
    ps.sweep(this, tmp_path / "whole", threads=1)
    client = Client()
    ps.sweep(this, tmp_path / "run", dask=on(client, monkeypatch))
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")
    assert len(client.chunks()) > 8


@pytest.mark.parametrize("threads", [1, 3])
def test_a_precision_is_reached_by_the_same_deals(tmp_path, monkeypatch, threads):
    monkeypatch.setattr("pontoon_sim.simulate.CHUNK", 50)
    this = plan(precision=0.15, deals=None)
    ps.sweep(this, tmp_path / "whole", threads=1)
    client = Client(threads=threads)
    ps.sweep(this, tmp_path / "run", dask=on(client, monkeypatch))
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")
    assert client.cancelled > 0  # what was sent and is not needed


def test_what_is_in_flight_is_bounded_and_grows_with_the_workers(monkeypatch):
    """A cell of many chunks: few pieces of several chunks each, more when workers have joined."""
    client = Client()
    monkeypatch.setattr(cluster, "POLL", -1.0)
    (cell,), _ = cells_of(plan(axes={"punter": ["stick-16"]}))
    setting = setting_of(cell, 250)
    pool = cluster.Cluster(client, "tcp://faked:1")
    pool.look_ahead(iter([cluster.Ahead(0, setting, 1, iter([(index, 1) for index in range(999)]), 999)]))
    assert [len(sent[3]) for sent in client.sent] == [cluster.TOGETHER] * 2 * cluster.DEEP
    client.workers["there"] = 3
    assert pool.submit(play_chunk, setting, 1, 0, 1).result() == setting.play(1, 0, 1)
    assert len(client.sent) == 5 * cluster.DEEP
    pool.finish(0)
    assert len(client.sent) == 2 * 5 * cluster.DEEP


def test_a_cluster_without_workers_is_waited_for(tmp_path, monkeypatch, whole):
    monkeypatch.setattr(cluster, "POLL", -1.0)
    client, told = Client(*[TimeoutError()] * 3, threads=0), []
    ps.sweep(plan(), tmp_path / "run", dask=on(client, monkeypatch), watch=lambda *said: told.append(said[2]))
    assert "waiting for a Dask worker" in told
    assert tables(tmp_path / "run") == whole


def test_a_cluster_that_stays_without_workers_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "WAITING", -1.0)
    with pytest.raises(ClusterError, match="has had no worker for"):
        ps.sweep(plan(), tmp_path, dask=on(Client(threads=0), monkeypatch))


def killed():
    return distributed.KilledWorker("task", type("State", (), {"address": "tcp://w:1"}), 3)


@pytest.mark.parametrize("faults", [(killed(), killed()), (distributed.CancelledError(),), (TimeoutError(),) * 9])
def test_work_that_was_lost_is_sent_again(tmp_path, monkeypatch, whole, faults):
    ps.sweep(plan(), tmp_path / "run", dask=on(Client(*faults), monkeypatch))
    assert tables(tmp_path / "run") == whole


@pytest.mark.parametrize(
    ("faults", "kind", "message"),
    [
        ((killed(),) * 3, ClusterError, "died of the same chunk again and again"),
        ((LOST,), ClusterError, "scheduler at tcp://faked:1 is lost"),
        ((ModuleNotFoundError("No module named 'pontoon_sim'"),), ClusterError, "cannot play .*install pontoon_sim"),
        ((OptionError("Nearly every deal is void."),), OptionError, "Nearly every deal is void"),
        ((ZeroDivisionError("a fault of ours " * 20),), ZeroDivisionError, "a fault of ours"),
    ],
)
def test_what_cannot_be_mended_is_told_and_the_folder_goes_on(tmp_path, monkeypatch, whole, faults, kind, message):
    with pytest.raises(kind, match=message):
        ps.sweep(plan(), tmp_path / "run", dask=on(Client(*faults), monkeypatch))
    again = ps.sweep(plan(), tmp_path / "run", resume=True, threads=1)
    assert again.complete
    assert tables(tmp_path / "run") == whole


def test_a_scheduler_that_is_lost_between_cells_is_told(tmp_path, monkeypatch):
    client = Client()

    def gone():
        raise OSError("Timed out")

    def lose(done, *_):
        if done == 2:
            client.status, client.nthreads = "connecting", gone
            monkeypatch.setattr(cluster, "POLL", -1.0)

    with pytest.raises(ClusterError, match=r"is lost.*go on with --resume"):
        ps.sweep(plan(), tmp_path, dask=on(client, monkeypatch), watch=lose)
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"] is False


# ---- What a worker does.


def test_a_worker_unpacks_a_setting_once_and_plays_the_same():
    (cell,), _ = cells_of(plan(axes={"punter": ["stick-16"]}))
    setting = setting_of(cell, 50)
    parcel = elsewhere.packed(setting)
    assert parcel == elsewhere.packed(setting_of(cell, 50))
    assert len(parcel) < 10_000
    played = elsewhere.play_there(parcel, elsewhere.edition(), 7, [(0, 20), (3, 30)])
    assert played == [setting.play(7, 0, 20), setting.play(7, 3, 30)]
    assert elsewhere.unpacked(parcel) is elsewhere.unpacked(bytes(bytearray(parcel)))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (("0.0.1", ""), f"runs pontoon_sim {ps.__version__}, and this is 0.0.1: install the same"),
        ((ps.__version__, "other"), f"runs other sources of pontoon_sim {ps.__version__}: install the same"),
    ],
)
def test_a_worker_with_another_edition_is_refused(wanted, message):
    with pytest.raises(ClusterError, match=message):
        elsewhere.play_there(b"", wanted, 1, [])


# ---- What can be said as --dask.


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(
        'title = "T"\ndeals = 200\nmethod = "mc"\n[axes]\npunter = ["stick-14..19"]\n[fixed]\npunters = 2\n'
    )
    return file


def command(file, *args):
    return CliRunner().invoke(pontoon, ["sweep", str(file), "--out", str(file.parent / "run"), *args])


@pytest.mark.parametrize(
    "said",
    ["nonsense", "local:", "local:0", "local:257", "local:-1", "tcp://host", "tcp://:1", "http://a:1", "tcp://a:x"],
)
def test_what_is_no_cluster_is_told(file, said):
    done = command(file, "--dask", said)
    assert done.exit_code == 2
    assert f"'{said}' is no Dask cluster: write tcp://HOST:PORT" in done.output
    assert not (file.parent / "run").exists()


def test_threads_and_a_cluster_are_not_both_said(file):
    done = command(file, "--dask", "local:2", "--threads", "2")
    assert done.exit_code == 2
    assert "leave one of them out" in done.output


def test_without_dask_the_line_that_installs_it_is_told(file, monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(opening, "import_module", missing)
    done = command(file, "--dask", "local:2")
    assert done.exit_code == 2
    assert "pip install 'pontoon_sim[cluster]'" in done.output
    monkeypatch.setattr(opening, "import_module", importlib.import_module)
    assert command(file).exit_code == 0  # the folder is as good as new


def test_a_scheduler_that_does_not_answer_is_told(file, monkeypatch):
    monkeypatch.setattr(opening, "CONNECTING", 0.2)
    done = command(file, "--dask", "tcp://127.0.0.1:1")
    assert done.exit_code == 1
    assert "No Dask scheduler answers at tcp://127.0.0.1:1" in done.output
    assert "Traceback" not in done.output


def test_a_finished_run_is_shown_without_a_cluster(file):
    assert command(file).exit_code == 0
    assert command(file, "--dask", "tcp://127.0.0.1:1").exit_code == 0


# ---- Real clusters. Their workers play plain Python, so that none has to compile.

PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


class Machines:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path):
        self.folder, self.processes, self.address = folder, [], None
        self.file = folder / "scheduler.json"
        self.scheduler = self._start(
            "dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--scheduler-file", self.file
        )

    def begin(self):
        """Wait for the scheduler; its file may be there before what it says."""

        def told():
            with suppress(OSError, ValueError):
                self.address = json.loads(self.file.read_text())["address"]
            return self.address

        until(told)

    def worker(self, **env):
        args = (self.address, "--nthreads", "1", "--no-nanny", "--local-directory", self.folder)
        return self._start("dask_worker", *args, **env)

    def _start(self, module, *args, **env):
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--dashboard-address", "127.0.0.1:0"]
        with (self.folder / "log").open("ab") as log:
            made = subprocess.Popen(
                [*command, *map(str, args)], env=PLAIN | env, cwd=self.folder if env else None, stdout=log, stderr=log
            )
        self.processes.append(made)
        return made

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path):
    machines = Machines(tmp_path)
    try:
        machines.begin()
        yield machines
    finally:
        machines.end()


@pytest.mark.slow
def test_a_worker_that_is_killed_and_one_that_joins_change_no_byte(tmp_path, whole, machines):
    first = machines.worker()
    seen = []

    def change(done, total, part):
        seen.append(part)
        if done == 1 and len(machines.processes) == 2:
            second = machines.worker()
            with distributed.Client(machines.address, set_as_default=False) as client:
                client.wait_for_workers(2, timeout=PATIENCE)
            assert second.poll() is None
        if done == 3 and first.poll() is None:
            first.send_signal(signal.SIGKILL)  # with chunks of the next cells in its hands
            first.wait()

    result = ps.sweep(plan(), tmp_path / "run", dask=machines.address, watch=change)
    assert result.complete
    assert first.returncode == -signal.SIGKILL
    assert len(machines.processes) == 3
    assert tables(tmp_path / "run") == whole


@pytest.mark.slow
def test_a_scheduler_that_is_killed_is_told_and_the_run_goes_on_without_it(tmp_path, whole, machines):
    machines.worker()

    def kill(done, total, part):
        if done == 3:
            machines.scheduler.send_signal(signal.SIGKILL)
            machines.scheduler.wait()

    with pytest.raises(ClusterError, match=r"is lost.*go on with --resume"):
        ps.sweep(plan(), tmp_path / "run", dask=machines.address, watch=kill)
    assert len(list((tmp_path / "run" / "parts").iterdir())) == 3
    again = ps.sweep(plan(), tmp_path / "run", resume=True, threads=1)
    assert (again.cached, again.new) == (3, 3)
    assert tables(tmp_path / "run") == whole


@pytest.mark.slow
def test_a_worker_with_other_code_is_refused(tmp_path, machines):
    """A package of that name comes first on its path, and is another one."""
    (tmp_path / "other" / "pontoon_sim").mkdir(parents=True)
    (tmp_path / "other" / "pontoon_sim" / "__init__.py").touch()
    machines.worker(PYTHONPATH=str(tmp_path / "other"))
    with pytest.raises(ClusterError, match=r"cannot play .*No module named .*install pontoon_sim"):
        ps.sweep(plan(), tmp_path / "run", dask=machines.address)


@pytest.mark.slow
def test_worker_processes_here_give_the_same_bytes(tmp_path, whole, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    result = ps.sweep(plan(), tmp_path / "run", dask="local:2")
    assert result.complete
    assert tables(tmp_path / "run") == whole


@pytest.mark.slow
def test_ctrl_c_ends_the_workers_too_and_keeps_what_was_finished(file):
    """The whole group of processes hears it, as at a terminal."""
    import psutil

    out = file.parent / "run"
    line = [sys.executable, "-m", "pontoon_sim", "sweep", str(file), "--deals", "2k", "--out", str(out)]
    running = subprocess.Popen(
        [*line, "--dask", "local:2"],
        env=PLAIN, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until(lambda: running.poll() is not None or any(out.glob("parts/*.json")))
    family = psutil.Process(running.pid).children(recursive=True)
    assert len(family) >= 2
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, said
    assert said.splitlines() == ["Interrupted: what was finished is kept; go on with --resume."]
    until(lambda: not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in family))
