/** A new signing secret. Those before it go on signing for a while, so that receivers can change over without a gap. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { createSecret } from "../records/webhook-secret.ts";

const OVERLAP_DEFAULT_H = 24;
const HOUR_MS = 3_600_000;

export const rotateWebhookSecret = defineOperation({
  name: "webhookSecretRotate",
  summary: "Rotate the signing secret of webhooks",
  description:
    "Both secrets sign during the overlap: the header then has a signature for each. With `overlap_h` 0 the former one ends at " +
    "once, for a secret that leaked.",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["webhooks:write"] },
  rest: { method: "POST", path: "/api/v1/webhook-settings/rotate-secret" },
  secret_answer: true,
  input: Type.Object({
    overlap_h: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 168, default: OVERLAP_DEFAULT_H, description: "Hours." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    secret: Type.String({ "x-secret": true, description: "Shown once." }),
    former_expires_at: Timestamp,
  }),

  async run(context, { overlap_h = OVERLAP_DEFAULT_H }) {
    const { db, business_id, now } = context;
    await lockBusiness(db, business_id);
    const former_expires_at = new Date(now.getTime() + overlap_h * HOUR_MS);
    const secret = await createSecret(context, former_expires_at);
    return { result: true, secret, former_expires_at: former_expires_at.toISOString() };
  },
});
