/** What a text is, what of it the validator is asked, and which timelines it tells. */
import { epcisPath, readEpcis } from "../../../packages/otep/src/epcis/read.ts";
import type { StoredEvent } from "../../../packages/otep/src/event.ts";
import type { Finding } from "../../../packages/otep/src/finding.ts";
import { BODY_LIMITS, type Body, readBody } from "../../../packages/otep/src/read/body.ts";
import { readLines } from "../../../packages/otep/src/read/lines.ts";
import { normaliseBody, readAround } from "../../../packages/otep/src/read/normalise.ts";
import { mergeTimeline, type Timeline } from "../../../packages/otep/src/timeline.ts";
import type { Checked } from "../../api/otep.ts";

export type AnyFinding = Finding<string> & { severity: "error" | "warning" };

export interface Pasted {
  kind: "json" | "lines" | "epcis";
  /** What the validator is asked: of EPCIS the events it says, since the validator judges native documents. */
  checked: Checked;
  /** What was found before anybody was asked. */
  findings: AnyFinding[];
  /** From a path of what was asked to one of the text. */
  pathOf: (path: string) => string;
  body: Body;
}

const LIMITS = { events_max: BODY_LIMITS.validate.events };

/** Undefined for text that is not JSON, nor one document a line. */
export function readPasted(text: string): Pasted | undefined {
  const value = parsed(text);
  if (value !== undefined) {
    if (isEpcis(value)) return readPastedEpcis(value);
    return {
      kind: "json",
      checked: { text, type: "application/json" },
      findings: [],
      pathOf: (path) => path,
      body: readBody(value, LIMITS),
    };
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || parsed(lines[0]!) === undefined) return undefined;
  return {
    kind: "lines",
    checked: { text, type: "application/x-ndjson" },
    findings: [],
    pathOf: (path) => path,
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

function readPastedEpcis(document: unknown): Pasted {
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
    pathOf(path) {
      const [, index, rest = ""] = /^\/events\/(\d+)(\/.*)?$/.exec(path) ?? [];
      const origin = origins[Number(index)];
      if (origin === undefined) return "";
      return rest === "" ? origin.path : epcisPath(rest, origin);
    },
    body: readBody({ events: inputs }, LIMITS),
  };
}

export interface Drawn {
  timelines: Timeline[];
  /** Events that have errors, and are in no timeline. */
  left_out: number;
}

/** The timelines of what could be read, one a subject, merged as the service merges what it is sent. */
export function draw(body: Body): Drawn {
  const around = readAround(body);
  if (body.errors.length > 0) return { timelines: [], left_out: 0 };
  const read = normaliseBody(body, around, { now: Date.now(), keep_recorded_at: true });
  const events = read.flatMap(({ event }, index): StoredEvent[] => {
    if (event === undefined) return [];
    // Nobody received it: without a word of when it was recorded, it is shown as told when it happened.
    const says = (body.events[index]?.value as { recorded_at?: unknown } | null)?.recorded_at !== undefined;
    return [says ? event : { ...event, recorded_at: event.occurred_at }];
  });
  const owners = ownersOf(body, events);
  const timelines = [...Map.groupBy(events, ({ subject }) => `${subject.scheme} ${subject.id}`).values()].map(
    (group) => mergeTimeline(group, { subject: group[0]!.subject, owners }),
  );
  return { timelines, left_out: read.length - events.length };
}

/** Who voided events of others in a posted timeline was allowed to. */
function ownersOf(body: Body, events: readonly StoredEvent[]): string[] {
  const named = new Set(body.events.map(({ value }) => (value as { voided_by?: unknown } | null)?.voided_by));
  return events.flatMap(({ event_id, source: { provider } }) =>
    provider !== undefined && named.has(event_id) ? [provider] : [],
  );
}
