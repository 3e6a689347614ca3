/** Judge one document, in whatever thread. Pure. */
import { readWhole, type SentBytes } from "#operation/whole-document.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { readLines } from "#otep/read/lines.ts";
import { type Validation, validate, validateBody } from "#otep/validate.ts";

/** Refuses `invalid_json`. */
export function judgeBytes(sent: SentBytes, now: number): Validation {
  return judge(readWhole(sent), now);
}

/** A text is read as one document a line. */
export function judge(document: unknown, now: number): Validation {
  return typeof document === "string"
    ? validateBody(readLines(document, { events_max: BODY_LIMITS.validate.events }), { now })
    : validate(document, { now });
}
