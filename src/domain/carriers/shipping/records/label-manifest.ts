/** Manifests: what one is, and what lists show of it. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import type { MANIFEST_STATES } from "../rules.ts";

export interface LabelManifestRow extends Row<"label_manifest"> {
  origin: Place;
  state: (typeof MANIFEST_STATES)[number];
}

export const ManifestRecord = defineRecord<"label_manifest", LabelManifestRow>(
  "label_manifest",
  messages.unknown_manifest,
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
     where o.business_id = m.business_id and o.manifest_id = m.id) n`;
