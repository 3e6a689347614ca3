/** Tells orders which routes their drivers do not see yet. */
import { unreleasedRoutesRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { UNRELEASED_ROUTE_STATUSES } from "../status.ts";

export const findUnreleasedRoutes = subscribe(
  unreleasedRoutesRequested,
  async ({ db, business_id }, { route_ids }) => {
    const rows = await db.rows<{ id: number }>(
      "select id from route where business_id = $1 and id = any($2::bigint[]) and status = any($3::text[])",
      [business_id, [...route_ids], [...UNRELEASED_ROUTE_STATUSES]],
    );
    return rows.map(({ id }) => id);
  },
);
