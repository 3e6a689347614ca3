/** Notifications to the recipient of one order, sent or not, with the reason; nothing where none was due. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconBellRinging, IconDeviceMobileMessage, IconMail } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import { findWord, nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { LOG_KEY, type Notification, orderNotificationsQuery } from "./queries.ts";
import { TONES } from "./states.ts";
import { text } from "./text.ts";
import "./notifications.css";

const ICONS = { sms: IconDeviceMobileMessage, email: IconMail, web_push: IconBellRinging };

export function OrderNotifications({ order_id }: { order_id: number }) {
  const me = useMe();
  const query = useQuery({ ...orderNotificationsQuery(order_id), enabled: isStaff(me) });
  const { notifications = [], cost_micros = null } = query.data ?? {};
  if (notifications.length === 0) return null;
  const currency = notifications[0]?.currency ?? "";
  return (
    <Sheet title={text.log.title} pad={false}>
      <ul className="list" aria-label={text.log.title}>
        {notifications.map((one) => (
          <NotificationRow key={one.id} notification={one} />
        ))}
      </ul>
      {cost_micros === null ? null : (
        <p className="dim small notify-about">
          {text.log.cost({
            amount: `${number(cost_micros / 1_000_000, { maximumFractionDigits: 4 })} ${currency}`,
          })}
        </p>
      )}
    </Sheet>
  );
}

function NotificationRow({ notification }: { notification: Notification }) {
  const { id, order_id, event, channel, target, state, resent_of, can_resend } = notification;
  const may_write = useMe().permissions.includes("orders:write");
  const times = useTimes();
  const resend = useSave(() => client.clientNotificationResend({ notification_id: id }), {
    keys: [[LOG_KEY, order_id]],
    success_message: text.log.sent_again,
  });
  const Icon = ICONS[channel];
  const name = nameCode(text.events, event);
  return (
    <li className="notify-entry">
      <Icon size={18} aria-label={findWord(text.channels, channel)} />
      <div className="notify-entry-words">
        <div className="row tight">
          <span className="strong">{name}</span>
          <Tag tone={TONES[state]}>{findWord(text.log.states, state)}</Tag>
        </div>
        <div className="dim small">
          {[target || findWord(text.channels, channel), times.moment(notification.created_at)]
            .concat(resent_of === null ? [] : [text.log.repeated])
            .concat(notification.segments === null ? [] : [text.segments({ count: notification.segments })])
            .join(" · ")}
        </div>
        <Reason notification={notification} />
      </div>
      {may_write && can_resend ? (
        <Button
          size="xs"
          variant="default"
          loading={resend.isPending}
          aria-label={text.log.again_of({ event: name, channel: findWord(text.channels, channel) ?? "" })}
          onClick={() => resend.mutate(undefined)}
        >
          {text.log.again}
        </Button>
      ) : null}
    </li>
  );
}

function Reason({ notification: { state, reason, detail, deferred_until } }: { notification: Notification }) {
  const times = useTimes();
  const words =
    state === "deferred" && deferred_until !== null
      ? text.log.until({ moment: times.moment(deferred_until) })
      : (detail ?? (reason === null ? null : nameCode(text.log.reasons, reason)));
  return words === null ? null : <div className="small">{words}</div>;
}
