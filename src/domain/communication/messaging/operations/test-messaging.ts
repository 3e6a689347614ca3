/**
 * Send a message to oneself, at once and with a single try, to see whether the settings work.
 *
 * It goes only to the caller's own address or number. Ten an hour for each business. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { deliver } from "../deliver.ts";
import { CHANNELS } from "../rules.ts";
import { DeliveryAnswer, enqueueTest, TEST_REFUSALS } from "../send-test.ts";

export const testMessaging = defineOperation({
  name: "clientMessagingTest",
  summary: "Send a test message to oneself",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/messaging/test" },
  input: Type.Object({ channel: StringEnum(CHANNELS) }),
  output: DeliveryAnswer,
  refusals: TEST_REFUSALS,
  unpredicted: ["result", "state", "failure", "reason"],

  async run(context, { channel }) {
    const text = `This is a test message of ${context.business.name}. The settings work.`;
    return enqueueTest(context, {
      channel,
      subject: "Test message",
      text: channel === "email" ? `${text}\n` : text,
    });
  },

  perform: (context, _input, { message_id }) => deliver(context, message_id),

  async settle(_context, _input, { message_id }, { state, failure, reason }) {
    return { result: state === "sent" || state === "kept", message_id, state, failure, reason };
  },
});
