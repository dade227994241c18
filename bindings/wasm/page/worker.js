// The library, on a thread of its own: what takes long never holds up typing, and is ended with the worker.

import { load } from "./blicket.js";

const loaded = load();

addEventListener("message", async ({ data: { id, what, message } }) => {
  try {
    const blicket = await loaded;
    postMessage({ id, answer: blicket.call(what, message) });
  } catch (error) {
    postMessage({ id, error: error.message, status: error.status });
  }
});
