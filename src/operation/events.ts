/**
 * The hash chain of a subject's events.
 *
 * An event's hash is SHA-256 over canonical JSON (sorted keys) of what is stored and of the hash before it,
 * so that a changed, missing or swapped row shows. Plain JSON only: no Date, no undefined.
 */
import { hash as digest } from "node:crypto";
import type { Emitted } from "./context.ts";

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
export const GENESIS = "";

export interface Head {
  seq: number;
  hash: string;
  /** When the last event was recorded; absent before the first one. */
  recorded_at?: string;
}

export interface RecordedEvent extends EventRow {
  recorded_at: string;
}

/** JSON with members in the order of their names, at every depth; what JSON leaves out is left out. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value instanceof Date) return canonicalJson(value.toJSON());
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

export function hashOf(event: Omit<EventRow, "hash" | "batch_id">): string {
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
 * Now, or a millisecond after what is known already: clocks of processes differ, and who is let in later may have
 * looked at the clock earlier.
 */
export function momentAfter(known: string | undefined, now: Date): Date {
  const last = known === undefined ? Number.NaN : Date.parse(known);
  return last >= now.getTime() ? new Date(last + 1) : now;
}

/**
 * Link emitted facts to the heads of their subjects, in the order they were emitted. Each event of a
 * subject is recorded after the one before it.
 */
export function chain(emitted: readonly Emitted[], heads: Map<string, Head>, now: Date): RecordedEvent[] {
  return emitted.map((fact) => {
    const subject_id = String(fact.subject.id);
    const key = `${fact.subject.type}/${subject_id}`;
    const head: Head = heads.get(key) ?? { seq: 0, hash: GENESIS };
    const recorded_at = momentAfter(head.recorded_at, now).toISOString();
    const unsealed = {
      subject_type: fact.subject.type,
      subject_id,
      seq: head.seq + 1,
      kind: fact.kind,
      occurred_at: new Date(fact.occurred_at ?? recorded_at).toISOString(),
      payload: fact.payload ?? {},
      previous_hash: head.hash,
    };
    const row = { ...unsealed, batch_id: fact.batch_id ?? null, hash: hashOf(unsealed), recorded_at };
    heads.set(key, { seq: row.seq, hash: row.hash, recorded_at });
    return row;
  });
}

/** The first event of a chain that does not fit the one before it; undefined when the chain is whole. */
export function brokenLink(events: readonly EventRow[]): EventRow | undefined {
  let head: Head = { seq: 0, hash: GENESIS };
  for (const event of events) {
    if (event.seq !== head.seq + 1 || event.previous_hash !== head.hash || event.hash !== hashOf(event))
      return event;
    head = { seq: event.seq, hash: event.hash };
  }
  return undefined;
}
