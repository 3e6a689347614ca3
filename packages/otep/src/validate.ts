/**
 * The conformance validator: errors and warnings about a document. Rules are data, `validate/rules.ts`; each
 * finding names its place as a JSON Pointer and its rule by a stable code.
 */
import type { StoredEvent } from "./event.ts";
import type { ErrorFinding, WarningFinding } from "./finding.ts";
import { parseInstant } from "./instant.ts";
import { isRecord } from "./normalise/read.ts";
import { readEvent } from "./normalise.ts";
import { BODY_LIMITS, type Body, type BodyKind, readBody } from "./read/body.ts";
import { BodyReader, readEnvelope } from "./read/normalise.ts";
import { locateMember } from "./read/raw.ts";
import { Findings } from "./validate/findings.ts";
import { checkIdentities } from "./validate/identities.ts";
import { buildItem, type Item, orderItems } from "./validate/item.ts";
import { checkJourney, type JourneyKind } from "./validate/journey.ts";
import { computeLosses, LOSSES_EVENTS_MAX, type Losses } from "./validate/losses.ts";
import { checkStatement, isPart } from "./validate/statement.ts";
import { getProfile, resolveCode } from "./vocabulary.ts";

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
     * than `LOSSES_EVENTS_MAX` events, is of one profile, or when it was not asked for.
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
    const kind = body.kind !== "timeline" ? "loose" : isPart(body.document!) ? "part" : "timeline";
    subject_count = judgeTogether(items, kind, findings);
    if (body.kind === "timeline") checkStatement(body.document!, items, findings);
  }
  return answer(body, items, subject_count, findings, losses ? computeLosses : undefined);
}

/**
 * What the events of a document say together: identities, order, corrections, transitions, custody. The validator and
 * the receiver of events both judge by it, so that they say the same. Returns how many subjects there are.
 */
function judgeTogether(items: Item[], kind: JourneyKind, findings: Findings): number {
  if (kind === "loose") nameProvider(items);
  checkOrder(items, findings);
  const groups = groupBySubject(checkIdentities(items, findings));
  for (const group of groups) checkJourney(orderItems(group), kind, findings);
  return groups.length;
}

/** An event in normal form, with its path and as it was sent; `undefined` where it was refused. */
interface SentEvent {
  event: StoredEvent | undefined;
  raw: unknown;
}

/**
 * What is to be said of the events of one request beside what is wrong with each: per finding the index of its event
 * and the path of a member in it. Which of them refuse an event is for the receiver to decide.
 */
export function judgeSentEvents(
  sent_events: readonly SentEvent[],
): { index: number; member: string; code: string; message: string }[] {
  const findings = new Findings();
  const items = sent_events.flatMap(({ event, raw }, index): Item[] => {
    if (event === undefined) return [];
    const code = resolveCode(event.status_code, event.base);
    const copy = { ...event, source: { ...event.source } };
    const fields = isRecord(raw) ? raw : {};
    return [
      {
        event: copy,
        code,
        occurred_ms: parseInstant(event.occurred_at),
        path: `/${index}`,
        index,
        raw: fields,
      },
    ];
  });
  judgeTogether(items, "loose", findings);
  return [...findings.errors, ...findings.warnings].map(({ path, code, message }) => {
    const [, index = "", ...steps] = path.split("/");
    return { index: Number(index), member: steps.map((step) => `/${step}`).join(""), code, message };
  });
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
    const profile = getProfile(event.status_code);
    profiles.add(profile);
    specific ||= profile !== "core" && code.id === event.status_code;
  }
  const { errors, warnings, error_count, warning_count } = findings;
  const is_whole = body.kind !== "timeline" || !isPart(body.document ?? {});
  const measured =
    conformant && is_whole && items.length <= LOSSES_EVENTS_MAX ? measure?.(body, items) : undefined;
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
  let corrected_member: string | undefined;
  let missing = false;
  for (const { event } of items) {
    const { provider } = event.source;
    if (provider === undefined) missing = true;
    else if (corrected_member === undefined) corrected_member = provider;
    else if (provider !== corrected_member) return;
  }
  if (!missing || corrected_member === undefined) return;
  for (const { event } of items) event.source.provider ??= corrected_member;
}

/** Producers send events in the order of time; receivers cope without. */
function checkOrder(items: readonly Item[], findings: Findings): void {
  for (let index = 1; index < items.length; index++) {
    const item = items[index]!;
    if (item.occurred_ms < items[index - 1]!.occurred_ms) {
      const path = locateMember(item, "/occurred_at");
      findings.warn(path, "unordered_events", "The event before this one is later.");
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
