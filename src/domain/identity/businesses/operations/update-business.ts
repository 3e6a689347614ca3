/** Change a business's data or its status. Code and currency cannot be changed. Source: our choice. */
import Type from "typebox";
import { Locale, Name } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  BUSINESS_STATUSES,
  Business,
  Country,
  checkTimeZone,
  getBusinessRow,
  lockBusiness,
  TimeZone,
} from "../business.ts";
import { changeStatus } from "../change-status.ts";

export const updateBusiness = defineOperation({
  name: "platformBusinessUpdate",
  summary: "Update a business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "PATCH", path: "/api/v1/platform/businesses/{business_id}" },
  input: Type.Object({
    business_id: Ref("business", BusinessId),
    name: Type.Optional(Name),
    time_zone: Type.Optional(TimeZone),
    country: Type.Optional(Country),
    locale: Type.Optional(Locale),
    status: Type.Optional(StringEnum(BUSINESS_STATUSES)),
    reason: Type.Optional(
      Type.String({ maxLength: 255, description: "Why the status changes; stored in the event." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), business: Business }),
  refusals: { business_closed: "conflict" },

  async run(context, input) {
    const { db, emit, clearCallerCache } = context;
    const { business_id } = input;
    checkTimeZone(context, input.time_zone);
    const { status } = await lockBusiness(context, business_id);
    const before = await changeStatus(context, business_id, input.status ?? status, input.reason ?? "");
    const after = {
      name: input.name?.trim() ?? before.name,
      time_zone: input.time_zone ?? before.time_zone,
      country: input.country ?? before.country,
      locale: input.locale ?? before.locale,
    };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (key) => after[key] !== before[key],
    );
    if (changed.length > 0) {
      await db.execute(
        `update business set name = $2, time_zone = $3, country = $4, locale = $5, version = version + 1 where id = $1`,
        [business_id, after.name, after.time_zone, after.country, after.locale],
      );
      const members = (from: typeof after) => Object.fromEntries(changed.map((key) => [key, from[key]]));
      emit({
        subject: { type: "business", id: business_id },
        business_id,
        kind: "business.updated",
        payload: { changed },
        before: members(before),
        after: members(after),
      });
      clearCallerCache();
    }
    const business = await getBusinessRow(context.db, business_id);
    return { result: true, version: business.version, business };
  },
});
