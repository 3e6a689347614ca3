/** Who takes part in conversations about orders, when, and for how long they are kept. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { buildChatSettings, loadStoredSettings } from "../records/chat-settings.ts";
import { ChatSettingsView } from "../shapes.ts";

export const getChatSettings = defineOperation({
  name: "orderChatSettings",
  summary: "Get the settings of conversations about orders",
  access: { scopes: ["settings:read"] },
  feature: "order_chat",
  rest: { method: "GET", path: "/api/v1/order-chat/settings" },
  localised: true,
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), settings: ChatSettingsView }),

  async run(context) {
    const row = await loadStoredSettings(context);
    const settings = buildChatSettings(row);
    return { result: true, version: settings.version, settings };
  },
});
