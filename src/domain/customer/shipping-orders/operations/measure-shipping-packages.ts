/** Record what received packages weigh and how large they are. The price stays until the order is repriced. */
import Type from "typebox";
import {
  buildPackageCheck,
  measureMembers,
  NAMED_MAX,
  storeMeasures,
} from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
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
import { CustomerOrderAnswer } from "../shapes.ts";

export const measureShippingPackages = defineOperation({
  name: "clientCustomerOrderMeasure",
  summary: "Measure packages of a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/measure" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    packages: Type.Array(Type.Object({ shipping_package_id: Ref("shipping_package"), ...measureMembers }), {
      minItems: 1,
      maxItems: NAMED_MAX,
    }),
  }),
  output: CustomerOrderAnswer,
  refusals: moveRefusals,

  async run(context, { shipping_order_id, packages }) {
    const { refuse } = context;
    const order = await getLockedOrder(context, shipping_order_id);
    getAllowedNextStatus(context, order, "measure");
    const packages_by_id = new Map((await listPackages(context, order.id)).map((row) => [row.id, row]));
    const check = buildPackageCheck(packages_by_id, "shipping_package_id", ({ received_at }) =>
      received_at === null ? messages.not_received : null,
    );
    const errors = packages.flatMap((one, index) => check(one.shipping_package_id, index));
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });
    await storeMeasures(context, ["shipping_package", "shipping_order_id"], order.id, packages);
    await changeOrder(context, order, {
      trigger: "measure",
      facts: { package_ids: packages.map(({ shipping_package_id }) => shipping_package_id) },
    });
    return answerCustomerOrder(context, order.id);
  },
});
