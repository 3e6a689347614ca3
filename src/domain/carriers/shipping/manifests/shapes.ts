/** Manifests as they are sent. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { isPickupOffered } from "../pickups/rules.ts";
import { type LabelManifestRow, MANIFEST_STATES } from "../tables.ts";

export const LabelManifest = Type.Object(
  {
    id: Id,
    state: StringEnum(MANIFEST_STATES, {
      description: "`pending`: the carrier has not confirmed it yet; `failed`: its labels are open again.",
    }),
    carrier_account: Type.String(),
    carrier: Type.String(),
    date: CalendarDate,
    origin: Place,
    label_count: Count,
    package_count: Count,
    carrier_reference: Nullable(Type.String({ description: "The carrier's number of the manifest." })),
    failure: Nullable(Type.String()),
    failure_text: Nullable(Type.String()),
    can_schedule_pickup: Type.Boolean({
      description: "It is recent, and some of its labels are on no pickup of the carrier.",
    }),
    created_at: Timestamp,
  },
  { $id: "LabelManifest" },
);

export interface ListedManifest extends LabelManifestRow {
  carrier_account: string;
  label_count: number;
  package_count: number;
  /** Labels that are on no pickup and whose packages have not left. */
  uncollected_count: number;
}

export const MANIFESTS = `select m.*, a.code as carrier_account, n.label_count, n.package_count, n.uncollected_count
  from label_manifest m
  join carrier_account a on a.business_id = m.business_id and a.id = m.carrier_account_id
  cross join lateral (
    select count(distinct o.id)::int as label_count, count(p.id)::int as package_count,
      (count(distinct o.id) filter (where o.pickup_id is null and o.state in ('LABEL_READY', 'INFO_SUBMITTED', 'MANIFESTED')))::int
        as uncollected_count
      from label_order o
      left join label_package p on p.business_id = o.business_id and p.label_order_id = o.id
     where o.business_id = m.business_id and o.manifest_id = m.id) n
 where m.business_id = $1`;

export function toManifest(
  { actor, now }: Pick<Context<never>, "actor" | "now">,
  row: ListedManifest,
): Static<typeof LabelManifest> {
  return {
    id: row.id,
    state: row.state,
    carrier_account: row.carrier_account,
    carrier: row.carrier,
    date: row.date,
    origin: row.origin,
    label_count: row.label_count,
    package_count: row.package_count,
    carrier_reference: row.carrier_reference,
    failure: row.failure,
    failure_text: row.failure_text,
    can_schedule_pickup: isPickupOffered(row, toLocalDate(now, actor.business?.time_zone ?? "UTC")),
    created_at: row.created_at,
  };
}

export async function loadManifests(
  context: Pick<Context<never>, "db" | "business_id" | "actor" | "now">,
  ids: readonly number[],
): Promise<Static<typeof LabelManifest>[]> {
  const { db, business_id } = context;
  if (ids.length === 0) return [];
  const rows = await db.rows<ListedManifest>(`${MANIFESTS} and m.id = any($2::bigint[]) order by m.id`, [
    business_id,
    ids,
  ]);
  return rows.map((row) => toManifest(context, row));
}
