/** Record what received packages weigh and how large they are. The price stays until the order is repriced. */
import Type from "typebox";
import {
  buildPackageCheck,
  measureMembers,
  NAMED_MAX,
  storeMeasures,
} from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { chargeDays } from "../charges.ts";
import { messages } from "../messages.ts";
import { changeOrder, getAllowedNextStatus, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { isInStore } from "../rules.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const measureStoredPackages = defineOperation({
  name: "clientStorageOrderMeasure",
  summary: "Measure packages of a storage order",
  description: "Days that have ended keep their price; later ones are priced by the new measures.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/measure" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    packages: Type.Array(Type.Object({ stored_package_id: Ref("stored_package"), ...measureMembers }), {
      minItems: 1,
      maxItems: NAMED_MAX,
    }),
  }),
  output: CustomerStorageOrderAnswer,
  refusals: moveRefusals,

  async run(context, { storage_order_id, packages }) {
    const { refuse } = context;
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "measure");
    const { packages: rows } = await chargeDays(context, order);
    const packages_by_id = new Map(rows.map((row) => [row.id, row]));
    const check = buildPackageCheck(packages_by_id, "stored_package_id", ({ status }) =>
      isInStore(status) ? null : fields.not_in_store,
    );
    const errors = packages.flatMap((one, index) => check(one.stored_package_id, index));
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });
    await storeMeasures(context, ["stored_package", "storage_order_id"], order.id, packages);
    await changeOrder(context, order, {
      trigger: "measure",
      facts: { stored_package_ids: packages.map(({ stored_package_id }) => stored_package_id) },
    });
    return answerCustomerOrder(context, order.id);
  },
});
