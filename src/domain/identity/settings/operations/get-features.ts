/** Which feature families are on, and why: the business's switch, the platform's gate, and the effective value. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { type BusinessRow, Features, Modules, READ_BUSINESS, toFeatures, toModules } from "../shapes.ts";

export const getFeatures = defineOperation({
  name: "clientFeatures",
  summary: "Get the feature switches of the business",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/features" },
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    features: Features,
    modules: Modules,
  }),

  async run({ db, business_id, refuse, offered }) {
    const row = await db.row<BusinessRow>(READ_BUSINESS, [business_id]);
    if (row === undefined) throw refuse("not_found");
    return {
      result: true,
      version: row.version,
      features: toFeatures(row, offered),
      modules: toModules(row, offered),
    };
  },
});
