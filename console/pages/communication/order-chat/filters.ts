/** The filter of the list of conversations, as it stands in its address. */
export interface InboxFilters {
  show?: "unread" | "to_answer";
}

export function readInboxFilters(search: Record<string, unknown>): InboxFilters {
  const { show } = search;
  return show === "unread" || show === "to_answer" ? { show } : {};
}
