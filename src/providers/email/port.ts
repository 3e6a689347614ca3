/**
 * E-mail. A business sends through a server of its own, or through the installation's. Sending never happens
 * inside a transaction.
 */
import type { Sent } from "../sending.ts";

export interface Email {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text; always there. */
  text: string;
  /** The same in HTML. */
  html: string | null;
  /** The same for each try of one message: it becomes the Message-ID, by which mailboxes drop doubles. */
  idempotency_key: string;
}

export interface EmailPort {
  name: string;
  /** Done when the server has taken the message on. Throws `SendingFailed`. */
  send(email: Email): Promise<Sent>;
}

export const SMTP_SECURITIES = ["starttls", "tls", "none"] as const;

export interface SmtpAccount {
  host: string;
  port: number;
  /** `starttls` insists on it; `none` only where private addresses are allowed. */
  security: (typeof SMTP_SECURITIES)[number];
  /** Null: the server asks for no sign-in. */
  username: string | null;
  password: string | null;
  from_address: string;
  from_name: string;
  reply_to: string | null;
}

export interface EmailVendors {
  /** The installation's own server; null when none is set. */
  own: EmailPort | null;
  of(account: SmtpAccount): EmailPort;
}
