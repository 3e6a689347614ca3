/** Receivers of webhooks: servers that answer a POST at a URL that a business set. */

export type DeliveryError =
  | "http_error"
  | "redirect"
  | "gone"
  | "rate_limited"
  | "timeout"
  | "unreachable"
  | "certificate"
  | "private_address"
  | "unreadable_answer";

export interface WebhookAnswer {
  /** Null when there was none. */
  status: number | null;
  /** Null after a status of 200 to 299. */
  error: DeliveryError | null;
  /** The beginning of what the receiver answered, or what the connection failed with. */
  excerpt: string;
  duration_ms: number;
  /** `Retry-After`, seconds. */
  retry_after_s: number | null;
}

export type UrlFault = "not_a_url" | "scheme" | "credentials" | "fragment" | "private_address";

export interface WebhookSender {
  /** Never throws for what a receiver or a network does. Redirects are not followed. */
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer>;
  /** Why nothing can be sent there; null when it may be. Looks the name up; a name that is not found now passes. */
  checkUrl(url: string): Promise<UrlFault | null>;
}
