"""`make paper`: runs all cells that are not done yet, and writes the tables and the report.

    python3 -m paper.run full|quick [--out DIR] [--jobs N] [--minutes N] [--only TEXT] [--report]

What is done is kept in DIR/cells: after an interruption, or a change to one system, it goes on with the rest. A cell
that fails is reported with what it said, tried again next time, and does not touch the others.
"""

import argparse
import datetime
import json
import queue
import shutil
import signal
import sys
import threading
import time

from paper import machine, report, reproduction, summary, tables, text
from paper.plan import MINUTES, plan
from paper.results import Results, read_records
from paper.store import ROOT, Failed, NotRun, Store, command_line


class Runner:
    def __init__(self, cells, store, jobs, minutes, show=print):
        self.cells, self.store, self.jobs, self.show = cells, store, jobs, show
        self.start = time.monotonic()
        self.deadline = self.start + 60 * minutes
        self.waiting, self.ended = queue.SimpleQueue(), queue.SimpleQueue()
        self.running, self.counts = [], {"done": 0, "kept": 0, "failed": 0, "not run": 0}
        self.lock = threading.Lock()
        self.version = machine.version(store.root)

    def all(self):
        for cell in self.cells:
            self.waiting.put(cell)
        for _ in range(self.jobs):
            threading.Thread(target=self.work).start()
        working = self.jobs
        try:
            while working:
                try:
                    self.ended.get(timeout=0.2)
                    working -= 1
                except queue.Empty:
                    self.show_progress()
        except KeyboardInterrupt:
            self.store.stop()
            for _ in range(working):
                self.ended.get()
            raise
        return self.counts

    def work(self):
        try:
            self.work_on_all()
        finally:
            self.ended.put(None)

    def work_on_all(self):
        while not self.store.stopped.is_set():
            try:
                cell = self.waiting.get_nowait()
            except queue.Empty:
                return
            with self.lock:
                self.running.append(cell.name)
            try:
                outcome, said = self.one(cell)
            except Exception as problem:  # a fault of this program must not lose the other cells either
                outcome, said = "failed", f"{type(problem).__name__}: {problem}"
            with self.lock:
                self.running.remove(cell.name)
                self.counts[outcome] += 1
                self.show_end(cell, outcome, said)

    def one(self, cell):
        """What became of a cell, and what is to be said about it."""
        step, store = cell.step, self.store
        note = {"cell": cell.name, "command": command_line(step), "asked": cell.episodes, "seed": seed_of(step),
                **self.version}
        store.path(step).parent.mkdir(parents=True, exist_ok=True)
        try:
            store.provide(step, self.deadline)
            key, old = store.key(step), store.note_of(step)
            # One that was stopped is run again if it is granted more.
            granted = old and (old["state"] == "done" or old["state"] == "partial" and old["limit"] >= cell.seconds)
            if granted and old.get("key") == key:
                return "kept", ""
            began = time.monotonic()
            whole = store.execute(step, self.deadline, cell.seconds)
            seconds = round(time.monotonic() - began, 1)
            done = len(read_records(store.path(step)))
            if done == 0:
                raise Failed(f"no episode was done in {seconds} s")
            if whole and done < cell.episodes:
                raise Failed(f"{done} of {cell.episodes} episodes have results")
            note.update(key=key, state="done" if whole else "partial", seconds=seconds, done=done, limit=cell.seconds,
                        date=datetime.date.today().isoformat(), machine=machine.describe())
            outcome, said = "done", f"{seconds} s" if whole else f"{done} of {cell.episodes} episodes in {seconds} s"
        except Failed as problem:
            note.update(state="failed", error=str(problem))
            outcome, said = "failed", str(problem)
        except NotRun as reason:
            note.update(state="not run", error=str(reason))
            outcome, said = "not run", str(reason)
        if note["state"] in ("failed", "not run"):
            store.path(step).write_text("")
        store.write_note(step, note)
        return outcome, said

    def show_end(self, cell, outcome, said):
        if outcome == "kept":
            return
        finished = sum(self.counts.values())
        said = next((line for line in said.splitlines() if "rror" in line), said.split("\n")[-1])
        self.clear()
        self.show(f"{finished:>4} of {len(self.cells)}  {cell.name:<34} {outcome:<8} {said}"[:150])

    def show_progress(self):
        if sys.stdout.isatty() and self.show is print:
            with self.lock:
                finished = sum(self.counts.values())
                minutes = (time.monotonic() - self.start) / 60
                line = f"{finished} of {len(self.cells)} cells, {minutes:.1f} min: {', '.join(self.running)}"
                width = shutil.get_terminal_size().columns - 1
                print(f"\r\x1b[K{line[:width]}", end="", flush=True)

    def clear(self):
        if sys.stdout.isatty() and self.show is print:
            print("\r\x1b[K", end="")


def seed_of(step):
    """The seeds of a cell's commands, as they stand there."""
    commands = [before.argv for before in step.inputs] + [step.argv]
    return [argv[argv.index("--seed") + 1] for argv in commands if "--seed" in argv]


def write(scale, cells, out, root=ROOT):
    """The report, and the tables as text."""
    results = Results(cells, root)
    made = tables.all_tables(results) + [reproduction.table(results)]
    made = [table for table in made if table.groups]
    folder = root / out / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    by = f"{report.COMMANDS[scale]}, {results.made()}. Commands and seeds of each cell: ../report.html and ../cells."
    for table in made + [tables.summary(results)]:
        (folder / f"{table.key}.txt").write_text(text.render(table, by))
    page = root / out / "report.html"
    page.write_text(report.page(scale, results, made))
    (root / out / "summary.md").write_text(summary.markdown(scale, results))
    return page


def interrupt(*_):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(prog="python3 -m paper.run")
    parser.add_argument("scale", choices=MINUTES)
    parser.add_argument("--out", help="[build/paper, or build/paper-quick]")
    parser.add_argument("--jobs", type=int, default=2, help="cells at a time [2]")
    parser.add_argument("--minutes", type=float, help="when to stop [180; quick: 10]")
    parser.add_argument("--only", default="", help="run only cells whose name has this in it")
    parser.add_argument("--report", action="store_true", help="run nothing, write the report anew")
    asked = parser.parse_args()
    out = asked.out or ("build/paper" if asked.scale == "full" else "build/paper-quick")
    cells = plan(asked.scale, out)
    code = 0
    if not asked.report:
        for ended in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(ended, interrupt)
        chosen, store = [cell for cell in cells if asked.only in cell.name], Store()
        if not store.claim(out):
            sys.exit(f"another run is writing to {out}")
        runner = Runner(chosen, store, asked.jobs, asked.minutes or MINUTES[asked.scale])
        try:
            counts = runner.all()
            print(json.dumps(counts)[1:-1].replace('"', ""))
            code = 1 if counts["failed"] else 0
        except KeyboardInterrupt:
            runner.clear()
            print("stopped; the same command goes on from here")
            code = 130
    print(f"report: {write(asked.scale, cells, out)}")
    sys.exit(code)


if __name__ == "__main__":
    main()
