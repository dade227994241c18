#!/usr/bin/env python3
"""Whether a slip in the examples is named: one output token of one example of a clean task is exchanged for another.

    python3 ci/slips.py BLICKET_COMMAND [--tasks N] [--set NAME …] [--each] [-- OPTION …]

Tasks are sampled ones (MiniSCAN with 30 examples, SCAN with 60) and those of data/commands, in equal parts. Each is learnt
from twice: as it is, when no example may be named, and with the slip, when the example should be. Which token is exchanged is
drawn by seed from all of them, also from those that no other example bears out. So a slip counts as *determined* if the other
examples say what was meant: learnt from them alone, without the slip, the output of its input is given, and is the right one.
"""

import argparse
import json
import random
import statistics
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data" / "commands"
NAMED = "probable_slip"


def sampled(command, what, count):
    call = [command, "sample", *what, "--queries", "0", "--episodes", str(count), "--seed", "19"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def tasks(command, count):
    third = count // 3
    commands = [json.loads(line) for path in sorted(DATA.glob("*.jsonl")) if not path.stem.endswith(("-out", "-open"))
                for line in path.read_text().splitlines() if line]
    step = max(1, len(commands) // third)
    return {
        "miniscan": sampled(command, ["miniscan", "--rules", "3-7", "--support", "30"], third),
        "scan": sampled(command, ["scan", "--support", "60"], third),
        "commands": commands[::step][:count - 2 * third],
    }


def slipped(support, seed):
    """The examples with one token exchanged, and which example that is; nothing where that cannot be done."""
    chance = random.Random(seed)
    tokens = sorted({token for _, output in support for token in output.split() if token not in "()[]{},;"})
    for _ in range(1000):
        at = chance.randrange(len(support))
        output = support[at][1].split()
        places = [place for place, token in enumerate(output) if token in tokens]
        if places and len(tokens) > 1:
            place = chance.choice(places)
            output[place] = chance.choice([token for token in tokens if token != output[place]])
            wrong = [[*one] for one in support]
            wrong[at][1] = " ".join(output)
            # An example that stands there twice would contradict itself.
            if sum(one[0] == support[at][0] for one in support) == 1:
                return wrong, at
    return None


def named(command, support, options):
    """The examples that are named, and the seconds of the processor that it took."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.writelines(f"{input}\t{output}\n" for input, output in support)
        file.flush()
        done = subprocess.run([command, "learn", "--json", *options, file.name], capture_output=True, text=True)
    solution = json.loads(done.stdout)
    return {at for one in solution["problems"] if one["kind"] == NAMED for at in one["examples"]}, solution["cpu_seconds"]


def determined(command, support, at):
    """Whether the other examples, learnt from alone, give what the example wants."""
    others = [one for one in support if one[0] != support[at][0]]
    episode = {"name": "without", "support": others, "queries": [support[at]]}
    done = subprocess.run([command, "bench", "--json", "-"], input=json.dumps(episode), capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[0])["correct"] == 1


def share(part, whole):
    return f"{100 * sum(part) / len(whole):.1f}%" if whole else "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--set", action="append", dest="sets", choices=["miniscan", "scan", "commands"])
    parser.add_argument("--each", action="store_true", help="name the tasks where it went wrong")
    arguments, options = parser.parse_known_args()
    options = [option for option in options if option != "--"]

    def tried(job):
        seed, episode = job
        if not (made := slipped(episode["support"], seed)):
            return None
        wrong, at = made
        clean, seconds = named(arguments.command, episode["support"], options)
        found, slower = named(arguments.command, wrong, options)
        return {"name": episode["name"], "at": at, "clean": clean, "found": found, "seconds": (seconds, slower),
                "determined": determined(arguments.command, episode["support"], at)}

    print(f"{'':<10} {'tasks':>6} {'named':>7} {'only it':>8} {'determined':>11} {'of them named':>14} {'others named':>13}"
          f" {'clean accused':>14} {'seconds: clean':>15} {'slip':>7}")
    for name, episodes in tasks(arguments.command, arguments.tasks).items():
        if arguments.sets and name not in arguments.sets:
            continue
        with ThreadPoolExecutor(2) as pool:
            done = [found for found in pool.map(tried, enumerate(episodes)) if found]
        clear = [one for one in done if one["determined"]]
        unclear = [one for one in done if not one["determined"]]
        hit = lambda some: share([one["at"] in one["found"] for one in some], some)
        only = share([one["found"] == {one["at"]} for one in done], done)
        accused = sum(bool(one["clean"]) for one in done)
        clean, slip = (statistics.mean(one["seconds"][which] for one in done) for which in (0, 1))
        print(f"{name:<10} {len(done):>6} {hit(done):>7} {only:>8} {len(clear):>11} {hit(clear):>14} {hit(unclear):>13}"
              f" {accused:>14} {clean:>15.3f} {slip:>7.3f}", flush=True)
        for one in done if arguments.each else []:
            if one["clean"] or one["found"] != {one["at"]}:
                numbers = {which: sorted(at + 1 for at in one[which]) for which in ("found", "clean")}
                is_clear = "" if one["determined"] else "not "
                print(f"  {one['name']}: example {one['at'] + 1}, {is_clear}determined, named {numbers['found']}; clean {numbers['clean']}")


if __name__ == "__main__":
    main()
