/** Cursors in lists of events: the event that a page ended with, by provider and id. Pure. */

interface Listed {
  event_id: string;
  source: { provider?: string };
}

/** Base64 of a code of 40 characters and an id of 128, each of which JSON may write as six bytes. */
export const CURSOR_MAX = 1200;

export function cursorOf({ event_id, source }: Listed): string {
  return Buffer.from(JSON.stringify([source.provider ?? "", event_id])).toString("base64url");
}

/** The page behind a cursor, from the beginning without one; undefined when the cursor is none of the list. */
export function pageAfter<T extends Listed>(
  list: readonly T[],
  cursor: string | undefined,
  limit: number,
): { items: T[]; more: boolean } | undefined {
  let from = 0;
  if (cursor !== undefined) {
    const before = list.findIndex((one) => cursorOf(one) === cursor);
    if (before < 0) return undefined;
    from = before + 1;
  }
  return { items: list.slice(from, from + limit), more: list.length > from + limit };
}
