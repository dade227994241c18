"""Trains a network by a recipe, and goes on where a run was stopped.

    python train.py recipes/NAME.toml [--cpu-seconds N] [--fresh]

Several processes: torchrun --nproc-per-node 2 train.py recipes/NAME.toml
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from command_network import CommandNetwork
from data import Make, Reader, make_batch
from network import Network
from number_network import NumberNetwork

HERE = Path(__file__).resolve().parent
RUNS = HERE / "runs"
SAVE_EVERY = 150.0  # seconds of the clock
LOG_EVERY = 30.0  # CPU-seconds


def load_recipe(path: Path) -> dict[str, Any]:
    recipe = tomllib.loads(path.read_text())
    recipe["name"] = path.stem
    return recipe


NETWORKS = {"words": Network, "numbers": NumberNetwork, "commands": CommandNetwork}


def make_network(recipe: dict[str, Any]) -> Network | NumberNetwork | CommandNetwork:
    return NETWORKS[recipe["domain"]](**recipe["network"])


@dataclass
class Kind:
    """What is trained: how a recipe's network and batches are made, and where its runs are kept."""

    network: Callable[[dict[str, Any]], torch.nn.Module]
    batches: Callable[[dict[str, Any]], Make]
    runs: Path


OURS = Kind(make_network, lambda _: make_batch, RUNS)


def save(path: Path, content: dict[str, Any]) -> None:
    """Writes beside and renames, so that a run killed while it writes loses nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    torch.save(content, beside)
    os.replace(beside, path)


class Run:
    """A network in training, and everything that going on needs."""

    def __init__(
        self, recipe: dict[str, Any], fresh: bool, rank: int, ranks: int, kind: Kind = OURS
    ) -> None:
        self.recipe, self.rank, self.ranks, self.kind = recipe, rank, ranks, kind
        self.path = kind.runs / f"{recipe['name']}.pt"
        self.curve = kind.runs / f"{recipe['name']}.jsonl"
        torch.manual_seed(recipe["seed"])
        self.network = kind.network(recipe)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(),
            lr=recipe["rate"],
            betas=(0.9, 0.98),
            weight_decay=0.01,
            fused=True,
        )
        # The mean of recent weights, which is better than any of them and does not wait for a low
        # rate.
        self.average = {name: value.clone() for name, value in self.network.state_dict().items()}
        # Position: steps, episodes and CPU-seconds of this recipe; `before` is what a warm start
        # had.
        self.step, self.episodes, self.cpu = 0, 0, 0.0
        self.before = {"episodes": 0, "cpu_seconds": 0.0}
        if fresh and rank == 0:
            self.curve.unlink(missing_ok=True)
        if self.path.exists() and not fresh:
            self._resume(torch.load(self.path, weights_only=False))
        elif "start" in recipe:
            path = kind.runs / f"{recipe['start']}.pt"
            if not path.exists():
                raise SystemExit(f"{path} is missing: first train {recipe['start']}")
            start = torch.load(path, weights_only=False)
            self.network.load_state_dict(start["average"])
            self.average = start["average"]
            self.before = summary(start)

    def _resume(self, saved: dict[str, Any]) -> None:
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.average = saved["average"]
        torch.set_rng_state(saved["torch_rng"])
        self.step, self.episodes, self.cpu = saved["step"], saved["episodes"], saved["cpu"]
        self.before = saved["before"]
        # A run that was killed has logged what it did after its last checkpoint, and will do again.
        lines = self.curve.read_text().splitlines() if self.curve.exists() else []
        kept = [line for line in lines if json.loads(line)["step"] <= self.step]
        if self.rank == 0 and kept != lines:
            self.curve.write_text("".join(line + "\n" for line in kept))

    def save(self) -> None:
        if self.rank == 0:
            save(
                self.path,
                {
                    "network": self.network.state_dict(),
                    "optimizer": self.optimizer.state_dict(),
                    "average": self.average,
                    "torch_rng": torch.get_rng_state(),
                    "step": self.step,
                    "episodes": self.episodes,
                    "cpu": self.cpu,
                    "before": self.before,
                    "recipe": self.recipe,
                },
            )

    def log(self, record: dict[str, Any]) -> None:
        if self.rank == 0:
            line = json.dumps({key: round(value, 4) for key, value in record.items()})
            print(line, flush=True)
            with self.curve.open("a") as file:
                file.write(line + "\n")

    def rate(self, budget: float) -> float:
        """Warm-up by steps, then a cosine by the CPU-seconds that are spent."""
        spent = min(1.0, self.cpu / budget)
        return (
            self.recipe["rate"]
            * min(1.0, (self.step + 1) / 100)
            * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * spent)))
        )

    def train(self, budget: float) -> None:
        stop = Stop()
        reader = Reader(
            self.recipe["stream"],
            self.recipe["seed"],
            self.rank,
            self.ranks,
            self.step,
            self.kind.batches(self.recipe),
        )
        means: dict[str, list[float]] = {}
        clock, logged, saved = time.process_time(), self.cpu, time.monotonic()
        while self.cpu < budget:
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate(budget)
            batch = reader.next()
            loss, report = self.network.loss(batch)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self._average_gradients()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
            self.optimizer.step()
            self.step += 1
            self._move_average()
            self.episodes += len(batch) * self.ranks
            now = time.process_time()
            self.cpu, clock = self.cpu + now - clock, now
            self._agree(stop)
            report["loss"] = loss.item()
            for key, value in report.items():
                means.setdefault(key, []).append(value)
            if self.cpu - logged >= LOG_EVERY:
                record = {"cpu": self.cpu, "step": self.step, "episodes": self.episodes}
                self.log(record | {key: sum(values) / len(values) for key, values in means.items()})
                means, logged = {}, self.cpu
            if stop.wanted or time.monotonic() - saved >= SAVE_EVERY:
                self.save()
                saved = time.monotonic()
            if stop.wanted:
                break
        self.save()
        reader.close()

    @torch.no_grad()
    def _move_average(self) -> None:
        share = max(0.001, 9 / (10 + self.step))
        torch._foreach_lerp_(
            list(self.average.values()), list(self.network.state_dict().values()), share
        )

    def _average_gradients(self) -> None:
        """What DistributedDataParallel does. Not all parameters get a gradient in every batch, and
        the model is small, so one sum of all of them is simpler and as fast."""
        if self.ranks == 1:
            return
        gradients = [
            p.grad if p.grad is not None else torch.zeros_like(p) for p in self.network.parameters()
        ]
        flat = torch.cat([gradient.reshape(-1) for gradient in gradients])
        dist.all_reduce(flat)
        flat /= self.ranks
        start = 0
        for parameter in self.network.parameters():
            parameter.grad = flat[start : start + parameter.numel()].reshape(parameter.shape)
            start += parameter.numel()

    def _agree(self, stop: Stop) -> None:
        """All processes stop at the same step, and go by the same clock."""
        if self.ranks > 1:
            both = torch.tensor([float(stop.wanted), self.cpu], dtype=torch.float64)
            dist.all_reduce(both, dist.ReduceOp.MAX)
            stop.wanted, self.cpu = bool(both[0]), float(both[1])


class Stop:
    """Whether the run was told to stop; the step that it is at is finished first."""

    def __init__(self) -> None:
        self.wanted = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._told)

    def _told(self, *_: object) -> None:
        self.wanted = True


def summary(saved: dict[str, Any]) -> dict[str, float]:
    """Episodes and CPU-seconds behind a checkpoint, those of what it started from included."""
    before = saved["before"]
    return {
        "episodes": before["episodes"] + saved["episodes"],
        "cpu_seconds": before["cpu_seconds"] + saved["cpu"],
    }


def main(kind: Kind = OURS, description: str | None = __doc__) -> Run:
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--cpu-seconds", type=float, help="another budget than the recipe's")
    parser.add_argument(
        "--fresh", action="store_true", help="do not go on with the checkpoint that there is"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    ranks = int(os.environ.get("WORLD_SIZE", 1))
    if ranks > 1:
        dist.init_process_group("gloo")
    recipe = load_recipe(arguments.recipe)
    run = Run(recipe, arguments.fresh, int(os.environ.get("RANK", 0)), ranks, kind)
    run.train(arguments.cpu_seconds or recipe["cpu_seconds"])
    if ranks > 1:
        dist.destroy_process_group()
    return run


if __name__ == "__main__":
    main()
