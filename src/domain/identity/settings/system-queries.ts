/** Settings across businesses. */
import type { CallerQueries } from "#operation/caller/caller-queries.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";

export const systemQueries = defineSystemQueries<Pick<CallerQueries, "listAllowedOrigins">>(({ db }) => ({
  async listAllowedOrigins() {
    const rows = await db.rows<{ origin: string }>(
      `select distinct jsonb_array_elements_text(settings->'allowed_origins') as origin
           from business where status = 'active' and jsonb_typeof(settings->'allowed_origins') = 'array'`,
    );
    return rows.map(({ origin }) => origin);
  },
}));
