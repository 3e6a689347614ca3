/**
 * Sign in to the driver's app; riders use it too. Same checks as every sign-in, for drivers' accounts only.
 *
 * Source: docs/contract/rest.md, "Driver".
 */

import Type from "typebox";
import { checkSignIn, issueToken, SIGN_IN_REFUSALS } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { refuseOldApp } from "../app-version.ts";

export const loginDriver = defineOperation({
  name: "driverLogin",
  summary: "Sign in as a driver",
  access: { public: true, ignores_token: true },
  cross_tenant: true,
  rest: { method: "POST", path: "/api/v1/driver/login" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 200, "x-secret": true }),
    business: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "Code of the business, if the address has accounts in several.",
      }),
    ),
    app_version: Type.Optional(Type.String({ maxLength: 40 })),
    device_id: Type.Optional(NoRef("a phone's own word", Type.String({ minLength: 1, maxLength: 100 }))),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    access_token: Type.String({ "x-secret": true }),
    token_type: Type.Literal("Bearer"),
    expires_at: Type.String({ description: "YYYY-MM-DD HH:MM:SS, UTC." }),
    driver_id: Nullable(Ref("driver")),
    driver_status: Nullable(Type.String()),
    instant_deliver: Type.Boolean({ description: "May take Instant Deliver jobs." }),
  }),
  refusals: { ...SIGN_IN_REFUSALS, app_outdated: "outdated" },

  prepare: (context, { email, password, business }) =>
    checkSignIn(context, { email, password, business }, (account) => account.role === "driver"),

  async run(context, { app_version, device_id }, account) {
    const row = await context.db.row<{
      driver_id: number | null;
      driver_status: string | null;
      instant_deliver: boolean | null;
      settings: Record<string, unknown>;
    }>(
      `select d.id as driver_id, d.status as driver_status, d.instant_deliver, b.settings from account a
         join business b on b.id = a.business_id left join driver d on d.id = a.driver_id and d.business_id = a.business_id
        where a.id = $1`,
      [account.account_id],
    );
    refuseOldApp(context, app_version, context.business_settings.resolve(row?.settings ?? null));
    const bound_to = device_id === undefined ? {} : { device_id };
    const issued = await issueToken(context, account, { bound_to });
    return {
      result: true,
      ...issued,
      driver_id: row?.driver_id ?? null,
      driver_status: row?.driver_status ?? null,
      instant_deliver: row?.instant_deliver ?? false,
    };
  },
});
