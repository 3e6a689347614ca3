/**
 * Queue addresses of a dataset for geocoding: those that have no position yet, or some records. What is pinned stays where
 * it is.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { enqueueGeocoding, loadQuota } from "../geocoding.ts";
import { messages } from "../messages.ts";
import { findVisibleIds, selectRecords } from "../read.ts";
import { lockView } from "../records/dataset.ts";
import { emitChanges } from "../records/dataset-record.ts";
import { BULK_MAX, RECORD_REFUSALS, requireWritable } from "../results.ts";
import { GEOCODABLE } from "../rules.ts";
import { GeocodeQuota } from "../shapes.ts";

/** Rows that one call queues. */
const QUEUED_MAX = 10_000;

export const geocodeDatasetRecords = defineOperation({
  name: "datasetGeocode",
  summary: "Queue addresses for geocoding",
  description:
    "2,000 rows a business a day are located; the others wait for the next day, and all until a geocoder is configured (is_available).",
  access: { scopes: ["datasets:write"] },
  rest: { method: "POST", path: "/api/v1/datasets/{dataset_id}/geocode", status: 202 },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    record_ids: Type.Optional(
      Type.Array(Ref("dataset_record"), {
        minItems: 1,
        maxItems: BULK_MAX,
        uniqueItems: true,
        description: "Also those that have been located; all without a position when absent.",
      }),
    ),
    group_id: Type.Optional(Ref("dataset_group")),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    queued: Type.Integer({ description: "Records that this call put into the queue, at most 10,000." }),
    is_available: Type.Boolean({ description: "False while no geocoder is configured: the queue waits." }),
    quota: GeocodeQuota,
  }),
  refusals: {
    ...RECORD_REFUSALS,
    no_address: "conflict",
  },

  async run(context, { dataset_id, record_ids, group_id }) {
    const { db, business_id, now, refuse, providers } = context;
    const is_available = providers.geocoder.name !== "none";
    const view = await lockView(context, dataset_id, "records");
    requireWritable(context, view);
    const column = view.all_columns.find(({ n }) => n === view.position_n);
    if (column === undefined || column.type !== "address" || !view.sees_position)
      throw refuse("no_address", { message: messages.no_address });
    // What has been located keeps its position until it can be located again.
    const states = record_ids === undefined || !is_available ? GEOCODABLE : [...GEOCODABLE, "located"];
    const selected_records = await selectRecords(
      context,
      view,
      { record_ids, group_ids: group_id === undefined ? undefined : [group_id], geocode_states: states },
      { limit: QUEUED_MAX },
    );
    if (record_ids !== undefined) {
      const visible = await findVisibleIds(context, view, record_ids);
      const missing = record_ids.findIndex((id) => !visible.has(id));
      if (missing !== -1)
        throw refuse("unknown_record", {
          message: messages.unknown_record,
          errors: [{ field: `record_ids/${missing}`, message: messages.no_record }],
        });
    }
    const rows = await db.rows<{ id: number; row_version: number }>(
      `update dataset_record set geocode_state = 'queued', queued_at = $4, lat = null, lng = null, geocode_precision = null,
         geocode_attempts = 0
        where business_id = $1 and dataset_id = $2 and id = any($3::bigint[]) and geocode_state = any($5::text[])
        returning id, row_version`,
      [business_id, dataset_id, selected_records.map(({ id }) => id), now, [...states]],
    );
    emitChanges(
      context,
      view,
      rows.map(({ id, row_version }) => ({ id, change: "updated", row_version, position: null })),
    );
    if (rows.length > 0) enqueueGeocoding(context);
    return { result: true, queued: rows.length, is_available, quota: await loadQuota(context) };
  },
});
