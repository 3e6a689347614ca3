/** Pickups by carriers: known by the numbers that the carrier gave, which its driver asks for. */
import { defineRecordKind } from "#operation/define/record-kind.ts";
import { PICKUP_STEPS } from "../next-steps.ts";
import type { PickupState } from "../pickups/rules.ts";

/** As a scanned code is compared: carriers write these numbers in small letters and with spaces too. */
const foldNumber = (column: string) => `upper(replace(${column}, ' ', ''))`;

export const labelPickupKind = defineRecordKind({
  kind: "label_pickup",

  scan: {
    async find({ db, business_id }, keys) {
      const rows = await db.rows<{ id: number }>(
        `select id from label_pickup where business_id = $1 and (${foldNumber("carrier_reference")} = any($2)
            or ${foldNumber("confirmation")} = any($2) or reference = any($2))
          order by id desc limit 20`,
        [business_id, [...keys]],
      );
      return rows.map(({ id }) => id);
    },
    async describe({ db, business_id, say }, ids) {
      const rows = await db.rows<{ id: number; label: string; about: string; status: PickupState }>(
        `select k.id, coalesce(k.confirmation, k.carrier_reference, k.reference) as label,
           concat_ws(' · ', k.carrier, to_char(k.window_start at time zone k.time_zone, 'YYYY-MM-DD HH24:MI')
             || '–' || to_char(k.window_end at time zone k.time_zone, 'HH24:MI'), k.package_count) as about,
           k.state as status
           from label_pickup k where k.business_id = $1 and k.id = any($2::bigint[]) order by k.id desc`,
        [business_id, [...ids]],
      );
      return rows.map((row) => ({ ...row, next: say(PICKUP_STEPS[row.status]), path: "/labels/close-day" }));
    },
  },
});
