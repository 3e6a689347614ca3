/** Manifests as they are sent. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { isPickupOffered } from "../pickups/rules.ts";
import { type ListedManifest, MANIFESTS } from "../records/label-manifest.ts";
import { MANIFEST_STATES } from "../rules.ts";

export const LabelManifest = Type.Object(
  {
    id: Ref("label_manifest"),
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

export function toManifest(
  { business, now }: Pick<Context<never>, "business" | "now">,
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
    can_schedule_pickup: isPickupOffered(row, toLocalDate(now, business.time_zone)),
    created_at: row.created_at,
  };
}

export async function loadManifests(
  context: Pick<Context<never>, "db" | "business_id" | "actor" | "business" | "now">,
  ids: readonly number[],
): Promise<Static<typeof LabelManifest>[]> {
  const { db, business_id } = context;
  if (ids.length === 0) return [];
  const rows = await db.rows<ListedManifest>(
    `${MANIFESTS} where m.business_id = $1 and m.id = any($2::bigint[]) order by m.id`,
    [business_id, ids],
  );
  return rows.map((row) => toManifest(context, row));
}
