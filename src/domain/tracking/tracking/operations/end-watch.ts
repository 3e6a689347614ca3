/** End the messages about a shipment, by the signed link of any of them. Again, it changes nothing. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId, Id } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { isEndSignature } from "../watches.ts";

export const endWatch = defineOperation({
  name: "trackingWatchEnd",
  summary: "Stop following a shipment by e-mail",
  description: "With business, watch and signature of the link in a message.",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/tracking/watches/{watch}/end" },
  input: Type.Object({
    watch: NoRef("part of a signed link", Id),
    business: BusinessId,
    signature: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  output: Type.Object({ result: Type.Boolean(), tracking_number: Type.String() }),
  tenant: async (_system_queries, { business }) => business,

  async run(context, { watch, signature }) {
    const { db, business_id, now, refuse } = context;
    const row = isEndSignature(context, watch, signature)
      ? await db.row<{ number: string }>(
          `update tracking_watch set state = 'ended', ended_at = coalesce(ended_at, $3) where business_id = $1 and id = $2
            returning number`,
          [business_id, watch, now],
        )
      : undefined;
    if (row === undefined) throw refuse("not_found", { message: messages.link_not_valid });
    return { result: true, tracking_number: row.number };
  },
});
