/**
 * Failures of the database and of the file store that a caller can do something about, as refusals; undefined for our own bugs.
 */
import { FileStoreUnavailable } from "#platform/files/files.ts";
import { Refusal } from "./refusal.ts";

const CONNECTION = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
  "53300",
]);

/** A lock that did not come, a serialization failure, a deadlock. */
const CONTENDED = new Set(["55P03", "40001", "40P01"]);

/** The place in its chain that an event would take was taken by another writer, as often as we tried. */
const EVENT_CHAIN = "event_business_id_subject_type_subject_id_seq_key";

export function refusalOfFailure(error: unknown): Refusal | undefined {
  // Why is for the operator, in the log.
  if (error instanceof FileStoreUnavailable)
    return unavailable("The file store does not answer at the moment.");
  const { code, message, constraint } = error as { code?: unknown; message?: unknown; constraint?: unknown };
  const text = typeof message === "string" ? message : "";
  if (typeof code === "string") {
    if (CONNECTION.has(code)) return unavailable("The database does not answer at the moment.");
    if (code === "57014") return unavailable("The request took too long and was stopped.");
    if (CONTENDED.has(code) || constraint === EVENT_CHAIN)
      return unavailable("The rows are being changed by others; try again.");
    if (code === "53100") return unavailable("The database's disk is full.");
    // Out of range, or not representable: the schema let through what a column does not hold.
    if (code.startsWith("22")) {
      return new Refusal("invalid_request", "invalid", {
        message: "A value of the request cannot be stored.",
      });
    }
  }
  if (
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Client was closed/.test(
      text,
    )
  ) {
    return unavailable("The connection to the database was lost; a write may or may not have happened.");
  }
  return undefined;
}

function unavailable(message: string): Refusal {
  return new Refusal("busy", "unavailable", {
    message: `${message} Send the same request again, with the same Idempotency-Key when it writes.`,
    headers: { "retry-after": "1" },
  });
}
