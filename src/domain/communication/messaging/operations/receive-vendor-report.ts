/**
 * Receive what the vendor of text messages reports: a message was delivered or not, or a text message reached the business's number.
 *
 * The vendor signs the address and the form with the token of the business's account. A report that is sent again changes
 * nothing. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { RawBody } from "#operation/define/raw-body.ts";
import type { SmsReport } from "#providers/sms/port.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { loadMessaging } from "../records/messaging-settings.ts";
import { buildReportUrl, getSmsSender } from "../senders.ts";
import { textReceived } from "../topics.ts";

const REPORT_BYTES_MAX = 64 * 1024;

export const receiveVendorReport = defineOperation({
  name: "messagingReport",
  summary: "Receive a report of the vendor of text messages",
  description: "For the vendor alone, which signs each report.",
  access: { public: true, ignores_token: true },
  rest: {
    method: "POST",
    path: "/api/v1/messaging/reports/messages-api/{business}",
    body: { member: "form", types: ["application/x-www-form-urlencoded"], bytes_over: -1 },
    body_limit: REPORT_BYTES_MAX,
    headers: { signature: "x-twilio-signature" },
  },
  input: Type.Object({
    business: BusinessId,
    signature: Type.Optional(Type.String({ maxLength: 200, description: "Base64 of the HMAC." })),
    form: Type.Optional(Type.Unknown({ description: "As the vendor documents it." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    applied: Type.Boolean({
      description: "False for a report that was received before, or concerns nothing here.",
    }),
  }),
  refusals: { invalid_signature: "unauthenticated" },
  tenant: async (_system_queries, { business }) => business,

  async prepare(context, { form, signature = "" }): Promise<SmsReport> {
    const { db, business_id, settings, refuse } = context;
    const sender = getSmsSender(await loadMessaging(db, business_id), context);
    // The account of the installation is shared: its reports name no business.
    const port = sender.source === "own" ? sender.port() : null;
    const report =
      port !== null && form instanceof RawBody
        ? port.readReport(Buffer.from(form.bytes).toString("utf8"), {
            url: buildReportUrl(settings.base_url, business_id),
            signature,
          })
        : null;
    if (report === null)
      throw refuse("invalid_signature", {
        message: messages.report_not_signed,
      });
    return report;
  },

  async run({ db, business_id, now, publish }, _input, report) {
    if (report.about === "text") {
      await publish(textReceived, { from: report.from, text: report.text });
      return { result: true, applied: true };
    }
    if (report.about === "other") return { result: true, applied: false };
    // "delivered" is final; "undelivered" may be corrected by it.
    const changed = await db.execute(
      `update outbox_message set receipt = $3, receipt_reason = $4, receipt_at = $5
       where business_id = $1 and vendor_id = $2 and channel = 'sms' and receipt is distinct from 'delivered' and receipt is distinct from $3`,
      [business_id, report.vendor_id, report.receipt, report.reason, now],
    );
    return { result: true, applied: changed > 0 };
  },
});
