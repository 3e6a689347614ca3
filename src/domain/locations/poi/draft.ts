/** What callers set of a point of interest, checked before it is stored. */
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail, RefusalKind } from "#operation/define/refusal.ts";
import { isTimeZone } from "#vocabulary/calendar.ts";
import { type FenceFault, findFenceFault, type Geofence, LINE_MAX_KM } from "./fence.ts";
import { EXTENT_MAX, findGeometryFault, POSITIONS_MAX } from "./geometry.ts";
import { findHoursFault } from "./hours.ts";
import { messages } from "./messages.ts";
import type { PoiFacts } from "./records/poi.ts";

export const DRAFT_REFUSALS = {
  geometry_invalid: "conflict",
  hours_invalid: "invalid",
  ref_taken: "conflict",
} as const satisfies Record<string, RefusalKind>;

function describeGeometryFault(fault: FenceFault): RefusalDetail["message"] {
  const { faults } = messages;
  if (fault === "too_many_corners") return faults.too_many_corners.with({ most: POSITIONS_MAX });
  if (fault === "too_large") return faults.too_large.with({ most: EXTENT_MAX });
  if (fault === "line_too_long") return faults.line_too_long.with({ most: LINE_MAX_KM });
  return faults[fault];
}

const FENCE_DEFAULTS = { on_enter: true, on_exit: true, dwell_s: 120, accuracy_m_max: 50 } as const;

/** A geofence with what its caller left out. */
export const completeFence = (fence: Partial<Geofence> & Pick<Geofence, "shape">): Geofence => ({
  ...FENCE_DEFAULTS,
  ...fence,
});

interface DraftFault {
  code: keyof typeof DRAFT_REFUSALS;
  message: RefusalDetail["message"];
  field: string;
  detail: RefusalDetail["message"];
}

/** What of these facts cannot be stored; null where nothing stands against them. */
export function findDraftFault({ geometry, geofence, hours, time_zone }: PoiFacts): DraftFault | null {
  const geometry_fault = findGeometryFault(geometry);
  if (geometry_fault !== null)
    return {
      code: "geometry_invalid",
      message: messages.geometry_invalid,
      field: "geometry/coordinates",
      detail: describeGeometryFault(geometry_fault),
    };
  const fence_fault = geofence === null ? null : findFenceFault(geofence, geometry);
  if (fence_fault !== null)
    return {
      code: "geometry_invalid",
      message: messages.geofence_invalid,
      field: `geofence/${fence_fault.member}`,
      detail: describeGeometryFault(fence_fault.fault),
    };
  if (time_zone !== null && !isTimeZone(time_zone))
    return {
      code: "hours_invalid",
      message: messages.hours_invalid,
      field: "time_zone",
      detail: messages.no_time_zone,
    };
  const hours_fault = hours === null ? null : findHoursFault(hours);
  return hours_fault === null
    ? null
    : {
        code: "hours_invalid",
        message: messages.hours_invalid,
        field: `hours/${hours_fault.path}`,
        detail: messages.faults[hours_fault.fault],
      };
}

type DraftContext = Context<keyof typeof DRAFT_REFUSALS>;

export function requireValidDraft({ refuse }: Pick<DraftContext, "refuse">, facts: PoiFacts): void {
  const fault = findDraftFault(facts);
  if (fault === null) return;
  throw refuse(fault.code, {
    message: fault.message,
    errors: [{ field: fault.field, message: fault.detail }],
  });
}

/** The id of another point of interest with this reference. */
export async function findIdOfRef(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  ref: string | null,
  but_id = 0,
): Promise<number | undefined> {
  if (ref === null) return undefined;
  const row = await db.row<{ id: number }>(
    "select id from poi where business_id = $1 and ref = $2 and merged_into is null and id <> $3",
    [business_id, ref, but_id],
  );
  return row?.id;
}

export async function requireFreeRef(context: DraftContext, ref: string | null, but_id = 0): Promise<void> {
  const poi_id = await findIdOfRef(context, ref, but_id);
  if (poi_id !== undefined)
    throw context.refuse("ref_taken", {
      message: messages.ref_taken,
      errors: [{ field: "ref", message: messages.ref_taken }],
      extra: { poi_id },
    });
}
