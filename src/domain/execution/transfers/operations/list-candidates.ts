/** Parcels that were received where they do not belong, the longest waiting first, with the right place and why. */

import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineList, filter } from "#operation/define/list.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CANDIDATES } from "../parcels.ts";
import { TransferCandidate } from "../shapes.ts";

export const listCandidates = defineList({
  name: "transferCandidates",
  summary: "List parcels at the wrong warehouse",
  description:
    "Parcels that were received at another warehouse than the one where their route, or else their order, starts. Those that a transfer takes are left out.",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers/candidates" },
  filters: {
    warehouse_id: filter(
      Ref("warehouse", { ...Id, description: "Where they lie." }),
      "p.custody_ref = $warehouse_id::bigint::text",
    ),
  },
  rows: { candidates: Type.Array(TransferCandidate) },
  ...CANDIDATES,
  order: "p.custody_since, p.id",
  values: (context) => ({ reach: listReach(context) }),
});
