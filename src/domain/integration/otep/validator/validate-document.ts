/** Validate one document, in any thread. Pure. */
import { parseRawBody, type RawBody } from "#operation/define/raw-body.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { readLines } from "#otep/read/lines.ts";
import { type Validation, validate, validateBody } from "#otep/validate.ts";

/** Refuses `invalid_json`. */
export function validateBytes(raw_body: RawBody, now: number): Validation {
  return validateDocument(parseRawBody(raw_body), now);
}

/** Text is read as one document per line. */
export function validateDocument(document: unknown, now: number): Validation {
  return typeof document === "string"
    ? validateBody(readLines(document, { events_max: BODY_LIMITS.validate.events }), { now })
    : validate(document, { now });
}
