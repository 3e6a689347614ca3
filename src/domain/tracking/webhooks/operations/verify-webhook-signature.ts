/**
 * Whether a webhook that came in is genuine. With a secret, for a caller that has it; with a token by the secrets of the business.
 *
 * Source: docs/contract/mcp.md, "verify_webhook_signature".
 */
import Type from "typebox";
import { actorHasScope } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import type { LoggedAttempt } from "../records/webhook-delivery.ts";
import { listActiveSecrets, openSecrets } from "../records/webhook-secret.ts";
import { toUnixSeconds } from "../send-batch.ts";
import { readSecret, TOLERANCE_S, VERDICTS, type Verdict, verifyMessage } from "../signature.ts";

const EXPLANATIONS: Record<Verdict | "no_id" | "no_timestamp", string> = {
  valid: "The signature is valid.",
  no_id: "Send `webhook_id`, the header webhook-id: it is part of what is signed.",
  no_timestamp: "Send `webhook_timestamp`, the header webhook-timestamp: it is part of what is signed.",
  no_signature: "The header has no signature of version 1: `v1,` and Base64.",
  wrong_signature:
    "No signature fits. Check the raw body, byte by byte as it came, the headers webhook-id and webhook-timestamp, and the secret.",
  bad_timestamp: "The timestamp is no number of Unix seconds.",
  too_old: `The signature fits, but was made more than ${TOLERANCE_S} seconds ago: somebody may have recorded it.`,
  too_new: `The signature fits, but its time is more than ${TOLERANCE_S} seconds ahead: check your clock.`,
};

export const verifyWebhookSignature = defineOperation({
  name: "webhookVerify",
  summary: "Check the signature of a webhook",
  description:
    "Takes the raw payload, a string or a JSON object, and the header webhook-signature. webhook-id and webhook-timestamp are " +
    "signed too: without them the id of the payload is taken, and with a token the times of its logged attempts. Checks with " +
    "`secret`, or with a token by the secrets of your business. Prefer a library of Standard Webhooks in your receiver.",
  effect: "read",
  access: { public: true },
  rest: { method: "POST", path: "/api/v1/webhooks/verify" },
  mcp: { developer: "verify_webhook_signature" },
  input: Type.Object({
    payload: Type.Union([
      Type.String({ maxLength: 500_000 }),
      Type.Object({}, { additionalProperties: true }),
    ]),
    signature: Type.String({ minLength: 1, maxLength: 2000, description: "The header webhook-signature." }),
    webhook_id: Type.Optional(
      NoRef("a header of the message that is checked", Type.String({ minLength: 1, maxLength: 200 })),
    ),
    webhook_timestamp: Type.Optional(
      Type.String({ minLength: 1, maxLength: 20, description: "Unix seconds." }),
    ),
    secret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, "x-secret": true, description: "`whsec_…`" }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    valid: Type.Boolean(),
    reason: StringEnum([...VERDICTS, "no_id", "no_timestamp"]),
    message: Type.String(),
  }),

  async run(context, { payload, signature, webhook_id, webhook_timestamp, secret }) {
    const { now } = context;
    const keys = await chooseKeys(context, secret);
    const body = typeof payload === "string" ? payload : JSON.stringify(payload);
    const id = webhook_id ?? findId(payload);
    const timestamps =
      webhook_timestamp === undefined ? await listAttemptTimes(context, id) : [webhook_timestamp];
    const reason =
      id === undefined
        ? ("no_id" as const)
        : (chooseVerdict(
            timestamps.map((timestamp) => verifyMessage(keys, { id, timestamp, body }, signature, now)),
          ) ?? ("no_timestamp" as const));
    return { result: true, valid: reason === "valid", reason, message: EXPLANATIONS[reason] };
  },
});

async function chooseKeys(
  { actor, db, business_id, now, settings, refuse }: Context<never>,
  secret: string | undefined,
): Promise<Buffer[]> {
  if (secret !== undefined) {
    const key = readSecret(secret);
    if (key !== undefined) return [key];
    const errors = [{ field: "secret", message: messages.not_a_secret }];
    throw refuse("invalid_request", { message: messages.signature_unchecked, errors });
  }
  if (!actorHasScope(actor, "webhooks:read")) {
    const errors = [{ field: "secret", message: messages.needed_without_token }];
    throw refuse("invalid_request", { message: messages.secret_or_token, errors });
  }
  return openSecrets(settings.secret_key, await listActiveSecrets(db, business_id, now));
}

function findId(payload: string | object): string | undefined {
  try {
    const { id } = (typeof payload === "string" ? JSON.parse(payload) : payload) as { id?: unknown };
    return typeof id === "string" && id !== "" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** When the deliveries of this event were sent. */
async function listAttemptTimes(
  { actor, db, business_id }: Context<never>,
  id: string | undefined,
): Promise<string[]> {
  const event_id = /^evt_(\d{1,15})_/.exec(id ?? "")?.[1];
  if (event_id === undefined || !actorHasScope(actor, "webhooks:read")) return [];
  const rows = await db.rows<{ attempts: LoggedAttempt[] }>(
    `select d.attempts from webhook_endpoint e join webhook_delivery d on d.endpoint_id = e.id and d.event_id = $2
     where e.business_id = $1 and d.business_id = $1 and d.replay_of is null limit 200`,
    [business_id, Number(event_id)],
  );
  return [...new Set(rows.flatMap(({ attempts }) => attempts.map(({ at }) => toUnixSeconds(at))))];
}

/** Of several timestamps one that fits decides. */
const chooseVerdict = (verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.find((verdict) => verdict !== "wrong_signature") ?? verdicts[0];
