/** Push messages to browsers and apps. Sending never happens inside a transaction. */
import type { SentMessage } from "../sending.ts";

/** What a browser returns when somebody allows messages (W3C Push API, `PushSubscription.toJSON()`). */
export interface PushSubscription {
  endpoint: string;
  /** Its public key on P-256 and its secret, base64url. */
  p256dh: string;
  auth: string;
}

interface PushMessage {
  /** At most `PAYLOAD_BYTES_MAX` bytes of UTF-8. Only the device can read it. */
  payload: string;
  /** How long the push service keeps it for a device that is not connected. */
  ttl_s: number;
  urgency: "low" | "normal" | "high";
}

export interface PushPort {
  /** The key that a browser needs to subscribe (`applicationServerKey`), base64url. */
  public_key: string;
  /** Whether messages could be sent to it: its address and its keys have the documented form. */
  accepts(subscription: PushSubscription): boolean;
  /** Throws `SendingFailed`; `recipient_unsubscribed` means that the subscription has ended. */
  send(subscription: PushSubscription, message: PushMessage): Promise<SentMessage>;
}

export interface PushSenders {
  /** That of the installation, whose key comes from its secret key: every process has the same one, and it lasts. */
  of(secret_key: Buffer): PushPort;
}
