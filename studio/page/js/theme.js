// Dark or light: as the system says, unless the person says otherwise.

import { by } from "./dom.js";

const KEY = "blicket-theme";

function stored() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

export function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = (name) => { document.documentElement.dataset.theme = name; };
  set(stored() ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => { if (!stored()) set(dark.matches ? "dark" : "light"); });
  by("theme").addEventListener("click", () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    set(name);
    try { localStorage.setItem(KEY, name); } catch { /* then it is as the system says next time */ }
  });
}
