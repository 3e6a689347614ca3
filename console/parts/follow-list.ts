/**
 * What is chosen in a list that keys act on, while the list changes by itself. Pure. What ends gives its place to what came
 * next, never to the first one; and a key acts on nothing that took this place a moment ago, because the user who pressed it was
 * looking at another record.
 */

/** Shorter than it takes to see what is chosen now and to press a key for it. */
export const UNSEEN_MS = 600;

export interface Followed {
  /** Of the rows, in their order. */
  keys: readonly string[];
  chosen: string | null;
  /** When it was chosen by itself, milliseconds; null when the person chose it. */
  moved_at: number | null;
}

export const NOTHING_FOLLOWED: Followed = { keys: [], chosen: null, moved_at: null };

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key, index) => key === other[index]);

/** What is chosen when the rows are these; the same object when nothing changed. */
export function followList(before: Followed, keys: readonly string[], now: number): Followed {
  const { chosen } = before;
  if (chosen !== null && keys.includes(chosen))
    return isSame(before.keys, keys) ? before : { ...before, keys };
  if (keys.length === 0) return before.keys.length === 0 && chosen === null ? before : NOTHING_FOLLOWED;
  return { keys, chosen: findSuccessor(before, keys), moved_at: now };
}

/** The next one that was below and is still there, else the nearest above, else the first. */
function findSuccessor({ keys: before, chosen }: Followed, keys: readonly string[]): string | null {
  const at = chosen === null ? -1 : before.indexOf(chosen);
  const there = new Set(keys);
  const isThere = (key: string) => there.has(key);
  const below = at === -1 ? undefined : before.slice(at + 1).find(isThere);
  const above = at === -1 ? undefined : before.slice(0, at).findLast(isThere);
  return below ?? above ?? keys[0] ?? null;
}

export const choose = (before: Followed, key: string): Followed => ({
  ...before,
  chosen: key,
  moved_at: null,
});

/** Whether a key may act on what is chosen: it is there, and was long enough. */
export const mayAct = ({ chosen, moved_at }: Followed, now: number): boolean =>
  chosen !== null && (moved_at === null || now - moved_at >= UNSEEN_MS);
