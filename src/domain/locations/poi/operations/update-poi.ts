/** Change a point of interest. Members that are absent stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { completeFence, DRAFT_REFUSALS, requireFreeRef, requireValidDraft } from "../draft.ts";
import { getLockedPoi, OWNER_REFUSALS, refuseForeign } from "../owner.ts";
import { buildPoiColumns, type PoiFacts, PoiRecord, pickFacts } from "../records/poi.ts";
import { POI_MEMBERS, PoiAnswer } from "../shapes.ts";
import { answerPoi } from "../show.ts";

export const updatePoi = defineOperation({
  name: "poiUpdate",
  summary: "Update a point of interest",
  access: { scopes: ["address:write"] },
  rest: { method: "PATCH", path: "/api/v1/poi/{poi_id}" },
  localised: true,
  input: Type.Object({ poi_id: Ref("poi"), ...Type.Partial(Type.Object(POI_MEMBERS)).properties }),
  output: PoiAnswer,
  refusals: { ...DRAFT_REFUSALS, ...OWNER_REFUSALS },

  prepare: (context, { poi_id }) => refuseForeign(context, poi_id),

  async run(context, { poi_id, ...change }) {
    const old = await getLockedPoi(context, poi_id);
    context.expectVersion(old.version);
    const { geofence } = change;
    const facts = {
      ...pickFacts(old),
      ...change,
      geofence: geofence === undefined ? old.geofence : geofence && completeFence(geofence),
    } as PoiFacts;
    requireValidDraft(context, facts);
    if (facts.ref !== old.ref) await requireFreeRef(context, facts.ref, poi_id);
    const row = await PoiRecord.change(context, old, buildPoiColumns(facts));
    context.emit({
      subject: { type: "poi", id: poi_id },
      kind: "poi.updated",
      payload: { changed: Object.keys(change) },
      before: { kind: old.kind, visibility: old.visibility },
      after: { kind: row.kind, visibility: row.visibility },
    });
    return answerPoi(context, row);
  },
});
