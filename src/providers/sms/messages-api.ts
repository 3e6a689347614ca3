/**
 * The Messages API as published by Twilio and implemented by compatible vendors: a form is post to
 * `/2010-04-01/Accounts/{account}/Messages.json` with the account and its token as user and password; 201 and JSON
 * with a `sid` means that the message was accepted, an error is JSON with a numeric `code`.
 *
 * Source: the vendor's public reference of the Message resource and its list of error codes.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { PrivateAddressError } from "#platform/external/addresses.ts";
import { type PostOptions, postText, type TextAnswer } from "#platform/external/get-text.ts";
import { SendingFailed, type SendingFailure, type SentMessage } from "../sending.ts";
import { type SmsAccount, type SmsPort, type SmsReport, TEXT_MAX } from "./port.ts";

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 64 * 1024;

/** The vendor's error codes that we distinguish; all others are classified by the status. */
const FAILURE_OF_CODE: Record<number, SendingFailure> = {
  20003: "not_authorised",
  20005: "not_authorised",
  20403: "not_authorised",
  20404: "not_authorised",
  20429: "rate_limited",
  14107: "rate_limited",
  21211: "recipient_refused",
  21214: "recipient_refused",
  21217: "recipient_refused",
  21610: "recipient_unsubscribed",
  21612: "recipient_refused",
  21614: "recipient_refused",
  21265: "recipient_refused",
  21408: "message_refused",
  21606: "message_refused",
  21611: "rate_limited",
};

const FAILURE_TEXTS: Record<SendingFailure, string> = {
  recipient_refused: "The vendor does not accept the number",
  recipient_unsubscribed: "The recipient has unsubscribed from this sender",
  message_refused: "The vendor refuses the message, its sender or its country",
  not_authorised: "The vendor does not accept the account or its token",
  rate_limited: "The vendor asks for a slower pace",
  unreachable: "The vendor cannot be reached",
  timeout: "The vendor did not answer in time",
  vendor_failed: "The vendor failed",
  unreadable_answer: "The vendor gave an answer that cannot be read",
  private_address: "The vendor's address is private, and calls to those are not configured",
};

export interface MessagesApiOptions {
  account: SmsAccount;
  private_addresses: boolean;
  user_agent: string;
  timeout_ms?: number;
}

export function createMessagesApi({
  account: { account, token, sender, base_url },
  private_addresses,
  user_agent,
  timeout_ms = TIMEOUT_MS,
}: MessagesApiOptions): SmsPort {
  const url = new URL(
    `${base_url.replace(/\/+$/, "")}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
  );
  return {
    name: "messages_api",
    readReport: (form, { url: called, signature }) => {
      const members = new URLSearchParams(form);
      return isSigned(members, called, { token, signature }) ? readReport(members) : null;
    },
    async send({ to, text, idempotency_key, report_url = null }) {
      if (url.protocol !== "https:" && !private_addresses)
        throw new SendingFailed("private_address", "The vendor's address must begin with https://.");
      const from = /^MG[0-9a-f]{32}$/i.test(sender) ? "MessagingServiceSid" : "From";
      const answer = await post(url, {
        body: new URLSearchParams({
          To: to,
          [from]: sender,
          Body: text,
          // The vendor refuses a message with an address that it cannot call.
          ...(report_url?.startsWith("https://") ? { StatusCallback: report_url } : {}),
        }).toString(),
        headers: {
          accept: "application/json",
          authorization: `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
          // Not part of the documented form: services that support such keys send once, the others ignore it.
          "idempotency-key": idempotency_key,
          "user-agent": user_agent,
        },
        private_addresses,
        timeout_ms,
        bytes_max: BYTES_MAX,
      });
      return read(answer, answer.headers["retry-after"]);
    },
  };
}

/**
 * `X-Twilio-Signature`: HMAC-SHA1, with the account's token, of the address and each member of the form, name and value, by
 * name. Source: the vendor's public reference, "Validating Signatures".
 */
function isSigned(
  members: URLSearchParams,
  called: string,
  { token, signature }: { token: string; signature: string },
): boolean {
  const names = [...new Set(members.keys())].sort();
  const signed = called + names.map((name) => `${name}${members.getAll(name).join("")}`).join("");
  const expected = createHmac("sha1", token).update(signed, "utf8").digest();
  const given_bytes = Buffer.from(signature, "base64");
  return token !== "" && given_bytes.length === expected.length && timingSafeEqual(given_bytes, expected);
}

function readReport(members: URLSearchParams): SmsReport {
  const vendor_id = members.get("MessageSid") ?? members.get("SmsSid") ?? "";
  const state = members.get("MessageStatus");
  if (state === "delivered" || state === "read")
    return { about: "receipt", vendor_id, receipt: "delivered", reason: null };
  if (state === "undelivered" || state === "failed") {
    const code = Number(members.get("ErrorCode"));
    const failure = classifyFailure(400, code);
    const reason = `${FAILURE_TEXTS[failure]}${code > 0 ? ` (error ${code})` : ""}.`;
    return { about: "receipt", vendor_id, receipt: "undelivered", reason };
  }
  const from = members.get("From") ?? "";
  if (state === null && members.has("Body") && /^\+[1-9]\d{5,14}$/.test(from))
    return { about: "text", from, text: (members.get("Body") ?? "").slice(0, TEXT_MAX) };
  return { about: "other" };
}

async function post(url: URL, options: PostOptions): ReturnType<typeof postText> {
  try {
    return await postText(url, options);
  } catch (error) {
    throw failureOfError(error as Error & { code?: string }, url);
  }
}

function failureOfError(error: Error & { code?: string }, url: URL): SendingFailed {
  if (error instanceof PrivateAddressError) return failed("private_address");
  if (error.name === "TimeoutError" || error.name === "AbortError") return failed("timeout");
  const host = isIP(url.hostname) === 0 ? url.hostname : "its address";
  return failed("unreachable", `${host}: ${error.code ?? "connection failed"}`);
}

interface Answered {
  sid?: unknown;
  status?: unknown;
  code?: unknown;
  error_code?: unknown;
}

function read({ status, body }: TextAnswer, retry_after: string | undefined): SentMessage {
  const answered = parseAnswer(body);
  if (status === 200 || status === 201) {
    if (typeof answered?.sid !== "string" || answered.sid === "") throw failed("unreadable_answer");
    // Accepted and failed in one response: the vendor stores a message that is never sent.
    if (answered.status === "failed" || answered.status === "undelivered")
      throw failed(classifyFailure(400, answered.error_code), formatErrorCode(answered.error_code));
    return { vendor_id: answered.sid.slice(0, 100) };
  }
  const failure = classifyFailure(status, answered?.code);
  throw failed(
    failure,
    answered === undefined ? `status ${status}` : formatErrorCode(answered.code) || `status ${status}`,
    failure === "rate_limited" || failure === "vendor_failed" ? parseRetryAfter(retry_after) : null,
  );
}

function classifyFailure(status: number, code: unknown): SendingFailure {
  const failure_code = typeof code === "number" ? FAILURE_OF_CODE[code] : undefined;
  if (failure_code !== undefined) return failure_code;
  if (status === 401 || status === 403 || status === 404) return "not_authorised";
  if (status === 429) return "rate_limited";
  if (status === 408 || status >= 500) return "vendor_failed";
  // Redirects are never followed: they would send the token elsewhere.
  if (status < 400) return "unreadable_answer";
  return "message_refused";
}

/** The vendor's error code, which its reference explains; never its text, which repeats the recipient. */
function formatErrorCode(code: unknown): string {
  return typeof code === "number" ? `error ${code}` : "";
}

function failed(failure: SendingFailure, detail = "", retry_after_s: number | null = null): SendingFailed {
  return new SendingFailed(
    failure,
    detail === "" ? `${FAILURE_TEXTS[failure]}.` : `${FAILURE_TEXTS[failure]} (${detail}).`,
    retry_after_s,
  );
}

/** Whole seconds, at most a day; HTTP dates are ignored, and the usual pauses apply. */
function parseRetryAfter(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text.trim()) ? Math.min(Number(text), 86_400) : null;
}

function parseAnswer(text: string): Answered | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
