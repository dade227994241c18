// Elements without a framework: what a page of this size needs, and nothing else.

/** The element with this id, which index.html has. */
export const by = (id) => document.getElementById(id);

/** A new element. Properties with a dash, and `role`, are attributes; `on…` are listeners; the rest are properties. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A number of things, in words. */
export const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Says something to who listens to the page instead of looking at it. */
export function tell(text) {
  by("told").textContent = text;
}

let hiding = 0;

/** Shows a message for some seconds. */
export function toast(text, isBad = false) {
  const element = by("toast");
  element.textContent = text;
  element.classList.toggle("bad", isBad);
  element.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (element.hidden = true), isBad ? 8000 : 3500);
}

/** Work in pieces, with frames between them, so that typing is never held up. A later call ends an earlier one. */
export function inPieces() {
  let current = 0;
  return async (items, size, work) => {
    const own = ++current;
    for (let from = 0; from < items.length; from += size) {
      if (from > 0) await new Promise((resume) => requestAnimationFrame(resume));
      if (own !== current) return false;
      work(items.slice(from, from + size));
    }
    return true;
  };
}
