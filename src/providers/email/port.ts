/**
 * E-mail: a message is handed over inside the transaction that causes it, so that it is sent exactly when the
 * write happened. What reaches the outside does so after the commit.
 */
import type { Db } from "#platform/db/db.ts";

export interface Email {
  /** The business it is sent for; null for the platform itself. */
  business_id: number | null;
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

export interface EmailPort {
  name: string;
  handOver(sender: Sender, email: Email): Promise<void>;
}

/** What a run lends to the port: its transaction, its moment, and the key that seals what is kept. */
export interface Sender {
  db: Db;
  now: Date;
  settings: { secret_key: Buffer };
}
