/** The businesses of tracking numbers, which the public names alone. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";

export interface NumberQueries {
  /** The business that issued a tracking number, by its forms, the likeliest first. */
  findBusinessOfNumber(keys: readonly string[]): Promise<number | undefined>;
  /**
   * The business that lets the public track by a number of somebody else, in the forms in which such numbers are
   * compared. Undefined when several do: nobody can tell which one is meant.
   */
  findBusinessOfAlias(keys: readonly string[]): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends NumberQueries {}
}

export const systemQueries = defineSystemQueries<NumberQueries>(({ db }) => ({
  async findBusinessOfNumber(keys) {
    const row = await db.row<{ business_id: number }>(
      `select business_id from tracking_number where number = any($1::text[])
        order by array_position($1::text[], number) limit 1`,
      [[...keys]],
    );
    return row?.business_id;
  },
  async findBusinessOfAlias(keys) {
    const rows = await db.rows<{ business_id: number }>(
      `select distinct a.business_id from tracking_alias a join business b on b.id = a.business_id
          where a.key = any($1::text[]) and a.retired_at is null and b.status = 'active' and tracking_alias_is_public(a.kind, b.settings) limit 2`,
      [[...keys]],
    );
    return rows.length === 1 ? rows[0]?.business_id : undefined;
  },
}));
