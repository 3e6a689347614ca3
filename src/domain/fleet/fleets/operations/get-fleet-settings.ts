/** The rules for hours and rest of the business. */
import { defineOperation } from "#operation/define/define.ts";
import { FLEET_ROLES } from "../access.ts";
import { buildSettings, findSettingsRow } from "../records/fleet-settings.ts";
import { SettingsAnswer } from "../shapes.ts";

export const getFleetSettings = defineOperation({
  name: "fleetSettings",
  summary: "Get the rules for hours and rest",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/settings" },
  localised: true,
  output: SettingsAnswer,
  run: async (context) => buildSettings(context, await findSettingsRow(context)),
});
