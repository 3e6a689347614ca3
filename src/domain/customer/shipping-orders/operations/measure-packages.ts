/** Record what received packages weigh and how large they are. The price stays until the order is repriced. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import { changeOrder, decide, getLockedOrder, moveRefusals } from "../records/shipping-order.ts";
import { listPackages } from "../records/shipping-package.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

const Side = Type.Integer({ minimum: 1, maximum: 20_000, description: "Millimetres." });

export const measureShippingPackages = defineOperation({
  name: "clientCustomerOrderMeasure",
  summary: "Measure packages of a shipping order",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/measure" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    packages: Type.Array(
      Type.Object({
        shipping_package_id: Ref("shipping_package"),
        weight_g: Type.Integer({ minimum: 1, maximum: 100_000_000, description: "Gross, grams." }),
        length_mm: Side,
        width_mm: Side,
        height_mm: Side,
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  output: CustomerOrderAnswer,
  refusals: moveRefusals,

  async run(context, { shipping_order_id, packages }) {
    const { db, business_id, now, refuse } = context;
    const order = await getLockedOrder(context, shipping_order_id);
    decide(context, order, "measure");
    const known = new Map((await listPackages(context, order.id)).map((row) => [row.id, row]));
    const errors = packages.flatMap(({ shipping_package_id: id }, index) => {
      const row = known.get(id);
      const is_repeated = packages.findIndex((one) => one.shipping_package_id === id) < index;
      const problem =
        row === undefined
          ? "is no package of the order"
          : row.received_at === null
            ? "has not been received"
            : null;
      const message = problem ?? (is_repeated ? "is named twice" : null);
      return message === null ? [] : [{ field: `packages/${index}/shipping_package_id`, message }];
    });
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });
    await db.execute(
      `update shipping_package p set measured_weight_g = m.weight_g, measured_length_mm = m.length_mm,
         measured_width_mm = m.width_mm, measured_height_mm = m.height_mm, measured_at = $3
         from json_to_recordset($4::json) as m(shipping_package_id bigint, weight_g int, length_mm int, width_mm int, height_mm int)
        where p.business_id = $1 and p.shipping_order_id = $2 and p.id = m.shipping_package_id`,
      [business_id, order.id, now, JSON.stringify(packages)],
    );
    await changeOrder(context, order, {
      trigger: "measure",
      facts: { package_ids: packages.map(({ shipping_package_id }) => shipping_package_id) },
    });
    return answerCustomerOrder(context, order.id);
  },
});
