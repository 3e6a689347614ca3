/** The events of accounts and of their tokens. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { ROLES } from "#vocabulary/roles.ts";

const account = { subjects: ["account"], scope: "employees:read" } as const;
const token = { subjects: ["token"], scope: "employees:read" } as const;
const Nothing = Type.Object({});
const Words = Type.Array(Type.String());

const Created = Type.Object({
  role: StringEnum(ROLES),
  preset: Type.Optional(Nullable(Type.String())),
  permissions: Type.Optional(Nullable(Words)),
  customer_id: Type.Optional(Id),
  contractor_id: Type.Optional(Id),
  driver_id: Type.Optional(Id),
  invited: Type.Optional(Type.Boolean()),
});
const Changed = Type.Object({
  changed: Words,
  unlocked: Type.Optional(Type.Boolean()),
  invited: Type.Optional(Type.Boolean()),
  signed_out: Type.Optional(Type.Integer()),
  tokens_revoked: Type.Optional(Type.Integer()),
});

export const events = defineEvents({
  "account.created": { ...account, summary: "An account was created with a password.", payload: Created },
  "account.invited": {
    ...account,
    summary: "The person of an account without a password was invited.",
    payload: Created,
  },
  "account.updated": { ...account, summary: "An account was changed.", payload: Changed },
  "account.disabled": { ...account, summary: "An account was disabled.", payload: Changed },
  "account.password_changed": { ...account, summary: "A person changed their password.", payload: Changed },
  "account.password_reset_requested": {
    ...account,
    summary: "A link to set a new password was requested.",
    payload: Nothing,
  },
  "account.password_reset": { ...account, summary: "A password was set by a link.", payload: Nothing },
  "account.signed_in": { ...account, summary: "An account signed in.", payload: Nothing },
  "account.signed_out": { ...account, summary: "An account signed out.", payload: Nothing },
  "token.created": {
    ...token,
    summary: "A token of a program was created.",
    payload: Type.Object({
      account_id: Nullable(Id),
      profile: Nullable(Type.String()),
      scopes: Nullable(Words),
      expires_at: Type.Optional(Nullable(Timestamp)),
      oauth_code_id: Type.Optional(Id),
    }),
  },
  "token.updated": {
    ...token,
    summary: "The name or the limits of a token were changed.",
    payload: Type.Object({
      account_id: Nullable(Id),
      calls_per_minute: Nullable(Type.Integer()),
      orders_per_day: Nullable(Type.Integer()),
      money_minor_per_day: OwnMoney(Nullable(Type.Integer())),
    }),
  },
  "token.refreshed": {
    ...token,
    summary: "A program exchanged its refresh token for new tokens.",
    payload: Type.Object({ account_id: Nullable(Id) }),
  },
  "token.revoked": {
    ...token,
    summary: "A token of a program was revoked.",
    payload: Type.Object({
      account_id: Nullable(Id),
      oauth_code_id: Type.Optional(Id),
      reason: Type.Optional(StringEnum(["code_reused", "refresh_token_reused", "revoked_by_client"])),
    }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
