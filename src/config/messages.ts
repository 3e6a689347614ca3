/** E-mail and text message accounts of the installation. */
import type { SmtpAccount } from "#providers/email/port.ts";
import { DEFAULT_BASE_URL, type SmsAccount } from "#providers/sms/port.ts";
import { ConfigError, readHttpUrl, readUrl } from "./env.ts";

const SMTP_PORTS = { smtp: 587, smtps: 465, "smtp+plain": 25 } as const;
const SMTP_SECURITY = { smtp: "starttls", smtps: "tls", "smtp+plain": "none" } as const;

/** `smtp://` requires STARTTLS, `smtps://` starts with TLS, `smtp+plain://` uses neither. */
export function readSmtpAccount(env: NodeJS.ProcessEnv): SmtpAccount | null {
  const address = readUrl(env, "SMTP_URL");
  if (address === null) return null;
  const { protocol, hostname, port, username, password } = new URL(address);
  const scheme = protocol.slice(0, -1) as keyof typeof SMTP_PORTS;
  // Not quoted in the message: it contains a password.
  if (!Object.hasOwn(SMTP_PORTS, scheme) || hostname === "")
    throw new ConfigError("SMTP_URL must look like smtp://user:password@mail.example:587.");
  const [, from_name = "", from_address = ""] =
    /^(?:(.*?)\s*<)?([^\s<>@,]+@[^\s<>@,]+)>?$/.exec((env["MAIL_FROM"] ?? "").trim()) ?? [];
  if (from_address === "")
    throw new ConfigError("MAIL_FROM must be the sender of e-mail, such as Packhorse <hello@example.com>.");
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? SMTP_PORTS[scheme] : Number(port),
    security: SMTP_SECURITY[scheme],
    username: username === "" ? null : decodeURIComponent(username),
    password: username === "" ? null : decodeURIComponent(password),
    from_address,
    from_name,
    reply_to: null,
  };
}

/** The installation's account of a vendor with the Messages API: all three settings, or none. */
export function readSmsAccount(env: NodeJS.ProcessEnv): SmsAccount | null {
  const [account = "", token = "", sender = ""] = ["SMS_ACCOUNT", "SMS_TOKEN", "SMS_SENDER"].map(
    (name) => env[name],
  );
  if (account === "" && token === "" && sender === "") return null;
  if (account === "" || token === "" || sender === "")
    throw new ConfigError("SMS_ACCOUNT, SMS_TOKEN and SMS_SENDER belong together.");
  return { account, token, sender, base_url: readHttpUrl(env, "SMS_BASE_URL") ?? DEFAULT_BASE_URL };
}
