// A studio, a browser, and what is seen of both.

import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
/** Nothing takes as long on a machine that works; what waits for ever has to end, too. */
export const PATIENCE = 120_000;
export const PICTURES = process.env.BLICKET_PICTURES ?? "build/studio";
mkdirSync(PICTURES, { recursive: true });

export const folder = () => mkdtempSync(join(tmpdir(), "blicket-studio-"));

export async function browser() {
  return chromium.launch({ executablePath: process.env.BLICKET_CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

// What a test that failed has left running would keep the others' result from ever being told.
const running = new Set();
after(() => running.forEach((stop) => stop()));

/** The command, and the address of its page. */
export async function studio(...files) {
  const child = spawn(process.env.BLICKET ?? "target/release/blicket", ["studio", "--no-open", ...files], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(() => child.kill());
  const address = await new Promise((found, failed) => {
    child.stdout.once("data", (text) => found(String(text).trim()));
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`the studio ended with ${code}`)));
  });
  return { address, end: () => new Promise((ended) => { child.once("exit", ended); child.kill(); }) };
}

/** A folder as any web server shows it. */
export async function folderServer(root) {
  const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", tsv: "text/plain" };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    try {
      const bytes = readFileSync(join(root, path));
      response.writeHead(200, { "Content-Type": types[path.split(".").at(-1)] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  running.add(() => { server.close(); server.closeAllConnections(); });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

/** A tab. `end` fails if the page has complained, or has asked anybody but its own host. */
export async function tab(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints = [];
  const origin = new URL(address).origin;
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("blob:") && !url.startsWith("data:")) complaints.push(`asks ${url}`);
  });
  await page.goto(address);
  await page.waitForSelector("html[data-ready=true]");
  const end = async (expected = []) => {
    assert.deepEqual(complaints.filter((text) => !expected.some((one) => text.includes(one))), []);
    await context.close();
  };
  return { page, end };
}

export const solved = (page) => page.waitForSelector("#status[data-state=good]");
/** Until the page shows a text. */
export const shows = (page, selector, text) =>
  page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent.includes(text), [selector, text]);
/** All rows that say something. */
export const rows = (page) => page.$$eval("#rows .row:not(.ghost)", (rows) =>
  rows.map((row) => [row.querySelector(".input").value, row.querySelector(".output").value]));

/** Types an example into the empty row, by keys alone. */
export async function teach(page, input, output) {
  await page.keyboard.press("Alt+KeyA");
  await page.keyboard.type(input);
  await page.keyboard.press("Enter");
  await page.keyboard.type(output);
}

/** What overflows: elements that reach out of the window, and buttons whose text is cut. */
export const overflows = (page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) found.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${wide}`);
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest(".visually-hidden, .skip, pre, dialog:not([open])")) continue;
    const { left, right, width } = element.getBoundingClientRect();
    const name = `${element.tagName} ${element.id || element.className}`;
    if (width > 0 && (right > wide + 1 || left < -1)) found.push(`${name} reaches from ${left} to ${right} of ${wide}`);
    if (element.matches("button, h2, .chip, .tag") && element.scrollWidth > element.clientWidth + 1) found.push(`${name} is cut`);
  }
  return found;
});
