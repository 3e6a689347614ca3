/** For producers: builds a valid event, or throws immediately with the reasons why it is not valid. */
import type { StatusCode } from "./codes.gen.ts";
import type { AnyStatusCode, OtepEvent, StoredEvent } from "./event.ts";
import type { ErrorFinding } from "./finding.ts";
import { formatInstant } from "./instant.ts";
import { type NormaliseContext, normaliseEvent } from "./normalise.ts";
import { findCode } from "./vocabulary.ts";

/** Thrown for an event that is not valid; `findings` contain where and why. */
export class InvalidEvent extends Error {
  readonly findings: readonly ErrorFinding[];

  constructor(findings: readonly ErrorFinding[]) {
    super(findings.map(({ path, code, message }) => `${path || "/"}: ${code}. ${message}`).join(" "));
    this.name = "InvalidEvent";
    this.findings = findings;
  }
}

/** The members of an event, with the code checked by the compiler; a time may be epoch milliseconds. */
export interface StatusFields extends Omit<OtepEvent, "status_code" | "occurred_at" | "base"> {
  /** Registered codes only: an experimental one is written as an `OtepEvent` by hand. */
  code: StatusCode;
  occurred_at: string | number;
}

/** 31 December 9999. */
const LAST_INSTANT = 253_402_300_799_999;

/**
 * An event ready to be sent. The receiver fills in absent members, such as the provider from the credentials
 * and the id derived from the content. Throws InvalidEvent.
 */
export function statusEvent(fields: StatusFields): OtepEvent {
  const event = toEvent(fields);
  // The receiver, which has a clock, checks for future times.
  const { errors } = normaliseEvent(event, { now: LAST_INSTANT });
  if (errors.length > 0) throw new InvalidEvent(errors);
  return event;
}

/**
 * The same in normal form, ready to be stored: for a service that records its own events. Throws InvalidEvent.
 */
export function storedStatusEvent(fields: StatusFields, context: NormaliseContext): StoredEvent {
  const { event, errors } = normaliseEvent(toEvent(fields), context);
  if (event === undefined) throw new InvalidEvent(errors);
  return event;
}

function toEvent(fields: StatusFields): OtepEvent {
  const { code, occurred_at, ...rest } = fields;
  if (typeof occurred_at === "number" && !Number.isFinite(occurred_at)) {
    throw new InvalidEvent([
      { path: "/occurred_at", code: "invalid_timestamp", message: "Must be epoch milliseconds or text." },
    ]);
  }
  // A bare core code or an experimental one would pass the normaliser; but for a producer it is a mistake.
  if (findCode(code) === undefined) {
    throw new InvalidEvent([
      { path: "/status_code", code: "unknown_status_code", message: `${code} is not registered.` },
    ]);
  }
  return {
    ...rest,
    occurred_at: typeof occurred_at === "number" ? formatInstant(Math.floor(occurred_at)) : occurred_at,
    status_code: code satisfies AnyStatusCode,
  };
}
