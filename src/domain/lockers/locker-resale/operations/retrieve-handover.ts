/** Take the item back: the seller from the compartment, once its storage is paid; staff say that they gave it back. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { refuseStatus, takeStep } from "../change.ts";
import { DOOR_REFUSALS, expectUsable, operateDoor } from "../doors.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { messages } from "../messages.ts";
import { answerHandover } from "../present.ts";
import { OpeningAnswer, PresencePosition, Step } from "../shapes.ts";
import { payStorage, STORAGE_REFUSALS } from "../storage.ts";

export const retrieveHandover = defineOperation({
  name: "resaleHandoverRetrieve",
  summary: "Retrieve the item of a handover",
  description: "Staff call it for an item in storage, when its seller has it.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/retrieve" },
  localised: true,
  input: Type.Object({
    handover_id: Ref("resale_handover"),
    step: Step,
    position: PresencePosition,
    waives_fee: Type.Optional(Type.Boolean({ description: "By staff: storage is not charged." })),
  }),
  output: OpeningAnswer,
  refusals: {
    ...SIDE_REFUSALS,
    ...DOOR_REFUSALS,
    ...STORAGE_REFUSALS,
    wrong_status: "conflict",
    cannot_waive: "forbidden",
  },

  async run(context, { handover_id, waives_fee = false, ...request }) {
    const { refuse } = context;
    const locked = await lockHandover(context, handover_id, ["seller", "business"]);
    const { row, side, target } = locked;
    if (side === "seller") {
      if (waives_fee) throw refuse("cannot_waive", { message: messages.cannot_waive });
      if (row.status !== "RETURN_TO_SELLER") throw refuseStatus(context, row);
      expectUsable(context, target, "collect");
      return operateDoor(context, { ...locked, row: await payStorage(context, row) }, "collect", request);
    }
    if (row.status !== "EXPIRED" || row.storage_from === null) throw refuseStatus(context, row);
    const paid = waives_fee ? row : await payStorage(context, row);
    await takeStep(context, paid, "given_back");
    return { ...(await answerHandover(context, handover_id)), command_id: null, opens_until: null };
  },
});
