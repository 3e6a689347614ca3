/** Confirm by the code that was sent that an address is to be told of a shipment. A wrong code counts as a try. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages as tracking_messages } from "../messages.ts";
import { TypedNumber } from "../numbers.ts";
import { findNumberBusiness, getResolvedNumber } from "../resolve.ts";
import { messages } from "../watch-messages.ts";
import { CODE_TRIES, CODE_TTL_S, hashCode } from "../watches.ts";

export const confirmWatch = defineOperation({
  name: "trackingWatchConfirm",
  summary: "Confirm an address that follows a shipment",
  access: { public: true },
  localised: true,
  rest: { method: "POST", path: "/api/v1/tracking/{number}/watch/confirm" },
  limit: { name: "tracking_watch", per_s: 0.1, burst: 10 },
  input: Type.Object({
    number: Ref("tracking_number", TypedNumber),
    email: Type.String({ format: "email", maxLength: 254 }),
    code: Type.String({ pattern: "^[0-9]{6}$", maxLength: 6 }),
  }),
  output: Type.Object({ result: Type.Boolean(), tracking_number: Type.String() }),
  refusals: { wrong_code: "invalid", ambiguous_number: "conflict" },

  async tenant(system_queries, { number: typed }) {
    const business_id = await findNumberBusiness(system_queries, typed);
    if (business_id === undefined)
      throw new Refusal("not_found", "not_found", { message: tracking_messages.no_tracking_number });
    return business_id;
  },

  guessable_ids: { requested: ({ number, email, code }) => [`${number} ${email} ${code}`] },

  async run(context, { number: typed, email, code }) {
    const { db, business_id, now, request, refuse } = context;
    const resolved_number = await getResolvedNumber(context, typed);
    const row = await db.row<{ id: number; code_hash: string | null }>(
      `update tracking_watch set code_tries = code_tries + 1,
         code_tries_by = code_tries_by || jsonb_build_object($7::text, coalesce((code_tries_by ->> $7)::int, 0) + 1)
        where business_id = $1 and timeline = $2 and email = $3 and state = 'pending' and code_sent_at > $5
          and code_tries < $4 and coalesce((code_tries_by ->> $7)::int, 0) < $6
        returning id, code_hash`,
      [
        business_id,
        resolved_number.timeline,
        email.toLowerCase(),
        CODE_TRIES.all,
        new Date(now.getTime() - CODE_TTL_S * 1000),
        CODE_TRIES.network,
        getNetworkPrefix(request.address),
      ],
    );
    if (row === undefined || row.code_hash !== hashCode(row.id, code)) {
      // Returned, not thrown: the try counts.
      return refuse("wrong_code", {
        message: messages.wrong_code,
        errors: [{ field: "code", message: fields.not_valid }],
      });
    }
    await db.execute(
      "update tracking_watch set state = 'active', code_hash = null, code_tries_by = '{}', confirmed_at = $3 where business_id = $1 and id = $2",
      [business_id, row.id, now],
    );
    return { result: true, tracking_number: resolved_number.tracking_number };
  },
});
