/**
 * E-mail. A business sends through its own server, or through the installation's. Sending never happens inside a
 * transaction.
 */
import type { SentMessage } from "../sending.ts";

export interface Email {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text; always present. */
  text: string;
  /** The same in HTML. */
  html: string | null;
  /** The same for each attempt to send one message: it becomes the Message-ID, by which mailboxes discard duplicates. */
  idempotency_key: string;
}

export interface EmailPort {
  name: string;
  /** Resolves when the server has accepted the message. Throws `SendingFailed`. */
  send(email: Email): Promise<SentMessage>;
}

const SMTP_SECURITIES = ["starttls", "tls", "none"] as const;

export interface SmtpAccount {
  host: string;
  port: number;
  /** `starttls` requires STARTTLS; `none` only where private addresses are allowed. */
  security: (typeof SMTP_SECURITIES)[number];
  /** Null: the server requires no authentication. */
  username: string | null;
  password: string | null;
  from_address: string;
  from_name: string;
  reply_to: string | null;
}

export interface EmailVendors {
  /** The installation's own server; null when none is configured. */
  installation_port: EmailPort | null;
  of(account: SmtpAccount): EmailPort;
}
