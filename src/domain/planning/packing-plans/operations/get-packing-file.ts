/** The packing instructions as PDF: a document of the plan, the same version while the plan is unchanged. */
import Type from "typebox";
import { issueSheet, sheetOutput } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { getPlan } from "../records/packing-plan.ts";
import { buildSheetDocument } from "../sheet-document.ts";

export const getPackingFile = defineOperation({
  name: "packingPlanFile",
  summary: "Get packing instructions as PDF",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/{packing_plan_id}/file", bytes: "accept" },
  input: Type.Object({ packing_plan_id: Ref("packing_plan") }),
  output: Type.Object(sheetOutput),
  stores_document: true,
  refusals: { not_solved: "conflict", caller_disconnected: "unavailable" },

  async run(context, { packing_plan_id }) {
    const plan = await getPlan(context, packing_plan_id);
    const document = buildSheetDocument(context, plan);
    if (document === null) throw context.refuse("not_solved", { message: messages.not_solved });
    return issueSheet(context, { name: `packing-${plan.id}.pdf`, document });
  },
});
