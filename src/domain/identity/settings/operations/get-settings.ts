/** The business and all its settings; null for a setting with its default. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Settings } from "#vocabulary/settings.ts";
import { BusinessFacts, type BusinessRow, buildSettings, READ_BUSINESS } from "../shapes.ts";

export const getSettings = defineOperation({
  name: "clientSettings",
  summary: "Get the settings of the business",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/settings" },
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    business: BusinessFacts,
    settings: Settings,
  }),

  async run({ db, business_id, refuse }) {
    const row = await db.row<BusinessRow>(READ_BUSINESS, [business_id]);
    if (row === undefined) throw refuse("not_found");
    return { result: true, version: row.version, business: row, settings: buildSettings(row.settings) };
  },
});
