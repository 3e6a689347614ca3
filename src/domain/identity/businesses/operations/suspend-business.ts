/** Suspend a business: its people are signed out at once, its data stays. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Business } from "../business.ts";
import { changeStatus } from "../change-status.ts";

export const suspendBusiness = defineOperation({
  name: "platformBusinessSuspend",
  summary: "Suspend a business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "POST", path: "/api/v1/platform/businesses/{business_id}/suspend" },
  input: Type.Object({
    business_id: Ref("business", BusinessId),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), business: Business }),
  refusals: { business_closed: "conflict" },

  async run(context, { business_id, reason }) {
    const business = await changeStatus(context, business_id, "suspended", reason ?? "");
    return { result: true, version: business.version, business };
  },
});
