/** Change members of the settings of conversations; those that are absent stay. `quick_replies` replaces all. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { buildChatSettings, loadStoredSettings, saveSettings } from "../records/chat-settings.ts";
import { ChatSettingsView, settingsMembers } from "../shapes.ts";

export const updateChatSettings = defineOperation({
  name: "orderChatSettingsUpdate",
  summary: "Update the settings of conversations about orders",
  description:
    "Members that are absent stay as they are. `quick_replies` replaces all of them; null brings back those that come with the service.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  feature: "order_chat",
  rest: { method: "PUT", path: "/api/v1/order-chat/settings" },
  localised: true,
  input: Type.Object({
    ...Type.Partial(Type.Object(settingsMembers)).properties,
    quick_replies: Type.Optional(Type.Union([settingsMembers.quick_replies, Type.Null()])),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), settings: ChatSettingsView }),

  async run(context, change) {
    const { db, business_id, refuse, emit, expectVersion } = context;
    await lockBusiness(db, business_id);
    const row = await loadStoredSettings(context);
    const before = buildChatSettings(row);
    expectVersion(before.version);
    const codes = (change.quick_replies ?? []).map(({ code }) => code);
    const faults = [
      ...(change.hours && change.hours.from === change.hours.to
        ? [{ field: "hours/to", message: messages.hours_equal }]
        : []),
      ...codes.flatMap((code, index) =>
        codes.indexOf(code) === index
          ? []
          : [{ field: `quick_replies/${index}/code`, message: messages.code_repeated }],
      ),
    ];
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_settings, errors: faults });

    const { quick_replies: _replies, ...other_settings } = before;
    const stored_settings = { quick_replies: row?.quick_replies ?? null, ...other_settings, ...change };
    const version = before.version + 1;
    await saveSettings(context, { ...stored_settings, version });
    emit({
      subject: { type: "business", id: business_id },
      kind: "order_chat.settings_changed",
      payload: { members: Object.keys(change) },
    });
    const settings = buildChatSettings({ ...stored_settings, business_id, version });
    return { result: true, version, settings };
  },
});
