// Examples as lines: an input, a TAB and an output; SCAN's `IN: … OUT: …`; after `! ` what is not so; and after `# ` what is
// not learnt from: comments, and examples that are set aside.

/** Rows from the text of a file. A line without a TAB is an input that still lacks its meaning; one with nothing behind the
 * TAB means nothing, which is a meaning as well. */
export function read(text) {
  const rows = [];
  for (const whole of text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    if (!whole.trim()) continue;
    const scan = /^IN: (.*?) OUT:(.*)$/.exec(whole);
    if (scan) {
      rows.push({ input: scan[1].trim(), output: scan[2].trim(), nothing: !scan[2].trim() });
      continue;
    }
    const [not, aside] = [whole.startsWith("! "), whole.startsWith("# ")];
    const line = not || aside ? whole.slice(2) : whole;
    const tab = line.indexOf("\t");
    const [input, output] = tab < 0 ? [line, ""] : [line.slice(0, tab), line.slice(tab + 1)];
    rows.push({ not, aside, input: plain(input), output: plain(output), nothing: !not && tab >= 0 && !output.trim() });
  }
  return rows;
}

/** Whether it is not said yet what a row means: then it is not learnt from. */
export const isUnfinished = (row) => !row.not && !row.aside && !row.nothing && row.input.trim() !== "" && !row.output.trim();

/** The text of a file. What is unfinished is set aside in it, or others would read that it means nothing. */
export function write(rows) {
  const line = (row) => {
    const output = row.output || (!row.not && row.nothing) ? `\t${row.output}` : "";
    return `${row.not ? "! " : row.aside || isUnfinished(row) ? "# " : ""}${row.input}${output}\n`;
  };
  return rows.filter((row) => row.input.trim()).map(line).join("");
}

const plain = (text) => text.replace(/\t/g, " ").trim();
