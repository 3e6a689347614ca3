/** The caller's profile, permissions and features. */
import Type from "typebox";
import { ScopeName } from "#operation/define/declared-names.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES, ROLES } from "#vocabulary/roles.ts";

export const getMe = defineOperation({
  name: "userMe",
  summary: "Get own profile",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/me" },
  output: Type.Object({
    result: Type.Boolean(),
    user: Type.Object({
      id: Ref("account"),
      name: Type.String(),
      email: Type.String(),
      role: StringEnum(ROLES),
      phone: Nullable(Type.String({ description: "E.164." })),
      locale: Type.String(),
      customer_id: Nullable(Ref("customer")),
      driver_id: Nullable(Ref("driver")),
      contractor_id: Nullable(Ref("contractor")),
    }),
    business: Nullable(
      Type.Object({
        id: Ref("business"),
        code: Type.String(),
        name: Type.String(),
        time_zone: Type.String(),
        currency: Type.String(),
        country: Type.String(),
        locale: Type.String(),
      }),
    ),
    permissions: Type.Array(ScopeName, {
      description: "What both the account and the token allow.",
    }),
    features: Type.Array(StringEnum(FEATURES)),
    modules: Type.Array(StringEnum(MODULES)),
    profile: Nullable(Type.String({ description: "MCP profile that the token was created with." })),
    changes_topic: Nullable(
      Type.String({
        description: "MQTT topic of what changes in the business; null when there is none for the role.",
      }),
    ),
  }),

  async run({ actor, db, settings, offered }) {
    const { business, token_scopes } = actor;
    const own_phone = await db.row<{ phone_e164: string | null }>(
      "select phone_e164 from account where id = $1",
      [actor.account_id],
    );
    return {
      result: true,
      user: {
        id: actor.account_id ?? 0,
        name: actor.name,
        email: actor.email,
        role: actor.role ?? "customer",
        phone: own_phone?.phone_e164 ?? null,
        locale: actor.locale,
        customer_id: actor.customer_id,
        driver_id: actor.driver_id,
        contractor_id: actor.contractor_id,
      },
      business:
        business === null
          ? null
          : {
              id: business.id,
              code: business.code,
              name: business.name,
              time_zone: business.time_zone,
              currency: business.currency,
              country: business.country,
              locale: business.locale,
            },
      permissions: [...actor.permissions].filter((scope) => token_scopes === null || token_scopes.has(scope)),
      features: [...(business?.features ?? [])].filter((feature) => offered.has(feature)),
      modules: [...(business?.modules ?? [])].filter((module) => offered.has(module)),
      profile: actor.profile,
      changes_topic:
        business !== null && BUSINESS_ROLES.some((role) => role === actor.role)
          ? `${settings.mqtt_prefix}/changes/${business.id}`
          : null,
    };
  },
});
