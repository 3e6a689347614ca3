/** The shape of the rows of webhooks. */
import type { DeliveryState, EndpointState } from "./rules.ts";

export interface WebhookSettingsRow {
  business_id: number;
  ordered: boolean;
  hide_prices: boolean;
  paused: boolean;
  max_per_second: number | null;
  updated_by: number | null;
  updated_at: string;
  version: number;
}

export interface WebhookSecretRow {
  id: number;
  business_id: number;
  sealed: string;
  created_at: string;
  expires_at: string | null;
}

export interface WebhookEndpointRow {
  id: number;
  business_id: number;
  url: string;
  state: EndpointState;
  disabled_reason: "gone" | "failing" | null;
  disabled_at: string | null;
  failures: number;
  failing_since: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_error: string | null;
  last_status: number | null;
  pause_until: string | null;
  next_at: string | null;
  wakes: number;
  created_at: string;
  removed_at: string | null;
}

interface WebhookSubscriptionRow {
  business_id: number;
  event_type: string;
  endpoint_id: number;
  scopes: string[];
}

/** One attempt, as it is logged. */
export interface LoggedAttempt {
  at: string;
  status: number | null;
  error: string | null;
  duration_ms: number;
  response: string;
}

interface WebhookDeliveryRow {
  id: number;
  business_id: number;
  endpoint_id: number | null;
  event_id: number | null;
  url: string | null;
  event_type: string;
  subject: string;
  replay_of: number | null;
  state: DeliveryState;
  next_at: string | null;
  attempts: LoggedAttempt[];
  attempt_count: number;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    webhook_settings: WebhookSettingsRow;
    webhook_secret: WebhookSecretRow;
    webhook_endpoint: WebhookEndpointRow;
    webhook_subscription: WebhookSubscriptionRow;
    webhook_delivery: WebhookDeliveryRow;
  }
}
