/** Get a point of interest of the business. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { findPoi, seesInternals } from "../records/poi.ts";
import { PoiAnswer } from "../shapes.ts";
import { answerPoi } from "../show.ts";

export const getPoi = defineOperation({
  name: "poi",
  summary: "Get a point of interest",
  description: "One that was merged is answered as what it was merged into.",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi/{poi_id}" },
  localised: true,
  input: Type.Object({ poi_id: Ref("poi") }),
  output: PoiAnswer,

  async run(context, { poi_id }) {
    const row = await findPoi(context, poi_id);
    const is_seen = row !== undefined && (row.visibility === "public" || seesInternals(context.actor.role));
    return answerPoi(context, expectRecord(is_seen ? row : undefined, messages.no_poi));
  },
});
