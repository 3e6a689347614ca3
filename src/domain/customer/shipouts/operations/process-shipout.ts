/** Begin to pick a ship-out that is paid. From then on it cannot be cancelled. */
import Type from "typebox";
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { changeShipout, getAllowedNextStatus, getLockedShipout, moveRefusals } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const processShipout = defineOperation({
  name: "clientShipoutProcess",
  summary: "Pick a ship-out",
  description:
    "PAID becomes PICKING. One that awaits its payment does so as well where the service is paid before shipping, or with allow_unpaid.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/process" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    allow_unpaid: Type.Optional(Type.Boolean({ description: "Although something is left to pay." })),
  }),
  output: CustomerShipoutAnswer,
  refusals: moveRefusals,

  async run(context, { shipout_id, allow_unpaid = false }) {
    const shipout = await getLockedShipout(context, shipout_id);
    const { definition } = await loadServiceVersion(context, shipout.service_id, shipout.service_version);
    const is_paid_later = allow_unpaid || definition.payment === "before_shipping";
    const status = getAllowedNextStatus(
      context,
      shipout,
      "process",
      ...(is_paid_later ? (["process_unpaid"] as const) : []),
    );
    await changeShipout(context, shipout, {
      trigger: "process",
      status,
      facts: shipout.status === "AWAITING_PAYMENT" ? { unpaid_allowed: true } : {},
    });
    return answerCustomerShipout(context, shipout.id);
  },
});
