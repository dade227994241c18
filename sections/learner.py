"""The commands `blicket learn` and `blicket apply`, for the numbers of one locale."""

import json
import os
import subprocess
import tempfile


class Blicket:
    def __init__(self, command):
        self.command = command

    def learn(self, pairs):
        """The text of a grammar that satisfies all pairs (words, number); nothing if none is found."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "support.tsv")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{words}\t{number}\n" for words, number in pairs)
            run = subprocess.run(
                [self.command, "learn", path, "--domain", "numbers", "--strategy", "deduce", "--timeout", "60",
                 "--verbatim"],
                capture_output=True,
                text=True,
                check=False,
            )
        if run.returncode > 1:
            raise SystemExit(f"blicket learn failed: {run.stderr}")
        return run.stdout if run.returncode == 0 else None

    def wrong(self, grammar, pairs):
        """The pairs that a grammar does not give."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grammar.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(grammar)
            run = subprocess.run(
                [self.command, "apply", path, "--json"],
                input="".join(f"{words}\n" for words, _ in pairs),
                capture_output=True,
                text=True,
                check=False,
            )
        if run.returncode != 0:
            raise SystemExit(f"blicket apply failed: {run.stderr}")
        answers = [json.loads(line)["output"] for line in run.stdout.splitlines()]
        assert len(answers) == len(pairs)
        return [pair for pair, answer in zip(pairs, answers) if answer != str(pair[1])]
