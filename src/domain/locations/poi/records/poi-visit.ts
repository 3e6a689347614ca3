/** Visits: stored as positions arrive, and what they say of how long a stop takes. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";

export interface VisitRow extends Row<"poi_visit"> {
  status: "pending" | "inside" | "left";
}

export const VisitRecord = defineRecord<"poi_visit", VisitRow>("poi_visit");

type Writer = Pick<Context, "db" | "business_id">;

export async function removeVisit({ db, business_id }: Writer, id: number): Promise<void> {
  await db.execute("delete from poi_visit where business_id = $1 and id = $2", [business_id, id]);
}

/** The newest visits that were measured count, and fewer than this say nothing. */
const MEASURED_MAX = 50;
const MEASURED_MIN = 3;

/** The median of measured visits is what planning takes, unless somebody set a time. */
export async function storeObservedServiceTime({ db, business_id }: Writer, poi_id: number): Promise<void> {
  await db.execute(
    `update poi set observed_visits = m.n, observed_service_time_s = case when m.n >= ${MEASURED_MIN} then m.median end
       from (select count(*)::int as n, round(percentile_cont(0.5) within group (order by service_time_s))::int as median
               from (select service_time_s from poi_visit
                      where business_id = $1 and poi_id = $2 and service_time_s is not null
                      order by departed_at desc limit ${MEASURED_MAX}) newest) m
      where poi.business_id = $1 and poi.id = $2`,
    [business_id, poi_id],
  );
}

/** Visits of merged places are those of the place that stays; who is inside one of them is not known any more. */
export async function moveVisits(
  { db, business_id }: Writer,
  from_ids: readonly number[],
  to_id: number,
): Promise<void> {
  await db.execute(
    "delete from poi_visit where business_id = $1 and poi_id = any($2::bigint[]) and status = 'pending'",
    [business_id, from_ids],
  );
  await db.execute(
    `update poi_visit set poi_id = $3, status = 'left', departed_at = coalesce(departed_at, last_inside_at),
       has_gap = has_gap or status = 'inside'
      where business_id = $1 and poi_id = any($2::bigint[])`,
    [business_id, from_ids, to_id],
  );
  await storeObservedServiceTime({ db, business_id }, to_id);
}
