/**
 * The features of a business: feature families with the platform's gate and the business's own switch, and modules.
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Features, loadFeatures } from "../business.ts";

export const getFeatures = defineOperation({
  name: "platformBusinessFeatures",
  summary: "Get the features of a business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/businesses/{business_id}/features" },
  input: Type.Object({ business_id: Ref("business", BusinessId) }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), features: Features }),

  async run({ db, offered }, { business_id }) {
    const features = await loadFeatures(db, business_id, offered);
    return { result: true, ...features };
  },
});
