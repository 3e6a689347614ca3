/**
 * Switch feature families on and off. Families that are not sent stay unchanged; switching on one that the platform has
 * revoked is refused, and then the request changes nothing.
 */
import Type from "typebox";
import { writeFeatures } from "#domain/identity/businesses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { FEATURES, type FeatureName } from "#vocabulary/features.ts";
import { messages } from "../messages.ts";
import { type BusinessRow, Features, LOCK_BUSINESS, Modules, toFeatures, toModules } from "../shapes.ts";

const switches = Object.fromEntries(
  FEATURES.map((family) => [family, Type.Optional(Type.Boolean())]),
) as Record<FeatureName, ReturnType<typeof Type.Optional<ReturnType<typeof Type.Boolean>>>>;

export const updateFeatures = defineOperation({
  name: "clientFeaturesUpdate",
  summary: "Switch feature families",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/client/features" },
  needs_sign_in: true,
  input: Type.Object(switches),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    features: Features,
    modules: Modules,
  }),
  refusals: { feature_revoked: "conflict" },

  async run({ db, business_id, refuse, expectVersion, emit, clearCallerCache, offered }, input) {
    const old = await db.row<BusinessRow>(LOCK_BUSINESS, [business_id]);
    if (old === undefined) throw refuse("not_found");
    expectVersion(old.version);
    const revoked = FEATURES.filter(
      (family) => input[family] === true && old.feature_gates[family] === false,
    );
    if (revoked.length > 0) {
      throw refuse("feature_revoked", {
        message: messages.features_revoked,
        values: { features: revoked.join(", ") },
        errors: revoked.map((family) => ({ field: family, message: messages.revoked_by_platform })),
      });
    }
    const feature_families = { ...old.feature_families, ...input };
    const row = { ...old, feature_families, version: old.version + 1 };
    await writeFeatures(db, business_id, feature_families);
    emit({
      subject: { type: "business", id: business_id },
      kind: "business.features_changed",
      payload: { switched: input },
      before: { feature_families: old.feature_families },
      after: { feature_families },
    });
    clearCallerCache();
    return {
      result: true,
      version: row.version,
      features: toFeatures(row, offered),
      modules: toModules(row, offered),
    };
  },
});
