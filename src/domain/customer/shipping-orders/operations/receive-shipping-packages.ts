/** Receive packages of an order at a warehouse. The order is received when its last package is. */
import Type from "typebox";
import { buildPackageCheck, NAMED_MAX } from "#domain/customer/service-orders/public.ts";
import { attachPhotos, PhotoIds } from "#domain/customer/services/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
} from "../records/shipping-order.ts";
import { listPackages } from "../records/shipping-package.ts";
import { chooseReceipt } from "../rules.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const receiveShippingPackages = defineOperation({
  name: "clientCustomerOrderReceive",
  summary: "Receive packages of a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/receive" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    packages: Type.Array(
      Type.Object({ shipping_package_id: Ref("shipping_package"), damaged: Type.Optional(Type.Boolean()) }),
      {
        minItems: 1,
        maxItems: NAMED_MAX,
      },
    ),
    warehouse_id: Type.Optional(
      Ref("warehouse", { ...Id, description: "Where they are; that of the order if absent." }),
    ),
    file_ids: Type.Optional(PhotoIds),
  }),
  output: CustomerOrderAnswer,
  refusals: { ...moveRefusals, unknown_warehouse: "invalid" },

  async run(context, { shipping_order_id, packages, warehouse_id, file_ids = [] }) {
    const { db, business_id, now, refuse } = context;
    const order = await getLockedOrder(context, shipping_order_id);
    // Whether some or all have arrived is known below; both are possible in the same statuses.
    getAllowedNextStatus(context, order, "receive_some");
    if (warehouse_id !== undefined && (await findWarehouse(context, warehouse_id))?.status !== "open") {
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "warehouse_id", message: fields.no_own_open_warehouse }],
      });
    }
    const packages_by_id = new Map((await listPackages(context, order.id)).map((row) => [row.id, row]));
    const check = buildPackageCheck(packages_by_id, "shipping_package_id", ({ received_at }) =>
      received_at === null ? null : fields.received_before,
    );
    const errors = packages.flatMap((one, index) => check(one.shipping_package_id, index));
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });
    await db.execute(
      `update shipping_package p set received_at = $3, damaged = r.damaged
         from json_to_recordset($4::json) as r(id bigint, damaged boolean)
        where p.business_id = $1 and p.shipping_order_id = $2 and p.id = r.id`,
      [
        business_id,
        order.id,
        now,
        JSON.stringify(packages.map(({ shipping_package_id: id, damaged = false }) => ({ id, damaged }))),
      ],
    );
    const subject = { type: "shipping_order", id: order.id };
    await attachPhotos(
      context,
      file_ids.map((file_id, index) => ({ file_id, subject, field: `file_ids/${index}` })),
    );
    const arrived =
      [...packages_by_id.values()].filter(({ received_at }) => received_at !== null).length + packages.length;
    const trigger = chooseReceipt(arrived, packages_by_id.size);
    await changeOrder(context, order, {
      trigger,
      status: getAllowedNextStatus(context, order, trigger),
      facts: {
        package_ids: packages.map(({ shipping_package_id }) => shipping_package_id),
        warehouse_id: warehouse_id ?? order.warehouse_id,
      },
    });
    return answerCustomerOrder(context, order.id);
  },
});
