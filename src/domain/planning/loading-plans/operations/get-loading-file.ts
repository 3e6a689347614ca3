/** The loading sheet as PDF: a document of the plan, the same version while the plan is unchanged. */
import Type from "typebox";
import { issueSheet, sheetOutput } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getPlan } from "../records/loading-plan.ts";
import { buildSheetDocument } from "../sheet-document.ts";

export const getLoadingFile = defineOperation({
  name: "loadingPlanFile",
  summary: "Get the loading sheet as PDF",
  access: { scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/plans/{loading_plan_id}/file", bytes: "accept" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan") }),
  output: Type.Object(sheetOutput),
  stores_document: true,
  refusals: { not_solved: "conflict", caller_disconnected: "unavailable" },

  async run(context, { loading_plan_id }) {
    const plan = await getPlan(context, loading_plan_id);
    const document = buildSheetDocument(context, plan);
    if (document === null) throw context.refuse("not_solved", { message: messages.not_solved });
    return issueSheet(context, { name: `loading-${plan.id}.pdf`, document });
  },
});
