/**
 * Send a six-digit code to a telephone number, through the client's own SMS provider. The response is the same whether
 * or not the number is known; the code itself is in no response and no log. Only the newest code of a number is valid, of
 * those that one network requested: what somebody else requests for the number does not end the owner's.
 *
 * Source: docs/contract/rest.md, "Platform apps"; the numbers of the limits are our choice.
 */
import Type from "typebox";
import { deliver, enqueueSms } from "#domain/communication/messaging/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { appPath, getDisplayName, requireApp, resolveTenant } from "../app.ts";
import { createChallenge, hashCode, refuseTooMany } from "../challenge.ts";
import { endChallenge, insertChallenge } from "../records/app-challenge.ts";
import { refuseClosed } from "../registration.ts";
import { registrationMessages as messages } from "../registration-messages.ts";
import { CHALLENGE_TTL_S, getRegistrationRules, RESEND_AFTER_S } from "../registration-settings.ts";
import { maskPhone } from "../rules.ts";

export const requestCode = defineOperation({
  name: "appRegistrationPhoneRequest",
  summary: "Request a verification code",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/registration/phone/request" },
  localised: true,
  input: Type.Object({
    ...appPath,
    phone: Type.String({
      minLength: 1,
      maxLength: 50,
      description: "International, or national in the default region.",
    }),
    locale: Type.Optional(
      Type.String({ maxLength: 35, description: "Language of the message, such as `pt-BR`." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    message: Type.String(),
    challenge_id: Type.String({ description: "64 characters; to be sent with the code." }),
    phone_e164: Type.String({ description: "The number, masked." }),
    expires_in: Type.Integer({ description: "Seconds." }),
    resend_after: Type.Integer({ description: "Seconds." }),
  }),
  refusals: {
    app_not_available: "forbidden",
    registration_disabled: "forbidden",
    invalid_phone: "invalid",
    too_many_codes: "too_many",
    sms_not_configured: "unavailable",
    sms_failed: "unavailable",
  },
  tenant: resolveTenant,
  unpredicted: ["message"],

  async run(context, { phone, locale, ...input }) {
    const { business_id, now, request, settings, refuse, say } = context;
    const app = await requireApp(context, input);
    refuseClosed(context, app);
    const phone_e164 = parseE164(phone, getRegistrationRules(app).default_phone_region);
    if (phone_e164 === undefined) {
      throw refuse("invalid_phone", {
        message: messages.invalid_phone,
        errors: [{ field: "phone", message: messages.invalid_phone }],
      });
    }
    await refuseTooMany(context, phone_e164);
    const challenge = createChallenge();
    const values = { client: getDisplayName(app), code: challenge.code };
    const message_id = await enqueueSms(context, {
      business_id,
      to: phone_e164,
      text: messages.code_text.format(locale || request.language, values),
      purpose: "verification_code",
      secrets: [challenge.code],
      ttl_s: CHALLENGE_TTL_S,
      immediate: true,
      attempts_max: 1,
    });
    if (message_id === null) throw refuse("sms_not_configured", { message: messages.sms_not_configured });
    await insertChallenge(context, {
      assignment_id: app.assignment_id,
      challenge_id: challenge.challenge_id,
      phone_e164,
      code_hash: hashCode(settings, challenge),
      message_id,
      address: getNetworkPrefix(request.address),
      expires_at: new Date(now.getTime() + CHALLENGE_TTL_S * 1000).toISOString(),
    });
    return {
      result: true,
      message: say(messages.code_sent),
      challenge_id: challenge.challenge_id,
      phone_e164: maskPhone(phone_e164),
      expires_in: CHALLENGE_TTL_S,
      resend_after: RESEND_AFTER_S,
    };
  },

  async perform(context, _input, { challenge_id }) {
    const { db, business_id } = context;
    const row = await db.row<{ message_id: number }>(
      "select message_id from app_challenge where business_id = $1 and challenge_id = $2",
      [business_id, challenge_id],
    );
    return deliver(context, row?.message_id ?? 0);
  },

  async settle(context, _input, answer, { state }) {
    if (state !== "failed") return answer;
    // Nobody received the code, so another may be requested at once.
    await endChallenge(context, answer.challenge_id, "failed");
    return context.refuse("sms_failed", { message: messages.sms_failed, headers: { "retry-after": "30" } });
  },
});
