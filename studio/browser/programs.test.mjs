// What is exported as a program is compiled and run, and prints what the page says: an answer, a refusal, and what is not understood.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, folder, shows, solved, studio, tab } from "./support.mjs";

const { BLICKET_STAGE: STAGE, BLICKET_PYTHON: PYTHON, BLICKET_MONO: MONO } = process.env;
// They leave open what "walk left twice" means.
const OPEN = "walk\tWALK\njump\tJUMP\nrun\tRUN\nwalk twice\tWALK WALK\njump left\tLEFT JUMP\n";
let chromium;
before(async () => { chromium = await browser(); });
after(() => chromium.close());

function run(command, ...parameters) {
  const done = spawnSync(command, parameters, { encoding: "utf8", env: { ...process.env, LD_LIBRARY_PATH: `${STAGE}/lib` } });
  assert.equal(done.status, 0, `${command} ${parameters.join(" ")}\n${done.error ?? ""}${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** By kind of export: what is missing to run it, and how it is run. */
const LANGUAGES = {
  cpp: [!STAGE && "make stage", (source, place) => {
    run(process.env.CXX ?? "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", `-I${STAGE}/include`, source, `-L${STAGE}/lib`, "-lblicket", "-o", `${place}/cpp`);
    return run(`${place}/cpp`);
  }],
  python: [!PYTHON && "make test-python", (source) => run(PYTHON, source)],
  csharp: [!MONO && "mono", (source, place) => {
    run("mcs", "-langversion:7.2", "-warnaserror+", `-out:${place}/Commands.exe`, source, ...MONO.split(":"));
    return run("mono", `${place}/Commands.exe`);
  }],
};

/** The programs of what is tried on the page now: each prints these lines. */
async function prints(t, page, lines) {
  await page.click("#open-export");
  for (const [kind, [missing, program]] of Object.entries(LANGUAGES)) {
    await t.test(kind, { skip: missing ? `LEFT OUT: ${missing}` : false }, async () => {
      await page.check(`input[value=${kind}]`);
      await page.waitForFunction((kind) => document.getElementById("export-text").dataset.kind === kind, kind);
      const place = folder();
      const source = join(place, { cpp: "main.cpp", python: "main.py", csharp: "Commands.cs" }[kind]);
      writeFileSync(source, await page.textContent("#export-text"));
      assert.deepEqual(program(source, place).trimEnd().split("\n"), lines);
    });
  }
  await page.keyboard.press("Escape");
}

test("what the examples leave open is asked back by programs, too", async (t) => {
  const path = join(folder(), "open.tsv");
  writeFileSync(path, OPEN);
  const own = await studio(path);
  const { page, end } = await tab(chromium, own.address);
  await solved(page);
  await page.fill("#try-input", "walk left twice");
  await shows(page, "#answer", "Refused");
  const guess = await page.textContent("#answer .guess code");
  await prints(t, page, [`walk left twice: not sure, perhaps ${guess}`, "walk -> WALK"]);
  await end();
  await own.end();
});

test("a game answers, and says what it does not understand", async (t) => {
  const own = await studio();
  const { page, end } = await tab(chromium, own.address);
  await solved(page);
  await page.click("#open-gallery");
  await page.click(".card:has-text('A game')");
  await shows(page, "#answer .output", "TAKE ( rope ) ; PUT ( lamp , box )");
  await page.fill("#try-input", "open the box");
  await shows(page, "#answer", "Not understood");
  await prints(t, page, ["open the box: not understood", "get the rope and put the lamp in the box -> TAKE ( rope ) ; PUT ( lamp , box )", "go north -> GO ( north )"]);
  await end();
  await own.end();
});
