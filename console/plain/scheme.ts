/** Light or dark: as chosen in this browser, in the console too; else as the system. */
const KEY = "packhorse.scheme";

export type Scheme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<(scheme: Scheme) => void>();

export function readScheme(): Scheme {
  const stored_scheme = localStorage.getItem(KEY);
  return stored_scheme === "light" || stored_scheme === "dark"
    ? stored_scheme
    : system.matches
      ? "dark"
      : "light";
}

export function onSchemeChange(listener: (scheme: Scheme) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyScheme(): void {
  const scheme = readScheme();
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
  for (const listener of listeners) listener(scheme);
}

export function setScheme(scheme: Scheme): void {
  localStorage.setItem(KEY, scheme);
  applyScheme();
}

system.addEventListener("change", applyScheme);
