// The package for npm, as somebody would use it. `make test-wasm`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { BlicketError, load } from "../../../build/wasm/npm/blicket.js";

const read = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => line.split("\t"));
let blicket;
before(async () => { blicket = await load(); });

test("it learns what README says", () => {
  const { answers, outcome, grammar } = blicket.learn(
    [["walk", "WALK"], ["jump", "JUMP"], ["run", "RUN"], ["walk twice", "WALK WALK"], ["jump left", "LEFT JUMP"],
      ["run left twice", "LEFT RUN LEFT RUN"]], { queries: ["walk left twice"] });
  assert.deepEqual([outcome, answers], ["solved", ["LEFT WALK LEFT WALK"]]);
  const rules = blicket.parse(grammar);
  assert.equal(rules.apply("jump twice").output, "JUMP JUMP");
  assert.deepEqual(rules.applyMany(["walk", "hop"]), ["WALK", null]);
  assert.equal(rules.explain("jump twice").steps.length, 2);
  assert.equal(rules.advise("wlak twice").unknown[0].word, "wlak");
  rules.free();
  assert.throws(() => rules.apply("walk"), (error) => error instanceof BlicketError && error.status === 410);
});

test("commands, number words and SCAN are learnt, and unseen commands answered", () => {
  for (const [path, query, answer] of [
    ["examples/home.tsv", "switch off the bedroom heater please", "OFF ( heater , bedroom )"],
    ["studio/page/examples/numbers.tsv", "four thousand two hundred thirty seven", "4237"],
    ["studio/page/examples/scan.tsv", "jump opposite left after run twice", "I_RUN I_RUN I_TURN_LEFT I_TURN_LEFT I_JUMP"],
    ["data/miniscan/human-support.tsv", "zup fep", "YELLOW YELLOW YELLOW"],
  ]) {
    const learnt = blicket.learn(read(path), { queries: [query] });
    assert.deepEqual([learnt.outcome, learnt.answers[0]], ["solved", answer], path);
  }
});

test("an answer that the examples leave open is refused, by what was learnt and by what is stored", () => {
  const examples = [["walk", "WALK"], ["jump", "JUMP"], ["run", "RUN"], ["walk twice", "WALK WALK"], ["jump left", "LEFT JUMP"]];
  const queries = ["walk left twice", "run twice", "hop"];
  const { answers, guess, grammar } = blicket.learn(examples, { queries });
  assert.deepEqual(answers, [null, "RUN RUN", null]);
  assert.deepEqual(guess, ["LEFT WALK LEFT WALK", "RUN RUN", null]);
  const stored = blicket.parse(grammar);
  assert.deepEqual(stored.applyMany(queries), answers);
  const refused = stored.apply(queries[0]);
  assert.deepEqual([refused.output, refused.reason, refused.guess], [null, "refused", guess[0]]);
  assert.deepEqual(stored.apply("hop").stuck, ["hop"]);
});

test("doubt, questions, negatives, lint and check", () => {
  const examples = read("studio/page/examples/robot.tsv");
  const learnt = blicket.learn(examples, { questions: 1, negatives: [["twice", null]] });
  assert.ok(learnt.rules.includes("WALK") && !learnt.rules.includes("%doubt"));
  assert.ok(Array.isArray(learnt.questions));
  assert.equal(blicket.lint([["a", "A"], ["a", "B"]])[0].severity, "error");
  assert.ok(blicket.check("dax -> RED\ndax -> BLUE")[0].message.includes("never used"));
});

test("what is wrong is an error that says so, and time ends a search", () => {
  assert.throws(() => blicket.parse("a -> [x1]"), (error) => error.status === 422 && error.message.includes("x1"));
  assert.throws(() => blicket.learn([["a"]]), (error) => error.status === 400);
  let state = 1;
  const below = (n) => { state = (state * 48271) % 2147483647; return state % n; };
  const hard = Array.from({ length: 200 }, () => [Array.from({ length: 12 }, () => "abcdefgh"[below(8)]).join(" "), Array(20 + below(40)).fill("X").join(" ")]);
  assert.equal(blicket.learn(hard, { timeout: 300 }).stop, "timeout");
});
