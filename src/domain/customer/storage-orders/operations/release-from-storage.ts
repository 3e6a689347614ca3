/** Hand stored packages over at the counter, without a ship-out. Overdue storage is paid before, unless staff allow it. */
import Type from "typebox";
import { computeRemaining } from "#domain/customer/bills/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import { findOverdue } from "../overdue.ts";
import { takeOutPackages } from "../packages.ts";
import { getAllowedNextStatus, getStorageOrderRow, moveRefusals } from "../records/storage-order.ts";
import { listPackages } from "../records/stored-package.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const releaseFromStorage = defineOperation({
  name: "clientStorageOrderRelease",
  summary: "Hand over stored packages",
  description:
    "Takes packages out of stock, for their owner at the counter. Those that a ship-out holds are refused. While the order is overdue " +
    "it is 409, unless allow_unpaid is true.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/release" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    stored_package_ids: Type.Array(Ref("stored_package"), { minItems: 1, maxItems: 200, uniqueItems: true }),
    allow_unpaid: Type.Optional(Type.Boolean({ description: "Although the order is overdue." })),
  }),
  output: CustomerStorageOrderAnswer,
  refusals: { ...moveRefusals, not_released: "conflict", storage_overdue: "conflict" },

  async run(context, { storage_order_id, stored_package_ids, allow_unpaid = false }) {
    const { refuse } = context;
    const storage_order = await getStorageOrderRow(context, storage_order_id);
    context.expectVersion(storage_order.version);
    getAllowedNextStatus(context, storage_order, "release");
    const rows = new Map((await listPackages(context, storage_order.id)).map((row) => [row.id, row]));
    const errors = stored_package_ids.flatMap((id, index) => {
      const status = rows.get(id)?.status;
      const message =
        status === undefined
          ? fields.no_package
          : status === "HELD"
            ? messages.held_by_shipout
            : status !== "RECEIVED"
              ? fields.not_in_store
              : null;
      return message === null ? [] : [{ field: `stored_package_ids/${index}`, message }];
    });
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });
    // Stock is locked here, and the order after it: what changed since it was read above is refused.
    const packages = stored_package_ids.flatMap((id) => rows.get(id) ?? []);
    const leaving_packages = await takeOutPackages(context, {
      packages,
      shipout_id: null,
      trigger: "release",
    });
    if ("faulty" in leaving_packages) {
      throw refuse("not_released", {
        message: messages.not_released,
        errors: leaving_packages.faulty.map(({ stored_package_id, fault }) => ({
          field: `stored_package_ids/${stored_package_ids.indexOf(stored_package_id)}`,
          message: fault === "held" ? messages.held_by_shipout : messages.not_in_own_warehouse,
        })),
      });
    }
    const [overdue] = await findOverdue(context, leaving_packages.orders);
    if (overdue !== undefined && !allow_unpaid) {
      const remaining_minor = computeRemaining(overdue);
      throw refuse("storage_overdue", {
        message: messages.overdue,
        values: { remaining: formatMoney(remaining_minor, overdue.currency) },
        extra: { remaining_minor },
      });
    }
    return answerCustomerOrder(context, storage_order.id);
  },
});
