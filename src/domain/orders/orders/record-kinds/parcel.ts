/** Parcels: one of several has its own timeline, beside that of its order; the public sees the order. */
import { defineTrackedKind, parseIds, type Target } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { buildTarget, type LocatedParcelRow } from "../external/targets.ts";
import { findReadableOrders } from "../records/order.ts";

async function findTargets(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  column: "id" | "label_code",
  keys: readonly (number | string)[],
): Promise<Map<string, Target>> {
  if (keys.length === 0) return new Map();
  const rows = await db.rows<LocatedParcelRow>(
    `select p.${column}::text as asked, p.order_id, o.tracking_number, p.id as parcel_id, p.tracking_number as parcel_number,
       (select count(*) from parcel q where q.business_id = $1 and q.order_id = o.id) as parcels
     from parcel p join delivery_order o on o.business_id = $1 and o.id = p.order_id
     where p.business_id = $1 and p.${column} = any($2::${column === "id" ? "bigint" : "text"}[]) order by p.id`,
    [business_id, [...keys]],
  );
  return new Map(rows.map((row) => [row.asked, buildTarget(row)]));
}

export const parcelKind = defineTrackedKind({
  kind: "parcel",
  log_type: "parcel",
  schemes: ["package_id", "sscc"],
  reading: {
    scope: "orders:read",
    async findReadable(context, ids) {
      const parcels = await context.db.rows<{ id: number; order_id: number }>(
        "select id, order_id from parcel where business_id = $1 and id = any($2::bigint[])",
        [context.business_id, ids],
      );
      const readable = new Set(
        await findReadableOrders(
          context,
          parcels.map(({ order_id }) => order_id),
        ),
      );
      return parcels.filter(({ order_id }) => readable.has(order_id)).map(({ id }) => id);
    },
  },

  findTargetsByIdentifier: (context, scheme, texts) =>
    scheme === "package_id"
      ? findTargets(context, "id", parseIds(texts))
      : findTargets(context, "label_code", texts),

  async findTargets(context, ids) {
    const targets = await findTargets(context, "id", ids);
    return new Map([...targets].map(([id, target]) => [Number(id), target]));
  },

  async findParent({ db, business_id }, id) {
    const row = await db.row<{ id: number; number: string }>(
      `select o.id, o.tracking_number as number from parcel p join delivery_order o on o.business_id = $1 and o.id = p.order_id
        where p.business_id = $1 and p.id = $2`,
      [business_id, id],
    );
    return row === undefined ? undefined : { type: "order", ...row };
  },

  // Its identifiers lead to its order, which is shown and locked instead.
  facts: () => Promise.reject(new Error("The public sees the order of a parcel.")),
  lock: () => Promise.reject(new Error("Events of parcels change their orders.")),
});
