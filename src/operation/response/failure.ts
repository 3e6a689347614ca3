/** Maps failures of the database and the file store that a caller can act on to refusals; undefined for our own bugs. */
import { QueueBusy } from "#platform/fairness/fair-queue.ts";
import { FileStoreUnavailable } from "#platform/files/files.ts";
import { QueueUnavailable } from "#platform/jobs/queue.ts";
import { CursorError, type CursorFault } from "#vocabulary/cursor-page.ts";
import { Refusal } from "../define/refusal.ts";
import { joinMessages, type Message } from "./messages.ts";
import { fields, refusals } from "./platform-messages.ts";

const CONNECTION = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
  "53300",
]);

/** Lock timeout, serialization failure, deadlock. */
const CONTENDED = new Set(["55P03", "40001", "40P01"]);

/** Another writer took the event's position in its chain, on every attempt. */
const EVENT_CHAIN = "event_business_id_subject_type_subject_id_seq_key";

const CURSOR_MESSAGES: Readonly<Record<CursorFault, Message>> = {
  with_page: fields.cursor_with_page,
  unknown: fields.no_cursor,
  other_filters: fields.other_filters,
};

/** The connection of the caller ended: nobody reads the answer, and the work for it stops. */
export class CallerGone extends Error {
  constructor() {
    super("The caller's connection was lost.");
  }
}

/**
 * A value that the database cannot store: an overflow, a text that is no number, a broken check. The same run fails the
 * same way, however often it is repeated.
 */
export function isImpossibleValue(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && (code.startsWith("22") || code === "23514" || code === "23502");
}

export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof CursorError) {
    return new Refusal("invalid_request", "invalid", {
      message: refusals.invalid_request,
      errors: [{ field: "cursor", message: CURSOR_MESSAGES[error.fault] }],
    });
  }
  if (error instanceof CallerGone)
    return new Refusal("caller_disconnected", "unavailable", { message: refusals.connection_lost });
  // The cause is for the operator, in the log.
  if (error instanceof FileStoreUnavailable) return unavailable("file_store");
  if (error instanceof QueueBusy) return unavailable(error.reason === "full" ? "queue_full" : "queue_slow");
  if (error instanceof QueueUnavailable) return unavailable("no_queue");
  const { code, message, constraint, severity } = error as {
    code?: unknown;
    message?: unknown;
    constraint?: unknown;
    severity?: unknown;
  };
  const text = typeof message === "string" ? message : "";
  if (typeof code === "string") {
    // PostgreSQL ends a connection with a fatal error, or refuses to open one: whatever the reason, there is none now.
    if (CONNECTION.has(code) || severity === "FATAL") return unavailable("database_silent");
    if (code === "57014") return unavailable("too_long");
    if (CONTENDED.has(code) || constraint === EVENT_CHAIN) return unavailable("contended");
    if (code === "53100") return unavailable("disk_full");
    // Out of range, or not representable: the schema accepted a value that the column cannot store.
    if (code.startsWith("22")) {
      return new Refusal("invalid_request", "invalid", {
        message: refusals.unstorable_value,
      });
    }
  }
  if (
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Client was closed/.test(
      text,
    )
  ) {
    return unavailable("connection_lost");
  }
  return undefined;
}

function unavailable(reason: keyof typeof refusals.unavailable): Refusal {
  return new Refusal("busy", "unavailable", {
    message: joinMessages(refusals.unavailable[reason], refusals.send_again),
    headers: { "retry-after": "1" },
  });
}
