/** The settings of a business's vendors, as read and changed. Secrets are written and never returned. */
import Type from "typebox";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import type { MessagingRow, StoredEmail, StoredSms } from "./records/messaging-settings.ts";
import { getEmailSender, getSmsSender, type SenderContext } from "./senders.ts";

const SMS_VENDORS = ["outbox", "messages_api"] as const;
const EMAIL_VENDORS = ["outbox", "smtp"] as const;
const SECURITIES = ["starttls", "tls", "none"] as const;

const Secret = Type.Object(
  {
    configured: Type.Boolean(),
    last_four: Nullable(
      Type.String({
        description: "The last characters, by which its owner recognises it; null for a short secret.",
      }),
    ),
  },
  { $id: "KeptSecret" },
);

const SOURCES = ["own", "installation", "outbox", "none"] as const;

const Effective = Type.Object(
  {
    configured: Type.Boolean({ description: "True if messages of this channel can be sent." }),
    by: StringEnum(SOURCES, {
      description: "The sender: the business's account, the installation's, the outbox, or none.",
    }),
  },
  { $id: "EffectiveVendor" },
);

export const Messaging = Type.Object(
  {
    sms: Nullable(
      Type.Object({
        vendor: StringEnum(SMS_VENDORS),
        account: Type.String(),
        sender: Type.String(),
        base_url: Nullable(Type.String()),
        token: Secret,
      }),
    ),
    email: Nullable(
      Type.Object({
        vendor: StringEnum(EMAIL_VENDORS),
        host: Type.String(),
        port: Type.Integer(),
        security: StringEnum(SECURITIES),
        username: Nullable(Type.String()),
        password: Secret,
        from_address: Type.String(),
        from_name: Type.String(),
        reply_to: Nullable(Type.String()),
      }),
    ),
    effective: Type.Object({ sms: Effective, email: Effective }),
  },
  { $id: "Messaging" },
);

const Line = (maxLength: number, description: string) =>
  // A line break would begin another header.
  Type.String({ maxLength, pattern: "^[^\\u0000-\\u001f\\u007f]*$", description });

export const SmsChange = Type.Partial(
  Type.Object({
    vendor: StringEnum(SMS_VENDORS, { description: "`outbox`: nothing is sent; for tests." }),
    account: Type.String({
      maxLength: 100,
      pattern: "^[\\w-]*$",
      description: "Id of the account at the vendor.",
    }),
    token: Type.String({
      minLength: 1,
      maxLength: 400,
      "x-secret": true,
      description: "Stored encrypted, never shown again.",
    }),
    sender: Line(40, "Number in E.164, a name of up to 11 letters, or the id of a pool of senders."),
    base_url: Nullable(Line(300, "Where a compatible service answers; null for the vendor itself.")),
  }),
  { $id: "SmsVendorChange" },
);

export const EmailChange = Type.Partial(
  Type.Object({
    vendor: StringEnum(EMAIL_VENDORS, {
      description: "`outbox`: nothing is sent, an administrator reads it there.",
    }),
    host: Line(253, "Name of the mail server."),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    security: StringEnum(SECURITIES, {
      description: "`none` only if the installation allows private addresses.",
    }),
    username: Nullable(Line(320, "Null where the server asks for no sign-in.")),
    password: Type.String({
      minLength: 1,
      maxLength: 400,
      "x-secret": true,
      description: "Stored encrypted, never shown again.",
    }),
    from_address: Line(320, "Sender."),
    from_name: Line(120, "Name beside the sender."),
    reply_to: Nullable(Line(320, "Where answers go; null: to the sender.")),
  }),
  { $id: "EmailVendorChange" },
);

export const NEW_SMS: StoredSms = {
  vendor: "messages_api",
  account: "",
  sender: "",
  base_url: null,
  secret_sealed: null,
  secret_end: null,
};

export const NEW_EMAIL: StoredEmail = {
  vendor: "smtp",
  host: "",
  port: 587,
  security: "starttls",
  username: null,
  from_address: "",
  from_name: "",
  reply_to: null,
  secret_sealed: null,
  secret_end: null,
};

function describeSecret({ secret_sealed, secret_end }: StoredSms | StoredEmail) {
  return { configured: secret_sealed !== null, last_four: secret_end };
}

export function buildMessagingAnswer(
  row: MessagingRow,
  sender: SenderContext,
): Type.Static<typeof Messaging> {
  const { sms, email } = row;
  const roads = { sms: getSmsSender(row, sender).source, email: getEmailSender(row, sender).source };
  const { allows_sms_outbox } = sender.settings;
  return {
    sms: sms === null ? null : { ...sms, token: describeSecret(sms) },
    email: email === null ? null : { ...email, password: describeSecret(email) },
    effective: {
      sms: { configured: roads.sms !== null, by: roads.sms ?? "none" },
      email: { configured: roads.email !== "outbox" || allows_sms_outbox, by: roads.email ?? "none" },
    },
  };
}
