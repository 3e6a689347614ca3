/**
 * Price a ship-out without creating it. The packages stay free.
 *
 * Source: docs/contract/mcp.md, `estimate_shipout`; the body is our choice.
 */
import Type from "typebox";
import {
  buildEstimateMembers,
  estimateRequest,
  ServiceCode,
} from "#domain/customer/service-orders/public.ts";
import { getOfferedService, priceRefusals } from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkShipout, packageRefusals, shipoutMembers } from "../request.ts";

export const estimateShipout = defineOperation({
  name: "customerShipoutEstimate",
  summary: "Estimate a ship-out",
  description:
    "The price of shipping these packages, as measured in the warehouse, and the rate_id with which a ship-out of exactly these " +
    "members has it: for half an hour and one ship-out. A service of pricing_method 2 has no rate_id; staff price it.",
  only_quotes: true,
  risk: "low",
  destructive: false,
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "POST", path: "/api/v1/customer/shipout-orders/services/{service_code}/estimate" },
  mcp: { user: "estimate_shipout" },
  input: Type.Object({ service_code: Ref("service_code", ServiceCode), ...shipoutMembers }),
  output: Type.Object({
    result: Type.Boolean(),
    ...buildEstimateMembers("it"),
  }),
  refusals: { ...priceRefusals, ...packageRefusals },

  prepare: (context, { dropoff = null }) => resolvePlaces(context, [{ pickup: null, dropoff }]),

  async run(context, { service_code, ...shipout_request }, [located]) {
    const customer_id = context.actor.customer_id ?? 0;
    const service = await getOfferedService(context, { kind: "shipout", code: service_code });
    const { packages, pieces, request } = await checkShipout(context, service, shipout_request);
    const { stored_package_ids } = shipout_request;
    const offer = { service, customer_id, subject_kind: "shipout" as const, request, stored_package_ids };
    const warehouse_id = packages[0]?.warehouse_id ?? 0;
    const { answer } = await estimateRequest(context, offer, {
      pieces,
      located: { ...request, ...located },
      warehouse: (await loadWarehouses(context, [warehouse_id])).get(warehouse_id)?.place,
    });
    return { result: true, ...answer };
  },
});
