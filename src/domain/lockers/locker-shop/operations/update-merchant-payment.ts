/**
 * Change the account that takes a merchant's money. A secret key belongs to the server it is sent to: with another address it
 * must be sent again. Requires an interactive sign-in, because who changes it decides where the money goes.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerMerchant } from "../present.ts";
import { lockOwnMerchant, MerchantRecord } from "../records/merchant.ts";
import { MerchantAnswer } from "../shapes.ts";

const Secret = (description: string) =>
  Type.String({ minLength: 16, maxLength: 400, pattern: "^[!-~]+$", "x-secret": true, description });

export const updateMerchantPayment = defineOperation({
  name: "shopMerchantPaymentUpdate",
  summary: "Update the payment account of a merchant",
  risk: "high",
  access: { roles: ["client_admin", "customer"], scopes: ["lockers:use"] },
  rest: { method: "PATCH", path: "/api/v1/locker-shop/merchants/{merchant_id}/payment" },
  localised: true,
  needs_sign_in: true,
  input: Type.Object({
    merchant_id: Ref("shop_merchant"),
    base_url: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 300,
          pattern: "^https?://[^\\s?#@]+$",
          description: "Where a compatible service answers; null for the vendor itself.",
        }),
      ),
    ),
    secret_key: Type.Optional(Secret("Stored encrypted, never shown again.")),
    event_secret: Type.Optional(Secret("Signs the processor's events. Stored encrypted, never shown again.")),
  }),
  output: MerchantAnswer,
  refusals: { secret_needed: "invalid" },

  async run(context, { merchant_id, base_url, secret_key, event_secret }) {
    const { refuse, emit, settings } = context;
    const row = await lockOwnMerchant(context, merchant_id);
    context.expectVersion(row.version);
    const seal = (secret: string) => encryptText(settings.secret_key, secret);
    const is_elsewhere = base_url !== undefined && base_url !== row.base_url;
    if (is_elsewhere && secret_key === undefined && row.secret_sealed !== null)
      throw refuse("secret_needed", {
        message: messages.secret_needed,
        errors: [{ field: "secret_key", message: messages.secret_needed }],
      });
    const after = await MerchantRecord.change(context, row, {
      ...(base_url === undefined ? {} : { base_url }),
      ...(secret_key === undefined
        ? {}
        : { secret_sealed: seal(secret_key), secret_end: secret_key.slice(-4) }),
      ...(event_secret === undefined
        ? {}
        : { event_secret_sealed: seal(event_secret), event_secret_end: event_secret.slice(-4) }),
    });
    emit({
      subject: { type: "shop_merchant", id: merchant_id },
      kind: "shop.merchant_changed",
      payload: { members: ["payment"] },
      before: { base_url: row.base_url },
      after: { base_url: after.base_url },
    });
    return answerMerchant(context, after);
  },
});
