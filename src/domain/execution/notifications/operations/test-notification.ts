/**
 * Send a notification with sample values to oneself, at once and with a single try.
 *
 * It goes only to the caller's own address or number. Ten an hour for each business, with other test messages. Source: our
 * choice.
 */
import Type from "typebox";
import {
  DeliveryAnswer,
  deliver,
  enqueueTest,
  TEST_REFUSALS,
} from "#domain/communication/messaging/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { loadTemplate } from "../compose.ts";
import { buildSampleValues } from "../sample-values.ts";
import { Event, Language } from "../shapes.ts";
import { render } from "../templates.ts";

export const testNotification = defineOperation({
  name: "clientNotificationTest",
  summary: "Send a notification to oneself",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/notifications/test" },
  input: Type.Object({ event: Event, channel: StringEnum(["sms", "email"]), language: Language }),
  output: DeliveryAnswer,
  refusals: TEST_REFUSALS,
  unpredicted: ["result", "state", "failure", "reason"],

  async run(context, { event, channel, language }) {
    const { business, now, settings } = context;
    const template = await loadTemplate(context, event, channel, language);
    const sample = {
      base_url: settings.base_url,
      business: business.name,
      date: toLocalDate(now, business.time_zone),
    };
    const { subject, text, html } = render(template, channel, buildSampleValues(sample, language), language);
    return enqueueTest(context, { channel, subject, text, ...(html === null ? {} : { html }) });
  },

  perform: (context, _input, { message_id }) => deliver(context, message_id),

  async settle(_context, _input, { message_id }, { state, failure, reason }) {
    return { result: state === "sent" || state === "kept", message_id, state, failure, reason };
  },
});
