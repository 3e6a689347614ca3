/** Take a number that others gave to a shipment from it. What had the number before has it again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getTrackedKind } from "../tracked-kind.ts";

export const removeTrackingNumber = defineOperation({
  name: "trackingNumberRemove",
  summary: "Remove an added number from a shipment",
  description:
    "Only numbers that others gave; a tracking number of ours stays. Events that came under it stay too.",
  access: { scopes: ["orders:write"] },
  rest: { method: "DELETE", path: "/api/v1/tracking/numbers/{alias_id}" },
  input: Type.Object({ alias_id: Ref("alias") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run(context, { alias_id }) {
    const { db, business_id, now, refuse, emit } = context;
    const row = await db.row<{ number: string; subject_type: string; subject_id: number }>(
      `update tracking_alias set retired_at = $3 where business_id = $1 and id = $2 and retired_at is null
        returning number, subject_type, subject_id`,
      [business_id, alias_id, now],
    );
    if (row === undefined) throw refuse("not_found", { message: messages.no_number });
    emit({
      subject: { type: getTrackedKind(context, row.subject_type).log_type, id: row.subject_id },
      kind: "tracking.number_removed",
      payload: { alias_id },
      before: { number: row.number },
      after: null,
    });
    return { result: true };
  },
});
