/** The businesses of tracking numbers, which the public names alone. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";

export interface NumberQueries {
  /** The business that issued a tracking number. */
  findBusinessOfNumber(number: string): Promise<number | undefined>;
  /**
   * The business that lets the public track by a number of somebody else, in the form in which such numbers are
   * compared. Undefined when several do: nobody can tell which one is meant.
   */
  findBusinessOfAlias(key: string): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends NumberQueries {}
}

export const systemQueries = defineSystemQueries<NumberQueries>(({ db }) => ({
  async findBusinessOfNumber(number) {
    const row = await db.row<{ business_id: number }>(
      "select business_id from tracking_number where number = $1",
      [number],
    );
    return row?.business_id;
  },
  async findBusinessOfAlias(key) {
    const rows = await db.rows<{ business_id: number }>(
      `select distinct a.business_id from tracking_alias a join business b on b.id = a.business_id
          where a.key = $1 and a.retired_at is null and b.status = 'active' and tracking_alias_is_public(a.kind, b.settings) limit 2`,
      [key],
    );
    return rows.length === 1 ? rows[0]?.business_id : undefined;
  },
}));
