/** What an address named and its page does not know, by the pattern of the page; shown until the page is left. */

export interface DroppedParam {
  name: string;
  /** As text, at most 40 characters. */
  value: string;
}

const SHOWN_MAX = 40;
const NONE: readonly DroppedParam[] = [];
const dropped = new Map<string, readonly DroppedParam[]>();
const listeners = new Set<() => void>();

function change(): void {
  // The router parses an address while something is rendered.
  queueMicrotask(() => {
    for (const tell of listeners) tell();
  });
}

function describe(value: unknown): string {
  const words = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX - 1).toWellFormed()}…` : words.toWellFormed();
}

/** The router then removes them from the address, so they are recorded when it is parsed. */
export function recordDropped(page: string, search: Record<string, unknown>, names: readonly string[]): void {
  if (names.length === 0) return;
  dropped.set(
    page,
    names.map((name) => ({ name: describe(name), value: describe(search[name]) })),
  );
  change();
}

export function forgetDropped(page: string): void {
  if (dropped.delete(page)) change();
}

export const droppedParams = {
  at: (page: string): readonly DroppedParam[] => dropped.get(page) ?? NONE,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
