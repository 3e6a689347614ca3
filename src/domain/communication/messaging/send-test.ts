/** Test messages: to the caller's own address or number, at once and with a single try; ten an hour for each business. */

import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { enqueueEmail, enqueueSms } from "./enqueue.ts";
import { messages } from "./messages.ts";
import type { Channel } from "./rules.ts";
import { ownAddressRequested } from "./topics.ts";

const TESTS_PER_HOUR = 10;

export const TEST_REFUSALS = {
  too_many_tests: "too_many",
  no_phone: "invalid",
  sms_not_configured: "conflict",
} as const;

export const DeliveryAnswer = Type.Object({
  result: Type.Boolean({ description: "True if it was sent, or stored in the outbox." }),
  message_id: NoRef("a message that was sent"),
  state: StringEnum(["kept", "queued", "sent", "failed"]),
  failure: Nullable(Type.String({ description: "The failure, as one word." })),
  reason: Nullable(Type.String({ description: "The failure, as a sentence." })),
});

interface TestMessage {
  channel: Channel;
  subject: string;
  text: string;
  html?: string;
}

/** The caller sends it in `perform`. */
export async function enqueueTest(
  context: Context<keyof typeof TEST_REFUSALS>,
  { channel, subject, text, html }: TestMessage,
) {
  const { actor, db, business_id, now, refuse, publish } = context;
  // One at a time, so that two concurrent tests do not both count nine.
  await lockBusiness(db, business_id);
  const [counted, [account]] = await Promise.all([
    db.row<{ n: number }>(
      "select count(*) as n from outbox_message where business_id = $1 and purpose = 'test' and created_at > $2",
      [business_id, new Date(now.getTime() - 3_600_000)],
    ),
    publish(ownAddressRequested, { account_id: actor.account_id }),
  ]);
  if ((counted?.n ?? 0) >= TESTS_PER_HOUR) {
    throw refuse("too_many_tests", {
      message: messages.tests_per_hour,
      values: { tests: TESTS_PER_HOUR },
      headers: { "retry-after": "600" },
    });
  }
  const draft = { business_id, text, purpose: "test" as const, immediate: true, attempts_max: 1 };
  let message_id: number | null;
  if (channel === "email") {
    message_id = await enqueueEmail(context, {
      ...draft,
      to: account?.email ?? "",
      subject,
      ...(html === undefined ? {} : { html }),
    });
  } else {
    if ((account?.phone_e164 ?? null) === null) {
      throw refuse("no_phone", {
        message: messages.account_without_number,
        errors: [{ field: "channel", message: messages.needs_number }],
      });
    }
    message_id = await enqueueSms(context, { ...draft, to: account?.phone_e164 ?? "" });
  }
  if (message_id === null) throw refuse("sms_not_configured", { message: messages.no_vendor });
  const row = await db.row<{ state: "kept" | "queued" }>("select state from outbox_message where id = $1", [
    message_id,
  ]);
  return { result: true, message_id, state: row?.state ?? ("queued" as const), failure: null, reason: null };
}
