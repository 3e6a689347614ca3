/** The business of a map that strangers name. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashToken } from "#platform/auth/secrets.ts";

interface MapQueries {
  /** By slug, or by the id of a map that everybody may see. */
  findBusinessOfMap(name: string): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends MapQueries {}
}

export const systemQueries = defineSystemQueries<MapQueries>(({ db }) => ({
  async findBusinessOfMap(name) {
    const is_id = /^\d{1,15}$/.test(name);
    const row = await db.row<{ business_id: number }>(
      is_id
        ? "select business_id from custom_map where id = $1 and access = 'public'"
        : "select business_id from directory_entry where kind = 'custom_map' and value_hash = $1",
      [is_id ? Number(name) : hashToken(name)],
    );
    return row?.business_id;
  },
}));
