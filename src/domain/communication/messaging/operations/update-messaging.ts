/**
 * Change who sends for the business. Members that are not sent stay unchanged; `null` returns a channel to the
 * installation.
 *
 * A secret belongs to the server it is sent to: when account, server or sign-in change, it must be sent again, or
 * anybody who may change settings could have it delivered to a machine of their own. Requires an interactive sign-in:
 * a person who decides where e-mail goes can read the links in it. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import { Nullable } from "#vocabulary/basics.ts";
import {
  lockMessaging,
  type MessagingRow,
  type StoredEmail,
  type StoredSms,
  saveMessaging,
} from "../records/messaging-settings.ts";
import { findEmailFaults, findSmsFaults, getLastFour } from "../rules.ts";
import { buildMessagingAnswer, EmailChange, Messaging, NEW_EMAIL, NEW_SMS, SmsChange } from "../shapes.ts";

/** The stored account with a change applied; its secret is dropped when what it belongs to changes. */
function applyChange<Sender extends StoredSms | StoredEmail>(
  old: Sender,
  change: Partial<Sender>,
  secret: string | undefined,
  destination_members: readonly (keyof Sender)[],
  secret_key: Buffer,
): Sender {
  const has_destination_changed = destination_members.some(
    (name) => name in change && change[name] !== old[name],
  );
  const is_secret_unchanged = secret === undefined && !has_destination_changed;
  return {
    ...old,
    ...change,
    secret_sealed:
      secret !== undefined ? encryptText(secret_key, secret) : is_secret_unchanged ? old.secret_sealed : null,
    secret_end: secret !== undefined ? getLastFour(secret) : is_secret_unchanged ? old.secret_end : null,
  };
}

export const updateMessaging = defineOperation({
  name: "clientMessagingUpdate",
  summary: "Update the vendors of text messages and e-mail",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/messaging" },
  needs_sign_in: true,
  input: Type.Object({
    sms: Type.Optional(Nullable(SmsChange)),
    email: Type.Optional(Nullable(EmailChange)),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), messaging: Messaging }),

  async run(context, { sms, email }) {
    const { business_id, settings, emit, refuse, expectVersion } = context;
    const old = await lockMessaging(context);
    expectVersion(old.version);
    const row: MessagingRow = { ...old, version: old.version + 1 };
    if (sms !== undefined) {
      const { token, ...change } = sms ?? {};
      const from = old.sms ?? NEW_SMS;
      const destination_members = ["vendor", "account", "base_url"] as const;
      row.sms =
        sms === null
          ? null
          : applyChange<StoredSms>(from, change, token, destination_members, settings.secret_key);
    }
    if (email !== undefined) {
      const { password, ...change } = email ?? {};
      const from = old.email ?? NEW_EMAIL;
      const destination_members = ["vendor", "host", "port", "security", "username"] as const;
      row.email =
        email === null
          ? null
          : applyChange<StoredEmail>(from, change, password, destination_members, settings.secret_key);
    }
    const faults = [
      ...(sms === undefined ? [] : findSmsFaults(row.sms, settings.allows_sms_outbox)),
      ...(email === undefined ? [] : findEmailFaults(row.email)),
    ];
    if (faults.length > 0)
      throw refuse("invalid_request", { message: refusals.settings_not_valid, errors: faults });

    await saveMessaging(context, row);
    emit({
      subject: { type: "business", id: business_id },
      kind: "business.messaging_changed",
      payload: {
        channels: Object.entries({ sms, email }).flatMap(([name, to]) => (to === undefined ? [] : [name])),
      },
      before: getVendorNames(old),
      after: getVendorNames(row),
    });
    return { result: true, version: row.version, messaging: buildMessagingAnswer(row, context) };
  },
});

/** What the audit entry records: the vendors, and no more. */
function getVendorNames({ sms, email }: MessagingRow) {
  return { sms: sms?.vendor ?? null, email: email?.vendor ?? null };
}
