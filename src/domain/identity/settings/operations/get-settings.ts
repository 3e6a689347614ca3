/** The business and all its settings; null for a setting with its default. */
import Type from "typebox";
import { SettingsMembers } from "#operation/define/declared-names.ts";
import { defineOperation } from "#operation/define/define.ts";
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
    settings: SettingsMembers,
  }),

  async run(context) {
    const row = await context.db.row<BusinessRow>(READ_BUSINESS, [context.business_id]);
    if (row === undefined) throw context.refuse("not_found");
    const settings = buildSettings(context, row.settings);
    return { result: true, version: row.version, business: row, settings };
  },
});
