/**
 * The hash chain of a subject's events.
 *
 * An event's hash is SHA-256 over canonical JSON (sorted keys) of the stored members and the previous hash, so that
 * a changed, missing or swapped row is detected. Plain JSON only: no Date, no undefined.
 */
import { hash as digest } from "node:crypto";
import type { Emitted } from "../define/context.ts";

export interface EventRow {
  subject_type: string;
  subject_id: string;
  seq: number;
  kind: string;
  occurred_at: string;
  payload: Record<string, unknown>;
  batch_id: number | null;
  previous_hash: string;
  hash: string;
}

/** The `previous_hash` of a subject's first event. */
const GENESIS = "";

export interface ChainHead {
  seq: number;
  hash: string;
  /** When the last event was recorded; absent before the first one. */
  recorded_at?: string;
}

export interface RecordedEvent extends EventRow {
  recorded_at: string;
}

/** JSON with object members sorted by name at every depth; what JSON omits is omitted. */
export function canonicalJson(value: unknown): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value instanceof Date) return canonicalJson(value.toJSON());
  let members = "";
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined)
      members += `${members === "" ? "" : ","}${quoteName(key)}${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Names of members as JSON writes them: there are few of our own, and they are in every event. */
const quoted_names = new Map<string, string>();
const NAMES_MAX = 5000;

function quoteName(name: string): string {
  let quoted = quoted_names.get(name);
  if (quoted === undefined) {
    quoted = `${JSON.stringify(name)}:`;
    if (quoted_names.size < NAMES_MAX) quoted_names.set(name, quoted);
  }
  return quoted;
}

function hashEvent(event: Omit<EventRow, "hash" | "batch_id">): string {
  return digest(
    "sha256",
    [
      event.previous_hash,
      event.subject_type,
      event.subject_id,
      event.seq,
      event.kind,
      event.occurred_at,
      canonicalJson(event.payload),
    ].join("\n"),
  );
}

/**
 * `now`, or one millisecond after `last_recorded_at` when that is later: clocks of processes differ, and the writer that gets
 * the lock later may have read its clock earlier.
 */
export function computeRecordedAt(last_recorded_at: string | undefined, now: Date): Date {
  const last = last_recorded_at === undefined ? Number.NaN : Date.parse(last_recorded_at);
  return last >= now.getTime() ? new Date(last + 1) : now;
}

/**
 * Links emitted events to the heads of their subjects' chains, in the order they were emitted. Each event of a
 * subject is recorded after the one before it.
 */
export function chainEvents(
  emitted: readonly Emitted[],
  heads: Map<string, ChainHead>,
  now: Date,
): RecordedEvent[] {
  return emitted.map((fact) => {
    const subject_id = String(fact.subject.id);
    const key = `${fact.subject.type}/${subject_id}`;
    const head: ChainHead = heads.get(key) ?? { seq: 0, hash: GENESIS };
    const recorded_at = computeRecordedAt(head.recorded_at, now).toISOString();
    const unsealed = {
      subject_type: fact.subject.type,
      subject_id,
      seq: head.seq + 1,
      kind: fact.kind,
      occurred_at: new Date(fact.occurred_at ?? recorded_at).toISOString(),
      payload: (fact.payload ?? {}) as Record<string, unknown>,
      previous_hash: head.hash,
    };
    const row = { ...unsealed, batch_id: fact.batch_id ?? null, hash: hashEvent(unsealed), recorded_at };
    heads.set(key, { seq: row.seq, hash: row.hash, recorded_at });
    return row;
  });
}

/** The first event that does not match the hash of the one before it; undefined when the chain is intact. */
export function findBrokenLink(events: readonly EventRow[]): EventRow | undefined {
  let head: ChainHead = { seq: 0, hash: GENESIS };
  for (const event of events) {
    if (event.seq !== head.seq + 1 || event.previous_hash !== head.hash || event.hash !== hashEvent(event))
      return event;
    head = { seq: event.seq, hash: event.hash };
  }
  return undefined;
}
