/** Get which notifications recipients of orders get, over which channels, and when. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadSettings } from "../records/notification-settings.ts";
import { Settings, toSettingsView } from "../shapes.ts";

export const getNotificationSettings = defineOperation({
  name: "clientNotificationSettings",
  summary: "Get which notifications recipients get",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/notifications/settings" },
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), settings: Settings }),

  async run({ db, business_id }) {
    const settings = await loadSettings(db, business_id);
    return { result: true, version: settings.version, settings: toSettingsView(settings) };
  },
});
