// How it looks and works for everybody: three widths, dark and light, axe-core, keys, and five hundred examples.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PICTURES, browser, folder, overflows, shows, solved, studio, tab, teach } from "./support.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [[360, 800], [820, 1100], [1440, 900]];
let chromium;
let own;
before(async () => { [chromium, own] = [await browser(), await studio()]; });
after(async () => { await chromium.close(); await own.end(); });

async function violations(page) {
  // Through the debugger: the page's policy lets nobody else put scripts into it.
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
}

for (const [width, height] of WIDTHS) {
  test(`nothing overflows at ${width} pixels`, async () => {
    const { page, end } = await tab(chromium, own.address, { viewport: { width, height } });
    await solved(page);
    await page.waitForSelector(".choice");
    await page.screenshot({ path: join(PICTURES, `${width}.png`), fullPage: width < 1040 });
    assert.deepEqual(await overflows(page), []);
    await page.fill("#try-input", "open the kitchen window with an extraordinarilylongwordthathasnoplacetobreak");
    await shows(page, "#answer", "Not understood");
    await teach(page, "turn on the kitchen lamp", "OFF ( a_very_long_token_without_any_space_in_it_that_has_to_be_broken_somewhere )");
    await page.waitForSelector("#status[data-state=bad]");
    assert.deepEqual(await overflows(page), []);
    await page.screenshot({ path: join(PICTURES, `${width}-broken.png`), fullPage: width < 1040 });
    for (const [button, dialog] of [["#open-gallery", "gallery"], ["#open-export", "export"], ["#open-keys", "keys"]]) {
      await page.click(button);
      assert.deepEqual(await overflows(page), [], dialog);
      await page.screenshot({ path: join(PICTURES, `${width}-${dialog}.png`) });
      await page.keyboard.press("Escape");
    }
    await end();
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing in ${colorScheme}`, async () => {
    // Without motion, so that no colour is on its way.
    const { page, end } = await tab(chromium, own.address, { colorScheme, reducedMotion: "reduce" });
    await solved(page);
    await page.waitForSelector(".choice");
    assert.equal(await page.getAttribute("html", "data-theme"), colorScheme);
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(PICTURES, `${colorScheme}.png`) });
    await page.click("#unfold");
    await page.fill("#try-input", "open the kitchen window");
    await shows(page, "#answer", "Not understood");
    await teach(page, "turn on the kitchen lamp", "OFF ( lamp , kitchen )");
    await page.waitForSelector(".row[data-severity=error]");
    await page.waitForSelector("#problems:not([hidden])");
    assert.deepEqual(await violations(page), [], "with a contradiction");
    for (const [button, dialog] of [["#open-gallery", "gallery"], ["#open-export", "export"], ["#open-keys", "keys"]]) {
      await page.click(button);
      assert.deepEqual(await violations(page), [], dialog);
      await page.keyboard.press("Escape");
    }
    await end();
  });
}

test("everything is reached by keys", async () => {
  const { page, end } = await tab(chromium, own.address);
  await solved(page);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.closest("section")?.id);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  for (const [key, id] of [["Alt+KeyT", "try-input"], ["Alt+KeyG", "grammar"], ["Alt+KeyA", "examples"]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), id, key);
  }
  await page.waitForSelector(".choice");
  const before = await page.locator("#rows .row").count();
  await page.keyboard.press("Alt+Digit1");
  await page.waitForFunction((count) => document.querySelectorAll("#rows .row").length > count, before);
  await page.keyboard.press("Alt+KeyG");
  await page.keyboard.press("?");
  await page.waitForSelector("#keys[open]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+KeyE");
  await page.waitForSelector("#gallery[open]");
  await end();
});

test("five hundred examples without a stall", async () => {
  const lines = [];
  for (const verb of ["turn", "switch"]) {
    for (const state of ["on", "off"]) {
      for (const room of ["kitchen", "hall", "bedroom", "bath", "attic", "office", "garage", "cellar", "porch", "study"]) {
        for (const thing of ["lamp", "heater", "fan", "radio", "fountain", "door", "window", "blind", "pump", "bell", "oven", "kettle", "printer"]) {
          lines.push(`${verb} ${state} the ${room} ${thing}\t${state.toUpperCase()} ( ${thing} , ${room} )`);
        }
      }
    }
  }
  const path = join(folder(), "large.tsv");
  writeFileSync(path, `${lines.slice(0, 500).join("\n")}\n`);
  const large = await studio(path);
  const { page, end } = await tab(chromium, large.address);
  await page.waitForFunction(() => document.querySelectorAll("#rows .row").length === 501);
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "__metadata", "disabled-by-default-lighthouse"] } });
  // Everything that a person does with them: all rows anew, learning, typing, trying, a change, and back.
  await page.keyboard.press("Control+Enter");
  await page.click("#load-file", { trial: true });
  await page.setInputFiles("#file", path);
  await page.waitForFunction(() => document.querySelectorAll("#rows .row").length === 501);
  await solved(page);
  await teach(page, "dim the hall lamp", "DIM ( lamp , hall )");
  await page.fill("#try-input", "switch off the porch bell");
  await page.waitForFunction(() => document.querySelectorAll("#rows .row").length === 502);
  await shows(page, "#status-text", "All 501 examples");
  await shows(page, "#answer", "OFF ( bell , porch )");
  await page.keyboard.press("Control+KeyZ");
  await page.waitForTimeout(500);
  const whole = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await whole;
  const main = new Set(events.filter((event) => event.name === "thread_name" && event.args.name === "CrRendererMain").map((event) => `${event.pid} ${event.tid}`));
  const tasks = events.filter((event) => event.ph === "X" && /RunTask$/.test(event.name) && main.has(`${event.pid} ${event.tid}`) && event.tdur !== undefined);
  assert.ok(tasks.length > 100, `the browser tells of its tasks: ${tasks.length}`);
  const longest = (field) => Math.max(...tasks.map((event) => event[field])) / 1000;
  // By the processor's time, so that a machine that does other things as well says nothing about the page.
  console.log(`longest task of the page: ${longest("tdur").toFixed(1)} ms of the processor, ${longest("dur").toFixed(1)} ms by the clock, of ${tasks.length} tasks`);
  assert.ok(longest("tdur") < 50, `${longest("tdur")} ms`);
  await end();
  await large.end();
});
