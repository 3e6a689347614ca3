/** From a body to events in normal form. */
import type { Subject } from "../event.ts";
import { isAbsent, reportUnknown } from "../normalise/read.ts";
import { Report } from "../normalise/report.ts";
import { readVersion } from "../normalise/status.ts";
import { readSubject } from "../normalise/subject.ts";
import { type NormaliseContext, type Normalised, normaliseEvent } from "../normalise.ts";
import type { Body } from "./body.ts";
import { locateMember, type RawEvent } from "./raw.ts";

export interface EnvelopeMembers {
  /** What the events of the body inherit. */
  protocol_version: string | undefined;
  subject: Subject | undefined;
  /** What is wrong with the object around the events. */
  errors: Report["errors"];
  warnings: Report["warnings"];
}

/** Members of `{events}`; the last three are of the answer that lists events. */
const listMembers = new Set(["events", "protocol_version", "subject", "type", "next_cursor", "revision"]);
const timelineMembers = new Set([
  "protocol_version",
  "type",
  "profile",
  "profiles",
  "shown_profile",
  "subject",
  "status",
  "direction",
  "delivered",
  "eta",
  "first_event_at",
  "last_event_at",
  "event_count",
  "revision",
  "sources",
  "events",
  "gaps",
]);

/** Reads the version and subject of the object around the events. A timeline must name its subject. */
export function readEnvelope({ kind, document }: Body): EnvelopeMembers {
  const report = new Report("");
  const { errors, warnings } = report;
  if (document === undefined) return { protocol_version: undefined, subject: undefined, errors, warnings };
  reportUnknown(report, document, "", kind === "timeline" ? timelineMembers : listMembers);
  const protocol_version = readVersion(report, document.protocol_version, undefined);
  const subject =
    kind === "timeline" || !isAbsent(document.subject)
      ? readSubject(report, document.subject, undefined)
      : undefined;
  return { protocol_version, subject, errors, warnings };
}

/**
 * Every event of a body in normal form, or what is wrong with it, in the order of the body. When the object
 * around the events has errors (`readAround`), only those are returned: events inherit from it.
 */
export function normaliseBody(body: Body, around: EnvelopeMembers, context: NormaliseContext): Normalised[] {
  const { protocol_version, subject } = around;
  const reader = new BodyReader({ ...context, protocol_version, subject }, normaliseEvent);
  return body.events.map((raw) => reader.read(raw));
}

/** Reads the events of one body, with paths into what was posted. */
export class BodyReader<Result extends Normalised> {
  readonly #context: NormaliseContext;
  readonly #normalise: (input: unknown, context: NormaliseContext) => Result;

  constructor(context: NormaliseContext, normalise: (input: unknown, context: NormaliseContext) => Result) {
    this.#context = { ...context };
    this.#normalise = normalise;
  }

  read(raw: RawEvent): Result | Normalised {
    if (raw.errors !== undefined) return { event: undefined, errors: [...raw.errors], warnings: [] };
    this.#context.path = raw.path;
    const result = this.#normalise(raw.value, this.#context);
    if (raw.moved !== undefined) {
      for (const finding of [...result.errors, ...result.warnings]) {
        finding.path = locateMember(raw, finding.path.slice(raw.path.length));
      }
    }
    return result;
  }
}
