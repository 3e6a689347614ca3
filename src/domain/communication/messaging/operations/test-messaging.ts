/**
 * Send a message to oneself, at once and with a single try, to see whether the settings work.
 *
 * It goes only to the caller's own address or number. Ten an hour for each business. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { deliver } from "../deliver.ts";
import { CHANNELS, enqueueEmail, enqueueSms } from "../enqueue.ts";

const TESTS_PER_HOUR = 10;

export const testMessaging = defineOperation({
  name: "clientMessagingTest",
  summary: "Send a test message to oneself",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/messaging/test" },
  input: Type.Object({ channel: StringEnum(CHANNELS) }),
  output: Type.Object({
    result: Type.Boolean({ description: "True if it was sent, or stored in the outbox." }),
    message_id: Id,
    state: StringEnum(["kept", "queued", "sent", "failed"]),
    failure: Nullable(Type.String({ description: "The failure, as one word." })),
    reason: Nullable(Type.String({ description: "The failure, as a sentence." })),
  }),
  refusals: { too_many_tests: "too_many", no_phone: "invalid", sms_not_configured: "conflict" },
  unpredicted: ["whether the vendor takes the message on"],

  async run(context, { channel }) {
    const { actor, db, business_id, now, refuse } = context;
    // One at a time, so that two concurrent tests do not both count nine.
    await db.row("select id from business where id = $1 for update", [business_id]);
    const [counted, account] = await Promise.all([
      db.row<{ n: number }>(
        "select count(*) as n from outbox_message where business_id = $1 and purpose = 'test' and created_at > $2",
        [business_id, new Date(now.getTime() - 3_600_000)],
      ),
      db.row<{ email: string; phone_e164: string | null }>(
        "select email, phone_e164 from account where id = $1",
        [actor.account_id],
      ),
    ]);
    if ((counted?.n ?? 0) >= TESTS_PER_HOUR) {
      throw refuse("too_many_tests", {
        message: `Only ${TESTS_PER_HOUR} test messages an hour.`,
        headers: { "retry-after": "600" },
      });
    }
    const draft = { business_id, purpose: "test" as const, immediate: true, attempts_max: 1 };
    const text = `This is a test message of ${actor.business?.name ?? "Packhorse"}. The settings work.`;
    let message_id: number | null;
    if (channel === "email") {
      message_id = await enqueueEmail(context, {
        ...draft,
        to: account?.email ?? "",
        subject: "Test message",
        text: `${text}\n`,
      });
    } else {
      if ((account?.phone_e164 ?? null) === null) {
        throw refuse("no_phone", {
          message: "Your account has no telephone number; set one in your profile.",
          errors: [{ field: "channel", message: "needs a telephone number in your profile" }],
        });
      }
      message_id = await enqueueSms(context, { ...draft, to: account?.phone_e164 ?? "", text });
    }
    if (message_id === null)
      throw refuse("sms_not_configured", { message: "No vendor of text messages is set." });
    return { result: true, message_id, ...(await loadState(db, message_id)) };
  },

  perform: (context, _input, { message_id }) => deliver(context, message_id),

  async settle(_context, _input, { message_id }, { state, failure, reason }) {
    return { result: state === "sent" || state === "kept", message_id, state, failure, reason };
  },
});

async function loadState(db: Parameters<typeof deliver>[0]["db"], message_id: number) {
  const row = await db.row<{ state: "kept" | "queued" }>("select state from outbox_message where id = $1", [
    message_id,
  ]);
  return { state: row?.state ?? "queued", failure: null, reason: null };
}
