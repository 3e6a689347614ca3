/** Reactivate a suspended business: sign-ins and tokens work again. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Business } from "../business.ts";
import { changeStatus } from "../change-status.ts";

export const activateBusiness = defineOperation({
  name: "platformBusinessActivate",
  summary: "Reactivate a suspended business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "POST", path: "/api/v1/platform/businesses/{business_id}/activate" },
  input: Type.Object({
    business_id: Ref("business", BusinessId),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), business: Business }),
  refusals: { business_closed: "conflict" },

  async run(context, { business_id, reason }) {
    const business = await changeStatus(context, business_id, "active", reason ?? "");
    return { result: true, version: business.version, business };
  },
});
