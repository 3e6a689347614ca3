/**
 * Send a six-digit code to a telephone number, through the client's own SMS provider. It is answered alike whether
 * the number is known or not; the code itself is in no answer and no log. The newest code of a number counts.
 *
 * Source: docs/contract/rest.md, "Platform apps"; the numbers of the limits are our choice.
 */
import Type from "typebox";
import { deliver, handOverText } from "#domain/messaging/public.ts";
import { e164Of } from "#domain/user/public.ts";
import { defineOperation } from "#operation/define.ts";
import { networkOf } from "#operation/guesses.ts";
import { speak } from "#operation/language.ts";
import { appPath, displayNameOf, requireApp, tenantOf } from "../app.ts";
import { hashOfCode, newChallenge, refuseTooMany } from "../challenge.ts";
import { refuseClosed } from "../registration.ts";
import { registrationMessages as messages } from "../registration-messages.ts";
import { CHALLENGE_LIFE_S, RESEND_AFTER_S, registrationRules } from "../registration-settings.ts";
import { maskedPhone } from "../rules.ts";

export const requestCode = defineOperation({
  name: "appRegistrationPhoneRequest",
  summary: "Ask for a verification code",
  effect: "write",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/registration/phone/request" },
  localised: true,
  input: Type.Object({
    ...appPath,
    phone: Type.String({
      minLength: 1,
      maxLength: 50,
      description: "International, or of the default region.",
    }),
    locale: Type.Optional(
      Type.String({ maxLength: 35, description: "Language of the message, such as `pt-BR`." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    message: Type.String(),
    challenge_id: Type.String({ description: "64 characters; sent with the code." }),
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
  tenant: tenantOf,
  unpredicted: ["whether the message can be sent"],

  async run(context, { phone, locale, ...input }) {
    const { db, business_id, now, request, settings, refuse, say } = context;
    const app = await requireApp(context, input);
    refuseClosed(context, app);
    const phone_e164 = e164Of(phone, registrationRules(app).default_phone_region);
    if (phone_e164 === undefined) {
      throw refuse("invalid_phone", {
        message: messages.invalid_phone,
        errors: [{ field: "phone", message: say(messages.invalid_phone) }],
      });
    }
    await refuseTooMany(context, phone_e164);
    const challenge = newChallenge();
    const values = { client: displayNameOf(app), code: challenge.code };
    const message_id = await handOverText(context, {
      business_id,
      to: phone_e164,
      text: speak(messages.code_text, locale || request.language, values),
      purpose: "verification_code",
      secrets: [challenge.code],
      useful_s: CHALLENGE_LIFE_S,
      immediate: true,
      attempts_max: 1,
    });
    if (message_id === null) throw refuse("sms_not_configured", { message: messages.sms_not_configured });
    await db.execute(
      "update app_challenge set state = 'superseded' where business_id = $1 and phone_e164 = $2 and state = 'open'",
      [business_id, phone_e164],
    );
    await db.execute(
      `insert into app_challenge (business_id, assignment_id, challenge_id, phone_e164, code_hash, message_id, address,
         created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        business_id,
        app.assignment_id,
        challenge.challenge_id,
        phone_e164,
        hashOfCode(settings, challenge),
        message_id,
        networkOf(request.address),
        now,
        new Date(now.getTime() + CHALLENGE_LIFE_S * 1000),
      ],
    );
    return {
      result: true,
      message: say(messages.code_sent),
      challenge_id: challenge.challenge_id,
      phone_e164: maskedPhone(phone_e164),
      expires_in: CHALLENGE_LIFE_S,
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

  async settle({ db, business_id, refuse }, _input, answer, { state }) {
    if (state !== "failed") return answer;
    // Nobody got the code, so another may be asked for at once.
    await db.execute(
      "update app_challenge set state = 'failed' where business_id = $1 and challenge_id = $2 and state = 'open'",
      [business_id, answer.challenge_id],
    );
    return refuse("sms_failed", { message: messages.sms_failed, headers: { "retry-after": "30" } });
  },
});
