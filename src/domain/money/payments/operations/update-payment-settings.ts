/**
 * Change the processor of card payments. Members that are not sent stay unchanged.
 *
 * A secret key belongs to the server it is sent to: with another address it must be sent again. Requires an interactive
 * sign-in, because the person who changes it decides where the money of customers goes.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import { Minor, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import {
  lockPaymentSettings,
  type PaymentSettingsRow,
  savePaymentSettings,
  toPaymentSettings,
} from "../records/payment-settings.ts";
import { PaymentSettings, PROCESSORS } from "../shapes.ts";

const Secret = (description: string) =>
  Type.String({ minLength: 1, maxLength: 400, pattern: "^[!-~]+$", "x-secret": true, description });

export const updatePaymentSettings = defineOperation({
  name: "clientPaymentSettingsUpdate",
  summary: "Update the settings of card payments",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/payment-settings" },
  needs_sign_in: true,
  input: Type.Object({
    vendor: Type.Optional(StringEnum(PROCESSORS)),
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
    topup_min_minor: Type.Optional(Minor),
    topup_max_minor: Type.Optional(Minor),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), payment_settings: PaymentSettings }),

  async run(context, change) {
    const { business_id, settings, refuse, expectVersion, emit } = context;
    const old = await lockPaymentSettings(context);
    expectVersion(old.version);
    const next = applyChange(old, change, settings.secret_key);
    const faults = [
      ...(next.vendor !== "none" && next.secret_sealed === null
        ? [{ field: "secret_key", message: messages.secret_needed }]
        : []),
      ...(next.topup_min_minor < 1 || next.topup_min_minor > next.topup_max_minor
        ? [{ field: "topup_min_minor", message: messages.top_up_minimum }]
        : []),
    ];
    if (faults.length > 0)
      throw refuse("invalid_request", { message: refusals.settings_not_valid, errors: faults });
    const row = await savePaymentSettings(context, next);
    emit({
      subject: { type: "business", id: business_id },
      kind: "business.payment_settings_changed",
      payload: { members: Object.keys(change) },
      before: { vendor: old.vendor, base_url: old.base_url },
      after: { vendor: next.vendor, base_url: next.base_url },
    });
    return {
      result: true,
      version: row?.version ?? 0,
      payment_settings: toPaymentSettings(row, settings.base_url),
    };
  },
});

interface Change {
  vendor?: PaymentSettingsRow["vendor"];
  base_url?: string | null;
  secret_key?: string;
  event_secret?: string;
  topup_min_minor?: number;
  topup_max_minor?: number;
}

function applyChange(old: PaymentSettingsRow, change: Change, secret_key: Buffer): PaymentSettingsRow {
  const { secret_key: key, event_secret, ...plain } = change;
  const next = { ...old, ...plain };
  if (key !== undefined) {
    next.secret_sealed = encryptText(secret_key, key);
    next.secret_end = getEnd(key);
  } else if (next.base_url !== old.base_url) {
    next.secret_sealed = null;
    next.secret_end = null;
  }
  if (event_secret !== undefined) {
    next.event_secret_sealed = encryptText(secret_key, event_secret);
    next.event_secret_end = getEnd(event_secret);
  }
  return next;
}

/** The last characters of a secret that is long enough to show them. */
function getEnd(secret: string): string | null {
  return secret.length >= 16 ? secret.slice(-4) : null;
}
