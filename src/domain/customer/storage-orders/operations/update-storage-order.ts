/** Change words and plan of an own order that is pending or confirmed. What would change its price is ordered anew. */
import Type from "typebox";
import { getSoldPricing, showStatus, toMeasuredPiece } from "#domain/customer/service-orders/public.ts";
import {
  checkRequest,
  loadServiceVersion,
  priceRefusals,
  priceRequest,
  requestMembers,
} from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import { changeOrder, getLockedOrder, StorageBill } from "../records/storage-order.ts";
import { listPackages } from "../records/stored-package.ts";
import { getNextStatus } from "../rules.ts";
import { StorageOrderAnswer } from "../shapes.ts";

export const updateStorageOrder = defineOperation({
  name: "customerStorageOrderUpdate",
  summary: "Update a storage order",
  description:
    "While can_edit is true. Only members that are sent change. A day or a timeframe with another price is 409 PRICE_DIFFERS.",
  access: { roles: ["customer"], scopes: ["storage:write"] },
  rest: { method: "PATCH", path: "/api/v1/customer/storage-orders/{storage_order_id}" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    ref: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
    note: Type.Optional(Type.String({ maxLength: 1000 })),
    scheduled_date: requestMembers.scheduled_date,
    pickup_timeframe: requestMembers.pickup_timeframe,
  }),
  output: StorageOrderAnswer,
  refusals: { ...priceRefusals, not_editable: "conflict", price_differs: "conflict" },

  async run(context, { storage_order_id, ...columns }) {
    const { refuse } = context;
    const order = await getLockedOrder(context, storage_order_id);
    const { service_id, service_version } = order;
    if (getNextStatus(order.status, "edit") === null)
      throw refuse("not_editable", { message: messages.not_editable, ...showStatus(order) });
    if (columns.scheduled_date !== undefined || columns.pickup_timeframe !== undefined) {
      const [service, rows, bill] = await Promise.all([
        loadServiceVersion(context, service_id, service_version),
        listPackages(context, order.id),
        StorageBill.lockOrderBill(context, order),
      ]);
      const { pickup, dropoff, warehouse_id, supplies, surcharges, form } = order;
      const { scheduled_date, pickup_timeframe } = { ...order, ...columns };
      const plan = { scheduled_date, pickup_timeframe };
      const request = { pickup, dropoff, warehouse_id, supplies, surcharges, form, ...plan };
      const packages = rows.map(toMeasuredPiece);
      const { pieces, warehouse } = await checkRequest(context, service, { ...request, packages });
      const before = getSoldPricing(bill);
      if (before !== undefined) {
        const request_facts = {
          service,
          customer_id: order.customer_id,
          pieces,
          warehouse: warehouse?.place,
          before,
        };
        const [old, price] = await Promise.all([
          priceRequest(context, { ...request_facts, request: order }),
          priceRequest(context, { ...request_facts, request }),
        ]);
        if (old.total_minor !== price.total_minor)
          throw refuse("price_differs", { message: messages.price_differs });
      }
    }
    await changeOrder(context, order, { trigger: "edit", columns });
    return answerOwnOrder(context, order.id);
  },
});
