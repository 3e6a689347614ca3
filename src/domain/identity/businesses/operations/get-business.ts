/** One business. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Business, getBusinessRow } from "../business.ts";

export const getBusiness = defineOperation({
  name: "platformBusiness",
  summary: "Get a business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/businesses/{business_id}" },
  input: Type.Object({ business_id: Ref("business", BusinessId) }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), business: Business }),

  async run(context, { business_id }) {
    const business = await getBusinessRow(context.db, business_id);
    return { result: true, version: business.version, business };
  },
});
