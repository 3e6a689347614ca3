/** Change what recipients are told. Members that are absent stay; `rules` changes those that it names. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadSettings } from "../settings.ts";
import { Settings, settingsMembers, toSettingsView } from "../shapes.ts";

export const updateNotificationSettings = defineOperation({
  name: "clientNotificationSettingsUpdate",
  summary: "Change what recipients are told",
  description:
    "Members that are absent stay as they are. `rules` changes the named pairs of event and type of order, and no other.",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/notifications/settings" },
  input: Type.Partial(Type.Object(settingsMembers)),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), settings: Settings }),

  async run(context, { rules = [], ...change }) {
    const { db, business_id, refuse, emit, expectVersion } = context;
    // Two changes at once: the second one changes what the first one left.
    await db.execute("select from business where id = $1 for no key update", [business_id]);
    const before = await loadSettings(db, business_id);
    expectVersion(before.version);
    if (change.quiet_hours && change.quiet_hours.start === change.quiet_hours.end) {
      throw refuse("invalid_request", {
        message: "Quiet hours begin and end at different times.",
        errors: [{ field: "quiet_hours/end", message: "is the start" }],
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
    await db.execute(
      `insert into notification_settings (business_id, rules, quiet_hours, near_stops, link_days, sms_segment_micros, version)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (business_id) do update set rules = excluded.rules, quiet_hours = excluded.quiet_hours,
         near_stops = excluded.near_stops, link_days = excluded.link_days, sms_segment_micros = excluded.sms_segment_micros,
         version = excluded.version`,
      [
        business_id,
        JSON.stringify(after.rules),
        after.quiet_hours === null ? null : JSON.stringify(after.quiet_hours),
        after.near_stops,
        after.link_days,
        after.sms_segment_micros,
        after.version,
      ],
    );
    emit({
      subject: { type: "business", id: business_id },
      kind: "notification.settings_changed",
      payload: { members: [...(rules.length > 0 ? ["rules"] : []), ...Object.keys(change)] },
    });
    return { result: true, version: after.version, settings: toSettingsView(after) };
  },
});
