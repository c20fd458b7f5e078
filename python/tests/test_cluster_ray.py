"""A real Ray cluster of three nodes on this machine: nodes, workers and drivers are killed, and nothing is lost or done twice.

``YOMIKIRI_CLUSTER_ROWS`` sets the length of the batch (20,000 takes minutes), ``YOMIKIRI_CLUSTER_PROBLEM`` the position of the one problem.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray")
pytest.importorskip("pyarrow")

import pyarrow.parquet as parquet  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

from conftest import LONG, ONE  # noqa: E402

import yomikiri  # noqa: E402
from yomikiri.cluster.__main__ import main  # noqa: E402
from yomikiri.cluster.arguments import ray_session  # noqa: E402
from yomikiri.cluster.batch import BatchTask, run_batch  # noqa: E402
from yomikiri.cluster.result_batches import Batches  # noqa: E402
from yomikiri.cluster.coordinator import Coordinator, CoordinatorSettings  # noqa: E402
from yomikiri.cluster.single_problem import drive, solve_one  # noqa: E402
from yomikiri.cluster.ray_workers import RayWorkers, placed  # noqa: E402
from yomikiri.cluster.settings import ClusterSettings  # noqa: E402

DATA = Path(__file__).resolve().parents[2] / "data"
ROWS = int(os.environ.get("YOMIKIRI_CLUSTER_ROWS", "600"))

#: 将棋図巧 1: some hundred thousand visits to the first mate.
PROBLEM = os.environ.get(
    "YOMIKIRI_CLUSTER_PROBLEM", "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"
)
#: 将棋図巧 6: some ninety thousand.
SMALLER_PROBLEM = "+Rg2+Bpk2/2p1g2pl/1n7/2P1GP1+rp/1N2p1+p2/N5N2/9/9/9 b BS4Pg3s3l6p 1"
STORE = 100_000_000


def mates(count: int) -> list[tuple[str, int]]:
    """Problems with their lengths, over and over."""
    known = []
    for plies in (3, 5, 7):
        lines = (DATA / f"yaneuraou_mate{plies}_1000.tsv").read_text(encoding="utf-8").splitlines()
        known += [(line.split("\t")[0], plies) for line in lines if line and not line.startswith("#")]
    step = 7  # short and long ones mixed
    return [known[index * step % len(known)] for index in range(count)]


@pytest.fixture()
def cluster() -> Iterator[Cluster]:
    made = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False},
    )
    for _ in range(2):
        made.add_node(num_cpus=1, object_store_memory=STORE)
    yield made
    ray.shutdown()
    made.shutdown()


def start_batch(cluster: Cluster, positions: Path, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "yomikiri.cluster", "batch", str(positions), "--out", str(out), "--option", "memory=67108864"]
    command += ["--option", "rules=raw", "--chunk-seconds", "0.5", "--address", cluster.address, "--quiet"]
    return subprocess.Popen(command)


def parts(out: Path) -> int:
    return len(list((out / "parts").glob("*.parquet"))) if (out / "parts").exists() else 0


def wait_for(condition: Any, process: subprocess.Popen[bytes], seconds: float = 600) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, "the driver ended too early"
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.05)


def test_a_batch_survives_the_death_of_a_node_and_of_the_driver(cluster: Cluster, tmp_path: Path) -> None:
    problems = mates(ROWS)
    positions = tmp_path / "list.sfen"
    positions.write_text("".join(f"{position}\n" for position, _ in problems), encoding="utf-8")
    out = tmp_path / "out"
    driver = start_batch(cluster, positions, out)
    try:
        wait_for(lambda: parts(out) >= 4, driver)
        cluster.remove_node(list(cluster.worker_nodes)[0], allow_graceful=False)
        before = parts(out)
        wait_for(lambda: parts(out) >= before + 4, driver)
    finally:
        driver.send_signal(signal.SIGKILL)
        driver.wait()
    left = parts(out)
    assert not (out / "results.parquet").exists(), "killed too late"
    driver = start_batch(cluster, positions, out)
    assert driver.wait(3000) == 0
    assert parts(out) > left
    table = parquet.read_table(out / "results.parquet")
    assert table.column("index").to_pylist() == list(range(len(problems)))
    assert table.column("position").to_pylist() == [position for position, _ in problems]
    assert set(table.column("verdict").to_pylist()) == {"mate"}
    # As without a cluster. Some lengths of the data are longer than need be.
    distinct = sorted({position for position, _ in problems})
    alone = yomikiri.solve_many(distinct, jobs=1, rules="raw", memory=64 << 20)
    known = {position: row.length for position, row in zip(distinct, alone)}
    lengths = table.column("length").to_pylist()
    assert lengths == [known[position] for position, _ in problems]
    assert all(length <= plies for length, (_, plies) in zip(lengths, problems))
    # Again: there is nothing left to do.
    driver = start_batch(cluster, positions, out)
    assert driver.wait(300) == 0


def test_a_folder_of_other_answers_is_refused(tmp_path: Path) -> None:
    from yomikiri.cluster.batch import LocalPool

    task = BatchTask("solve", {"nodes": 100_000, "memory": 4 << 20, "rules": "raw"})
    problems = [position for position, _ in mates(5)]
    table = parquet.read_table(run_batch(problems, tmp_path / "out", task, pool=LocalPool(task)))
    assert table.column("length").to_pylist() == [plies for _, plies in mates(5)]
    with pytest.raises(ValueError, match="another list of positions"):
        run_batch(problems[:4], tmp_path / "out", task, pool=LocalPool(task))
    with pytest.raises(ValueError, match="another task"):
        run_batch(problems, tmp_path / "out", BatchTask("judge"), pool=LocalPool(task))


def test_damaged_answers_are_named(tmp_path: Path) -> None:
    from yomikiri.cluster.batch import LocalPool

    task = BatchTask("solve", {"nodes": 100_000, "memory": 4 << 20, "rules": "raw"})
    problems = [position for position, _ in mates(10)]
    whole = parquet.read_table(run_batch(problems, tmp_path / "out", task, pool=LocalPool(task)))
    part = min((tmp_path / "out" / "parts").iterdir())
    content = part.read_bytes()
    other = parquet.read_table(part).slice(1)
    for reason in ("damaged", "other rows"):
        if reason == "damaged":
            part.write_bytes(content[:-20])
        else:
            parquet.write_table(other, part)
        with pytest.raises(ValueError, match=rf"{part.name}: this part (is|has) {reason}"):
            run_batch(problems, tmp_path / "out", task, pool=LocalPool(task))
    # Without it, its rows are answered again.
    part.unlink()
    again = parquet.read_table(run_batch(problems, tmp_path / "out", task, pool=LocalPool(task)))
    assert again.column("moves") == whole.column("moves")
    manifest = tmp_path / "out" / "manifest.json"
    for text in ("[]", manifest.read_text(encoding="utf-8")[:-20]):
        manifest.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"manifest\.json: this "):
            run_batch(problems, tmp_path / "out", task, pool=LocalPool(task))


def test_certificates_and_bad_rows(tmp_path: Path) -> None:
    from yomikiri.cluster.batch import LocalPool

    task = BatchTask("certify", {})
    rows = ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "no position", "4k4/9/9/9/9/9/9/9/9 b G 1"]
    table = parquet.read_table(run_batch(rows, tmp_path / "out", task, pool=LocalPool(task)))
    assert table.column("verdict").to_pylist() == ["mate", None, "nomate"]
    assert [error is not None for error in table.column("error").to_pylist()] == [False, True, False]
    for certificate in (table.column("certificate").to_pylist()[index] for index in (0, 2)):
        assert yomikiri.verify(certificate).holds


def test_ctrl_c_ends_a_batch_that_can_go_on(tmp_path: Path, ctrl_c: None, capsys: pytest.CaptureFixture[str]) -> None:
    from yomikiri.cluster.__main__ import main

    positions = tmp_path / "list.sfen"
    positions.write_text(f"{LONG}\n", encoding="utf-8")
    out = str(tmp_path / "out")
    assert main(["batch", str(positions), "--out", out, "--local", "--quiet"]) == 130
    assert capsys.readouterr().err == f"stopped; the same command goes on from {out}\n"
    assert main(["batch", str(positions), "--out", out, "--local", "--quiet", "--option", "nodes=1000"]) == 2
    assert "another task" in capsys.readouterr().err


@pytest.mark.parametrize("team", [2, 1])
def test_one_problem_survives_the_death_of_a_worker(cluster: Cluster, tmp_path: Path, team: int) -> None:
    """A team of two, and two teams of one with the coordinator's tree between them."""
    ray.init(address=cluster.address, log_to_driver=False)
    settings = ClusterSettings(
        workers=2, team=team, team_nodes=40_000, memory=128 << 20, coordinator=CoordinatorSettings(job_nodes=20_000, first_nodes=5_000)
    )
    workers = RayWorkers(settings.native({"position": PROBLEM}), settings)
    before = workers.processes()
    victims = before[:1]

    def kill(coordinator: Any) -> None:
        if victims and coordinator.figures.jobs >= 3:
            os.kill(victims.pop(), signal.SIGKILL)

    solved = solve_one(
        {"position": PROBLEM}, settings, workers=workers, folder=tmp_path / "one", certificate=True, on_progress=kill
    )
    assert not victims
    # The dead one was replaced, the other one went on. A team of one loses its job, one of two does not.
    after = workers.processes()
    assert before[0] not in after and before[1] in after and len(after) == 2
    assert solved.figures["lost"] == (1 if team == 1 else 0)
    assert solved.figures["value"] is True and solved.answer["verdict"] == "mate"
    assert solved.certificate is not None and yomikiri.verify(solved.certificate).holds
    # The state is complete: the answer is there again without a search.
    again = solve_one({"position": PROBLEM}, settings, workers=workers, folder=tmp_path / "one")
    assert again.answer["verdict"] == "mate" and again.figures["jobs"] == solved.figures["jobs"]


def test_a_worker_that_cannot_be_set_up_is_given_up(cluster: Cluster) -> None:
    ray.init(address=cluster.address, log_to_driver=False)
    for team in (2, 1):
        settings = ClusterSettings(workers=2, team=team, memory=64 << 20)
        workers = RayWorkers(settings.native({"position": "nonsense"}), settings)
        with pytest.raises(ValueError, match="a worker cannot be set up: .*InputError: position: column 2"):
            drive(Coordinator(settings.jobs), workers, Batches(workers.pack, settings.teams, settings.bundle))
        workers.stop()


def test_standard_output_has_the_answer_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ray prints of a worker that dies, on standard output."""
    with ray_session(cpus=1) as out:
        print("answer", file=out)
        dying = ray.remote(max_retries=0)(lambda: os.kill(os.getpid(), signal.SIGKILL)).remote()
        with pytest.raises(ray.exceptions.WorkerCrashedError):
            ray.get(dying)
        message, end = "", time.monotonic() + 60
        while "worker died" not in message and time.monotonic() < end:
            time.sleep(0.1)
            read = capsys.readouterr()
            message += read.err
            assert read.out in ("", "answer\n")
    assert "worker died" in message
    assert not ray.is_initialized() and capsys.readouterr().out == ""


def test_a_time_limit_ends_the_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, certificate = tmp_path / "state", tmp_path / "mate.cert"
    file = tmp_path / "long.sfen"
    file.write_text(f"{LONG}\n", encoding="utf-8")
    command = ["solve", "--memory", "64MiB", "--workers", "2", "--quiet", "--certificate", str(certificate)]
    begun = time.monotonic()
    assert main([*command, str(file), "--folder", str(folder), "--time", "2", "--goal", "shortest"]) == 0
    assert time.monotonic() - begun < 60
    answer = json.loads(capsys.readouterr().out)["answer"]
    assert (answer["verdict"], answer["stop_reason"]) == ("unknown", "time limit")
    assert (folder / "master.json").exists() and not certificate.exists()
    assert main([*command, ONE, "--time", "60"]) == 10
    assert json.loads(capsys.readouterr().out)["answer"]["verdict"] == "mate"
    assert yomikiri.verify(certificate).holds


def test_workers_of_one_machine_share_a_process(tmp_path: Path) -> None:
    """Three workers on machines with two processors and one: a team of two processes, one of them with two threads."""
    made = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 2, "object_store_memory": STORE, "include_dashboard": False},
    )
    made.add_node(num_cpus=1, object_store_memory=STORE)
    try:
        ray.init(address=made.address, log_to_driver=False)
        settings = ClusterSettings(workers=3, memory=64 << 20)
        assert placed("tsume", settings).processes == (2, 1)
        for apart in (placed("othello6", settings), placed("tsume", ClusterSettings(3, apart=True))):
            assert apart.processes == (1, 1, 1)
        solved = solve_one({"position": SMALLER_PROBLEM}, settings, folder=tmp_path / "one", certificate=True)
        assert solved.answer["verdict"] == "mate" and solved.figures["nodes"] == 1
        assert solved.certificate is not None and yomikiri.verify(solved.certificate).holds
    finally:
        ray.shutdown()
        made.shutdown()


def connect6(name: str) -> dict[str, Any]:
    """A position of the Connect6 suite: the side to move wins by threats."""
    rows = (line.split("\t") for line in (DATA / "connect6_suite.tsv").read_text(encoding="utf-8").splitlines())
    return {"game": "connect6", "position": next(row[0] for row in rows if len(row) > 2 and row[2] == name)}


#: Problems of other games, their values, and the visits of a job of the coordinator, some of which they take.
GAMES: list[tuple[dict[str, Any], str, int]] = [
    (connect6("LG1899845@15"), "proven", 2),
    (connect6("LG1440318@18"), "proven", 2),
    (
        {
            "game": "othello6", "position": "-XXX---OXX---OOXO--OXOOO--XX-----X-- X",
            "prover": "white", "at_least": 5, "leaf_empties": 8,
        },
        "disproven",
        1000,
    ),
]  # fmt: skip


@pytest.mark.parametrize("team", [2, 1])
def test_other_games(cluster: Cluster, team: int) -> None:
    """Connect6 and Othello by a team, and by the coordinator with two teams of one."""
    ray.init(address=cluster.address, log_to_driver=False)
    for problem, verdict, nodes in GAMES:
        jobs = CoordinatorSettings(job_nodes=nodes, first_nodes=nodes)
        settings = ClusterSettings(workers=2, team=team, memory=64 << 20, coordinator=jobs)
        workers = RayWorkers(settings.native(problem), settings)
        solved = solve_one(problem, settings, workers=workers)
        workers.stop()
        assert solved.figures["value"] is (verdict == "proven"), problem
        assert solved.answer["verdict"] == verdict and solved.answer["proof_size"] > 0, (problem, solved.answer)
        # The coordinator had something to do, unless there is one team.
        assert (solved.figures["jobs"] > 1) == (team == 1), (problem, solved.figures)
