/** Merge duplicates into a point of interest: orders, visits and what was merged before follow. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getLockedPoi, OWNER_REFUSALS, refuseForeign } from "../owner.ts";
import { buildPoiColumns, markMerged, PoiRecord, pickFacts } from "../records/poi.ts";
import { moveOrders } from "../records/poi-order.ts";
import { moveVisits } from "../records/poi-visit.ts";
import { mergeFacts } from "../rules.ts";
import { PoiAnswer } from "../shapes.ts";
import { answerPoi } from "../show.ts";

const MERGED_MAX = 20;

export const mergePois = defineOperation({
  name: "poiMerge",
  summary: "Merge duplicates into a point of interest",
  description:
    "What the point of interest lacks is taken from the duplicates, in their order; tags and attributes are joined. The ids of the " +
    "duplicates then lead to it.",
  access: { scopes: ["address:write"] },
  rest: { method: "POST", path: "/api/v1/poi/{poi_id}/merge" },
  localised: true,
  input: Type.Object({
    poi_id: Ref("poi"),
    duplicate_ids: Type.Array(Ref("poi"), { minItems: 1, maxItems: MERGED_MAX, uniqueItems: true }),
  }),
  output: PoiAnswer,
  refusals: { ...OWNER_REFUSALS, same_poi: "invalid" },

  async prepare(context, { poi_id, duplicate_ids }) {
    for (const id of [poi_id, ...duplicate_ids]) await refuseForeign(context, id);
  },

  async run(context, { poi_id, duplicate_ids }) {
    const { emit, expectVersion, refuse } = context;
    if (duplicate_ids.includes(poi_id))
      throw refuse("same_poi", {
        message: messages.same_poi,
        errors: [{ field: "duplicate_ids", message: messages.same_poi }],
      });
    const locked = new Map<number, Awaited<ReturnType<typeof getLockedPoi>>>();
    for (const id of [poi_id, ...duplicate_ids].toSorted((one, other) => one - other))
      locked.set(id, await getLockedPoi(context, id));
    const target = await getLockedPoi(context, poi_id);
    expectVersion(target.version);
    const duplicates = duplicate_ids.flatMap((id) => locked.get(id) ?? []);
    await markMerged(context, duplicate_ids, poi_id);
    await moveOrders(context, duplicate_ids, poi_id);
    const row = await PoiRecord.change(
      context,
      target,
      buildPoiColumns(pickFacts(mergeFacts(target, duplicates))),
    );
    await moveVisits(context, duplicate_ids, poi_id);
    for (const id of duplicate_ids)
      emit({ subject: { type: "poi", id }, kind: "poi.merged", payload: { into_poi_id: poi_id } });
    emit({ subject: { type: "poi", id: poi_id }, kind: "poi.updated", payload: { changed: ["duplicates"] } });
    const merged_row = (await PoiRecord.find(context, poi_id)) ?? row;
    return answerPoi(context, merged_row);
  },
});
