// Examples as lines: an input, a TAB and an output; SCAN's `IN: … OUT: …`; and after `! ` what is not so.

/** Rows from the text of a file. A line without a TAB is an input that still lacks its meaning. */
export function read(text) {
  const rows = [];
  for (const whole of text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    if (!whole.trim()) continue;
    const scan = /^IN: (.*?) OUT:(.*)$/.exec(whole);
    if (scan) {
      rows.push({ not: false, input: scan[1].trim(), output: scan[2].trim() });
      continue;
    }
    const not = whole.startsWith("! ");
    const line = not ? whole.slice(2) : whole;
    const tab = line.indexOf("\t");
    const [input, output] = tab < 0 ? [line, ""] : [line.slice(0, tab), line.slice(tab + 1)];
    rows.push({ not, input: plain(input), output: plain(output) });
  }
  return rows;
}

/** The text of a file. */
export function write(rows) {
  const line = ({ not, input, output }) =>
    not ? `! ${input}${output ? `\t${output}` : ""}\n` : `${input}\t${output}\n`;
  return rows.filter((row) => row.input.trim()).map(line).join("");
}

const plain = (text) => text.replace(/\t/g, " ").trim();
