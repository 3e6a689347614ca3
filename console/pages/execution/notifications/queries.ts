/** Notifications to recipients: settings, texts, and those of one order. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  ClientNoticePreviewInput,
  ClientNotificationPreviewInput,
  ClientNotificationSettingsOutput,
  ClientNotificationTemplatesInput,
  ClientNotificationTemplatesOutput,
  ClientOrderNotificationsOutput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type Settings = ClientNotificationSettingsOutput["settings"];
export type Rule = Settings["rules"][number];
export type Event = Rule["event"];
export type OrderType = Rule["order_type"];
export type Channel = Rule["channels"][number];
export type Template = ClientNotificationTemplatesOutput["templates"][number];
export type Language = Template["language"];
export type Notification = ClientOrderNotificationsOutput["notifications"][number];

export const CHANNELS: readonly Channel[] = ["sms", "email", "web_push"];
export const SETTINGS_KEY = "notification-settings";
export const TEMPLATES_KEY = "notification-templates";
export const LOG_KEY = "order-notifications";

export const notificationSettingsQuery = queryOptions({
  queryKey: [SETTINGS_KEY],
  queryFn: ({ signal }) => client.clientNotificationSettings({}, { signal }),
});

export const templatesQuery = (which: ClientNotificationTemplatesInput) =>
  queryOptions({
    queryKey: [TEMPLATES_KEY, which],
    queryFn: ({ signal }) => client.clientNotificationTemplates(which, { signal }),
    placeholderData: keepPreviousData,
  });

export const previewQuery = (draft: ClientNotificationPreviewInput) =>
  queryOptions({
    queryKey: [TEMPLATES_KEY, "preview", draft],
    queryFn: ({ signal }) => client.clientNotificationPreview(draft, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const noticePreviewQuery = (which: ClientNoticePreviewInput) =>
  queryOptions({
    queryKey: [TEMPLATES_KEY, "notice", which],
    queryFn: ({ signal }) => client.clientNoticePreview(which, { signal }),
    placeholderData: keepPreviousData,
  });

/** A message that is being sent changes without an event. */
const SENDING_MS = 3000;

export const orderNotificationsQuery = (order_id: number) =>
  queryOptions({
    queryKey: [LOG_KEY, order_id],
    queryFn: ({ signal }) => client.clientOrderNotifications({ order_id }, { signal }),
    meta: { live: ["notification"] },
    refetchInterval: ({ state }) =>
      state.data?.notifications.some((one) => one.state === "queued") ? SENDING_MS : false,
  });
