/** Detects what a text is, which body to send to the validator, and which timelines it contains. */
import { epcisPath, readEpcis } from "../../../../packages/otep/src/epcis/read.ts";
import type { StoredEvent } from "../../../../packages/otep/src/event.ts";
import type { Finding } from "../../../../packages/otep/src/finding.ts";
import { BODY_LIMITS, type Body, readBody } from "../../../../packages/otep/src/read/body.ts";
import { readLines } from "../../../../packages/otep/src/read/lines.ts";
import { normaliseBody, readEnvelope } from "../../../../packages/otep/src/read/normalise.ts";
import { mergeTimeline, type Timeline } from "../../../../packages/otep/src/timeline.ts";
import type { ValidationResponse } from "./queries.ts";

export type AnyFinding = Finding<string> & { severity: "error" | "warning" };

export interface ReadDocument {
  kind: "json" | "lines" | "epcis";
  /**
   * The body to send to the validator; for EPCIS the native events read from it, because the validator checks
   * native documents.
   */
  checked: ValidationResponse;
  /** Findings made here, before the validator is called. */
  findings: AnyFinding[];
  /** Maps a path in the validated body to one in the text. */
  toSourcePath: (path: string) => string;
  body: Body;
}

const LIMITS = { events_max: BODY_LIMITS.validate.events };

/** Undefined for text that is neither JSON nor newline-delimited JSON. */
export function readDocument(text: string): ReadDocument | undefined {
  const value = parsed(text);
  if (value !== undefined) {
    if (isEpcis(value)) return readEpcisDocument(value);
    return {
      kind: "json",
      checked: { text, type: "application/json" },
      findings: [],
      toSourcePath: (path) => path,
      body: readBody(value, LIMITS),
    };
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || parsed(lines[0]!) === undefined) return undefined;
  return {
    kind: "lines",
    checked: { text, type: "application/x-ndjson" },
    findings: [],
    toSourcePath: (path) => path,
    body: readLines(text, LIMITS),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEpcis(value: unknown): value is { type: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    ["EPCISDocument", "EPCISQueryDocument"].includes((value as { type: string }).type)
  );
}

function readEpcisDocument(document: unknown): ReadDocument {
  const { errors, items, unmapped } = readEpcis(document);
  const origins: typeof items = [];
  const inputs: unknown[] = [];
  for (const item of items) {
    for (const input of item.inputs) {
      origins.push(item);
      inputs.push(input);
    }
  }
  const findings: AnyFinding[] = [
    ...[...errors, ...items.flatMap((item) => item.errors)].map((one) => ({
      ...one,
      severity: "error" as const,
    })),
    ...unmapped.map((one) => ({ ...one, severity: "warning" as const })),
  ];
  return {
    kind: "epcis",
    checked: { text: JSON.stringify({ events: inputs }), type: "application/json" },
    findings,
    toSourcePath(path) {
      const [, index, rest = ""] = /^\/events\/(\d+)(\/.*)?$/.exec(path) ?? [];
      const origin = origins[Number(index)];
      if (origin === undefined) return "";
      return rest === "" ? origin.path : epcisPath(rest, origin);
    },
    body: readBody({ events: inputs }, LIMITS),
  };
}

export interface DocumentTimelines {
  timelines: Timeline[];
  /** How many events have errors and are in no timeline. */
  left_out: number;
}

/** The timelines of the readable events, one per subject, merged as the service merges received events. */
export function buildTimelines(body: Body): DocumentTimelines {
  const around = readEnvelope(body);
  if (body.errors.length > 0) return { timelines: [], left_out: 0 };
  const read = normaliseBody(body, around, { now: Date.now(), keep_recorded_at: true });
  const events = read.flatMap(({ event }, index): StoredEvent[] => {
    if (event === undefined) return [];
    // The event was never received: without a recording time, its time of occurrence is used.
    const says = (body.events[index]?.value as { recorded_at?: unknown } | null)?.recorded_at !== undefined;
    return [says ? event : { ...event, recorded_at: event.occurred_at }];
  });
  const owners = findOwners(body, events);
  const timelines = [...Map.groupBy(events, ({ subject }) => `${subject.scheme} ${subject.id}`).values()].map(
    (group) => mergeTimeline(group, { subject: group[0]!.subject, owners }),
  );
  return { timelines, left_out: read.length - events.length };
}

/** Providers that void events of others in a posted timeline; they count as owners. */
function findOwners(body: Body, events: readonly StoredEvent[]): string[] {
  const voiding_ids = new Set(
    body.events.map(({ value }) => (value as { voided_by?: unknown } | null)?.voided_by),
  );
  return events.flatMap(({ event_id, source: { provider } }) =>
    provider !== undefined && voiding_ids.has(event_id) ? [provider] : [],
  );
}
