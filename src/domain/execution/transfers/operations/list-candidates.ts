/** Parcels that were received where they do not belong, the longest waiting first, with the right place and why. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { PageInput, PageOutput } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listCandidates as readCandidates } from "../parcels.ts";
import { TransferCandidate } from "../shapes.ts";

export const listCandidates = defineOperation({
  name: "transferCandidates",
  summary: "List parcels at the wrong warehouse",
  description:
    "Parcels that were received at another warehouse than the one where their route, or else their order, starts. Those that a transfer takes are left out.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers/candidates" },
  input: Type.Object({
    ...PageInput,
    warehouse_id: Type.Optional(Ref("warehouse", { ...Id, description: "Where they lie." })),
  }),
  output: Type.Object({ ...PageOutput, candidates: Type.Array(TransferCandidate) }),

  async run(context, { page = 1, per_page = 50, warehouse_id }) {
    const { total, candidates } = await readCandidates(context, warehouse_id ?? null, {
      limit: per_page,
      offset: (page - 1) * per_page,
    });
    return { result: true, total, page, per_page, candidates };
  },
});
