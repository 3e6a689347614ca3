/**
 * Text messages. A business sends through its own account, or through the installation's; each vendor is one file
 * in this folder. Sending never happens inside a transaction.
 */
import type { SentMessage } from "../sending.ts";

export interface TextMessage {
  /** E.164, such as `+5561999990000`. */
  to: string;
  /** At most 1,600 characters. */
  text: string;
  /** The same for each attempt to send one message: vendors that support such keys send it once. */
  idempotency_key: string;
  /** Where the vendor reports what becomes of it; null: nowhere. */
  report_url?: string | null;
}

/** What a vendor reports of its own accord. */
export type SmsReport =
  | { about: "receipt"; vendor_id: string; receipt: "delivered" | "undelivered"; reason: string | null }
  | { about: "text"; from: string; text: string }
  /** An intermediate state. */
  | { about: "other" };

export interface SmsPort {
  name: string;
  /** Resolves when the vendor has accepted the message. Throws `SendingFailed`. */
  send(message: TextMessage): Promise<SentMessage>;
  /** A report as it was sent to `url`; null when its signature is not that of the account. */
  readReport(form: string, from: { url: string; signature: string }): SmsReport | null;
}

/** An account of a vendor with the Messages API (see messages-api.ts). */
export interface SmsAccount {
  /** The account's id; part of the URL, and the user name. */
  account: string;
  token: string;
  /** A number in E.164, a name of up to 11 characters, or the id of a sender pool (`MG…`). */
  sender: string;
  /** Base URL of the vendor's API. */
  base_url: string;
}

export const DEFAULT_BASE_URL = "https://api.twilio.com";

export interface SmsVendors {
  /** The installation's own vendor; null when none is configured. */
  installation_port: SmsPort | null;
  of(account: SmsAccount): SmsPort;
}

export const TEXT_MAX = 1600;
