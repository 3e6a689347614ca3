/** Businesses by their ids, and by the codes that callers without an account name. */
import { BUSINESS_COLUMNS, type BusinessColumns } from "#operation/caller/business.ts";
import type { CallerQueries } from "#operation/caller/caller-queries.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";

interface BusinessQueries extends Pick<CallerQueries, "findBusiness"> {
  /** The business of a code, while it is active. */
  findBusinessOfCode(code: string): Promise<number | undefined>;
  /** The business of a client code, whatever its status: an app learns that it is not available, not that it is unknown. */
  findBusinessOfClient(code: string): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends BusinessQueries {}
}

export const systemQueries = defineSystemQueries<BusinessQueries>(({ db }) => ({
  findBusiness: (business_id) =>
    db.row<BusinessColumns>(`select ${BUSINESS_COLUMNS} from business b where b.id = $1`, [business_id]),
  async findBusinessOfCode(code) {
    const row = await db.row<{ id: number }>(
      "select id from business where code = $1 and status = 'active'",
      [code],
    );
    return row?.id;
  },
  async findBusinessOfClient(code) {
    return (await db.row<{ id: number }>("select id from business where code = $1", [code]))?.id;
  },
}));
