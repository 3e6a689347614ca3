/**
 * The conformance validator: errors and warnings about a document. Rules are data, `validate/rules.ts`; each
 * finding names its place as a JSON Pointer and its rule by a stable code.
 */
import type { ErrorFinding, WarningFinding } from "./finding.ts";
import { readEvent } from "./normalise.ts";
import { BODY_LIMITS, type Body, type BodyKind, readBody } from "./read/body.ts";
import { BodyReader, readEnvelope } from "./read/normalise.ts";
import { Findings } from "./validate/findings.ts";
import { checkIdentities } from "./validate/identities.ts";
import { buildItem, type Item, orderItems } from "./validate/item.ts";
import { checkJourney } from "./validate/journey.ts";
import { computeLosses, LOSSES_EVENTS_MAX, type Losses } from "./validate/losses.ts";
import { checkStatement } from "./validate/statement.ts";
import { profileOf } from "./vocabulary.ts";

export interface ValidateOptions {
  /** Epoch milliseconds: the reference for `future_event`. */
  now: number;
  /** More events are the error `too_many_events`. */
  events_max?: number;
  /** False to leave out `summary.losses`, which requires running every output format. */
  losses?: boolean;
}

export interface Validation {
  conformant: boolean;
  /** 0 with errors; 1 without; 2 when there is also a registered code outside `core`. */
  level: 0 | 1 | 2;
  /** At most `FINDINGS_MAX` of each; the summary counts all. */
  errors: ErrorFinding[];
  warnings: WarningFinding[];
  summary: {
    kind: BodyKind;
    event_count: number;
    subject_count: number;
    /** In alphabetical order. */
    profiles: string[];
    error_count: number;
    warning_count: number;
    /** How many findings are not listed. */
    omitted: number;
    /**
     * Per output format, how many events it could not express; `null` when the document has errors or more
     * than `LOSSES_EVENTS_MAX` events, or when it was not asked for.
     */
    losses: Losses | null;
  };
}

/**
 * Validates a document: parsed JSON of any shape. Never throws; the report is bounded, however many errors
 * there are.
 */
export function validate(document: unknown, options: ValidateOptions): Validation {
  return validateBody(
    readBody(document, { events_max: options.events_max ?? BODY_LIMITS.validate.events }),
    options,
  );
}

/** As `validate`, for a body already split into raw events, such as lines. */
export function validateBody(body: Body, { now, losses = true }: ValidateOptions): Validation {
  const findings = new Findings();
  const items: Item[] = [];
  let subject_count = 0;
  for (const { path, code, message } of body.errors) findings.error(path, code, message);
  if (body.errors.length === 0) {
    const around = readEnvelope(body);
    findings.take(around);
    // An event without a version or subject inherits them; errors of the object around it are reported once,
    // above.
    const { protocol_version, subject } = around;
    const context = { now, protocol_version, subject, keep_recorded_at: true };
    const inherits_nothing = around.errors.some(({ path }) => path.startsWith("/subject"));
    const reader = new BodyReader(context, readEvent);
    for (let index = 0; index < body.events.length; index++) {
      const raw = body.events[index]!;
      const read = reader.read(raw);
      for (const { path, code, message } of read.errors) {
        if (inherits_nothing && code === "missing_field" && path === `${raw.path}/subject`) continue;
        findings.error(path, code, message);
      }
      for (const { path, code, message } of read.warnings) findings.warn(path, code, message);
      const item = buildItem(read, raw, index);
      if (item !== undefined) items.push(item);
    }
    if (body.kind !== "timeline") nameProvider(items);
    checkOrder(items, findings);
    const once = checkIdentities(items, findings);
    const groups = groupBySubject(once);
    subject_count = groups.length;
    for (const group of groups) checkJourney(orderItems(group), body.kind === "timeline", findings);
    if (body.kind === "timeline") checkStatement(body.document!, items, findings);
  }
  return answer(body, items, subject_count, findings, losses ? computeLosses : undefined);
}

function answer(
  body: Body,
  items: readonly Item[],
  subject_count: number,
  findings: Findings,
  measure: typeof computeLosses | undefined,
): Validation {
  const conformant = findings.error_count === 0;
  const profiles = new Set<string>();
  let specific = false;
  for (const { event, code } of items) {
    const profile = profileOf(event.status_code);
    profiles.add(profile);
    specific ||= profile !== "core" && code.id === event.status_code;
  }
  const { errors, warnings, error_count, warning_count } = findings;
  const measured = conformant && items.length <= LOSSES_EVENTS_MAX ? measure?.(body, items) : undefined;
  return {
    conformant,
    level: conformant ? (specific ? 2 : 1) : 0,
    errors,
    warnings,
    summary: {
      kind: body.kind,
      event_count: body.events.length,
      subject_count,
      profiles: [...profiles].sort(),
      error_count,
      warning_count,
      omitted: error_count - errors.length + (warning_count - warnings.length),
      losses: measured ?? null,
    },
  };
}

/**
 * Loose events come from one sender, which need not be named: when one provider is named, events without a
 * provider belong to it, as on ingestion. In a timeline, events without a provider count as one of their own.
 */
function nameProvider(items: readonly Item[]): void {
  let named: string | undefined;
  let missing = false;
  for (const { event } of items) {
    const { provider } = event.source;
    if (provider === undefined) missing = true;
    else if (named === undefined) named = provider;
    else if (provider !== named) return;
  }
  if (!missing || named === undefined) return;
  for (const { event } of items) event.source.provider ??= named;
}

/** Producers send events in the order of time; receivers cope without. */
function checkOrder(items: readonly Item[], findings: Findings): void {
  for (let index = 1; index < items.length; index++) {
    const { occurred_ms, path } = items[index]!;
    if (occurred_ms < items[index - 1]!.occurred_ms) {
      findings.warn(`${path}/occurred_at`, "unordered_events", "The event before this one is later.");
    }
  }
}

function groupBySubject(items: Item[]): Item[][] {
  const first = items[0]?.event.subject;
  if (first === undefined) return [];
  // Nearly every document is about one subject.
  if (items.every(({ event: { subject } }) => subject.id === first.id && subject.scheme === first.scheme)) {
    return [items];
  }
  return [...Map.groupBy(items, ({ event: { subject } }) => `${subject.scheme} ${subject.id}`).values()];
}
