/** Checks the computed members of a timeline against its events. */
import { parseInstant } from "../instant.ts";
import { type Fields, isRecord } from "../normalise/read.ts";
import { Journey } from "../timeline/journey.ts";
import type { Findings } from "./findings.ts";
import { type Item, isVoided, orderItems } from "./item.ts";

/** Members that a timeline computes, beside those compared below, with the type they have. */
const typed: readonly (readonly [name: string, type: "text" | "list"])[] = [
  ["profile", "text"],
  ["revision", "text"],
  ["profiles", "list"],
  ["sources", "list"],
];

export function checkStatement(document: Fields, items: Item[], findings: Findings): void {
  checkPlaces(items, findings);
  for (const [name, type] of typed) {
    const value = document[name];
    if (value === undefined || value === null) recommend(name, findings);
    else if (type === "text" ? typeof value !== "string" : !Array.isArray(value)) {
      findings.error(`/${name}`, "invalid_type", type === "text" ? "Must be text." : "Must be a list.");
    }
  }
  if (document.gaps !== undefined && !Array.isArray(document.gaps)) {
    findings.error("/gaps", "invalid_type", "Must be a list.");
  }
  if (document.eta !== undefined && !isInstant(document.eta)) {
    findings.error("/eta", "invalid_timestamp", "Must be a date and time of RFC 3339 with offset.");
  }
  // Members derived from events are checked only when all events could be read.
  if (!Array.isArray(document.events) || document.events.length !== items.length) return;
  const journey = new Journey();
  for (const item of orderItems(items)) journey.next(item.event, item.code, isVoided(item));
  compare(document, "event_count", items.length, findings);
  compare(document, "delivered", journey.delivered, findings);
  compare(document, "direction", journey.direction, findings);
  compareTime(document, "first_event_at", journey.first_event_at, "", findings);
  compareTime(document, "last_event_at", journey.last_event_at, "", findings);
  checkStatus(document.status, journey, findings);
}

function checkStatus(stated: unknown, journey: Journey, findings: Findings): void {
  const { status } = journey;
  if (stated === undefined) {
    recommend("status", findings);
    return;
  }
  if (stated === null || status === null) {
    if (stated !== status) {
      const message =
        status === null ? "No status follows from the events." : `The status is ${status.code}.`;
      findings.error("/status", "status_mismatch", message);
    }
    return;
  }
  if (!isRecord(stated)) {
    findings.error("/status", "invalid_type", "Must be an object.");
    return;
  }
  for (const name of ["code", "base", "phase", "terminal"] as const) {
    if (stated[name] !== status[name]) {
      findings.error(`/status/${name}`, "status_mismatch", `${status[name]} follows from the events.`);
    }
  }
  if ((stated.incident_reason ?? undefined) !== status.incident_reason) {
    const message = `${status.incident_reason ?? "No reason"} follows from the events.`;
    findings.error("/status/incident_reason", "status_mismatch", message);
  }
  compareTime(stated, "since", status.since, "/status", findings);
}

/** Numbers and references between events. */
function checkPlaces(items: readonly Item[], findings: Findings): void {
  let ids: Set<string> | undefined;
  for (const { raw, path, index } of items) {
    if (raw.sequence !== undefined && raw.sequence !== null && raw.sequence !== index + 1) {
      findings.warn(`${path}/sequence`, "unordered_events", `This is event ${index + 1} of the timeline.`);
    }
    const { corroborates } = raw;
    if (corroborates === undefined || corroborates === null || corroborates === "") continue;
    if (typeof corroborates !== "string") {
      findings.error(`${path}/corroborates`, "invalid_type", "Must be text.");
      continue;
    }
    ids ??= new Set(items.map(({ event }) => event.event_id));
    if (!ids.has(corroborates)) {
      findings.error(`${path}/corroborates`, "invalid_identifier", "No event of the timeline has this id.");
    }
  }
}

function compare(stated: Fields, name: string, is: number | boolean | string, findings: Findings): void {
  const value = stated[name];
  if (value === undefined || value === null) recommend(name, findings);
  else if (typeof value !== typeof is) findings.error(`/${name}`, "invalid_type", `Must be a ${typeof is}.`);
  else if (value !== is) findings.error(`/${name}`, "status_mismatch", `${is} follows from the events.`);
}

function compareTime(
  stated: Fields,
  name: string,
  is: string | null,
  path: string,
  findings: Findings,
): void {
  const value = stated[name];
  if (value === undefined) recommend(`${path}/${name}`.slice(1), findings);
  else if (value !== null && !isInstant(value)) {
    findings.error(
      `${path}/${name}`,
      "invalid_timestamp",
      "Must be a date and time of RFC 3339 with offset.",
    );
  } else if (
    value === null ? is !== null : is === null || parseInstant(value as string) !== parseInstant(is)
  ) {
    findings.error(`${path}/${name}`, "status_mismatch", `${is ?? "null"} follows from the events.`);
  }
}

function isInstant(value: unknown): value is string {
  return typeof value === "string" && Number.isFinite(parseInstant(value));
}

function recommend(name: string, findings: Findings): void {
  findings.warn(`/${name}`, "missing_recommended", `A timeline states its ${name.replaceAll("/", " ")}.`);
}
