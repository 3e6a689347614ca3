/** What a business set for the notifications of its recipients; defaults where it set nothing. */
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { QuietHours } from "../quiet-hours.ts";
import type { Channel, Rules } from "../rules.ts";

export interface NotificationSettings {
  rules: Rules;
  /** Null: notifications are sent at any time. */
  quiet_hours: (QuietHours & { channels: readonly Channel[] }) | null;
  /** Stops before the recipient's at which "near" is sent. */
  near_stops: number;
  /** How long the link of a notification is valid. */
  link_days: number;
  /** What a segment of a text message costs, millionths of the business's currency; null: costs are not shown. */
  sms_segment_micros: number | null;
  version: number;
}

const DEFAULTS: NotificationSettings = {
  rules: {},
  quiet_hours: null,
  near_stops: 3,
  link_days: 14,
  sms_segment_micros: null,
  version: 0,
};

export async function loadSettings(db: Db, business_id: number): Promise<NotificationSettings> {
  const row = await db.row<NotificationSettings>(
    `select rules, quiet_hours, near_stops, link_days, sms_segment_micros, version
     from notification_settings where business_id = $1`,
    [business_id],
  );
  return row ?? DEFAULTS;
}

/** The first settings of a business or the next ones: one statement for both. */
export async function saveSettings(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  after: NotificationSettings,
): Promise<void> {
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
}
