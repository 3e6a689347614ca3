/**
 * Order a ship-out: at the price of an estimate, or to be priced by staff. Its packages are held from then on.
 *
 * Source: docs/contract/mcp.md, `create_shipout`; the body is our choice.
 */
import Type from "typebox";
import { RateId, ServiceCode, wordMembers } from "#domain/customer/service-orders/public.ts";
import { claimPrice, getOfferedService, orderRefusals } from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { rateRefusals } from "#domain/money/quotes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnShipout } from "../answer.ts";
import { insertShipout } from "../records/shipout.ts";
import { checkShipout, packageRefusals, shipoutMembers } from "../request.ts";
import { Shipout } from "../shapes.ts";

export const createShipout = defineOperation({
  name: "customerShipoutCreate",
  summary: "Create a ship-out",
  description:
    "Send what was estimated, with its rate_id: the ship-out has exactly that price, or is refused with 409. Without rate_id only " +
    "where pricing_method is 2. The packages are held until it is shipped or cancelled; one that another ship-out holds is 409.",
  destructive: false,
  access: { roles: ["customer"], scopes: ["storage:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/customer/shipout-orders/services/{service_code}/orders",
    status: 201,
  },
  mcp: { user: "create_shipout" },
  input: Type.Object({
    service_code: Ref("service_code", ServiceCode),
    rate_id: RateId,
    ...shipoutMembers,
    ...wordMembers,
  }),
  output: Type.Object({ result: Type.Boolean(), shipout_id: Ref("shipout"), shipout: Shipout }),
  refusals: { ...rateRefusals, ...orderRefusals, ...packageRefusals },

  prepare: (context, { dropoff = null }) => resolvePlaces(context, [{ pickup: null, dropoff }]),

  async run(context, { service_code, rate_id, ref, note = "", ...shipout_request }, [located]) {
    const { actor, business } = context;
    const customer_id = actor.customer_id ?? 0;
    const service = await getOfferedService(context, { kind: "shipout", code: service_code });
    const { packages, request } = await checkShipout(context, service, shipout_request);
    const { stored_package_ids } = shipout_request;
    const offer = { service, customer_id, subject_kind: "shipout" as const, request, stored_package_ids };
    const price = await claimPrice(context, offer, rate_id);
    const id = await insertShipout(context, {
      customer_id,
      service,
      request: { ...shipout_request, dropoff: located?.dropoff ?? null },
      packages,
      ref: ref ?? null,
      note,
      price,
      currency: business.currency,
    });
    const { shipout } = await answerOwnShipout(context, id);
    return { result: true, shipout_id: id, shipout };
  },
});
