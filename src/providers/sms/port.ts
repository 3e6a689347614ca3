/**
 * Text messages. A business sends through an account of its own, or through the installation's; each vendor is
 * one file beside this port. Sending never happens inside a transaction.
 */
import type { Sent } from "../sending.ts";

export interface TextMessage {
  /** E.164, such as `+5561999990000`. */
  to: string;
  /** At most 1,600 characters. */
  text: string;
  /** The same for each try of one message: vendors that know such keys send it once. */
  idempotency_key: string;
}

export interface SmsPort {
  name: string;
  /** Done when the vendor has taken the message on. Throws `SendingFailed`. */
  send(message: TextMessage): Promise<Sent>;
}

/** An account of a vendor that speaks the Messages API (see messages-api.ts). */
export interface SmsAccount {
  /** The account's id; part of the address and the user name. */
  account: string;
  token: string;
  /** A number in E.164, a name of up to 11 characters, or the id of a sender pool (`MG…`). */
  sender: string;
  /** Where the vendor answers. */
  base_url: string;
}

export const DEFAULT_BASE_URL = "https://api.twilio.com";

export interface SmsVendors {
  /** The installation's own vendor; null when none is set. */
  own: SmsPort | null;
  of(account: SmsAccount): SmsPort;
}

export const TEXT_MAX = 1600;
