"""The runner: it goes on where it stopped, and what fails stays alone."""

import tempfile
import unittest
from pathlib import Path

from paper.plan import BY_TORCH, SIZES, SYSTEMS, conditions, plan
from paper.run import Runner
from paper.store import RUNTIME, Store, command_line
from paper.tests.programs import ANSWERS, EPISODES, FAILS, HANGS, cell, read, root, runs


class Running(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = root(Path(folder.name))
        self.said = []

    def run_all(self, cells, minutes=1):
        return Runner(cells, Store(self.folder), 2, minutes, show=self.said.append).all()

    def note(self, cell):
        return read((self.folder / cell.step.output).with_suffix(".json"))

    def test_a_failing_cell_does_not_lose_the_others_and_is_tried_again(self):
        bad, missing = cell("rules", "7", "neural", FAILS), cell("rules", "7", "greedy", "raise SystemExit(0)")
        good = [cell("rules", "7", "hybrid"), cell("rules", "8", "hybrid")]
        counts = self.run_all([bad, good[0], missing, good[1]])
        self.assertEqual(counts, {"done": 2, "kept": 0, "failed": 2, "not run": 0})
        self.assertIn("no such option --redraw", self.note(bad)["error"])
        self.assertIn("no episode was done", self.note(missing)["error"])
        self.assertEqual(self.note(good[1])["done"], 4)
        self.assertEqual(self.run_all([bad, *good]), {"done": 0, "kept": 2, "failed": 1, "not run": 0})

    def test_a_program_that_is_not_there_is_a_failed_cell(self):
        lost = cell("rules", "7", "hybrid")
        object.__setattr__(lost.step, "argv", ("/no/such/program",))
        self.assertEqual(self.run_all([lost])["failed"], 1)
        self.assertIn("/no/such/program: No such file", self.note(lost)["error"])

    def test_what_is_done_is_kept_until_its_command_or_what_it_reads_changes(self):
        one = cell("rules", "7", "hybrid")
        self.run_all([one])
        self.assertEqual((self.run_all([one])["kept"], runs(self.folder)), (1, 1))
        other = cell("rules", "7", "hybrid", ANSWERS + "# changed")
        self.assertEqual((self.run_all([other])["done"], runs(self.folder)), (1, 2))
        object.__setattr__(other.step.inputs[0], "argv",
                           (*other.step.inputs[0].argv[:2], EPISODES.replace('"a a"', '"a  a"')))
        self.assertEqual((self.run_all([other])["done"], runs(self.folder)), (1, 3))
        # The command that samples is another, but the episodes are the same: so are the results.
        object.__setattr__(other.step.inputs[0], "argv",
                           (*other.step.inputs[0].argv[:2], EPISODES.replace('"a a"', '"a  a"') + "# same"))
        self.assertEqual((self.run_all([other])["kept"], runs(self.folder)), (1, 3))

    def test_a_network_is_known_by_its_own_weights(self):
        def ask(system, domain):
            return ("python", "-m", "paper.networks.run", "--system", system, "--domain", domain, "asked.jsonl")

        models = self.folder / "paper/networks/models"
        models.mkdir(parents=True)
        asked = [ask("synth", "scan"), ask("synth-greedy", "scan"), ask("synth", "miniscan"),
                 ask("deepcoder-hints", "scan")]
        before = [Store(self.folder).program(argv) for argv in asked]
        (models / "synth-scan.pt").write_text("trained longer")
        after = [Store(self.folder).program(argv) for argv in asked]
        self.assertEqual([old != new for old, new in zip(before, after)], [True, True, False, False])

    def test_a_cell_at_its_limit_keeps_what_it_has(self):
        slow = cell("rules", "7", "hybrid", HANGS, seconds=1)
        self.assertEqual(self.run_all([slow])["done"], 1)
        self.assertEqual((self.note(slow)["state"], self.note(slow)["done"]), ("partial", 1))

    def test_a_cell_that_was_stopped_is_run_again_once_it_is_granted_more(self):
        self.run_all([cell("rules", "7", "hybrid", HANGS, seconds=1)])
        self.assertEqual(self.run_all([cell("rules", "7", "hybrid", HANGS, seconds=1)])["kept"], 1)
        longer = cell("rules", "7", "hybrid", HANGS, seconds=2)
        self.assertEqual((self.run_all([longer])["done"], self.note(longer)["limit"]), (1, 2))

    def test_a_command_is_known_by_the_data_and_the_runtime_that_it_reads(self):
        sample = ("bin/blicket", "sample", "numbers", "--language", "data/numbers/fr.tsv")
        split = ("bin/blicket", "sample", "scan-split", "--data", "data/scan", "--seed", "1")
        neural = ("bin/blicket", "bench", "--strategy", "neural", "asked.jsonl")
        for argv, read in ((sample, "data/numbers/fr.tsv"), (split, "data/scan/tasks.txt"), (neural, RUNTIME)):
            before = Store(self.folder).program(argv)
            (self.folder / read).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / read).write_text("changed")
            self.assertNotEqual(Store(self.folder).program(argv), before, read)

    def test_two_runs_do_not_write_to_one_folder(self):
        first, second = Store(self.folder), Store(self.folder)
        self.assertTrue(first.claim("out"))
        self.assertFalse(second.claim("out"))
        self.assertTrue(second.claim("other"))

    def test_what_is_left_of_a_killed_run_is_no_part_of_the_next(self):
        one = cell("rules", "7", "hybrid")
        part = (self.folder / one.step.output).with_suffix(".out")
        part.parent.mkdir(parents=True)
        with open(part, "w") as left:
            self.run_all([one])
            left.write('{"name": "e9", "correct": 9}\n')
        self.assertEqual(len((self.folder / one.step.output).read_text().splitlines()), 5)

    def test_when_the_time_is_over_nothing_counts_as_done(self):
        slow, late = cell("rules", "7", "hybrid", HANGS), cell("rules", "8", "hybrid")
        counts = Runner([slow, late], Store(self.folder), 1, 1 / 60, show=self.said.append).all()
        self.assertEqual(counts["not run"], 2)
        self.assertEqual(self.run_all([late])["done"], 1)

    def test_commands_are_those_that_were_run(self):
        one = cell("rules", "7", "hybrid")
        self.assertEqual(len(command_line(one.step)), 2)
        self.assertTrue(command_line(one.step)[1].endswith("> out/cells/rules-7.hybrid.jsonl"))


class Planning(unittest.TestCase):
    def test_every_system_has_its_cells_and_every_cell_its_own_files(self):
        for scale in SIZES:
            cells = plan(scale, "out")
            self.assertEqual(len({one.name for one in cells}), len(cells))
            self.assertEqual({one.system.key for one in cells} - set(BY_TORCH), set(SYSTEMS) - set(BY_TORCH))
            self.assertTrue(all(one.episodes > 0 and one.seconds > 0 for one in cells))
            outputs = {one.step.output for one in cells}
            self.assertEqual(len(outputs), len(cells))

    def test_fewer_episodes_are_the_first_of_the_same(self):
        asked = {}
        for one in plan("full", "out"):
            argv = list(one.step.inputs[0].argv)
            option = "--episodes" if "--episodes" in argv else "--orders"
            del argv[argv.index(option) + 1]
            asked.setdefault(one.condition.name, set()).add(tuple(argv))
        self.assertEqual({len(commands) for commands in asked.values()}, {1})

    def test_baselines_are_granted_what_they_saw_in_the_paper(self):
        for one in plan("full", "out"):
            if one.system.size in ("sampler", "enumerator"):
                least = 10_800 if one.system.size == "sampler" else 180_000
                self.assertGreaterEqual(int(one.step.argv[one.step.argv.index("--steps") + 1]), least)

    def test_the_conditions_are_the_papers(self):
        count = {}
        for condition in conditions():
            count[condition.experiment] = count.get(condition.experiment, 0) + 1
        self.assertEqual(count, {"rules": 11, "support": 4, "primitives": 4, "human": 1, "scan": 4, "scan-uniform": 4,
                                 "scan-fixed": 16, "scan-sampled": 1, "numbers": 9})


if __name__ == "__main__":
    unittest.main()
