/** Create a point of interest. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { completeFence, DRAFT_REFUSALS, requireFreeRef, requireValidDraft } from "../draft.ts";
import { buildPoiColumns, type PoiFacts, PoiRecord } from "../records/poi.ts";
import { POI_MEMBERS, Poi } from "../shapes.ts";
import { answerPoi } from "../show.ts";

const { name, kind, geometry, ...optional } = POI_MEMBERS;

export const createPoi = defineOperation({
  name: "poiCreate",
  summary: "Create a point of interest",
  access: { scopes: ["address:write"] },
  rest: { method: "POST", path: "/api/v1/poi", status: 201 },
  localised: true,
  destructive: false,
  input: Type.Object({ name, kind, geometry, ...Type.Partial(Type.Object(optional)).properties }),
  output: Type.Object({
    result: Type.Boolean(),
    poi_id: Ref("poi"),
    version: Type.Integer(),
    poi: Poi,
  }),
  refusals: DRAFT_REFUSALS,

  async run(context, input) {
    const { geofence = null } = input;
    const facts = {
      place: null,
      entrances: [],
      hours: null,
      time_zone: null,
      attributes: {},
      tags: [],
      visibility: "private",
      ref: null,
      service_time_s: null,
      ...input,
      geofence: geofence === null ? null : completeFence(geofence),
    } as PoiFacts;
    requireValidDraft(context, facts);
    await requireFreeRef(context, facts.ref);
    const row = await PoiRecord.insert(context, {
      ...buildPoiColumns(facts),
      created_by: context.actor.account_id,
      merged_into: null,
      observed_service_time_s: null,
    });
    context.emit({
      subject: { type: "poi", id: row.id, is_new: true },
      kind: "poi.created",
      payload: { kind: row.kind, visibility: row.visibility },
      before: null,
      after: { kind: row.kind, visibility: row.visibility },
    });
    return { ...(await answerPoi(context, row)), poi_id: row.id };
  },
});
