/** Upload the features of a layer: GeoJSON. All of them replace those before, or nothing changes. */
import Type from "typebox";
import { type AcceptedFiles, fileMembers } from "#operation/define/accepted-files.ts";
import { defineOperation } from "#operation/define/define.ts";
import { describeFileFault } from "#operation/response/platform-messages.ts";
import { readUploadedTable, sliceRows } from "#platform/files/reader.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { Count } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { markChanged } from "../present.ts";
import { FeatureRecord, getLockedLayer, LayerRecord, MAP, MapRecord } from "../records/map.ts";
import { FAULTS_LISTED_MAX, readFeatures } from "../upload.ts";

const ACCEPTED_FILES: AcceptedFiles[] = [{ types: ["application/geo+json"], bytes_max: 20 * 1024 * 1024 }];
const FEATURES_UPLOADED_MAX = 20_000;
const PIECE = 2000;

export const uploadMapLayer = defineOperation({
  name: "mapLayerUpload",
  summary: "Upload the features of a layer",
  description:
    "A GeoJSON file of up to 20,000 features replaces those of the layer, of published maps as well: what readers see of them is the list of " +
    "fields. Features that cannot be shown are named, and then nothing changes.",
  access: { scopes: ["maps:write"] },
  rest: { method: "POST", path: "/api/v1/maps/{map_id}/layers/{layer_id}/features" },
  accepts_file: ACCEPTED_FILES,
  checks_idempotency_first: true,
  input: Type.Object({
    map_id: Ref("custom_map"),
    layer_id: Ref("custom_map_layer"),
    ...fileMembers(ACCEPTED_FILES),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    features: Count,
    properties: Type.Array(Type.String(), {
      description: "Which of them readers see is the list of fields.",
    }),
  }),
  refusals: {
    not_uploaded: "conflict",
    unreadable_file: "invalid",
    invalid_features: "invalid",
    file_too_large: "too_large",
  },

  async prepare({ refuse }, { content_base64, content_type }) {
    try {
      const table = await readUploadedTable({
        bytes: Buffer.from(content_base64, "base64"),
        type: content_type,
        rows_max: FEATURES_UPLOADED_MAX,
        has_geometry: true,
      });
      if (!("fault" in table)) return table;
      throw refuse(table.is_too_large ? "file_too_large" : "unreadable_file", {
        message: messages.unreadable_file,
        errors: [{ field: "content_base64", message: describeFileFault(table.fault) }],
      });
    } catch (error) {
      throw error instanceof ThreadsBusy ? refuse("busy") : error;
    }
  },

  async run(context, { map_id, layer_id }, table) {
    const { db, business_id, refuse, emit } = context;
    const map = await MapRecord.getLocked(context, map_id);
    const layer = await getLockedLayer(context, map_id, layer_id);
    if (layer.source !== "geojson") throw refuse("not_uploaded", { message: messages.not_uploaded });
    const { features, columns, faults } = readFeatures(table.headings, sliceRows(table, 0, table.rows_total));
    if (faults.length > 0)
      throw refuse("invalid_features", {
        message: messages.invalid_features,
        errors: faults.slice(0, FAULTS_LISTED_MAX).map(({ index, fault }) => ({
          field: `features/${index}/geometry`,
          message: messages.feature_at.with({
            number: index + 1,
            problem: context.say(messages.shapes[fault]),
          }),
        })),
      });
    await db.execute("delete from custom_map_feature where business_id = $1 and layer_id = $2", [
      business_id,
      layer_id,
    ]);
    for (let from = 0; from < features.length; from += PIECE)
      await FeatureRecord.insertMany(
        context,
        features.slice(from, from + PIECE).map((feature) => ({ layer_id, ...feature })) as never,
      );
    await LayerRecord.change(context, layer, {
      upload_number: layer.upload_number + 1,
      upload_columns: columns,
    });
    await markChanged(context, map);
    emit({
      subject: { type: MAP, id: map_id },
      kind: "map.layer_uploaded",
      payload: { layer_id, features: features.length },
      before: { upload_number: layer.upload_number },
      after: { upload_number: layer.upload_number + 1 },
    });
    return { result: true, features: features.length, properties: columns.map(({ key }) => key) };
  },
});
