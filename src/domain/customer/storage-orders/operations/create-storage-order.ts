/**
 * Order storage: at the price of an estimate, or to be priced by staff.
 *
 * Source: docs/contract/mcp.md, `create_storage_order`; the body is our choice.
 */
import Type from "typebox";
import { RateId, ServiceCode, wordMembers } from "#domain/customer/service-orders/public.ts";
import {
  checkRequest,
  claimPrice,
  orderRefusals,
  packageMembers,
  requestMembers,
} from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { rateRefusals } from "#domain/money/quotes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { confirmIfPaid } from "../confirm.ts";
import { insertStorageOrder, lockStorageOrder } from "../records/storage-order.ts";
import { getStorageService } from "../service.ts";
import { StorageOrder } from "../shapes.ts";

export const createStorageOrder = defineOperation({
  name: "customerStorageOrderCreate",
  summary: "Create a storage order",
  description:
    "Send what was estimated, with its rate_id: the order has exactly that price, or is refused with 409. Without rate_id only where " +
    "pricing_method is 2. A service with payment before_confirmation is confirmed by paying the order in full. Days of storage are " +
    "charged later, one by one.",
  destructive: false,
  access: { roles: ["customer"], scopes: ["storage:write"] },
  provides: ["storage.store"],
  rest: { method: "POST", path: "/api/v1/customer/storage-orders", status: 201 },
  mcp: { user: "create_storage_order" },
  input: Type.Object({
    service_code: Type.Optional(
      Ref("service_code", { ...ServiceCode, description: "Needed where there are several." }),
    ),
    rate_id: RateId,
    ...requestMembers,
    ...packageMembers,
    ...wordMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    storage_order_id: Ref("storage_order"),
    order: StorageOrder,
  }),
  refusals: { ...rateRefusals, ...orderRefusals },

  prepare: (context, { pickup = null, dropoff = null }) => resolvePlaces(context, [{ pickup, dropoff }]),

  async run(context, { service_code, rate_id, ref, note = "", ...request }, [located]) {
    const { actor, business } = context;
    const customer_id = actor.customer_id ?? 0;
    const service = await getStorageService(context, service_code);
    const { pieces, warehouse } = await checkRequest(context, service, request);
    const offer = { service, customer_id, subject_kind: "storage_order" as const, request };
    const price = await claimPrice(context, offer, rate_id);
    const id = await insertStorageOrder(context, {
      customer_id,
      service,
      request: { ...request, ...located },
      pieces,
      warehouse_id: warehouse?.id ?? null,
      ref: ref ?? null,
      note,
      price,
      currency: business.currency,
    });
    // What costs nothing is confirmed at once, where a payment would confirm it.
    if (price?.total_minor === 0) {
      const order = await lockStorageOrder(context, id);
      if (order !== undefined) await confirmIfPaid(context, order, 0);
    }
    const { order } = await answerOwnOrder(context, id);
    return { result: true, storage_order_id: id, order };
  },
});
