/**
 * Open and close the platform's gates of feature families, and license modules. Members that are not sent stay
 * unchanged.
 *
 * A closed gate overrides the business's own switch, which keeps its value. Source: our choice; the responses of closed
 * gates are in docs/contract/rest.md, "Cross-cutting rules".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Features, loadFeatures, lockBusiness } from "../business.ts";

function switches(words: readonly string[], description: string) {
  return Type.Optional(
    Type.Object(Object.fromEntries(words.map((word) => [word, Type.Optional(Type.Boolean())])), {
      description,
    }),
  );
}

export const updateFeatures = defineOperation({
  name: "platformBusinessFeaturesUpdate",
  summary: "Gate features of a business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "PUT", path: "/api/v1/platform/businesses/{business_id}/features" },
  needs_sign_in: true,
  input: Type.Object({
    business_id: Ref("business", BusinessId),
    families: switches(FEATURES, "False closes the gate of a family."),
    modules: switches(MODULES, "True licenses a module."),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), features: Features }),

  async run(context, { business_id, families = {}, modules = {} }) {
    const { db, emit, clearCallerCache, offered } = context;
    const before = await lockBusiness(context, business_id);
    context.expectVersion(before.version);
    const feature_gates = { ...before.feature_gates, ...families };
    const licensed = { ...before.modules, ...modules };
    await db.execute(
      "update business set feature_gates = $2, modules = $3, version = version + 1 where id = $1",
      [business_id, JSON.stringify(feature_gates), JSON.stringify(licensed)],
    );
    emit({
      subject: { type: "business", id: business_id },
      business_id,
      kind: "business.features_changed",
      payload: { families, modules },
      before: { feature_gates: before.feature_gates, modules: before.modules },
      after: { feature_gates, modules: licensed },
    });
    clearCallerCache();
    const features = await loadFeatures(db, business_id, offered);
    return { result: true, ...features };
  },
});
