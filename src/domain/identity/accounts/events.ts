/** The events of accounts and of their tokens. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { ROLES } from "#vocabulary/roles.ts";

const account = groupEvents({ record_kinds: ["account"], scope: "employees:read" });
const token = groupEvents({ record_kinds: ["token"], scope: "employees:read" });
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
  "account.created": account("An account was created with a password.", Created),
  "account.invited": account("The person of an account without a password was invited.", Created),
  "account.updated": account("An account was changed.", Changed),
  "account.disabled": account("An account was disabled.", Changed),
  "account.password_changed": account("A person changed their password.", Changed),
  "account.password_reset_requested": account("A link to set a new password was requested.", Nothing),
  "account.password_reset": account("A password was set by a link.", Nothing),
  "account.signed_in": account("An account signed in.", Nothing),
  "account.signed_out": account("An account signed out.", Nothing),
  "token.created": token("A token of a program was created.", {
    account_id: Nullable(Id),
    profile: Nullable(Type.String()),
    scopes: Nullable(Words),
    expires_at: Type.Optional(Nullable(Timestamp)),
    oauth_code_id: Type.Optional(Id),
  }),
  "token.updated": token("The name or the limits of a token were changed.", {
    account_id: Nullable(Id),
    calls_per_minute: Nullable(Type.Integer()),
    orders_per_day: Nullable(Type.Integer()),
    money_minor_per_day: OwnMoney(Nullable(Type.Integer())),
  }),
  "token.refreshed": token("A program exchanged its refresh token for new tokens.", {
    account_id: Nullable(Id),
  }),
  "token.revoked": token("A token of a program was revoked.", {
    account_id: Nullable(Id),
    oauth_code_id: Type.Optional(Id),
    reason: Type.Optional(StringEnum(["code_reused", "refresh_token_reused", "revoked_by_client"])),
  }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
