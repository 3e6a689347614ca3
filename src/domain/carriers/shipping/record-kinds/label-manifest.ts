/** Manifests of labels: known by the number that the carrier gave, which is printed on them. */
import { defineRecordKind } from "#operation/define/record-kind.ts";
import { MANIFEST_STEPS } from "../next-steps.ts";
import type { LabelManifestRow } from "../records/label-manifest.ts";

export const labelManifestKind = defineRecordKind({
  kind: "label_manifest",

  scan: {
    async find({ db, business_id }, keys) {
      const rows = await db.rows<{ id: number }>(
        `select id from label_manifest where business_id = $1 and (carrier_reference = any($2) or reference = any($2))
          order by id desc limit 20`,
        [business_id, [...keys]],
      );
      return rows.map(({ id }) => id);
    },
    async describe({ db, business_id, say }, ids) {
      const rows = await db.rows<{
        id: number;
        label: string;
        about: string;
        status: LabelManifestRow["state"];
      }>(
        `select m.id, coalesce(m.carrier_reference, m.reference) as label, concat_ws(' · ', m.carrier, m.date::text) as about,
           m.state as status
           from label_manifest m where m.business_id = $1 and m.id = any($2::bigint[]) order by m.id desc`,
        [business_id, [...ids]],
      );
      return rows.map((row) => ({
        ...row,
        next: say(MANIFEST_STEPS[row.status]),
        path: "/labels/close-day",
      }));
    },
  },
});
