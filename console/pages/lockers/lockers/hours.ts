/** Opening hours of a locker, before they are sent. Pure. */

export type Span = [from: string, to: string];
export type Hours = Record<string, Span[]>;

/** The first weekday with a time that ends before it begins, or that overlaps another one. */
export function findWrongDay(hours: Record<string, string[][]> | null): string | undefined {
  return Object.entries(hours ?? {}).find(([, spans]) => {
    const in_sequence = spans.toSorted(([one = ""], [other = ""]) => one.localeCompare(other));
    return in_sequence.some(
      ([from = "", to = ""], index) =>
        from === "" || to === "" || to <= from || (in_sequence[index + 1]?.[0] ?? "99") < to,
    );
  })?.[0];
}

/** Days without a time are closed, and left out. */
export const toSentHours = (hours: Record<string, string[][]> | null) =>
  hours === null ? null : Object.fromEntries(Object.entries(hours).filter(([, spans]) => spans.length > 0));
