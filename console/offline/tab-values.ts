/** What a tab keeps over a reload, until the account signs out or the tab is closed. */
const PREFIX = "packhorse.tab.";

/** Undefined when there is nothing, or nothing that can be read. */
export function readTabValue(key: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined removes it. A browser that stores nothing, or no more, forgets it with the next reload. */
export function writeTabValue(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // What was stored before is older than what is on screen.
    sessionStorage.removeItem(PREFIX + key);
  }
}

export function clearTabValues(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
