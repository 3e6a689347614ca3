/** Update the notifications that recipients get. Members that are absent stay; `rules` changes those that it names. Source: our choice. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { loadSettings, saveSettings } from "../records/notification-settings.ts";
import { Settings, settingsMembers, toSettingsView } from "../shapes.ts";

export const updateNotificationSettings = defineOperation({
  name: "clientNotificationSettingsUpdate",
  summary: "Update which notifications recipients get",
  description:
    "Members that are absent stay as they are. `rules` changes the named pairs of event and type of order, and no other.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/notifications/settings" },
  input: Type.Partial(Type.Object(settingsMembers)),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), settings: Settings }),

  async run(context, { rules = [], ...change }) {
    const { db, business_id, refuse, emit, expectVersion } = context;
    await lockBusiness(db, business_id);
    const before = await loadSettings(db, business_id);
    expectVersion(before.version);
    if (change.quiet_hours && change.quiet_hours.start === change.quiet_hours.end) {
      throw refuse("invalid_request", {
        message: messages.quiet_hours_differ,
        errors: [{ field: "quiet_hours/end", message: messages.is_start }],
      });
    }
    const after = {
      ...before,
      ...change,
      rules: {
        ...before.rules,
        ...Object.fromEntries(
          rules.map(({ event, order_type, channels }) => [`${event}/${order_type}`, channels]),
        ),
      },
      version: before.version + 1,
    };
    await saveSettings(context, after);
    emit({
      subject: { type: "business", id: business_id },
      kind: "notification.settings_changed",
      payload: { members: [...(rules.length > 0 ? ["rules"] : []), ...Object.keys(change)] },
    });
    return { result: true, version: after.version, settings: toSettingsView(after) };
  },
});
