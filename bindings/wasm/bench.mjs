// Size, and speed beside the native library: `make bench-wasm`. Medians; one thread on both sides, whose answers have to be
// the same.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { load } from "../../build/wasm/npm/blicket.js";

const MODULE = new URL("../../build/wasm/npm/blicket.wasm", import.meta.url);
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").trim().split("\n").map((line) => line.split("\t"));
const LESSONS = { home: "examples/home.tsv", "a game": "studio/page/examples/game.tsv", "number words": "studio/page/examples/numbers.tsv", MiniSCAN: "data/miniscan/human-support.tsv", "SCAN, 100": "studio/page/examples/scan.tsv" };
/** What was learnt or answered: neither the times, nor weights, whose last digit the exponential function of a platform decides. */
const told = (answer) => (answer.solution ? [answer.solution.outcome, answer.solution.steps, answer.solution.grammar] : answer);
const start = performance.now();
const blicket = await load();
blicket.call("version");
const loading = performance.now() - start;

const lessons = Object.entries(LESSONS).map(([name, path]) => [name, "solve", { examples: read(path) }, 9]);
const { grammar } = blicket.learn(read(LESSONS["SCAN, 100"]));
const inputs = Array.from({ length: 1000 }, (_, index) => read(LESSONS["SCAN, 100"])[index % 100][0]);
lessons.push(["apply, 1,000 commands of SCAN", "apply_many", { parse: grammar, inputs }, 9]);

const native = JSON.parse(spawnSync(process.argv[2], { input: JSON.stringify(lessons), encoding: "utf8", maxBuffer: 1 << 26 }).stdout);
const bytes = readFileSync(MODULE);
console.log(`blicket.wasm: ${(statSync(MODULE).size / 1000).toFixed(0)} KB, ${(gzipSync(bytes, { level: 9 }).length / 1000).toFixed(0)} KB gzipped; loaded in ${loading.toFixed(0)} ms`);
console.log("| | WebAssembly in node | native | ratio |\n|---|---:|---:|---:|");
for (const [name, what, { parse, ...message }, times] of lessons) {
  if (parse) message.grammar = blicket.call("parse", { text: parse }).grammar;
  let answer;
  const took = Array.from({ length: times }, () => {
    const start = performance.now();
    answer = blicket.call(what, message);
    return performance.now() - start;
  }).sort((a, b) => a - b)[times >> 1];
  const [seconds, expected] = native[name];
  assert.deepEqual(told(answer), told(expected), name);
  const own = seconds * 1000;
  console.log(`| ${name} | ${took.toFixed(2)} ms | ${own.toFixed(2)} ms | ${(took / own).toFixed(1)} |`);
}
