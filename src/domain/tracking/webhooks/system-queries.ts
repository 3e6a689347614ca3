/** Endpoints with deliveries that are due, of all businesses: workers serve the next one. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";

export interface DueEndpoint {
  id: number;
  business_id: number;
}

interface WebhookQueries {
  /** Those that wait longest first, without these. */
  findDueWebhookEndpoints(now: Date, limit: number, except: readonly number[]): Promise<DueEndpoint[]>;
  /** When the next one after `now` is due; null when none is. */
  findNextWebhookTime(now: Date): Promise<Date | null>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends WebhookQueries {}
}

export const systemQueries = defineSystemQueries<WebhookQueries>(({ db }) => ({
  findDueWebhookEndpoints: (now, limit, except) =>
    db.rows<DueEndpoint>(
      `select id, business_id from webhook_endpoint
       where next_at <= $1 and id <> all($3::bigint[]) order by next_at limit $2`,
      [now, limit, except],
    ),
  async findNextWebhookTime(now) {
    const row = await db.row<{ next_at: string | null }>(
      "select min(next_at) as next_at from webhook_endpoint where next_at > $1",
      [now],
    );
    return row?.next_at ? new Date(row.next_at) : null;
  },
}));
