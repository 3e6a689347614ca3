/** Zones of a warehouse: what one is, and how those are found at which the caller may work. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { STATUSES, ZONE_KINDS } from "../shapes.ts";
import { listReach, type Reader } from "./warehouse.ts";

export interface ZoneRow extends Row<"warehouse_zone"> {
  kind: (typeof ZONE_KINDS)[number];
  status: (typeof STATUSES)[number];
}

export const ZoneRecord = defineRecord<"warehouse_zone", ZoneRow>("warehouse_zone");

export function findZone(
  context: Reader,
  id: number,
  lock: "" | "for share" | "for update" = "",
): Promise<ZoneRow | undefined> {
  const { db, business_id } = context;
  return db.row<ZoneRow>(
    `select * from warehouse_zone
      where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) ${lock}`,
    [business_id, id, listReach(context)],
  );
}

export const getVisibleZone = defineGet(findZone, messages.unknown_zone);

/** With its warehouse. */
export async function closeZones(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  warehouse_id: number,
): Promise<void> {
  await db.execute(
    "update warehouse_zone set status = 'closed', version = version + 1 where business_id = $1 and warehouse_id = $2 and status = 'open'",
    [business_id, warehouse_id],
  );
}
