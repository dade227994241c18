// What answers the page: the server that has shown it. The WebAssembly build has another file of this name.

const json = { "Content-Type": "application/json" };

async function failure(response) {
  const text = await response.text();
  let message = text;
  try { message = JSON.parse(text).error; } catch { /* it is no JSON: the text will do */ }
  return Object.assign(new Error(message || `the server answered ${response.status}`), { status: response.status });
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the studio's server does not answer: is `blicket studio` still running?");
  }
  if (!response.ok) throw await failure(response);
  return response;
}

/** Whether examples can be saved where they came from. */
export const saves = true;

/** Answers `lint`, `try` and `stored`. */
export async function ask(what, message, signal) {
  const response = await send(`api/${what}`, { method: "POST", headers: json, body: JSON.stringify(message), signal });
  return response.json();
}

/** Learns; `onProgress` is told how far it is. Aborting the signal ends the search on the server, too. */
export async function learn(message, onProgress, signal) {
  const body = JSON.stringify(message);
  const response = await send("api/learn", { method: "POST", headers: json, body, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) {
      const told = JSON.parse(line);
      if (told.learnt) return told.learnt;
      if (told.progress) onProgress(told.progress);
    }
    if (done) throw new Error("the studio's server ended before it had learnt anything: start `blicket studio` again");
  }
}

/** The file that the studio was opened with: its name and text, or nulls. */
export const opened = async () => (await send("api/document")).json();

/** Writes that file; `before` is what it is believed to hold. */
export const save = (text, before) => ask("save", { text, before });
