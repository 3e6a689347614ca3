/** Cursors in lists of events: the last event of a page, by provider and id. Pure. */

import { hash } from "node:crypto";

interface Listed {
  event_id: string;
  source: { provider?: string };
}

/** Base64 of a code of 40 characters and an id of 128, each character up to six bytes in JSON, and the tag of the list. */
export const CURSOR_MAX = 1400;

/** `list` is what the list was asked with; a cursor belongs to one list. */
export function formatCursor({ event_id, source }: Listed, list: readonly unknown[]): string {
  const of = hash("sha256", JSON.stringify(list)).slice(0, 12);
  return Buffer.from(JSON.stringify([of, source.provider ?? "", event_id])).toString("base64url");
}

/** The page after a cursor, or the first one without a cursor; undefined if the cursor's event is not in the list. */
export function getPageAfter<T extends Listed>(
  list: readonly T[],
  cursor: string | undefined,
  limit: number,
  request_facts: readonly unknown[],
): { items: T[]; more: boolean } | undefined {
  let from = 0;
  if (cursor !== undefined) {
    const before = list.findIndex((one) => formatCursor(one, request_facts) === cursor);
    if (before < 0) return undefined;
    from = before + 1;
  }
  return { items: list.slice(from, from + limit), more: list.length > from + limit };
}
