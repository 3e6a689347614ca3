/**
 * E-mail over SMTP (RFC 5321), with TLS from the start or by STARTTLS, and sign-in where the server asks for it.
 *
 * Each message is one connection: what is sent here is seldom and single. The library is loaded with the first
 * message, so that a start does not wait for it.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPrivateAddress } from "#platform/outside/addresses.ts";
import { SendingFailed, type SendingFailure } from "../sending.ts";
import type { Email, EmailPort, SmtpAccount } from "./port.ts";

export interface SmtpOptions {
  account: SmtpAccount;
  private_addresses: boolean;
  timeout_ms?: number;
  /** Certificates that are trusted besides the usual ones, PEM. */
  ca?: string;
}

const TIMEOUT_MS = 15_000;

const SAID: Partial<Record<SendingFailure, string>> = {
  recipient_refused: "The mail server does not accept the recipient",
  message_refused: "The mail server refuses the message or its sender",
  not_authorised: "The mail server does not accept the user name or the password",
  rate_limited: "The mail server asks for a slower pace",
  unreachable: "The mail server cannot be reached",
  timeout: "The mail server did not answer in time",
  vendor_failed: "The mail server failed",
  private_address: "The mail server's address is private, and calls to those are not configured",
};

export function smtp({ account, private_addresses, timeout_ms = TIMEOUT_MS, ca }: SmtpOptions): EmailPort {
  return {
    name: "smtp",
    async send(email) {
      const to = oneAddress(email.to);
      if (account.security === "none" && !private_addresses)
        throw new SendingFailed("private_address", "The mail server must be spoken to with TLS.");
      const host = await addressOf(account.host, private_addresses);
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        // The address that was looked at is the one connected to; the certificate is that of the name.
        host,
        port: account.port,
        secure: account.security === "tls",
        requireTLS: account.security === "starttls",
        ignoreTLS: account.security === "none",
        tls: {
          minVersion: "TLSv1.2",
          ...(isIP(account.host) === 0 ? { servername: account.host } : {}),
          ...(ca === undefined ? {} : { ca }),
        },
        ...(account.username === null
          ? {}
          : { auth: { user: account.username, pass: account.password ?? "" } }),
        connectionTimeout: timeout_ms,
        greetingTimeout: timeout_ms,
        socketTimeout: timeout_ms,
        // A message is text of ours: it never names files or addresses to read from.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        const sent = await transport.sendMail(composed(account, email, to));
        return { vendor_id: sent.messageId.slice(0, 200) };
      } catch (error) {
        throw failureOf(error as MailError);
      } finally {
        transport.close();
      }
    },
  };
}

function composed(account: SmtpAccount, { subject, text, html, idempotency_key }: Email, to: string) {
  const domain = account.from_address.slice(account.from_address.lastIndexOf("@") + 1);
  return {
    from: { name: oneLine(account.from_name), address: oneAddress(account.from_address) },
    to: { name: "", address: to },
    ...(account.reply_to === null ? {} : { replyTo: { name: "", address: oneAddress(account.reply_to) } }),
    subject: oneLine(subject),
    text,
    ...(html === null ? {} : { html }),
    messageId: `<${idempotency_key.replaceAll(/[^\w.-]/g, "-")}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/** A header is one line: what would begin another one becomes a space. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
}

/** Exactly one mailbox, nothing that a header or an envelope could read as more. */
function oneAddress(address: string): string {
  if (address.length <= 320 && /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(address)) return address;
  throw new SendingFailed("recipient_refused", "An address of the message is not one e-mail address.");
}

/** The address to connect to, checked where private ones are not allowed. */
async function addressOf(host: string, private_addresses: boolean): Promise<string> {
  if (private_addresses) return host;
  if (isIP(host) !== 0) {
    if (isPrivateAddress(host)) throw failed("private_address");
    return host;
  }
  let found: { address: string }[];
  try {
    found = await lookup(host, { all: true });
  } catch (error) {
    throw failed("unreachable", (error as { code?: string }).code ?? "");
  }
  const open = found.find(({ address }) => !isPrivateAddress(address));
  if (open === undefined) throw failed("private_address");
  return open.address;
}

interface MailError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The server's status decides; where there is none, what broke on the way. Its words may repeat the recipient. */
function failureOf({ code, responseCode: status, command }: MailError): SendingFailed {
  const detail = status === undefined ? (code ?? "") : `status ${status}`;
  if (code === "ETLS") return new SendingFailed("unreachable", "The mail server offers no STARTTLS.");
  if (status === 421 || status === 450 || status === 451 || status === 452 || status === 454)
    return failed(code === "EENVELOPE" ? "rate_limited" : "vendor_failed", detail);
  if (code === "EAUTH" || code === "ENOAUTH" || status === 530 || status === 534 || status === 535)
    return failed("not_authorised", detail);
  if (code === "EENVELOPE" && status !== undefined)
    return failed(command?.startsWith("MAIL") ? "message_refused" : "recipient_refused", detail);
  if (status !== undefined && status >= 500) return failed("message_refused", detail);
  if (status !== undefined && status >= 400) return failed("vendor_failed", detail);
  if (code === "ETIMEDOUT") return failed("timeout");
  return failed("unreachable", detail);
}

function failed(failure: SendingFailure, detail = ""): SendingFailed {
  const said = SAID[failure] ?? failure;
  return new SendingFailed(failure, detail === "" ? `${said}.` : `${said} (${detail}).`);
}
