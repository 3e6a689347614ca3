/** Checks the computed members of a timeline against its events. */
import { parseInstant } from "../instant.ts";
import { type Fields, isAbsent, isRecord } from "../normalise/read.ts";
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

/** Does a timeline show the events of one profile only? All else it says is of the whole journey. */
export function isPart({ shown_profile }: Fields): boolean {
  return !isAbsent(shown_profile);
}

export function checkStatement(document: Fields, items: Item[], findings: Findings): void {
  const is_part = isPart(document);
  checkPlaces(items, is_part, findings);
  if (is_part && (typeof document.shown_profile !== "string" || document.shown_profile.length > 64)) {
    findings.error("/shown_profile", "invalid_type", "Must be the name of a profile.");
  }
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
  if (is_part) {
    checkTypes(document, items.length, findings);
    return;
  }
  const journey = new Journey();
  for (const item of orderItems(items)) journey.next(item.event, item.code, isVoided(item));
  compare(document, "event_count", items.length, findings);
  compare(document, "delivered", journey.delivered, findings);
  compare(document, "direction", journey.direction, findings);
  compareTime(document, "first_event_at", journey.first_event_at, "", findings);
  compareTime(document, "last_event_at", journey.last_event_at, "", findings);
  checkStatus(document.status, journey, findings);
}

/** Of a part the journey is not known; what is stated has its type, and there are no fewer events than are shown. */
function checkTypes(document: Fields, redacted_count: number, findings: Findings): void {
  const { event_count, delivered, direction, status } = document;
  for (const name of ["event_count", "delivered", "direction", "first_event_at", "last_event_at", "status"]) {
    if (document[name] === undefined) recommend(name, findings);
  }
  if (!isAbsent(event_count) && !(Number.isInteger(event_count) && (event_count as number) >= redacted_count))
    findings.error("/event_count", "status_mismatch", `There are ${redacted_count} events or more.`);
  if (!isAbsent(delivered) && typeof delivered !== "boolean")
    findings.error("/delivered", "invalid_type", "Must be a boolean.");
  if (!isAbsent(direction) && direction !== "forward" && direction !== "return")
    findings.error("/direction", "invalid_type", "Must be forward or return.");
  if (!isAbsent(status) && !isRecord(status)) findings.error("/status", "invalid_type", "Must be an object.");
  for (const name of ["first_event_at", "last_event_at"]) {
    const value = document[name];
    if (!isAbsent(value) && !isInstant(value))
      findings.error(`/${name}`, "invalid_timestamp", "Must be a date and time of RFC 3339 with offset.");
  }
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
function checkPlaces(items: readonly Item[], is_part: boolean, findings: Findings): void {
  let ids: Set<string> | undefined;
  let before = 0;
  for (const { raw, path, index } of items) {
    const { sequence } = raw;
    if (is_part && typeof sequence === "number") {
      if (!(sequence > before))
        findings.warn(`${path}/sequence`, "unordered_events", `The event before it is ${before}.`);
      before = sequence;
    } else if (!isAbsent(sequence) && sequence !== index + 1) {
      findings.warn(`${path}/sequence`, "unordered_events", `This is event ${index + 1} of the timeline.`);
    }
    const { corroborates } = raw;
    if (corroborates === undefined || corroborates === null || corroborates === "") continue;
    if (typeof corroborates !== "string") {
      findings.error(`${path}/corroborates`, "invalid_type", "Must be text.");
      continue;
    }
    ids ??= new Set(items.map(({ event }) => event.event_id));
    if (!is_part && !ids.has(corroborates)) {
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
