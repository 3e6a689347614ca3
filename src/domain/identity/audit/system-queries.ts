/** The event log, whose order is that of the commits of all businesses. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import {
  formatCursor,
  type LoggedEvent,
  parseCursor,
  readPage,
  START_CURSOR,
} from "#platform/db/event-log.ts";

interface EventPage {
  events: LoggedEvent[];
  /** Where to go on from. */
  cursor: string;
  caught_up: boolean;
}

interface EventQueries {
  /**
   * Events of one business after a cursor, in the order of their commits; from the first event without one.
   * Undefined when the text is no cursor.
   */
  readEventsAfter(business_id: number, cursor: string | null, limit: number): Promise<EventPage | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends EventQueries {}
}

export const systemQueries = defineSystemQueries<EventQueries>(({ pool }) => ({
  async readEventsAfter(business_id, text, limit) {
    const from = text === null ? START_CURSOR : parseCursor(text);
    if (from === undefined) return undefined;
    let page = await readPage(pool, from, limit, business_id);
    // An empty page with something after it would read like the end to readers of events.
    while (page.events.length === 0 && page.cursor.until !== null)
      page = await readPage(pool, page.cursor, limit, business_id);
    return {
      events: page.events,
      cursor: formatCursor(page.cursor),
      caught_up: page.cursor.until === null,
    };
  },
}));
