/** Record what received packages weigh and how large they are. The price stays until the order is repriced. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { chargeDays } from "../charges.ts";
import { messages } from "../messages.ts";
import { changeOrder, expectPossible, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { isInStore } from "../rules.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

const Side = Type.Integer({ minimum: 1, maximum: 20_000, description: "Millimetres." });

export const measureStoredPackages = defineOperation({
  name: "clientStorageOrderMeasure",
  summary: "Measure packages of a storage order",
  description: "Days that have ended keep their price; later ones are priced by the new measures.",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/measure" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    packages: Type.Array(
      Type.Object({
        stored_package_id: Ref("stored_package"),
        weight_g: Type.Integer({ minimum: 1, maximum: 100_000_000, description: "Gross, grams." }),
        length_mm: Side,
        width_mm: Side,
        height_mm: Side,
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  output: CustomerStorageOrderAnswer,
  refusals: moveRefusals,

  async run(context, { storage_order_id, packages }) {
    const { db, business_id, now, refuse } = context;
    const order = await getLockedOrder(context, storage_order_id);
    expectPossible(context, order, "measure");
    const { packages: rows } = await chargeDays(context, order);
    const known = new Map(rows.map((row) => [row.id, row]));
    const errors = packages.flatMap(({ stored_package_id: id }, index) => {
      const row = known.get(id);
      const is_repeated = packages.findIndex((one) => one.stored_package_id === id) < index;
      const problem =
        row === undefined ? "is no package of the order" : isInStore(row.status) ? null : "is not in store";
      const message = problem ?? (is_repeated ? "is named twice" : null);
      return message === null ? [] : [{ field: `packages/${index}/stored_package_id`, message }];
    });
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });
    await db.execute(
      `update stored_package p set measured_weight_g = m.weight_g, measured_length_mm = m.length_mm,
         measured_width_mm = m.width_mm, measured_height_mm = m.height_mm, measured_at = $3
         from json_to_recordset($4::json) as m(stored_package_id bigint, weight_g int, length_mm int, width_mm int, height_mm int)
        where p.business_id = $1 and p.storage_order_id = $2 and p.id = m.stored_package_id`,
      [business_id, order.id, now, JSON.stringify(packages)],
    );
    await changeOrder(context, order, {
      trigger: "measure",
      facts: { stored_package_ids: packages.map(({ stored_package_id }) => stored_package_id) },
    });
    return answerCustomerOrder(context, order.id);
  },
});
