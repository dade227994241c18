// Texts of the page that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inRows } from "../page/js/status.js";

test("examples are told by their rows, and how many more there are is none of them", () => {
  const told = (text) => inRows(text, (number) => 10 * number);
  assert.equal(told("examples 1 and 12 contradict each other"), "rows 10 and 120 contradict each other");
  assert.equal(told("example 3 is probably a slip"), "row 30 is probably a slip");
  assert.equal(told("examples 1, 2, 3 and 4 more are taken to be wrong"), "rows 10, 20, 30 and 4 more are taken to be wrong");
  assert.equal(told("examples 1, 2, 3 and 14 more are taken to be wrong"), "rows 10, 20, 30 and 14 more are taken to be wrong");
});
