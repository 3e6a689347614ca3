/** The text of a notification: the template of its event, channel and language, with the values of an order. */
import type { Db } from "#platform/db/db.ts";
import { DURING_THE_DAY } from "./default-texts.ts";
import { computeTimeRange, formatDate, formatTime, formatTimeRange } from "./locale.ts";
import type { NotifiedOrder } from "./notified-order.ts";
import type { Channel, NotificationEvent } from "./rules.ts";
import { getDefaultTemplate, type Template, type Values } from "./templates.ts";

/** The business's own template, else the one that comes with the service. */
export async function loadTemplate(
  { db, business_id }: { db: Db; business_id: number },
  event: NotificationEvent,
  channel: Channel,
  language: string,
): Promise<Template> {
  const own_template = await db.row<Template>(
    "select subject, body from notification_template where business_id = $1 and event = $2 and channel = $3 and language = $4",
    [business_id, event, channel, language],
  );
  return own_template ?? getDefaultTemplate(event, channel, language);
}

export interface Moment {
  language: string;
  /** When the event happened. */
  occurred_at: Date;
  links: { link: string; stop_link: string };
}

export function buildValues(order: NotifiedOrder, { language, occurred_at, links }: Moment): Values {
  const { time_zone } = order;
  const range = computeTimeRange(order);
  return {
    business: order.business.name,
    number: order.tracking_number,
    reference: order.ref ?? order.tracking_number,
    name: order.place?.name ?? "",
    date: formatDate(order.scheduled_date, language),
    time_range: range ? formatTimeRange(range, language, time_zone) : DURING_THE_DAY.text(language),
    time: formatTime(occurred_at, language, time_zone),
    warehouse: order.warehouse ?? order.business.name,
    stops: String(order.stops_before ?? 0),
    ...links,
  };
}
