/**
 * Sends e-mail over SMTP (RFC 5321), with TLS from the start or STARTTLS, and authentication where the server
 * requires it.
 *
 * Each message uses its own connection, because messages are rare and single. The library is loaded with the first
 * message, so that it does not delay the start.
 */
import { isIP } from "node:net";
import { findAddresses, PrivateAddressError } from "#platform/external/addresses.ts";
import { callOut } from "#platform/external/outgoing.ts";
import { SendingFailed, type SendingFailure } from "../sending.ts";
import type { Email, EmailPort, SmtpAccount } from "./port.ts";

export interface SmtpOptions {
  account: SmtpAccount;
  private_addresses: boolean;
  timeout_ms?: number;
  /** Certificates trusted in addition to the system's, PEM. */
  ca?: string;
}

const TIMEOUT_MS = 15_000;

const FAILURE_TEXTS: Partial<Record<SendingFailure, string>> = {
  recipient_refused: "The mail server does not accept the recipient",
  message_refused: "The mail server refuses the message or its sender",
  not_authorised: "The mail server does not accept the user name or the password",
  rate_limited: "The mail server asks for a slower pace",
  unreachable: "The mail server cannot be reached",
  timeout: "The mail server did not answer in time",
  vendor_failed: "The mail server failed",
  private_address: "The mail server's address is private, and calls to those are not configured",
};

export function createSmtpSender({
  account,
  private_addresses,
  timeout_ms = TIMEOUT_MS,
  ca,
}: SmtpOptions): EmailPort {
  return {
    name: "smtp",
    send: (email) => callOut(() => send(email)),
  };

  async function send(email: Email): Promise<{ vendor_id: string | null }> {
    const to = requireOneAddress(email.to);
    if (account.security === "none" && !private_addresses)
      throw new SendingFailed("private_address", "The mail server must be spoken to with TLS.");
    const host = await resolveServer(account.host, private_addresses);
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      // The checked address is the one connected to; the certificate must match the host name.
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
      // The message text is ours: it must never reference files or URLs to read from.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      const delivery = await transport.sendMail(buildMessage(account, email, to));
      return { vendor_id: delivery.messageId.slice(0, 200) };
    } catch (error) {
      throw classifyFailure(error as MailError);
    } finally {
      transport.close();
    }
  }
}

function buildMessage(account: SmtpAccount, { subject, text, html, idempotency_key }: Email, to: string) {
  const domain = account.from_address.slice(account.from_address.lastIndexOf("@") + 1);
  return {
    from: { name: toOneLine(account.from_name), address: requireOneAddress(account.from_address) },
    to: { name: "", address: to },
    ...(account.reply_to === null
      ? {}
      : { replyTo: { name: "", address: requireOneAddress(account.reply_to) } }),
    subject: toOneLine(subject),
    text,
    ...(html === null ? {} : { html }),
    messageId: `<${idempotency_key.replaceAll(/[^\w.-]/g, "-")}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/** A header is one line: characters that would start another become spaces. */
function toOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here.
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
}

/** Exactly one mailbox, without anything a header or an envelope could read as another. */
function requireOneAddress(address: string): string {
  if (address.length <= 320 && /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(address)) return address;
  throw new SendingFailed("recipient_refused", "An address of the message is not one e-mail address.");
}

/** The address to connect to, checked where private ones are not allowed. */
async function resolveServer(host: string, private_addresses: boolean): Promise<string> {
  try {
    const [first] = await findAddresses(host, private_addresses);
    return first?.address ?? host;
  } catch (error) {
    if (error instanceof PrivateAddressError) throw failed("private_address");
    throw failed("unreachable", (error as { code?: string }).code ?? "");
  }
}

interface MailError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/**
 * Classified by the server's status; without one, by the error code. The server's text is not used, because it may
 * repeat the recipient.
 */
function classifyFailure({ code, responseCode: status, command }: MailError): SendingFailed {
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
  const description = FAILURE_TEXTS[failure] ?? failure;
  return new SendingFailed(failure, detail === "" ? `${description}.` : `${description} (${detail}).`);
}
